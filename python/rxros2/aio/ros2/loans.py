# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LoanedMessage: a message whose arrays lie in the memory that the subscriptions read."""

from __future__ import annotations

import array
import numbers
from collections.abc import Callable
from types import TracebackType
from typing import Any, Generic, TypeVar

_MsgType = TypeVar('_MsgType')


class LoanedMessage(Generic[_MsgType]):
    """A message of Pub.borrow(). `with` returns the message and publishes it at the end, unless the block raises."""

    def __init__(
        self,
        message: _MsgType,
        fields: dict[str, Any],
        borrow: Callable[[Any, dict[str, int]], Any] | None,
        send: Callable[[Any, Any], None],
    ) -> None:
        """Pub.borrow() calls it. `borrow` returns the loan; None: the middleware lends no memory."""
        self.message: _MsgType = message
        """The message."""
        lengths: dict[str, int] = {}
        defaults = {name: getattr(message, name) for name in fields}
        for name, value in fields.items():
            is_length = isinstance(value, numbers.Integral) and not isinstance(value, bool)
            if is_length and not isinstance(defaults[name], (int, float)):
                lengths[name] = int(value)
            else:
                setattr(message, name, value)
        self._send: Callable[[Any, Any], None] | None = send
        self._defaults = {} if borrow else {name: defaults[name] for name in lengths}
        self._loan: Any = None
        if borrow:
            self._loan = borrow(message, lengths)
        else:
            _allocate(message, self._defaults, lengths)
        self._arrays = [getattr(message, name) for name in lengths]

    def publish(self) -> None:
        """Publishes the message, once. Its arrays are read-only afterwards.

        Views that were made of an array before, such as `array.reshape()`, stay writable: do not write to them, since
        subscriptions read this memory. Raises the errors of Pub.publish(); then the message may be corrected and
        published.
        """
        send, self._send = self._send, None
        if send is None:
            raise RuntimeError('the loaned message has been published')
        try:
            for name, default in self._defaults.items():
                if isinstance(default, array.array):  # rclpy's setters take no arrays of numpy
                    setattr(self.message, name, array.array(default.typecode, getattr(self.message, name).tobytes()))
            send(self.message, self._loan)
        except BaseException:
            self._send = send
            raise
        for values in self._arrays:
            values.flags.writeable = False

    def __enter__(self) -> _MsgType:
        return self.message

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None and self._send is not None:
            self.publish()


def _allocate(message: Any, defaults: dict[str, Any], lengths: dict[str, int]) -> None:
    """Gives a message of an installed rclpy arrays of its own."""
    import numpy

    for name, length in lengths.items():
        default = defaults[name]
        if isinstance(default, numpy.ndarray) and len(default) != length:
            raise ValueError(f'{type(message).__name__}: {name!r}: expected {len(default)} values, found {length}')
        if not isinstance(default, (array.array, numpy.ndarray)):
            raise TypeError(f'{type(message).__name__}: {name!r} is no collection of numbers')
        setattr(message, f'_{name}', numpy.zeros(length, numpy.asarray(default).dtype))
