# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reports exceptions of tasks and callbacks that no part of an asyncio program sees."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...stream_errors import StreamError, describe, place_of

_PATIENCE = 1.0
"""Seconds after which a failed task that nothing has awaited is reported."""


def report(node: Any, source: str, error: BaseException, text: str) -> None:
    """Logs an exception that nothing sees in the node's log, and does what its on_stream_error says."""
    node.logger.error(f'{describe(error)}: {text}')
    failed = getattr(node, '_stream_failed', None)  # a node of rclpy has none
    if failed is not None and isinstance(error, Exception):
        failed(StreamError(source, '', place_of(error), describe(error)), error)


@contextmanager
def reported_by(node: Any) -> Iterator[None]:
    """Reports, within the block, exceptions of the running loop that nothing sees. Does nothing where no loop runs.

    These are exceptions of callbacks, and those of tasks that nothing has awaited a second after they failed, or that
    are dropped. A program with its own exception handler or task factory keeps it.
    """
    loop = _running_loop()
    if loop is None or loop.get_exception_handler() is not None or loop.get_task_factory() is not None:
        yield
        return

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get('exception')
        if isinstance(error, Exception):
            report(node, 'asyncio', error, _text_of(context))
        else:
            loop.default_exception_handler(context)

    def make(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(coroutine, loop=loop, **options)
        task.add_done_callback(ended)
        return task

    def ended(task: asyncio.Task[Any]) -> None:
        if _is_unseen(task):
            loop.call_later(_PATIENCE, look, weakref.ref(task))

    def look(reference: weakref.ref[asyncio.Task[Any]]) -> None:
        task = reference()
        if task is None or not _is_unseen(task):
            return
        error = task.exception()  # from here on asyncio does not report it
        if isinstance(error, Exception):
            report(node, 'asyncio', error, f'the task {_name_of(task)} has failed, and nothing awaits it')

    loop.set_exception_handler(handle)
    loop.set_task_factory(make)
    try:
        yield
    finally:
        if loop.get_exception_handler() is handle:
            loop.set_exception_handler(None)
        if loop.get_task_factory() is make:
            loop.set_task_factory(None)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _is_unseen(task: asyncio.Task[Any]) -> bool:
    """Returns whether a task has failed and its exception was not retrieved; asyncio itself warns by this flag."""
    return bool(getattr(task, '_log_traceback', False))


def _text_of(context: dict[str, Any]) -> str:
    task = context.get('task') or context.get('future')
    if isinstance(task, asyncio.Task):
        return f'the task {_name_of(task)} has failed, and nothing awaits it'
    return str(context.get('message', 'a callback failed')).partition('\n')[0]


def _name_of(task: asyncio.Task[Any]) -> str:
    return getattr(task.get_coro(), '__qualname__', task.get_name())
