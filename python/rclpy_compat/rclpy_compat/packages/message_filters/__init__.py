# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Filters of messages, and sets of messages with equal or close stamps: the Python API of ROS 2's message_filters."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rclpy.clock import ROSClock
from rclpy.logging import get_logger
from rclpy.time import Time

__all__ = ['ApproximateTimeSynchronizer', 'Cache', 'SimpleFilter', 'Subscriber', 'TimeSynchronizer']

_logger = get_logger('message_filters')  # one object, which remembers what it has logged once


class SimpleFilter:
    """Base class of filters: passes messages to the registered callbacks."""

    def __init__(self) -> None:
        self.callbacks: dict[int, tuple[Callable[..., object], tuple[Any, ...]]] = {}

    def registerCallback(self, cb: Callable[..., object], *args: Any) -> int:
        """Calls `cb` with each output, followed by `args`. Returns the number of the callback."""
        number = len(self.callbacks)
        self.callbacks[number] = (cb, args)
        return number

    def signalMessage(self, *msg: Any) -> None:
        """Passes an output, one or several messages, to all callbacks."""
        for callback, args in list(self.callbacks.values()):
            callback(*msg, *args)


class Subscriber(SimpleFilter):
    """The messages of a topic. Takes the arguments of create_subscription(), with the node first and no callback.

    Attributes that it does not have are those of the subscription.
    """

    def __init__(self, node: Any, msg_type: Any, topic: str, *args: Any, **kwargs: Any) -> None:
        super().__init__()
        self.node = node
        self.topic = topic
        if not args:
            kwargs.setdefault('qos_profile', 10)
        self.sub = node.create_subscription(msg_type, topic, self.callback, *args, **kwargs)

    def callback(self, msg: Any) -> None:
        """Passes a message on."""
        self.signalMessage(msg)

    def getTopic(self) -> str:
        """Returns the name of the topic."""
        return self.topic

    def __getattr__(self, key: str) -> Any:
        if key == 'sub':  # the subscription does not exist yet
            raise AttributeError(key)
        return getattr(self.sub, key)


class Cache(SimpleFilter):
    """Keeps the last `cache_size` messages of a filter, and passes them on.

    A message without a header is dropped with a warning; with `allow_headerless` it has the time of its arrival.
    Thread-safe.
    """

    def __init__(self, f: SimpleFilter, cache_size: int = 1, allow_headerless: bool = False) -> None:
        super().__init__()
        self.cache_size = cache_size
        self.allow_headerless = allow_headerless
        self.cache_msgs: list[Any] = []
        self.cache_times: list[Any] = []
        self._lock = threading.Lock()  # guards both lists, so that they have the same length
        self.connectInput(f)

    def connectInput(self, f: SimpleFilter) -> None:
        """Takes the messages of a filter."""
        self.incoming_connection = f.registerCallback(self.add)

    def add(self, msg: Any) -> None:
        """Keeps a message and passes it on."""
        stamp = _stamp(msg, self.allow_headerless)
        if stamp is None:
            return
        with self._lock:
            self.cache_msgs.append(msg)
            self.cache_times.append(stamp)
            if len(self.cache_msgs) > self.cache_size:
                _dropped = self.cache_msgs.pop(0), self.cache_times.pop(0)  # destroyed without the lock
        self.signalMessage(msg)

    def getInterval(self, from_stamp: Any, to_stamp: Any) -> list[Any]:
        """Returns the messages between two times, both included. AssertionError if the first time is the later one."""
        if from_stamp > to_stamp:
            raise AssertionError(f'the interval begins at {from_stamp}, after its end {to_stamp}')
        return [msg for msg, time in self._entries() if from_stamp <= time <= to_stamp]

    def getElemAfterTime(self, stamp: Any) -> Any:
        """Returns the first kept message that is not older than `stamp`; None if there is none."""
        return next((msg for msg, time in self._entries() if time >= stamp), None)

    def getElemBeforeTime(self, stamp: Any) -> Any:
        """Returns the last kept message that is not newer than `stamp`; None if there is none."""
        return next((msg for msg, time in reversed(self._entries()) if time <= stamp), None)

    def getLastestTime(self) -> Any:
        """Returns the time of the last message; None if there is none."""
        return next((time for _, time in reversed(self._entries())), None)

    def getLatestTime(self) -> Any:
        """Returns the time of the last message; None if there is none."""
        return self.getLastestTime()

    def getOldestTime(self) -> Any:
        """Returns the time of the first kept message; None if there is none."""
        return next((time for _, time in self._entries()), None)

    def getLast(self) -> Any:
        """Returns the last message; None if there is none."""
        return next((msg for msg, _ in reversed(self._entries())), None)

    def _entries(self) -> list[tuple[Any, Any]]:
        with self._lock:
            return list(zip(self.cache_msgs, self.cache_times, strict=True))


