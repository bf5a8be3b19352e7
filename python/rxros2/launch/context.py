# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LaunchContext: what the actions of a launch share."""

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
    """Launch configurations, and environment variables while another scope is the active one."""

    def __init__(self, configurations: dict[str, Any], environment: dict[str, str]) -> None:
        self.configurations = configurations
        self.environment = environment


class _Locals:
    """What is known only while an action is executed, as attributes."""

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
    """Configurations, environment, event handlers and events of a launch. In the thread of its loop.

    Environment variables are those of this process, os.environ, as launch files change these directly too.
    """

    def __init__(self, *, argv: Iterable[str] | None = None, noninteractive: bool = False) -> None:
        self.argv = list(argv or [])
        self.noninteractive = noninteractive
        self.output = Output()
        self.is_shutdown = False
        self.debug = False
        """Messages of the level debug are printed too."""
        self.failed = False
        """Something went wrong: the launch's exit code is 1."""
        self.read_configurations: set[str] = set()
        """Names that a substitution asked for, or an action declared."""
        self.processes: list[Any] = []
        """ExecuteLocal actions whose process runs."""
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
        return self._scope.configurations

    @property
    def environment(self) -> os._Environ[str]:
        return os.environ

    @property
    def scope(self) -> Scope:
        """The active one; run a later action within() it."""
        return self._scope

    def push_scope(self) -> None:
        """Changes are from now on seen only until pop_scope()."""
        self._outer.append(self._scope)
        self._activate(Scope(dict(self._scope.configurations), dict(os.environ)))

    def pop_scope(self) -> None:
        if not self._outer:
            raise RuntimeError('the configurations or the environment are popped once more than they were pushed')
        self._activate(self._outer.pop())

    def _activate(self, scope: Scope) -> None:
        self._scope.environment = dict(os.environ)
        self._scope = scope
        if scope.environment != dict(os.environ):
            os.environ.clear()
            os.environ.update(scope.environment)

    @contextmanager
    def within(self, scope: Scope, values: dict[str, Any] | None = None) -> Iterator[None]:
        """Runs what belongs to an earlier place of the launch, with `values` as locals."""
        before, outer, locals_ = self._scope, self._outer, self._locals
        self._outer, self._locals = [], dict(locals_ if values is None else values)
        if scope is not before:
            self._activate(scope)
        try:
            yield
        finally:
            if self._scope is not before:
                self._activate(before)
            self._outer, self._locals = outer, locals_

    # Locals.

    @property
    def locals(self) -> _Locals:
        return _Locals(self.get_locals_as_dict())

    def get_locals_as_dict(self) -> dict[str, Any]:
        return self._globals | self._locals

    def extend_locals(self, extensions: dict[str, Any]) -> None:
        self._locals.update(extensions)

    def extend_globals(self, extensions: dict[str, Any]) -> None:
        self._globals.update(extensions)

    def next_number(self, of: str) -> int:
        """1, 2, …, for each name of a counter."""
        self._numbers[of] = self._numbers.get(of, 0) + 1
        return self._numbers[of]

    def perform_substitution(self, substitution: Substitution) -> str:
        return substitution.perform(self)

    # Events, and what the launch waits for.

    @property
    def asyncio_loop(self) -> asyncio.AbstractEventLoop | None:
        """None before the launch runs."""
        return self._loop

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def add_completion_future(self, completion_future: asyncio.Future[Any]) -> None:
        """The launch is not idle before it is done. What it raises ends the launch."""
        self._futures.add(completion_future)
        completion_future.add_done_callback(lambda _: self._wake.set())

    def fail(self, error: Exception) -> None:
        """Ends the launch by an error of what nobody waits for. In the loop's thread."""
        failed = asyncio.get_running_loop().create_future()
        failed.set_exception(error)
        self.add_completion_future(failed)
        self._wake.set()

    def cancel_at_shutdown(self, task: asyncio.Future[Any]) -> None:
        """As soon as the launch ends, if the task is not done by then."""
        if self.is_shutdown:
            task.cancel()
        else:
            self._cancelled_at_shutdown.add(task)
            task.add_done_callback(self._cancelled_at_shutdown.discard)

    def begin_shutdown(self) -> None:
        self.is_shutdown = True
        for each in list(self._cancelled_at_shutdown):
            each.cancel()

    def cancel_all(self) -> None:
        """What was waited for, before the launch began."""
        for each in self._futures:
            each.cancel()

    def register_event_handler(self, event_handler: BaseEventHandler, append: bool = False) -> None:
        """It is asked before those that are there, or, with `append`, after them."""
        event_handler.scope = self.scope
        event_handler.values = dict(self._locals)
        if append:
            self._handlers.append(event_handler)
        else:
            self._handlers.appendleft(event_handler)

    def unregister_event_handler(self, event_handler: BaseEventHandler) -> None:
        """ValueError if it is not registered."""
        if event_handler not in self._handlers:
            raise ValueError(f'this {type(event_handler).__name__} is not registered')
        self._handlers.remove(event_handler)

    def handlers_of(self, event: Event) -> list[BaseEventHandler]:
        return [each for each in self._handlers if each.matches(event)]

    def would_handle_event(self, event: Event) -> bool:
        return any(each.matches(event) for each in self._handlers)

    def emit_event_sync(self, event: Event) -> None:
        """It is handled after those that were emitted before."""
        self._events.append(event)
        self._wake.set()

    async def emit_event(self, event: Event) -> None:
        self.emit_event_sync(event)

    async def next_event(self) -> Event | None:
        """None when there is none, and nothing more is waited for. Raises what a completion future has raised."""
        while True:
            self._wake.clear()
            for each in [each for each in self._futures if each.done()]:
                self._futures.discard(each)
                if not each.cancelled() and (error := each.exception()) is not None:
                    raise error
            if self._events:
                return self._events.popleft()
            if not self._futures:
                return None
            await self._wake.wait()

    # Messages of the launch.

    def info(self, text: str, name: str = 'launch') -> None:
        self.output.say('INFO', name, text)

    def warn(self, text: str, name: str = 'launch') -> None:
        self.output.say('WARN', name, text)

    def error(self, text: str, name: str = 'launch') -> None:
        """Also makes the launch's exit code 1."""
        self.failed = True
        self.output.say('ERROR', name, text)
