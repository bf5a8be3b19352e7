# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Taps: subscriptions of the topics that browsers show, for encoded messages, and the figures of the topics.

A topic whose rate is shown has a queue of one message, which is taken rarely, so that counting costs no Python time:
the queue counts the messages. A topic whose values are shown has a longer queue. All subscriptions are best_effort, so
that no publisher waits for us, unless all publishers are transient_local, as for maps, which are published only once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from .._core import Subscription
from ..messages.codec import announced_if_known
from ..node import EndpointInfo, Node
from ..qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from ..qos_events import OfSubscription

VALUES = 200
"""The most messages that wait for the next update of the pages."""
MOST_BYTES = 32 << 20
"""The most bytes of these messages, estimated from the size of the last one."""


class Tap:
    """A subscription of one topic. `shows_values`: its messages are shown, else only figures."""

    def __init__(self, node: Node, topic: str, type_: str, shows_values: bool, kept: bool) -> None:
        """`kept`: all publishers are transient_local."""
        self._node = node
        self.topic, self.type, self.shows_values, self.kept = topic, type_, shows_values, kept
        self._lost_kind = int(OfSubscription.MESSAGE_LOST)
        self._depth = VALUES if shows_values else 1
        self._sub = self._subscribe()
        self._before = 0  # received by earlier subscriptions
        self._received = 0
        self._since = time.monotonic()
        self._lost = 0
        self._size = 0
        self._last: tuple[int, int] | None = None  # times of publication and arrival
        self._waiting: list[tuple[Any, Any]] = []

    def _subscribe(self) -> Subscription:
        qos = quality(self._depth, self.kept)
        return Subscription(
            self._node._core, self.topic, announced_if_known(self.type), qos._values(), [self._lost_kind]
        )

    def close(self) -> None:
        """Closes the subscription."""
        self._sub.close()

    def _fit(self) -> None:
        """Shortens the queue if the messages are so large that a full one would take too much memory."""
        depth = fitting_depth(self._depth, self._size)
        if depth == self._depth:
            return
        self._before += self._sub.statistics()[0]
        self._sub.close()
        self._depth, self._lost = depth, 0
        self._sub = self._subscribe()

    def take(self) -> list[tuple[Any, Any]]:
        """Returns the messages since the last call, each with its info; oldest first."""
        messages, self._waiting = self._waiting, []
        messages += self._take()
        return messages

    def _take(self) -> list[tuple[Any, Any]]:
        messages = self._sub.take(None, VALUES, True)
        if messages:
            sample, info = messages[-1]
            self._size, self._last = memoryview(sample).nbytes, info[:2]
            self._fit()
        return messages

    def figures(self) -> dict[str, Any]:
        """Returns the figures since the last call. Rates are per second, sizes in bytes, times in seconds."""
        now = time.monotonic()
        received, _, dropped, _, _ = self._sub.statistics()
        received += self._before
        seconds, came = now - self._since, received - self._received
        self._since, self._received = now, received
        if came:
            new = self._take()
            if self.shows_values:
                self._waiting = (self._waiting + new)[-self._depth :]
        lost = self._sub.take_event(self._lost_kind)
        if lost is not None:
            self._lost = lost[0][0]  # includes messages that our own queue dropped
        rate = came / seconds if seconds > 0 else 0.0
        result: dict[str, Any] = {
            'rate': round(rate, 3),
            'bandwidth': round(rate * self._size),
            'size': self._size,
            'received': received,
            'lost': max(0, self._lost - dropped),
        }
        if self._last is not None:
            published, arrived = self._last
            result['age'] = round(time.time() - arrived / 1e9, 3)
            if published:
                result['latency'] = round((arrived - published) / 1e9, 6)
        return result


class Taps:
    """All taps. Opened for the first browser that shows a topic, closed with the last."""

    def __init__(self, node: Node, complain: Callable[[str, Exception], None]) -> None:
        """`complain` gets the errors of subscriptions."""
        self._node = node
        self._complain = complain
        self._taps: dict[str, Tap] = {}
        self._requested: dict[str, bool] = {}

    def __iter__(self) -> Any:
        return iter(self._taps.values())

    def get(self, topic: str) -> Tap | None:
        """Returns the tap of a topic, if there is one."""
        return self._taps.get(topic)

    def want(self, topics: dict[str, bool]) -> None:
        """Sets the topics that browsers show, and whether their messages are shown. Unknown topics wait."""
        self._requested = topics
        self.refresh()

    def refresh(self) -> None:
        """Opens and closes taps; call it also after a change of the graph."""
        for topic in [*self._taps]:
            if topic not in self._requested:
                self._taps.pop(topic).close()
        for topic, shows_values in self._requested.items():
            try:
                self._refresh(topic, shows_values)
            except (RuntimeError, ValueError) as error:  # a peer has chosen an invalid type
                self._complain(topic, error)

    def _refresh(self, topic: str, shows_values: bool) -> None:
        publishers = self._node.publishers_info(topic)
        tap = self._taps.get(topic)
        if not publishers:
            return  # unchanged, because the publisher may come back
        type_, kept = publishers[0].topic_type, is_kept(publishers)
        if tap is not None:
            if (tap.type, tap.shows_values, tap.kept) == (type_, shows_values, kept):
                return
            self._taps.pop(topic).close()
        self._taps[topic] = Tap(self._node, topic, type_, shows_values, kept)

    def close(self) -> None:
        """Closes all taps."""
        for tap in self._taps.values():
            tap.close()
        self._taps.clear()


def fitting_depth(depth: int, size: int) -> int:
    """Returns the depth of a queue for messages of this size, smaller if a full queue would take too much memory.

    A depth that is at most twice too large is kept, because each change costs a new subscription.
    """
    fits = max(1, min(depth, MOST_BYTES // max(size, 1)))
    return depth if fits > depth // 2 else fits


def quality(depth: int, kept: bool) -> QoSProfile:
    """Returns the QoS profile of a subscription. `kept`: all publishers are transient_local."""
    return QoSProfile(
        depth=depth,
        reliability=ReliabilityPolicy.RELIABLE if kept else ReliabilityPolicy.BEST_EFFORT,
        durability=DurabilityPolicy.TRANSIENT_LOCAL if kept else DurabilityPolicy.VOLATILE,
    )


def is_kept(publishers: list[EndpointInfo]) -> bool:
    """Returns whether all publishers are transient_local."""
    return all(publisher.qos_profile.durability == DurabilityPolicy.TRANSIENT_LOCAL for publisher in publishers)