class TimeSynchronizer(SimpleFilter):
    """Passes on sets of messages with equal stamps, one of each filter in `fs`.

    Of each filter the `queue_size` messages with the latest stamps wait for the others. Thread-safe.
    """

    def __init__(self, fs: Sequence[SimpleFilter], queue_size: int) -> None:
        super().__init__()
        self.queue_size = queue_size
        self.lock = threading.RLock()  # guards the queues
        self.connectInput(fs)

    def connectInput(self, fs: Sequence[SimpleFilter]) -> None:
        """Takes the messages of these filters."""
        self.queues: list[dict[int, Any]] = [{} for _ in fs]
        self.input_connections = [
            f.registerCallback(self.add, queue, index)
            for index, (f, queue) in enumerate(zip(fs, self.queues, strict=True))
        ]

    def add(self, msg: Any, my_queue: dict[int, Any], my_queue_index: int | None = None) -> None:
        """Adds a message of a filter, and passes on the sets that it completes."""
        with self.lock:
            self._keep(msg, _nanoseconds(msg.header.stamp), my_queue)
            common = set.intersection(*(set(queue) for queue in self.queues))
            sets = [[queue.pop(stamp) for queue in self.queues] for stamp in sorted(common)]
        for messages in sets:
            self.signalMessage(*messages)

    def _keep(self, msg: Any, stamp: int, queue: dict[int, Any]) -> None:
        queue[stamp] = msg
        while len(queue) > self.queue_size:
            del queue[min(queue)]


class ApproximateTimeSynchronizer(TimeSynchronizer):
    """Passes on sets of messages whose stamps differ by less than `slop` seconds, one of each filter in `fs`.

    A new message is matched with the closest waiting ones. `allow_headerless` is described in Cache.
    """

    def __init__(
        self, fs: Sequence[SimpleFilter], queue_size: int, slop: float, allow_headerless: bool = False
    ) -> None:
        super().__init__(fs, queue_size)
        self.slop = slop
        self.allow_headerless = allow_headerless

    def add(self, msg: Any, my_queue: dict[int, Any], my_queue_index: int | None = None) -> None:
        """Adds a message of a filter, and passes on the set that it completes."""
        time = _stamp(msg, self.allow_headerless)
        if time is None:
            return
        stamp = time.nanoseconds
        with self.lock:
            self._keep(msg, stamp, my_queue)
            messages = self._match(stamp, my_queue)
        if messages is not None:
            self.signalMessage(*messages)

    def _match(self, stamp: int, my_queue: dict[int, Any]) -> list[Any] | None:
        """Removes and returns the closest set with the new message; None if there is none."""
        slop = round(self.slop * 1e9)
        candidates = [[stamp] if queue is my_queue else _closest(queue, stamp, slop) for queue in self.queues]
        for stamps in itertools.product(*candidates):
            if max(stamps) - min(stamps) < slop and all(
                one in queue for one, queue in zip(stamps, self.queues, strict=True)
            ):
                return [queue.pop(one) for one, queue in zip(stamps, self.queues, strict=True)]
        return None


def _closest(stamps: Iterable[int], stamp: int, slop: int) -> list[int]:
    """Returns the stamps that differ from `stamp` by at most `slop`, the closest first."""
    near = [one for one in stamps if abs(one - stamp) <= slop]
    return sorted(near, key=lambda one: abs(one - stamp))


def _nanoseconds(stamp: Any) -> int:
    return int(stamp.nanoseconds) if hasattr(stamp, 'nanoseconds') else int(Time.from_msg(stamp).nanoseconds)


def _stamp(msg: Any, allow_headerless: bool) -> Any:
    """Returns the time of a message; None, with a warning, if it has no header and that is not allowed."""
    stamp = getattr(getattr(msg, 'header', None), 'stamp', None)
    if stamp is not None:
        return stamp if hasattr(stamp, 'nanoseconds') else Time.from_msg(stamp)
    if allow_headerless:
        return ROSClock().now()
    name = type(msg).__name__
    _logger.warning(
        f'a message {name} was dropped, because it has no header with a stamp; pass allow_headerless=True to use the '
        'time of its arrival',
        once=True,
    )
    return None
