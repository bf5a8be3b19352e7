# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""log: writes what passes to a ROS logger."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, TypeVar

from reactivex import Observable, abc

from ..node import Logger
from .stream import node_of, of_node

_T = TypeVar('_T')


class LogLevel(IntEnum):
    """Which of a logger's levels items are written to; the stream's error is always logged as one."""

    DEBUG = 10
    INFO = 20
    WARN = 30
    ERROR = 40


def log(
    logger: Logger, name: str, text: Callable[[Any], str] = str, level: LogLevel = LogLevel.INFO
) -> Callable[[Observable[_T]], Observable[_T]]:
    """source.pipe(log(node.logger, name)) writes "name: text" of each item to a ROS logger and hands the item on.

    ::

        source           --1--2--X
        log(l, 'speed')  --1--2--X      [INFO] speed: 1   [INFO] speed: 2   [ERROR] speed: ended by an error: …

    `text` makes the text of an item, if the level is on; what it raises is the stream's error. Completion is logged as
    debug. ValueError for a level that is none.
    """
    write = {
        LogLevel.DEBUG: logger.debug,
        LogLevel.INFO: logger.info,
        LogLevel.WARN: logger.warning,
        LogLevel.ERROR: logger.error,
    }[LogLevel(level)]

    def logging(source: Observable[_T]) -> Observable[_T]:
        def subscribe(observer: abc.ObserverBase[_T], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            def next_(item: _T) -> None:
                try:
                    if logger.is_enabled_for(level):
                        write(f'{name}: {text(item)}')
                except Exception as error:
                    failed(error)
                else:
                    observer.on_next(item)

            def failed(error: Exception) -> None:
                logger.error(f'{name}: ended by an error: {type(error).__name__}: {error}')
                observer.on_error(error)

            def completed() -> None:
                logger.debug(f'{name}: completed')
                observer.on_completed()

            return source.subscribe(next_, failed, completed, scheduler=passed)

        made: Observable[_T] = Observable(subscribe)
        node = node_of(source)
        return made if node is None else of_node(node, made)

    return logging


__all__ = ['LogLevel', 'log']
