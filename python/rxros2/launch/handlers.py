# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Event handlers: which events they are for, and what is done then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .entity import Action, LaunchDescriptionEntity, SomeEntitiesType, normalize_to_list_of_entities
from .events import (
    Event,
    ExecutionComplete,
    ProcessExited,
    ProcessIO,
    ProcessStarted,
    Shutdown,
)

if TYPE_CHECKING:
    from .context import LaunchContext, Scope

_Then = Any
"""Entities, or a function of (event, context), or of (event), that returns some."""


class BaseEventHandler:
    """Called with the events that it matches, within the scope in which it was registered."""

    scope: Scope
    values: dict[str, Any]

    def __init__(self, *, matcher: Callable[[Event], bool], handle_once: bool = False) -> None:
        self._matcher = matcher
        self.handle_once = handle_once

    @property
    def handler_description(self) -> str:
        return type(self).__name__

    @property
    def matcher_description(self) -> str:
        return type(self).__name__

    def matches(self, event: Event) -> bool:
        return self._matcher(event)

    def describe(self) -> tuple[str, list[LaunchDescriptionEntity]]:
        return type(self).__name__, []

    def handle(self, event: Event, context: LaunchContext) -> SomeEntitiesType | None:
        """Entities that are to be visited."""
        context.extend_locals({'event': event})
        if self.handle_once:
            context.unregister_event_handler(self)
        return None


class EventHandler(BaseEventHandler):
    """Visits entities for each event."""

    def __init__(
        self,
        *,
        matcher: Callable[[Event], bool],
        entities: SomeEntitiesType | None = None,
        handle_once: bool = False,
    ) -> None:
        super().__init__(matcher=matcher, handle_once=handle_once)
        self.entities = [] if entities is None else normalize_to_list_of_entities(entities)

    def describe(self) -> tuple[str, list[LaunchDescriptionEntity]]:
        return type(self).__name__, self.entities

    def handle(self, event: Event, context: LaunchContext) -> SomeEntitiesType | None:
        super().handle(event, context)
        return self.entities


def _do(then: _Then, event: Event, context: LaunchContext) -> SomeEntitiesType | None:
    if not callable(then):
        return normalize_to_list_of_entities(then)
    found = then(event, context)
    return None if found is None else normalize_to_list_of_entities(found)


class OnActionEventBase(BaseEventHandler):
    """For events of one class about an action: one, those that a function chooses, or, of None, all."""

    def __init__(
        self,
        *,
        action_matcher: Any,
        on_event: _Then,
        target_event_cls: type[Event],
        target_action_cls: type[Action],
        **kwargs: Any,
    ) -> None:
        if not (action_matcher is None or callable(action_matcher) or isinstance(action_matcher, target_action_cls)):
            raise TypeError(
                f'{type(self).__name__} is for {action_matcher!r}; '
                f'expected a {target_action_cls.__name__} action or a function of one'
            )
        self._target = action_matcher
        self._then = on_event if callable(on_event) else normalize_to_list_of_entities(on_event)
        self._class = target_event_cls
        super().__init__(matcher=self._is_for, **kwargs)

    def _is_for(self, event: Event) -> bool:
        if not isinstance(event, self._class):
            return False
        action = event.action  # type: ignore[attr-defined]
        if self._target is None or action is self._target:
            return True
        return not isinstance(self._target, LaunchDescriptionEntity) and bool(self._target(action))

    def describe(self) -> tuple[str, list[LaunchDescriptionEntity]]:
        return type(self).__name__, [] if callable(self._then) else self._then

    def handle(self, event: Event, context: LaunchContext) -> SomeEntitiesType | None:
        super().handle(event, context)
        return _do(self._then, event, context)


class OnProcessExit(OnActionEventBase):
    def __init__(self, *, target_action: Any = None, on_exit: _Then, **kwargs: Any) -> None:
        super().__init__(
            action_matcher=target_action,
            on_event=on_exit,
            target_event_cls=ProcessExited,
            target_action_cls=Action,
            **kwargs,
        )


class OnProcessStart(OnActionEventBase):
    def __init__(self, *, target_action: Any = None, on_start: _Then, **kwargs: Any) -> None:
        super().__init__(
            action_matcher=target_action,
            on_event=on_start,
            target_event_cls=ProcessStarted,
            target_action_cls=Action,
            **kwargs,
        )


class OnProcessIO(OnActionEventBase):
    """Its functions are called with the event alone."""

    def __init__(
        self,
        *,
        target_action: Any = None,
        on_stdin: Callable[[ProcessIO], Any] | None = None,
        on_stdout: Callable[[ProcessIO], Any] | None = None,
        on_stderr: Callable[[ProcessIO], Any] | None = None,
        **kwargs: Any,
    ) -> None:
        functions = {0: on_stdin, 1: on_stdout, 2: on_stderr}

        def on_event(event: Any, _: LaunchContext) -> Any:
            function = functions[event.fd]
            return None if function is None else function(event)

        super().__init__(
            action_matcher=target_action,
            on_event=on_event,
            target_event_cls=ProcessIO,
            target_action_cls=Action,
            **kwargs,
        )


class OnExecutionComplete(OnActionEventBase):
    def __init__(self, *, target_action: Any = None, on_completion: _Then, **kwargs: Any) -> None:
        super().__init__(
            action_matcher=target_action,
            on_event=on_completion,
            target_event_cls=ExecutionComplete,
            target_action_cls=Action,
            **kwargs,
        )


class OnShutdown(BaseEventHandler):
    def __init__(self, *, on_shutdown: _Then, **kwargs: Any) -> None:
        super().__init__(matcher=lambda event: isinstance(event, Shutdown), **kwargs)
        self._then = on_shutdown if callable(on_shutdown) else normalize_to_list_of_entities(on_shutdown)

    def describe(self) -> tuple[str, list[LaunchDescriptionEntity]]:
        return type(self).__name__, [] if callable(self._then) else self._then

    def handle(self, event: Event, context: LaunchContext) -> SomeEntitiesType | None:
        super().handle(event, context)
        return _do(self._then, event, context)


def event_named(name: str) -> Callable[[Event], bool]:
    return lambda event: event.name == name


class CoroutineHandler(BaseEventHandler):
    """Starts a coroutine for each event, which the launch waits for."""

    def __init__(self, *, matcher: Callable[[Event], bool], start: Callable[[Any], Any]) -> None:
        super().__init__(matcher=matcher)
        self._start = start

    def handle(self, event: Event, context: LaunchContext) -> SomeEntitiesType | None:
        super().handle(event, context)
        context.add_completion_future(asyncio.ensure_future(self._start(event)))
        return None
