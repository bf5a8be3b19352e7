# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""SIGINT and SIGTERM shut all contexts down; SIGINT then raises KeyboardInterrupt, and SIGTERM ends spin()."""

from __future__ import annotations

import signal
import threading
import weakref
from enum import IntFlag
from types import FrameType
from typing import Any

from .context import Context, contexts
from .guard_condition import GuardCondition
from .impl.reexports import reexports

__getattr__ = reexports(__name__)


class SignalHandlerOptions(IntFlag):
    """The signals to handle."""

    NO = 0
    SIGINT = 1
    SIGTERM = 2
    ALL = 3


_before: dict[int, Any] = {}


class SignalHandlerGuardCondition(GuardCondition):
    """A guard condition that is triggered by each signal that rclpy handles."""

    def __init__(self, context: Context | None = None) -> None:
        super().__init__(None, None, context)
        _guards.add(self)

    def destroy(self) -> None:
        """Ends the guard condition. A second call does nothing."""
        _guards.discard(self)
        super().destroy()


_guards: weakref.WeakSet[SignalHandlerGuardCondition] = weakref.WeakSet()


def _handle(number: int, frame: FrameType | None) -> None:
    for guard in list(_guards):
        guard.trigger()
    for context in list(contexts):
        context._end_by(None)
    before = _before.get(number)
    if callable(before):
        before(number, frame)


def install_signal_handlers(options: SignalHandlerOptions = SignalHandlerOptions.ALL) -> None:
    """Installs handlers. Does nothing outside the main thread, where Python does not allow it."""
    if threading.current_thread() is not threading.main_thread():
        return
    numbers = {SignalHandlerOptions.SIGINT: signal.SIGINT, SignalHandlerOptions.SIGTERM: signal.SIGTERM}
    for option, number in numbers.items():
        if option & options and signal.getsignal(number) is not _handle:
            _before[number] = signal.signal(number, _handle)


def uninstall_signal_handlers() -> None:
    """Restores the former handlers, unless another one was installed meanwhile."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in list(_before):
        before = _before.pop(number)
        if signal.getsignal(number) is _handle:
            signal.signal(number, before)


def get_current_signal_handlers_options() -> SignalHandlerOptions:
    """Returns the signals that are handled."""
    installed = SignalHandlerOptions.NO
    if signal.SIGINT in _before:
        installed |= SignalHandlerOptions.SIGINT
    if signal.SIGTERM in _before:
        installed |= SignalHandlerOptions.SIGTERM
    return installed
