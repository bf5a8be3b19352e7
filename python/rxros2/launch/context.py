# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LaunchContext: the state that the actions of a launch share."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .output import Output

if TYPE_CHECKING:
    from .events import Event
    from .handlers import BaseEventHandler
    from .substitution import Substitution


class Scope:
    """Launch configurations of a scope, and its environment variables while another scope is active."""

    def __init__(self, configurations: dict[str, Any], environment: dict[str, str]) -> None:
        self.configurations = configurations
        self.environment = environment


class _Locals:
    """Values that exist only while an action is executed, as attributes."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(
                f"no local '{name}' here; there are {', '.join(sorted(self._values)) or 'none'}"
            ) from None


class LaunchContext:
    """Configurations, environment, event handlers and events of a launch. Use it only from the event loop's thread.

    The environment is os.environ of this process, because launch files also change that directly.
    """

    def __init__(self, *, argv: Iterable[str] | None = None, noninteractive: bool = False) -> None:
        self.argv = list(argv or [])
        self.noninteractive = noninteractive
        self.output = Output()
        self.is_shutdown = False
        self.debug = False
        """Print debug messages."""
        self.failed = False
        """An error occurred, so the exit code of the launch is 1."""
        self.read_configurations: set[str] = set()
        """Names of configurations that a substitution has read or an action has declared."""
        self.processes: list[Any] = []
        """ExecuteLocal actions whose processes are running."""
        self.including: tuple[str, ...] = ()
        """Launch files that are being included, the outermost first."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._scope = Scope({}, {})
        self._outer: list[Scope] = []
        self._locals: dict[str, Any] = {}
        self._globals: dict[str, Any] = {}
        self._handlers: deque[BaseEventHandler] = deque()
        self._events: deque[Event] = deque()
        self._futures: set[asyncio.Future[Any]] = set()
        self._cancelled_at_shutdown: set[asyncio.Future[Any]] = set()
        self._wake = asyncio.Event()
        self._numbers: dict[str, int] = {}

    # Configurations and environment.

    @property
    def launch_configurations(self) -> dict[str, Any]:
        """Launch configurations of the active scope."""
        return self._scope.configurations

    @property
    def environment(self) -> os._Environ[str]:
        """Environment variables of this process."""
        return os.environ

    @property
    def scope(self) -> Scope:
        """The active scope; pass it to within() to run an action in it later."""
        return self._scope

    def push_scope(self) -> None:
        """Begins a scope: pop_scope() reverts all changes after this."""
        self._outer.append(self._scope)
        self._activate(Scope(dict(self._scope.configurations), dict(os.environ)))

    def pop_scope(self) -> None:
        """Ends the scope of push_scope(). RuntimeError without one."""
        if not self._outer:
            raise RuntimeError('configurations or environment are popped more often than they are pushed')
        self._activate(self._outer.pop())

    def _activate(self, scope: Scope) -> None:
        self._scope.environment = dict(os.environ)
        self._scope = scope
        if scope.environment != dict(os.environ):
            os.environ.clear()
            os.environ.update(scope.environment)

    @contextmanager
    def within(self, scope: Scope, values: dict[str, Any] | None = None) -> Iterator[None]:
        """Activates an earlier scope inside a `with` block, with `values` as locals.

        The files of that scope are no longer being included: a handler may include its own file again.
        """
        before, outer, locals_, including = self._scope, self._outer, self._locals, self.including
        self.including = ()
        self._outer, self._locals = [], dict(locals_ if values is None else values)
        if scope is not before:
            self._activate(scope)
        try:
            yield
        finally:
            if self._scope is not before:
                self._activate(before)
            self._outer, self._locals, self.including = outer, locals_, including

    # Locals.

    @property
    def locals(self) -> _Locals:
        """Locals and globals as attributes."""
        return _Locals(self.get_locals_as_dict())

    def get_locals_as_dict(self) -> dict[str, Any]:
        """Returns locals and globals."""
        return self._globals | self._locals

    def extend_locals(self, extensions: dict[str, Any]) -> None:
        """Adds values that exist while the current action is executed."""
        self._locals.update(extensions)

    def extend_globals(self, extensions: dict[str, Any]) -> None:
        """Adds values that exist until the end of the launch."""
        self._globals.update(extensions)

    def next_number(self, counter: str) -> int:
        """Increments a counter and returns its value: 1, 2, …"""
        self._numbers[counter] = self._numbers.get(counter, 0) + 1
        return self._numbers[counter]

    def perform_substitution(self, substitution: Substitution) -> str:
        """Returns the text of a substitution."""
        return substitution.perform(self)

    # Events and completion.

    @property
    def asyncio_loop(self) -> asyncio.AbstractEventLoop | None:
        """The event loop; None before the launch runs."""
        return self._loop

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Sets the event loop of the launch."""
        self._loop = loop

    def add_completion_future(self, completion_future: asyncio.Future[Any]) -> None:
        """Keeps the launch alive until the future is done. Its exception ends the launch."""
        self._futures.add(completion_future)
        completion_future.add_done_callback(lambda _: self._wake.set())

    def fail(self, error: Exception) -> None:
        """Ends the launch with an error of a callback. Call this from the event loop's thread."""
        failed = asyncio.get_running_loop().create_future()
        failed.set_exception(error)
        self.add_completion_future(failed)
        self._wake.set()

    def cancel_at_shutdown(self, task: asyncio.Future[Any]) -> None:
        """Cancels the task at the shutdown of the launch, if it is not done by then."""
        if self.is_shutdown:
            task.cancel()
        else:
            self._cancelled_at_shutdown.add(task)
            task.add_done_callback(self._cancelled_at_shutdown.discard)

    def begin_shutdown(self) -> None:
        """Marks the launch as shut down and cancels the tasks of cancel_at_shutdown()."""
        self.is_shutdown = True
        for future in list(self._cancelled_at_shutdown):
            future.cancel()

    def cancel_all(self) -> None:
        """Cancels all completion futures, after the launch has failed to start."""
        for future in self._futures:
            future.cancel()

    def register_event_handler(self, event_handler: BaseEventHandler, append: bool = False) -> None:
        """Registers a handler in front of the others, or with `append` behind them."""
        event_handler.scope = self.scope
        event_handler.values = dict(self._locals)
        if append:
            self._handlers.append(event_handler)
        else:
            self._handlers.appendleft(event_handler)

    def unregister_event_handler(self, event_handler: BaseEventHandler) -> None:
        """Removes a handler. ValueError if it is not registered."""
        if event_handler not in self._handlers:
            raise ValueError(f'this {type(event_handler).__name__} is not registered')
        self._handlers.remove(event_handler)

    def handlers_of(self, event: Event) -> list[BaseEventHandler]:
        """Returns the handlers that match an event."""
        return [handler for handler in self._handlers if handler.matches(event)]

    def would_handle_event(self, event: Event) -> bool:
        """Returns whether a handler matches an event."""
        return any(handler.matches(event) for handler in self._handlers)

    def emit_event_sync(self, event: Event) -> None:
        """Queues an event; it is handled after earlier ones."""
        self._events.append(event)
        self._wake.set()

    async def emit_event(self, event: Event) -> None:
        """Queues an event, as emit_event_sync() does."""
        self.emit_event_sync(event)

    async def next_event(self) -> Event | None:
        """Waits for the next event. Returns None if there is none and all completion futures are done.

        Raises the exception of a completion future.
        """
        while True:
            self._wake.clear()
            for future in [future for future in self._futures if future.done()]:
                self._futures.discard(future)
                if not future.cancelled() and (error := future.exception()) is not None:
                    raise error
            if self._events:
                return self._events.popleft()
            if not self._futures:
                return None
            await self._wake.wait()

    @property
    def is_idle(self) -> bool:
        """True if no event waits, and all completion futures are done."""
        return not self._events and all(future.done() for future in self._futures)

    # Messages of the launch.

    def info(self, text: str, name: str = 'launch') -> None:
        """Prints a message of the launch."""
        self.output.say('INFO', name, text)

    def warn(self, text: str, name: str = 'launch') -> None:
        """Prints a warning of the launch."""
        self.output.say('WARN', name, text)

    def error(self, text: str, name: str = 'launch') -> None:
        """Prints an error; the exit code of the launch becomes 1."""
        self.failed = True
        self.output.say('ERROR', name, text)
