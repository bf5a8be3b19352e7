# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Taps: subscriptions of the topics that browsers look at, of serialized messages, and what they tell of them.

A topic whose rate is shown has a queue of one message, which nobody takes out but once in a while, so that counting
costs Python nothing: the queue counts what came. A topic whose values are shown has a queue of many. All are
best_effort, so that no publisher ever waits for us; but where all publishers keep their messages (transient_local), as
of maps, which come only once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from .._core import Subscription
from ..node import EndpointInfo, Node
from ..qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from ..qos_events import OfSubscription

VALUES = 200
"""Messages that wait for a page's next look at them, at most."""
MOST_BYTES = 32 << 20
"""Bytes of these messages, as far as the sizes of those before tell."""


class Tap:
    """One topic. `looked`: its messages are wanted, else only figures."""

    def __init__(self, node: Node, topic: str, type_: str, looked: bool, kept: bool) -> None:
        """`kept`: all publishers are transient_local."""
        self._node = node
        self.topic, self.type, self.looked, self.kept = topic, type_, looked, kept
        self._lost_kind = int(OfSubscription.MESSAGE_LOST)
        self._depth = VALUES if looked else 1
        self._sub = self._subscribe()
        self._before = 0  # received by subscriptions that were closed
        self._received = 0
        self._since = time.monotonic()
        self._lost = 0
        self._size = 0
        self._last: tuple[int, int] | None = None  # published, received
        self._waiting: list[tuple[Any, Any]] = []

    def _subscribe(self) -> Subscription:
        qos = quality(self._depth, self.kept)
        return Subscription(self._node._core, self.topic, self.type, qos._values(), [self._lost_kind])

    def close(self) -> None:
        self._sub.close()

    def _fit(self) -> None:
        """Makes the queue shorter if messages are so large that a full one would take too much memory."""
        depth = fitting_depth(self._depth, self._size)
        if depth == self._depth:
            return
        self._before += self._sub.statistics()[0]
        self._sub.close()
        self._depth, self._lost = depth, 0
        self._sub = self._subscribe()

    def take(self) -> list[tuple[Any, Any]]:
        """Messages that came since the last call, each with what is known of it; oldest first."""
        found, self._waiting = self._waiting, []
        found += self._take()
        return found

    def _take(self) -> list[tuple[Any, Any]]:
        found = self._sub.take(None, VALUES, True)
        if found:
            sample, info = found[-1]
            self._size, self._last = memoryview(sample).nbytes, info[:2]
            self._fit()
        return found

    def figures(self) -> dict[str, Any]:
        """Since the last call. Rates per second, sizes in bytes, times in seconds."""
        now = time.monotonic()
        received, _, dropped, _, _ = self._sub.statistics()
        received += self._before
        seconds, came = now - self._since, received - self._received
        self._since, self._received = now, received
        if came:
            new = self._take()
            if self.looked:
                self._waiting = (self._waiting + new)[-self._depth :]
        lost = self._sub.take_event(self._lost_kind)
        if lost is not None:
            self._lost = lost[0][0]  # with what our own queue dropped
        rate = came / seconds if seconds > 0 else 0.0
        told: dict[str, Any] = {
            'rate': round(rate, 3),
            'bandwidth': round(rate * self._size),
            'size': self._size,
            'received': received,
            'lost': max(0, self._lost - dropped),
        }
        if self._last is not None:
            published, arrived = self._last
            told['age'] = round(time.time() - arrived / 1e9, 3)
            if published:
                told['latency'] = round((arrived - published) / 1e9, 6)
        return told


class Taps:
    """All of them: opened when the first browser wants one, closed with the last."""

    def __init__(self, node: Node, complain: Callable[[str, Exception], None]) -> None:
        """`complain`: is told of a topic that cannot be subscribed to."""
        self._node = node
        self._complain = complain
        self._taps: dict[str, Tap] = {}
        self._wanted: dict[str, bool] = {}

    def __iter__(self) -> Any:
        return iter(self._taps.values())

    def get(self, topic: str) -> Tap | None:
        return self._taps.get(topic)

    def want(self, topics: dict[str, bool]) -> None:
        """Of all browsers together: topics, and whether their messages are wanted. Topics that are not there wait."""
        self._wanted = topics
        self.refresh()

    def refresh(self) -> None:
        """Makes what is wanted of what there is; to be called after the graph changed, too."""
        for topic in [*self._taps]:
            if topic not in self._wanted:
                self._taps.pop(topic).close()
        for topic, looked in self._wanted.items():
            try:
                self._refresh(topic, looked)
            except (RuntimeError, ValueError) as error:  # of a type that a peer has chosen
                self._complain(topic, error)

    def _refresh(self, topic: str, looked: bool) -> None:
        publishers = self._node.publishers_info(topic)
        tap = self._taps.get(topic)
        if not publishers:
            return  # it stays as it is: the publisher may come back
        type_, kept = publishers[0].topic_type, is_kept(publishers)
        if tap is not None:
            if (tap.type, tap.looked, tap.kept) == (type_, looked, kept):
                return
            self._taps.pop(topic).close()
        self._taps[topic] = Tap(self._node, topic, type_, looked, kept)

    def close(self) -> None:
        for tap in self._taps.values():
            tap.close()
        self._taps.clear()


def fitting_depth(depth: int, size: int) -> int:
    """The depth of a queue for messages of this many bytes: a smaller one if a full queue would take too much memory.

    It stays as it is where it is at most twice too large, as each change costs a new subscription.
    """
    fits = max(1, min(depth, MOST_BYTES // max(size, 1)))
    return depth if fits > depth // 2 else fits


def quality(depth: int, kept: bool) -> QoSProfile:
    """`kept`: of messages that all publishers keep for who comes late."""
    return QoSProfile(
        depth=depth,
        reliability=ReliabilityPolicy.RELIABLE if kept else ReliabilityPolicy.BEST_EFFORT,
        durability=DurabilityPolicy.TRANSIENT_LOCAL if kept else DurabilityPolicy.VOLATILE,
    )


def is_kept(publishers: list[EndpointInfo]) -> bool:
    """Whether all publishers are transient_local."""
    return all(each.qos_profile.durability == DurabilityPolicy.TRANSIENT_LOCAL for each in publishers)
