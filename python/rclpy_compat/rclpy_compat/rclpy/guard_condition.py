# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""GuardCondition: runs a callback when it is triggered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .callback_groups import CallbackGroup
from .context import Context
from .entity import Entity
from .impl.reexports import reexports
from .impl.wait_set import GuardCondition as GuardConditionHandle

if TYPE_CHECKING:
    from rxros2._core import Notifier

__getattr__ = reexports(__name__)


class GuardCondition(Entity):
    """Runs a callback when trigger() was called. Made by Node.create_guard_condition(). Thread-safe."""

    _rank = 3

    def __init__(
        self, callback: Callable[[], Any] | None, callback_group: CallbackGroup | None, context: Context | None = None
    ) -> None:
        """`callback_group` may be None for a guard condition that only a Waitable waits for."""
        self.callback = callback
        self.callback_group = callback_group
        self._handle = self._condition = GuardConditionHandle(context)
        if callback_group is not None:
            callback_group.add_entity(self)

    def trigger(self) -> None:
        """Makes the executor run the callback; several calls before it runs count as one."""
        self._condition.trigger_guard_condition()

    def _listen(self, notifier: Notifier | None, key: int) -> None:
        self._condition.wake(notifier, key)

    def _take(self) -> Callable[[], Any] | None:
        return (self.callback or (lambda: None)) if self._condition.take() else None
