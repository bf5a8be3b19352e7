# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions for messages, functions, events, timers and the end of a launch."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..entity import Action, LaunchDescriptionEntity, normalize_to_list_of_entities, visit
from ..events import Event
from ..events import Shutdown as ShutdownEvent
from ..substitution import SomeSubstitutionsType, bool_of, described, float_of, text_of

if TYPE_CHECKING:
    from ..context import LaunchContext, Scope
    from ..handlers import BaseEventHandler


_LEVELS = {'DEBUG': 'DEBUG', 'INFO': 'INFO', 'WARNING': 'WARN', 'WARN': 'WARN', 'ERROR': 'ERROR', 'CRITICAL': 'FATAL'}


class Log(Action):
    """Prints a message with a level: debug, info, warning, error or critical, in upper or lower case."""

    def __init__(self, *, msg: SomeSubstitutionsType, level: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.msg = msg
        self.level = level

    def describe(self) -> str:
        """Returns the class name and the message."""
        return f'{type(self).__name__} {described(self.msg)}'

    def execute(self, context: LaunchContext) -> None:
        """Prints the message; a debug message only if the launch prints them.

        Raises ValueError for an unknown level.
        """
        level = text_of(context, self.level)
        if level.upper() not in _LEVELS:
            raise ValueError(f"the level is '{level}'; expected debug, info, warning, error or critical")
        if level.upper() != 'DEBUG' or context.debug:
            context.output.say(_LEVELS[level.upper()], 'launch.user', text_of(context, self.msg))


class LogInfo(Log):
    """Prints a message with the level info."""

    def __init__(self, *, msg: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(msg=msg, level='info', **kwargs)


class LogWarning(Log):
    """Prints a message with the level warning."""

    def __init__(self, *, msg: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(msg=msg, level='warning', **kwargs)


class LogError(Log):
    """Prints a message with the level error."""

    def __init__(self, *, msg: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(msg=msg, level='error', **kwargs)


class LogDebug(Log):
    """Prints a message with the level debug, if the launch prints debug messages."""

    def __init__(self, *, msg: SomeSubstitutionsType, **kwargs: Any) -> None:
        super().__init__(msg=msg, level='debug', **kwargs)


class OpaqueFunction(Action):
    """Calls a function with the context and visits the entities that it returns."""

    def __init__(
        self,
        *,
        function: Callable[..., Any],
        args: Iterable[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
        **left_over_kwargs: Any,
    ) -> None:
        super().__init__(**left_over_kwargs)
        self._function = function
        self._args = list(args or [])
        self._kwargs = dict(kwargs or {})

    def describe(self) -> str:
        """Returns the class name and the name of the function."""
        return f'OpaqueFunction {getattr(self._function, "__name__", self._function)}'

    def execute(self, context: LaunchContext) -> Sequence[LaunchDescriptionEntity] | None:
        """Calls the function and returns its entities. Raises TypeError if it returns another object."""
        entities = self._function(context, *self._args, **self._kwargs)
        return None if entities is None else normalize_to_list_of_entities(entities)


class OpaqueCoroutine(Action):
    """Runs a coroutine, and cancels it at the end of the launch."""

    def __init__(
        self,
        *,
        coroutine: Callable[..., Awaitable[None]],
        args: Iterable[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
        ignore_context: bool = False,
        **left_over_kwargs: Any,
    ) -> None:
        super().__init__(**left_over_kwargs)
        self._coroutine = coroutine
        self._args = list(args or [])
        self._kwargs = dict(kwargs or {})
        self._ignore_context = ignore_context
        self._task: asyncio.Future[None] | None = None

    def describe(self) -> str:
        """Returns the class name and the name of the coroutine."""
        return f'OpaqueCoroutine {getattr(self._coroutine, "__name__", self._coroutine)}'

    def execute(self, context: LaunchContext) -> None:
        """Starts the coroutine as a task; the shutdown of the launch cancels it."""
        first = [] if self._ignore_context else [context]
        self._task = asyncio.ensure_future(self._coroutine(*first, *self._args, **self._kwargs))
        context.cancel_at_shutdown(self._task)

    def get_asyncio_future(self) -> asyncio.Future[None] | None:
        """Returns the task of the coroutine; None before execute()."""
        return self._task


class EmitEvent(Action):
    """Emits an event."""

    def __init__(self, *, event: Event, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(event, Event):
            raise TypeError(f'expected an event, found {event!r}')
        self.event = event

    def describe(self) -> str:
        """Returns the class name and the class of the event."""
        return f'EmitEvent {type(self.event).__name__}'

    def execute(self, context: LaunchContext) -> None:
        """Queues the event; it is handled after earlier ones."""
        context.emit_event_sync(self.event)


class Shutdown(EmitEvent):
    """Ends the launch."""

    def __init__(self, *, reason: SomeSubstitutionsType = 'no reason was given', **kwargs: Any) -> None:
        super().__init__(event=ShutdownEvent(), **kwargs)
        self._reason = reason

    def describe(self) -> str:
        """Returns the class name and the reason."""
        return f'Shutdown {described(self._reason)}'

    def execute(self, context: LaunchContext) -> None:
        """Queues the shutdown event. In a handler of a process event, the reason also names the process."""
        event = context.get_locals_as_dict().get('event')
        reason = text_of(context, self._reason)
        if hasattr(event, 'process_name'):
            reason = f'{reason} ({event.process_name} ended)'  # type: ignore[union-attr]
        context.emit_event_sync(ShutdownEvent(reason=reason))


class RegisterEventHandler(Action):
    """Registers an event handler."""

    def __init__(self, event_handler: BaseEventHandler, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.event_handler = event_handler

    def describe(self) -> str:
        """Returns the class name and the title of the handler."""
        return f'RegisterEventHandler {self.event_handler.describe()[0]}'

    def execute(self, context: LaunchContext) -> None:
        """Registers the handler in front of the others, for the active scope."""
        context.register_event_handler(self.event_handler)

    def describe_conditional_sub_entities(self) -> list[tuple[str, Iterable[LaunchDescriptionEntity]]]:
        """Returns the title and the entities of the handler."""
        return [self.event_handler.describe()]


class UnregisterEventHandler(Action):
    """Removes an event handler."""

    def __init__(self, event_handler: BaseEventHandler, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.event_handler = event_handler

    def execute(self, context: LaunchContext) -> None:
        """Removes the handler. Raises ValueError if it is not registered."""
        context.unregister_event_handler(self.event_handler)


class TimerAction(Action):
    """Executes actions after some seconds, in the scope of the timer."""

    def __init__(
        self,
        *,
        period: float | SomeSubstitutionsType,
        actions: Iterable[LaunchDescriptionEntity],
        cancel_on_shutdown: bool | SomeSubstitutionsType = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.period = period
        self.actions = normalize_to_list_of_entities(actions)
        self._cancel_on_shutdown = cancel_on_shutdown
        self._task: asyncio.Future[None] | None = None

    def describe(self) -> str:
        """Returns the class name and the period in seconds."""
        period = self.period if isinstance(self.period, (int, float)) else described(self.period)
        return f'{type(self).__name__} {period} s'

    def get_sub_entities(self) -> Sequence[LaunchDescriptionEntity]:
        """Returns the actions that the timer executes."""
        return self.actions

    def cancel(self) -> None:
        """Cancels the timer; a second call does nothing."""
        if self._task is not None:
            self._task.cancel()

    def execute(self, context: LaunchContext) -> None:
        """Starts the timer; does nothing after the shutdown. Raises ValueError if the period is not a number."""
        if context.is_shutdown:
            return
        period = float_of(context, self.period, 'the period')
        self._task = asyncio.ensure_future(self._run(context, period, context.scope, context.get_locals_as_dict()))
        if bool_of(context, self._cancel_on_shutdown, 'cancel_on_shutdown'):
            context.cancel_at_shutdown(self._task)

    async def _run(self, context: LaunchContext, period: float, scope: Scope, values: dict[str, Any]) -> None:
        await self._wait(context, period)
        with context.within(scope, values):
            for action in self.actions:
                visit(action, context)

    async def _wait(self, context: LaunchContext, period: float) -> None:
        await asyncio.sleep(period)

    def get_asyncio_future(self) -> asyncio.Future[None] | None:
        """Returns the task of the timer; None before execute()."""
        return self._task
