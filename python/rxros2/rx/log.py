# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""log: writes the items of a stream to a ROS logger."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, TypeVar

from reactivex import Observable, abc

from ..node import Logger
from .stream import like

_T = TypeVar('_T')


class LogLevel(IntEnum):
    """The severity with which items are logged; the stream's error is always logged as an error."""

    DEBUG = 10
    INFO = 20
    WARN = 30
    ERROR = 40


def log(
    logger: Logger, name: str, text: Callable[[Any], str] = str, level: LogLevel = LogLevel.INFO
) -> Callable[[Observable[_T]], Observable[_T]]:
    """source.pipe(log(node.logger, name)) writes "name: text" of each item to a ROS logger and emits the item.

    ::

        source           --1--2--X
        log(l, 'speed')  --1--2--X      [INFO] speed: 1   [INFO] speed: 2   [ERROR] speed: ended by an error: …

    `text` returns the text of an item; it is called only if the severity is logged, and its exceptions are the stream's
    errors. Completion is logged with severity debug. Raises ValueError for an unknown severity.
    """
    # Each severity has its own line, since a logger of rclpy refuses two of them at one line.
    writers: dict[LogLevel, Callable[[str], object]] = {
        LogLevel.DEBUG: lambda message: logger.debug(message),
        LogLevel.INFO: lambda message: logger.info(message),
        LogLevel.WARN: lambda message: logger.warning(message),
        LogLevel.ERROR: lambda message: logger.error(message),
    }
    write = writers[LogLevel(level)]

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

        logged: Observable[_T] = Observable(subscribe)
        return like(source, logged)

    return logging


__all__ = ['LogLevel', 'log']
