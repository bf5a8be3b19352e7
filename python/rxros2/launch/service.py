# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LaunchService: carries out launch descriptions, until all that they started has ended."""

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


class LaunchService:
    """Runs descriptions in a loop of asyncio: run() in one of its own, run_async() in the one that runs."""

    def __init__(self, *, argv: Iterable[str] | None = None, noninteractive: bool = False, debug: bool = False) -> None:
        self.context = LaunchContext(argv=argv, noninteractive=noninteractive)
        self.task: asyncio.Task[Any] | None = None
        self._debug = self.context.debug = debug
        self._descriptions: list[LaunchDescriptionEntity] = []
        self._started = False
        self._interrupts = 0
        self.bad_input: LaunchError | None = None
        """The description was wrong: nothing of it was started."""

    @property
    def event_loop(self) -> asyncio.AbstractEventLoop | None:
        return self.context.asyncio_loop

    def include_launch_description(self, launch_description: LaunchDescriptionEntity) -> None:
        """It is carried out when the service runs; at once if it does. In the loop's thread."""
        if not self._started:
            self._descriptions.append(launch_description)
        else:
            assert isinstance(launch_description, LaunchDescription)
            self.context.emit_event_sync(IncludeLaunchDescription(launch_description))

    def emit_event(self, event: Event) -> None:
        """Any thread."""
        self._in_loop(lambda: self.context.emit_event_sync(event))

    def shutdown(self, force_sync: bool = False) -> None:
        """Ends the launch. Any thread; a second call does nothing."""
        self._in_loop(lambda: self._end('LaunchService.shutdown() was called'))

    def _in_loop(self, what: Callable[[], None]) -> None:
        loop = self.context.asyncio_loop
        if loop is None:
            what()
        elif loop.is_running():
            loop.call_soon_threadsafe(what)

    def run(self, *, shutdown_when_idle: bool = True) -> int:
        """Returns when all has ended: 0, or 1 if something failed."""
        return asyncio.run(self.run_async(shutdown_when_idle=shutdown_when_idle))

    async def run_async(self, *, shutdown_when_idle: bool = True) -> int:
        """As run(). Cancelling it ends the launch, as Ctrl-C does."""
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
                except Exception as error:  # the others are closed all the same
                    self._report(error)
            context.output.close()
        return int(context.failed)

    def _begin(self) -> bool:
        """Carries out the descriptions, which starts nothing yet; false if they are wrong. Ctrl-C ends it at once."""
        self._started = True
        try:
            with _interruptible():
                self._carry_out(self._descriptions)
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
                    context.emit_event_sync(Shutdown(reason='all has ended'))
            except asyncio.CancelledError:
                self._end('the service was cancelled')
            except Exception as error:
                self._report(error)
                self._end('of this error')

    def _carry_out(self, entities: Iterable[LaunchDescriptionEntity]) -> None:
        for each in entities:
            visit(each, self.context)

    def _handle(self, event: Event) -> None:
        context = self.context
        if isinstance(event, IncludeLaunchDescription):
            self._carry_out([event.launch_description])
        if isinstance(event, Shutdown):
            if context.is_shutdown:
                return
            self._begin_shutdown(event)
        errors = []
        for handler in context.handlers_of(event):
            try:
                with context.within(handler.scope, handler.values):
                    found = handler.handle(event, context)
                    if found is not None:
                        self._carry_out([found] if isinstance(found, LaunchDescriptionEntity) else found)
            except Exception as error:  # the others are called all the same
                errors.append(error)
        for each in errors[1:]:
            self._report(each)
        if errors:
            raise errors[0]

    def _report(self, error: Exception) -> None:
        if self._debug:
            traceback.print_exception(error, file=sys.stderr)
        self.context.failed = True
        text = str(error) if isinstance(error, LaunchError) else f'{type(error).__name__}: {error}'
        if self.bad_input is None:
            self.context.error(text)

    # The end.

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
        """Ctrl-C and the like end the launch; again: processes get SIGTERM, and then SIGKILL, without a wait."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
        before = {each: signal.getsignal(each) for each in numbers}
        for each in numbers:
            loop.add_signal_handler(each, self._interrupted, each)
        try:
            yield
        finally:
            for each in numbers:
                loop.remove_signal_handler(each)
                signal.signal(each, before[each])

    def _interrupted(self, number: signal.Signals) -> None:
        self._interrupts += 1
        if number == signal.SIGQUIT:
            self._interrupts = max(self._interrupts, 3)
        if self._interrupts == 1:
            self._end('Ctrl-C' if number == signal.SIGINT else number.name, number == signal.SIGINT)
            return
        self._end(number.name)
        for each in self.context.processes:
            each.hurry(signal.SIGTERM if self._interrupts == 2 else signal.SIGKILL)


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """SIGINT and SIGTERM are KeyboardInterrupts, which asyncio would keep until the loop's next turn."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupted = False

    def interrupt(number: int, frame: object) -> None:
        nonlocal interrupted
        interrupted = True
        raise KeyboardInterrupt

    before = {each: signal.signal(each, interrupt) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    if interrupted:  # in a place that has lost the exception, such as a finalizer
        raise KeyboardInterrupt


class LaunchIntrospector:
    """Tells what is in a description, without carrying it out."""

    def format_launch_description(self, launch_description: LaunchDescription) -> str:
        return '\n'.join(_tree(launch_description, ''))


def _tree(entity: LaunchDescriptionEntity, indent: str) -> Iterator[str]:
    condition = getattr(entity, 'condition', None) if isinstance(entity, Action) else None
    yield f'{indent}{entity.describe()}{f"  [{condition.describe()}]" if condition is not None else ""}'
    for each in entity.describe_sub_entities():
        yield from _tree(each, f'{indent}  ')
    for title, entities in entity.describe_conditional_sub_entities():
        yield f'{indent}  {title}'
        for each in entities:
            yield from _tree(each, f'{indent}    ')
