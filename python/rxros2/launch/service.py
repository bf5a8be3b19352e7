# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LaunchService: executes launch descriptions until all started processes have ended."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .context import LaunchContext
from .entity import Action, LaunchDescription, LaunchDescriptionEntity, visit
from .errors import LaunchError
from .events import Event, IncludeLaunchDescription, Shutdown
from .output import LogHandler

_LAST_TURNS = 4
"""Turns of the event loop before a launch without work ends.

A program that waits in this loop for an action of the launch runs before, and finds the launch running.
"""


class LaunchService:
    """Runs launch descriptions with asyncio: run() in a new event loop, run_async() in the running one."""

    def __init__(self, *, argv: Iterable[str] | None = None, noninteractive: bool = False, debug: bool = False) -> None:
        self.context = LaunchContext(argv=argv, noninteractive=noninteractive)
        self.task: asyncio.Task[Any] | None = None
        self._debug = self.context.debug = debug
        self._descriptions: list[LaunchDescriptionEntity] = []
        self._started = False
        self._interrupts = 0
        self.bad_input: LaunchError | None = None
        """The error in the launch description, if it was invalid and nothing was started."""

    @property
    def event_loop(self) -> asyncio.AbstractEventLoop | None:
        """The event loop while the launch runs, else None."""
        return None if self.task is None or self.task.done() else self.context.asyncio_loop

    def include_launch_description(self, launch_description: LaunchDescriptionEntity) -> None:
        """Adds a description, which is executed when the service starts, or at once if it runs already.

        Call this from the event loop's thread.
        """
        if not self._started:
            self._descriptions.append(launch_description)
        else:
            assert isinstance(launch_description, LaunchDescription)
            self.context.emit_event_sync(IncludeLaunchDescription(launch_description))

    def emit_event(self, event: Event) -> None:
        """Emits an event. Thread-safe."""
        self._in_loop(lambda: self.context.emit_event_sync(event))

    def shutdown(self, force_sync: bool = False) -> None:
        """Ends the launch. Thread-safe; a second call does nothing."""
        self._in_loop(lambda: self._end('LaunchService.shutdown() was called'))

    def _is_idle(self) -> bool:
        """Returns whether nothing runs and no event waits. Tests with launch_pytest call it, after a shutdown."""
        return self.event_loop is None or self.context.is_idle

    def _in_loop(self, function: Callable[[], None]) -> None:
        """Calls the function in the loop, which a program may have stopped for a while, or before there is one."""
        loop = self.context.asyncio_loop
        if loop is None:
            function()
        elif not loop.is_closed():
            loop.call_soon_threadsafe(function)

    def run(self, *, shutdown_when_idle: bool = True) -> int:
        """Runs the launch until all processes have ended. Returns 0, or 1 if something failed."""
        return asyncio.run(self.run_async(shutdown_when_idle=shutdown_when_idle))

    async def run_async(self, *, shutdown_when_idle: bool = True) -> int:
        """Runs the launch like run(), in the running event loop. Cancelling it ends the launch as Ctrl-C does."""
        context, loop = self.context, asyncio.get_running_loop()
        context.begin(loop)
        context.extend_globals({'first_environment': dict(os.environ), 'to_close': []})
        context.output.on_closed = lambda: self._end('nobody reads the output')
        self.task = asyncio.current_task()
        log = LogHandler(context.output)
        logger = logging.getLogger('launch')
        logger.addHandler(log)
        logger.propagate = False
        logger.setLevel(logging.DEBUG if self._debug else logging.INFO)
        try:
            if self._begin():
                with self._signals(loop):
                    await self._run(shutdown_when_idle)
        finally:
            logger.removeHandler(log)
            for close in context.get_locals_as_dict().get('to_close', ()):
                try:
                    close()
                except Exception as error:  # the other ones are still closed
                    self._report(error)
            context.output.close()
        return int(context.failed)

    def _begin(self) -> bool:
        """Executes the descriptions; processes start later. Returns False if a description is invalid.

        Ctrl-C interrupts it at once.
        """
        self._started = True
        try:
            with _interruptible():
                self._visit_all(self._descriptions)
        except LaunchError as error:
            self.bad_input = error
            self._report(error)
            self.context.cancel_all()
        return self.bad_input is None

    async def _run(self, shutdown_when_idle: bool) -> None:
        context = self.context
        forever = asyncio.get_running_loop().create_future()
        if not shutdown_when_idle:
            context.add_completion_future(forever)
            context.cancel_at_shutdown(forever)
        while True:
            try:
                event = await context.next_event()
                if event is not None:
                    self._handle(event)
                elif context.is_shutdown:
                    return
                else:
                    for _ in range(_LAST_TURNS):
                        await asyncio.sleep(0)
                    if context.is_idle:
                        context.emit_event_sync(Shutdown(reason='all has ended'))
            except asyncio.CancelledError:
                self._end('the service was cancelled')
            except Exception as error:
                self._report(error)
                self._end('of this error')

    def _visit_all(self, entities: Iterable[LaunchDescriptionEntity]) -> None:
        for entity in entities:
            visit(entity, self.context)

    def _handle(self, event: Event) -> None:
        context = self.context
        if isinstance(event, IncludeLaunchDescription):
            self._visit_all([event.launch_description])
        if isinstance(event, Shutdown):
            if context.is_shutdown:
                return
            self._begin_shutdown(event)
        errors = []
        for handler in context.handlers_of(event):
            try:
                with context.within(handler.scope, handler.values):
                    entities = handler.handle(event, context)
                    if entities is not None:
                        self._visit_all([entities] if isinstance(entities, LaunchDescriptionEntity) else entities)
            except Exception as error:  # the other handlers are still called
                errors.append(error)
        for later_error in errors[1:]:
            self._report(later_error)
        if errors:
            raise errors[0]

    def _report(self, error: Exception) -> None:
        if self._debug:
            traceback.print_exception(error, file=sys.stderr)
        self.context.failed = True
        text = str(error) if isinstance(error, LaunchError) else f'{type(error).__name__}: {error}'
        if self.bad_input is None:
            self.context.error(text)

    # Shutdown.

    def _end(self, reason: str, due_to_sigint: bool = False) -> None:
        self.context.emit_event_sync(Shutdown(reason=reason, due_to_sigint=due_to_sigint))

    def _begin_shutdown(self, event: Shutdown) -> None:
        context = self.context
        if context.processes:
            context.info(f'ends: {event.reason}')
        context.begin_shutdown()
        for process in list(context.processes):
            context.add_completion_future(asyncio.ensure_future(process.stop()))

    @contextlib.contextmanager
    def _signals(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        """Makes Ctrl-C and other signals end the launch; the second signal sends SIGTERM, the third SIGKILL."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
        before = {number: signal.getsignal(number) for number in numbers}
        for number in numbers:
            loop.add_signal_handler(number, self._interrupted, number)
        try:
            yield
        finally:
            for number in numbers:
                loop.remove_signal_handler(number)
                signal.signal(number, before[number])

    def _interrupted(self, number: signal.Signals) -> None:
        self._interrupts += 1
        if number == signal.SIGQUIT:
            self._interrupts = max(self._interrupts, 3)
        if self._interrupts == 1:
            self._end('Ctrl-C' if number == signal.SIGINT else number.name, number == signal.SIGINT)
            return
        self._end(number.name)
        for process in self.context.processes:
            process.hurry(signal.SIGTERM if self._interrupts == 2 else signal.SIGKILL)


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Makes SIGINT and SIGTERM raise KeyboardInterrupt at once; asyncio would wait for the next turn of its loop."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupted = False

    def interrupt(number: int, frame: object) -> None:
        nonlocal interrupted
        interrupted = True
        raise KeyboardInterrupt

    before = {
        signal_number: signal.signal(signal_number, interrupt) for signal_number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for signal_number, handler in before.items():
            signal.signal(signal_number, handler)
    if interrupted:  # the exception may get lost, for example in a finalizer
        raise KeyboardInterrupt


class LaunchIntrospector:
    """Prints the contents of a launch description without executing it."""

    def format_launch_description(self, launch_description: LaunchDescription) -> str:
        """Returns the tree of entities as text."""
        return '\n'.join(_tree(launch_description, ''))


def _tree(entity: LaunchDescriptionEntity, indent: str) -> Iterator[str]:
    condition = getattr(entity, 'condition', None) if isinstance(entity, Action) else None
    yield f'{indent}{entity.describe()}{f"  [{condition.describe()}]" if condition is not None else ""}'
    for child in entity.describe_sub_entities():
        yield from _tree(child, f'{indent}  ')
    for title, entities in entity.describe_conditional_sub_entities():
        yield f'{indent}  {title}'
        for child in entities:
            yield from _tree(child, f'{indent}    ')
