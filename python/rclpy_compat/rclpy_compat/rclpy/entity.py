# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Entity: what an executor listens to; subscriptions, services, clients, timers, events, guard conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rxros2._core import Notifier

    from .callback_groups import CallbackGroup
    from .executors import Executor

_Self = TypeVar('_Self', bound='Entity')


class Entity:
    """Of one node, in one callback group, at one executor at a time."""

    callback_group: CallbackGroup | None
    _listener: Executor | None = None
    _key = 0
    _held: Callable[[], Any] | None = None

    def _listen(self, notifier: Notifier | None, key: int) -> None:
        """Announces itself to the notifier whenever it has something; None: to nobody."""
        raise NotImplementedError

    def _take(self) -> Callable[[], Any] | None:
        """What is to run for one item; it may return a coroutine. None if there is no item."""
        raise NotImplementedError

    def destroy(self) -> None:
        """Ends it. A second call does nothing."""
        if self._listener is not None:
            self._listener._remove_entity(self)

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *error: Any) -> None:
        self.destroy()

    def _ready_again(self) -> None:
        listener = self._listener
        if listener is not None:
            listener._add_ready(self)

    def _hold(self, work: Callable[[], Any]) -> None:
        """The callback group has refused it: it is asked again after the next callback of the executor."""
        self._held = work
        listener = self._listener
        if listener is not None:
            listener._refused.append(self)
