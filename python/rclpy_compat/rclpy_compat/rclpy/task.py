# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Future, and Task: the future of a function or coroutine that an executor runs."""

from __future__ import annotations

import asyncio
import inspect
import sys
import threading
import warnings
import weakref
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from .executors import Executor

T = TypeVar('T')


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _wakes(loop: asyncio.AbstractEventLoop, waiting: asyncio.Event) -> Callable[[Any], Any]:
    """Returns a callback for any thread that sets the event in the loop."""

    def wake(_: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed, so nothing waits
            loop.call_soon_threadsafe(waiting.set)

    return wake


class _Step(threading.local):
    """The executor's task that this thread runs."""

    loop: Any = 'none runs'
    """The event loop in whose callback the task runs, or None."""


_step = _Step()


class Future(Generic[T]):
    """A future result. Thread-safe. Coroutines of an executor and of asyncio can await it."""

    def __init__(self, *, executor: Executor | None = None) -> None:
        self._lock = threading.RLock()  # guards the members below
        self._done = False
        self._cancelled = False
        self._result: T | None = None
        self._exception: BaseException | None = None
        self._exception_fetched = False
        self._callbacks: list[Callable[[Any], Any]] = []
        self._executor: weakref.ref[Executor] | None = None
        self._set_executor(executor)

    def __del__(self) -> None:
        if self._exception is not None and not self._exception_fetched:
            print(f'a future ended with an error that was never retrieved: {self._exception!r}', file=sys.stderr)

    def __await__(self) -> Generator[Any, None, T | None]:
        loop = _running_loop()
        if loop is None or loop is _step.loop:  # an executor runs the coroutine, perhaps in a callback of a loop
            while not self.done():
                yield self
        elif not self.done():
            done = asyncio.Event()
            wake = _wakes(loop, done)
            self.add_done_callback(wake)
            try:
                yield from done.wait().__await__()
            finally:
                self.remove_done_callback(wake)
        return self.result()

    def cancel(self) -> None:
        """Cancels the future. Does nothing once it is done."""
        self._finish(cancelled=True)

    def cancelled(self) -> bool:
        """Returns whether it was cancelled."""
        return self._cancelled

    def done(self) -> bool:
        """Returns whether it has a result or an exception, or was cancelled."""
        return self._done or self._cancelled

    def result(self) -> T | None:
        """Returns the result; None if it is not done or cancelled. Raises its exception."""
        if self._exception is not None:
            self._exception_fetched = True
            raise self._exception
        return self._result

    def exception(self) -> BaseException | None:
        """Returns the exception; None if there is none."""
        self._exception_fetched = True
        return self._exception

    def set_result(self, result: T) -> None:
        """Completes the future."""
        self._finish(result=result)

    def set_exception(self, exception: BaseException) -> None:
        """Completes the future with an exception."""
        self._finish(exception=exception)

    def add_done_callback(self, callback: Callable[[Any], Any]) -> None:
        """Calls `callback` with this future when it is done: by its executor, else in the thread that completes it."""
        with self._lock:
            if not self.done():
                self._callbacks.append(callback)
                return
        self._call(callback)

    def remove_done_callback(self, callback: Callable[[Any], Any]) -> bool:
        """Removes a callback. Returns False if it is not registered."""
        with self._lock:
            if callback not in self._callbacks:
                return False
            self._callbacks.remove(callback)
            return True

    def _set_executor(self, executor: Executor | None) -> None:
        self._executor = None if executor is None else weakref.ref(executor)

    def _finish(self, result: T | None = None, exception: BaseException | None = None, cancelled: bool = False) -> None:
        with self._lock:
            if cancelled and self.done():
                return
            self._result, self._exception, self._exception_fetched = result, exception, False
            self._done, self._cancelled = not cancelled, cancelled
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            self._call(callback)

    def _call(self, callback: Callable[[Any], Any]) -> None:
        executor = None if self._executor is None else self._executor()
        if executor is not None and not getattr(executor, '_is_shutdown', False):
            executor.create_task(callback, self)
            return
        try:
            callback(self)
        except Exception as error:
            warnings.warn(f'a callback of a future that is done failed: {error!r}', RuntimeWarning, stacklevel=2)


class Task(Future[T]):
    """A call runs the function, or the coroutine up to its next await."""

    def __init__(
        self,
        handler: Callable[..., Any],
        args: Any = None,
        kwargs: Any = None,
        executor: Executor | None = None,
    ) -> None:
        super().__init__(executor=executor)
        self._handler: Any = handler
        self._args = args or ()
        self._kwargs = kwargs or {}
        self._running = threading.Lock()  # held while the handler runs
        if inspect.iscoroutinefunction(handler):
            self._handler = handler(*self._args, **self._kwargs)

    def __call__(self) -> None:
        if self.done() or not self._running.acquire(blocking=False):
            return
        waits_for: Any = None
        outer, _step.loop = _step.loop, _running_loop()
        try:
            if inspect.iscoroutine(self._handler):
                waits_for = self._handler.send(None)
            else:
                result = self._handler(*self._args, **self._kwargs)
                if not inspect.iscoroutine(result):
                    self.set_result(result)
                    return
                self._handler = result
        except StopIteration as end:
            self.set_result(end.value)
            return
        except BaseException as error:
            self.set_exception(error)
            if not isinstance(error, Exception):
                raise
            return
        finally:
            _step.loop = outer
            self._running.release()
        if isinstance(waits_for, Future):
            waits_for.add_done_callback(self._go_on)
        else:
            self._go_on()

    def executing(self) -> bool:
        """Returns whether a thread runs the function or a step of the coroutine now."""
        return self._running.locked()

    def _go_on(self, _: Any = None) -> None:
        executor = None if self._executor is None else self._executor()
        if executor is not None:
            executor._add_ready(self)

    def cancel(self) -> None:
        """Cancels the task; a coroutine that waits is closed."""
        super().cancel()
        if inspect.iscoroutine(self._handler) and self._running.acquire(blocking=False):
            try:
                self._handler.close()
            finally:
                self._running.release()
