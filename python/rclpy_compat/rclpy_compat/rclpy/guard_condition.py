# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""GuardCondition: runs a callback when it is triggered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .callback_groups import CallbackGroup
from .entity import Entity
from .impl.handle import Handle
from .impl.reexports import reexports

if TYPE_CHECKING:
    from rxros2._core import Notifier

__getattr__ = reexports(__name__)


class GuardCondition(Entity):
    """Runs a callback when trigger() was called. Made by Node.create_guard_condition(). Thread-safe."""

    def __init__(self, callback: Callable[[], Any] | None, callback_group: CallbackGroup) -> None:
        self.callback = callback
        self.callback_group = callback_group
        self._triggered = False
        self._handle = Handle('the guard condition')
        callback_group.add_entity(self)

    def trigger(self) -> None:
        """Makes the executor run the callback; several calls before it runs count as one."""
        self._triggered = True
        self._ready_again()

    def _listen(self, notifier: Notifier | None, key: int) -> None:
        if notifier is not None and self._triggered:
            notifier.ready(key)

    def _take(self) -> Callable[[], Any] | None:
        if not self._triggered:
            return None
        self._triggered = False
        return self.callback or (lambda: None)
