# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Scope: a block that owns tasks and subs, and ends them."""

from __future__ import annotations

import asyncio
import functools
import inspect
import logging
import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from contextvars import ContextVar, Token
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

if sys.version_info >= (3, 11):
    from asyncio import TaskGroup
else:
    from exceptiongroup import BaseExceptionGroup
    from taskgroup import TaskGroup

from ..._caller import place_of, user_frame

if TYPE_CHECKING:
    from types import TracebackType

    from .base_sub import BaseSub

_P = ParamSpec('_P')
_R = TypeVar('_R')
_MISSING: Any = object()
_log = logging.getLogger(__name__)
_current: ContextVar[Scope | None] = ContextVar('rxros2.aio.Scope', default=None)


class ScopeBreak(Exception):
    """Raised in a scope's body or in one of its tasks, it ends the scope; the program continues behind the block."""


class Scope:
    """`async with Scope() as scope:` owns the subs that are made in the block and the tasks of `task_group`.

    At the end of the block it cancels the tasks, waits for them, and then closes the subs, the contents of
    `exit_stack`, and the other objects that were made in it (publishers, clients), the newest first.
    `await scope.join()` waits until the tasks end by themselves, as the end of an asyncio.TaskGroup does. If a task
    or a sub fails, the body is cancelled and the scope raises that exception; if several fail, an exception group.
    Cancelling the task of the block cancels the scope and is never swallowed.
    """

    def __init__(self) -> None:
        self._group: TaskGroup | None = None
        self._stack: AsyncExitStack | None = None
        self._subs: dict[int, BaseSub[Any]] = {}
        self._owned: dict[int, Owned] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._finished: asyncio.Future[None] | None = None
        self._token: Token[Scope | None] | None = None
        self._cancelled = False
        self._over = False

    @classmethod
    def current(cls, default: Any = _MISSING) -> Any:
        """Returns the innermost open scope. Without one, returns `default`, or raises LookupError."""
        scope = _current.get()
        if scope is not None and not scope._over:
            return scope
        if default is _MISSING:
            raise LookupError('no Scope is open here; expected to be inside `async with Scope()` or @scoped')
        return default

    @property
    def task_group(self) -> TaskGroup:
        """The TaskGroup of the scope: make tasks by scope.task_group.create_task(coroutine)."""
        if self._group is None:
            raise RuntimeError('this Scope is not open')
        return self._group

    @property
    def exit_stack(self) -> AsyncExitStack:
        """An AsyncExitStack for other resources to release when the scope ends."""
        if self._stack is None:
            raise RuntimeError('this Scope is not open')
        return self._stack

    @property
    def finished(self) -> asyncio.Future[None]:
        """A future that is done when the scope has ended: with None, with its exception, or cancelled.

        It is cancelled after cancel() and ScopeBreak. Cancelling it cancels the scope.
        """
        if self._finished is None:
            self._finished = asyncio.get_running_loop().create_future()
            self._finished.add_done_callback(self._finished_done)
        return self._finished

    async def join(self) -> None:
        """Waits until the tasks have ended, also those that are made meanwhile; without it the end cancels them.

        Await it in the body of the scope. RuntimeError in one of its tasks, which would wait for itself.
        """
        if asyncio.current_task() in self._tasks:
            raise RuntimeError('join() is awaited in a task of its scope: await it in the body of the scope')
        while self._tasks:
            await asyncio.wait(self._tasks)

    def cancel(self) -> None:
        """Closes the subs and cancels the tasks now; the body continues to its end. Loop's thread."""
        self._cancelled = True
        self._close_subs()
        self._cancel_tasks()

    def __enter__(self) -> NoReturn:
        raise TypeError('a Scope is entered by `async with Scope() as scope:`')

    def __exit__(self, *_: object) -> None:
        pass

    async def __aenter__(self) -> Scope:
        if self._group is not None or self._over:
            raise RuntimeError('a Scope is entered once')
        self._stack = AsyncExitStack()
        await self._stack.__aenter__()
        group = _Group(self._tasks)
        await group.__aenter__()
        self._group = group
        _ = self.finished
        self._token = _current.set(self)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        assert self._group is not None and self._stack is not None and self._token is not None
        with suppress(ValueError):  # ended in another context (a finalised async generator)
            _current.reset(self._token)
        if kind is None:
            self._report_unstarted()
            self._cancel_tasks()
        raised: BaseException | None = error
        try:
            await self._group.__aexit__(kind, error, traceback)
        except BaseException as failed:
            raised = failed
        self._over = True
        try:
            self._close_subs()
        except BaseException as failed:
            raised = failed
        try:
            await self._stack.__aexit__(type(raised) if raised else None, raised, None)
        except BaseException as failed:
            raised = failed
        try:
            _close_all(self._owned)
        except BaseException as failed:
            raised = failed
        raised, broken = _without_breaks(raised)
        self._set_finished(raised, broken or self._cancelled)
        if raised is None:
            return error is not None
        if raised is error:
            return False
        raise raised from raised.__cause__  # not from the cancellation that it caused

    # --- called by subs, in the loop's thread ---

    def _adopt(self, sub: BaseSub[Any]) -> None:
        if self._over:
            raise RuntimeError(f'{sub.name} cannot be attached to a Scope that has ended')
        self._subs[id(sub)] = sub

    def _forget(self, sub: BaseSub[Any]) -> None:
        self._subs.pop(id(sub), None)

    def _own(self, owned: Owned) -> None:
        if self._stack is None or self._over:
            raise RuntimeError('this Scope is not open')
        self._owned[id(owned)] = owned

    def _disown(self, owned: Owned) -> None:
        self._owned.pop(id(owned), None)

    def _child_failed(self, error: BaseException) -> None:
        if self._group is not None and not self._over:
            coroutine = _raise(error)
            try:
                # Not among the tasks that the end of the block cancels, or the error would be lost.
                self._tasks.discard(self._group.create_task(coroutine))
            except RuntimeError:  # the group is already ending
                coroutine.close()

    # ---

    def _close_subs(self) -> None:
        _close_all(self._subs)

    def _report_unstarted(self) -> None:
        """Logs the tasks that the end of the block cancels before they have begun."""
        unstarted = [task for task in self._tasks if not self._cancelled and _is_unstarted(task)]
        if unstarted:
            names = ', '.join(sorted({getattr(task.get_coro(), '__qualname__', repr(task)) for task in unstarted}))
            place = place_of(user_frame())
            _log.warning(
                'the end of the Scope%s cancels tasks before they begin, %s: `await scope.join()` waits for them',
                f' of {place}' if place else '',
                names,
            )

    def _cancel_tasks(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()

    def _set_finished(self, raised: BaseException | None, cancelled: bool) -> None:
        finished = self._finished
        if finished is None or finished.done():
            return
        if isinstance(raised, Exception):
            finished.set_exception(raised)
            finished.exception()  # marks it as retrieved for asyncio; it was raised here
        elif raised is not None or cancelled:
            finished.cancel()
        else:
            finished.set_result(None)

    def _finished_done(self, finished: asyncio.Future[None]) -> None:
        if finished.cancelled() and not self._over:
            self.cancel()


def _is_unstarted(task: asyncio.Task[Any]) -> bool:
    coroutine = task.get_coro()
    return inspect.iscoroutine(coroutine) and inspect.getcoroutinestate(coroutine) == inspect.CORO_CREATED


class Owned:
    """The base of objects other than subs that a scope closes. A closed object leaves its scope."""

    _scope: Scope | None = None

    def _enter(self, scope: Scope | None) -> None:
        """Enters the scope that the `scope=` argument of a constructor means.

        Call it at the end of the constructor.
        """
        if scope is AUTO_SCOPE:
            scope = Scope.current(None)
        if scope is not None:
            scope._own(self)
            self._scope = scope

    def _leave(self) -> None:
        """Leaves the scope. Call it in close()."""
        scope, self._scope = self._scope, None
        if scope is not None:
            scope._disown(self)

    def close(self) -> None:
        """Releases the object's resources."""
        raise NotImplementedError


def _close_all(closed: dict[int, Any]) -> None:
    """Closes all, the newest first; an exception of one is raised after all are closed."""
    error: BaseException | None = None
    while closed:
        _, resource = closed.popitem()
        try:
            resource.close()
        except BaseException as failed:
            error = failed
    if error is not None:
        raise error


class _Group(TaskGroup):
    """A TaskGroup whose tasks the scope can cancel."""

    def __init__(self, tasks: set[asyncio.Task[Any]]) -> None:
        super().__init__()
        self._scope_tasks = tasks

    def create_task(self, *arguments: Any, **options: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = super().create_task(*arguments, **options)
        self._scope_tasks.add(task)
        task.add_done_callback(self._scope_tasks.discard)
        return task


async def _raise(error: BaseException) -> NoReturn:
    raise error


def _without_breaks(error: BaseException | None) -> tuple[BaseException | None, bool]:
    """Returns the exception to raise for `error`, and whether it contained a ScopeBreak."""
    if error is None:
        return None, False
    if isinstance(error, ScopeBreak):
        return None, True
    if not isinstance(error, BaseExceptionGroup):
        return error, False
    breaks, rest = error.split(ScopeBreak)
    if rest is None:
        return None, True
    while isinstance(rest, BaseExceptionGroup) and len(rest.exceptions) == 1:
        rest = rest.exceptions[0]
    return rest, breaks is not None


class _AutoScope(Scope):
    """The default of `scope=`: the current scope, if there is one."""

    def __init__(self) -> None:
        pass

    def __repr__(self) -> str:
        return 'AUTO_SCOPE'


AUTO_SCOPE: Scope = _AutoScope()
"""The innermost scope that is open where a sub is made, if there is one."""


def scoped(function: Callable[_P, Awaitable[_R]]) -> Callable[_P, Any]:
    """Decorates an async function: each call runs in a Scope of its own."""

    @functools.wraps(function)
    async def in_scope(*arguments: _P.args, **options: _P.kwargs) -> Any:
        result: _R | None = None
        async with Scope():
            result = await function(*arguments, **options)
        return result

    return in_scope


__all__ = ['AUTO_SCOPE', 'Scope', 'ScopeBreak', 'scoped']
