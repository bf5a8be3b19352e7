# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Event handlers: they match events and return the entities to visit."""

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

_Reaction = Any
"""Entities, or a function of (event, context) or of (event) that returns entities."""


class BaseEventHandler:
    """Handles the events that it matches, in the scope in which it was registered."""

    scope: Scope
    values: dict[str, Any]

    def __init__(self, *, matcher: Callable[[Event], bool], handle_once: bool = False) -> None:
        self._matcher = matcher
        self.handle_once = handle_once

    @property
    def handler_description(self) -> str:
        """Description of the handler."""
        return type(self).__name__

    @property
    def matcher_description(self) -> str:
        """Description of the matched events."""
        return type(self).__name__

    def matches(self, event: Event) -> bool:
        """Returns whether the handler is for an event."""
        return self._matcher(event)

    def describe(self) -> tuple[str, list[LaunchDescriptionEntity]]:
        """Returns a title and the entities to list below it, for --print; by default the class name and no entities."""
        return type(self).__name__, []

    def handle(self, event: Event, context: LaunchContext) -> SomeEntitiesType | None:
        """Returns the entities to visit."""
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
        """Returns the class name and the entities to visit."""
        return type(self).__name__, self.entities

    def handle(self, event: Event, context: LaunchContext) -> SomeEntitiesType | None:
        """Returns the same entities for each event."""
        super().handle(event, context)
        return self.entities


def _react(reaction: _Reaction, event: Event, context: LaunchContext) -> SomeEntitiesType | None:
    if not callable(reaction):
        return normalize_to_list_of_entities(reaction)
    entities = reaction(event, context)
    return None if entities is None else normalize_to_list_of_entities(entities)


class OnActionEventBase(BaseEventHandler):
    """Handles events of one class about actions: one action, those that a function selects, or all if None."""

    def __init__(
        self,
        *,
        action_matcher: Any,
        on_event: _Reaction,
        target_event_cls: type[Event],
        target_action_cls: type[Action],
        **kwargs: Any,
    ) -> None:
        if not (action_matcher is None or callable(action_matcher) or isinstance(action_matcher, target_action_cls)):
            raise TypeError(
                f'{type(self).__name__}: the target is {action_matcher!r}; '
                f'expected a {target_action_cls.__name__} action or a function of one'
            )
        self._target = action_matcher
        self._reaction = on_event if callable(on_event) else normalize_to_list_of_entities(on_event)
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
        """Returns the class name and the entities to visit; no entities if a function returns them."""
        return type(self).__name__, [] if callable(self._reaction) else self._reaction

    def handle(self, event: Event, context: LaunchContext) -> SomeEntitiesType | None:
        """Returns the entities, or those that the function returns for the event."""
        super().handle(event, context)
        return _react(self._reaction, event, context)


class OnProcessExit(OnActionEventBase):
    """Handles the end of processes."""

    def __init__(self, *, target_action: Any = None, on_exit: _Reaction, **kwargs: Any) -> None:
        super().__init__(
            action_matcher=target_action,
            on_event=on_exit,
            target_event_cls=ProcessExited,
            target_action_cls=Action,
            **kwargs,
        )


class OnProcessStart(OnActionEventBase):
    """Handles the start of processes."""

    def __init__(self, *, target_action: Any = None, on_start: _Reaction, **kwargs: Any) -> None:
        super().__init__(
            action_matcher=target_action,
            on_event=on_start,
            target_event_cls=ProcessStarted,
            target_action_cls=Action,
            **kwargs,
        )


class OnProcessIO(OnActionEventBase):
    """Handles output of processes; its functions are called with the event only."""

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
    """Handles the completion of actions."""

    def __init__(self, *, target_action: Any = None, on_completion: _Reaction, **kwargs: Any) -> None:
        super().__init__(
            action_matcher=target_action,
            on_event=on_completion,
            target_event_cls=ExecutionComplete,
            target_action_cls=Action,
            **kwargs,
        )


class OnShutdown(BaseEventHandler):
    """Handles the shutdown of the launch."""

    def __init__(self, *, on_shutdown: _Reaction, **kwargs: Any) -> None:
        super().__init__(matcher=lambda event: isinstance(event, Shutdown), **kwargs)
        self._reaction = on_shutdown if callable(on_shutdown) else normalize_to_list_of_entities(on_shutdown)

    def describe(self) -> tuple[str, list[LaunchDescriptionEntity]]:
        """Returns the class name and the entities to visit; no entities if a function returns them."""
        return type(self).__name__, [] if callable(self._reaction) else self._reaction

    def handle(self, event: Event, context: LaunchContext) -> SomeEntitiesType | None:
        """Returns the entities, or those that the function returns for the event."""
        super().handle(event, context)
        return _react(self._reaction, event, context)


def event_named(name: str) -> Callable[[Event], bool]:
    """Returns a matcher for events with a name."""
    return lambda event: event.name == name


class CoroutineHandler(BaseEventHandler):
    """Starts a coroutine for each event; the launch waits for it."""

    def __init__(self, *, matcher: Callable[[Event], bool], start: Callable[[Any], Any]) -> None:
        super().__init__(matcher=matcher)
        self._start = start

    def handle(self, event: Event, context: LaunchContext) -> SomeEntitiesType | None:
        """Starts the coroutine as a task that keeps the launch alive; returns no entities."""
        super().handle(event, context)
        context.add_completion_future(asyncio.ensure_future(self._start(event)))
        return None
