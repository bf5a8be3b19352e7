# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Endpoints of a node of an installed rclpy, with the interface of those in rxros2._core."""

from __future__ import annotations

import importlib
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from .._core import Notifier
from ..clock_type import ClockType


class EndpointFactory(Protocol):
    """The node that creates the endpoints: an RclpyNode."""

    rclpy: Any

    def to_rclpy_profile(self, profile: Any) -> Any:
        """Returns rclpy's QoS profile."""

    def destroy(self, function: Callable[..., object], *arguments: Any) -> None:
        """Calls a destroy function of the node in its executor."""


class _Inbox:
    """A queue from rclpy's executor to the event loop, drop-oldest beyond `most` items; None: no bound."""

    def __init__(self, most: int | None) -> None:
        self._lock = threading.Lock()  # guards the members below
        self._items: deque[Any] = deque(maxlen=most)
        self._notifier: Notifier | None = None
        self._key = 0
        self._queued = False
        self._received = self._dropped = 0
        self._is_closed = False

    def _mark_closed(self) -> bool:
        """Marks the endpoint as closed. Returns whether it was closed before."""
        with self._lock:
            was_closed, self._is_closed = self._is_closed, True
            return was_closed

    def put(self, item: Any) -> None:
        with self._lock:
            self._received += 1
            self._dropped += len(self._items) == self._items.maxlen
            self._items.append(item)
            self._announce()

    def _announce(self) -> None:
        if self._notifier is not None and not self._queued:
            self._queued = True
            self._notifier.ready(self._key)

    def listen(self, notifier: Notifier | None, key: int) -> None:
        with self._lock:
            self._notifier, self._key, self._queued = notifier, key, False
            if self._items:
                self._announce()

    def take_all(self, most: int | None = None) -> list[Any]:
        with self._lock:
            self._queued = False
            count = len(self._items) if most is None else min(most, len(self._items))
            taken = [self._items.popleft() for _ in range(count)]
            if self._items:
                self._announce()
            return taken

    def statistics(self) -> tuple[int, int, int, int, int]:
        with self._lock:
            waiting = len(self._items)
            return self._received, self._received - self._dropped - waiting, self._dropped, 0, waiting


class _Matched(_Inbox):
    """The queue of changes of the number of matched peers."""

    def __init__(self) -> None:
        super().__init__(1)

    def callbacks(self, kind: str) -> Any:
        handlers: Any = importlib.import_module('rclpy.event_handler')
        return getattr(handlers, f'{kind}EventCallbacks')(matched=self.put)


class _MatchedEvents:
    """The events of a subscription or publisher; rclpy nodes report only matches."""

    _matched: _Matched

    def listen_event(self, kind: int, notifier: Notifier | None, key: int) -> None:
        self._matched.listen(notifier, key)

    def take_event(self, kind: int) -> Any:
        return self._matched.take_all()


class Subscription(_Inbox, _MatchedEvents):
    """A subscription on a node of rclpy."""

    def __init__(self, node: EndpointFactory, msg_type: Any, topic: str, qos: Any, raw: bool) -> None:
        profile = node.to_rclpy_profile(qos)
        super().__init__(getattr(profile, 'depth', profile) or None)
        self._node, self._matched = node, _Matched()
        self._sub = node.rclpy.create_subscription(
            msg_type,
            topic,
            self._handle_message,
            profile,
            raw=raw,
            event_callbacks=self._matched.callbacks('Subscription'),
        )

    def _handle_message(self, message: Any, info: Any) -> None:
        self.put((message, info))

    def take(self, codec: Any, most: int, with_info: bool = False) -> list[Any]:
        """Takes at most `most` messages, oldest first; rclpy decodes them itself, so `codec` is not used.

        `with_info` returns pairs of message and info: the two timestamps and two sequence numbers that rclpy provides,
        and an empty publisher GID.
        """
        names = ('source_timestamp', 'received_timestamp', 'publication_sequence_number', 'reception_sequence_number')
        taken = self.take_all(most)
        if not with_info:
            return [message for message, _ in taken]
        return [(message, (*(info.get(name) for name in names), b'')) for message, info in taken]

    def topic(self) -> str:
        """Returns the name of the topic in rclpy."""
        return str(self._sub.topic_name)

    def matched(self) -> int:
        """Returns the number of publishers of the topic, from rclpy."""
        return int(self._sub.get_publisher_count())

    def close(self) -> None:
        """Ends the notifications and destroys rclpy's subscription in the node's executor."""
        self.listen(None, 0)
        if not self._mark_closed():
            self._node.destroy(self._node.rclpy.destroy_subscription, self._sub)


class Publisher(_MatchedEvents):
    """A publisher on a node of rclpy."""

    def __init__(self, node: EndpointFactory, msg_type: Any, topic: str, qos: Any) -> None:
        self._node, self._matched = node, _Matched()
        self._pub = node.rclpy.create_publisher(
            msg_type, topic, node.to_rclpy_profile(qos), event_callbacks=self._matched.callbacks('Publisher')
        )

    def publish(self, codec: Any, message: Any) -> None:
        """Publishes a message; rclpy serializes it, so `codec` is not used."""
        self._pub.publish(message)

    def publish_bytes(self, sample: Any) -> None:
        """Publishes a serialized message as `bytes`, the type that rclpy expects."""
        self._pub.publish(bytes(sample))

    def topic(self) -> str:
        """Returns the name of the topic in rclpy."""
        return str(self._pub.topic_name)

    def matched(self) -> int:
        """Returns the number of matched subscriptions, from rclpy."""
        return int(self._pub.get_subscription_count())

    def close(self) -> None:
        """Ends the notifications of events and destroys rclpy's publisher in the node's executor."""
        self._matched.listen(None, 0)
        if not self._matched._mark_closed():
            self._node.destroy(self._node.rclpy.destroy_publisher, self._pub)


class Server(_Inbox):
    """A service server. Its callback is a coroutine that waits for the response, so other requests arrive meanwhile."""

    def __init__(self, node: EndpointFactory, srv_type: Any, service: str, qos: Any) -> None:
        super().__init__(1000)
        self._node = node
        groups: Any = importlib.import_module('rclpy.callback_groups')
        self._future: Any = importlib.import_module('rclpy.task').Future
        self._srv = node.rclpy.create_service(
            srv_type,
            service,
            self._handle_request,
            qos_profile=node.to_rclpy_profile(qos),
            callback_group=groups.ReentrantCallbackGroup(),
        )

    async def _handle_request(self, request: Any, _: Any) -> Any:
        answer = self._future()
        self.put((answer, request))
        return await answer

    def take(self) -> list[Any]:
        """Takes the waiting requests as pairs of future and request; the future is the request id of respond()."""
        return self.take_all()

    def respond(self, to: Any, response: Any) -> None:
        """Completes the future `to` and wakes the executor, which sends the response.

        Raises TypeError if `response` is not a response of the service.
        """
        if not isinstance(response, self._srv.srv_type.Response):
            raise TypeError(f'expected a response of {self._srv.srv_name}, found {response!r}')
        to.set_result(response)
        executor = self._node.rclpy.executor
        if executor is not None:
            executor.wake()

    def close(self) -> None:
        """Ends the notifications and destroys rclpy's service in the node's executor."""
        self.listen(None, 0)
        if not self._mark_closed():
            self._node.destroy(self._node.rclpy.destroy_service, self._srv)


class Client(_Inbox):
    """A service client on a node of rclpy."""

    def __init__(self, node: EndpointFactory, srv_type: Any, service: str, qos: Any) -> None:
        super().__init__(None)  # bounded by the number of sent requests
        self._node = node
        self._cli = node.rclpy.create_client(srv_type, service, qos_profile=node.to_rclpy_profile(qos))
        self._waiting: dict[int, Any] = {}

    def send(self, request: Any, token: int) -> int:
        """Sends a request and returns `token`, which is also the number of the request."""
        self._waiting[token] = future = self._cli.call_async(request)
        future.add_done_callback(lambda done: self._handle_response(token, done))
        return token

    def _handle_response(self, token: int, future: Any) -> None:
        if self._waiting.pop(token, None) is not None and not future.cancelled():
            self.put((token, future.result()))

    def forget(self, number: int) -> bool:
        """Removes the pending request, so that its response is ignored. Returns False if the number is unknown."""
        future = self._waiting.pop(number, None)
        if future is not None:
            self._cli.remove_pending_request(future)
        return future is not None

    def take(self) -> list[Any]:
        """Takes the waiting responses as pairs of token and response."""
        return self.take_all()

    def is_ready(self) -> bool:
        """Returns whether rclpy has found a server of the service."""
        return bool(self._cli.service_is_ready())

    def close(self) -> None:
        """Ends the notifications and destroys rclpy's client in the node's executor."""
        self.listen(None, 0)
        if not self._mark_closed():
            self._node.destroy(self._node.rclpy.destroy_client, self._cli)


class Timer(_Inbox):
    """A timer like _core.Timer; ticks that nobody has taken count as one."""

    def __init__(self, node: EndpointFactory, period: int, clock: ClockType) -> None:
        """Creates a timer with a period in nanoseconds."""
        super().__init__(1)
        self._node = node
        clocks: Any = importlib.import_module('rclpy.clock')
        is_nodes = clock == ClockType.ROS_TIME
        self._clock = node.rclpy.get_clock() if is_nodes else clocks.Clock(clock_type=clocks.ClockType(clock))
        self._timer = node.rclpy.create_timer(period / 1e9, self._handle_tick, clock=self._clock)

    def _handle_tick(self) -> None:
        now = self._clock.now().nanoseconds
        self.put((now, now))

    def take(self) -> tuple[int, int] | None:
        """Takes the last tick as a pair of times in nanoseconds; None without one.

        Both are the time at which rclpy called the timer, because rclpy does not report the scheduled time.
        """
        return next(iter(self.take_all()), None)

    def reset(self) -> None:
        """Restarts the period of rclpy's timer."""
        self._timer.reset()

    def close(self) -> None:
        """Cancels the timer at once and destroys it in the node's executor."""
        self.listen(None, 0)
        if not self._mark_closed():
            self._timer.cancel()
            self._node.destroy(self._node.rclpy.destroy_timer, self._timer)


class WaitClock(_Inbox):
    """A clock for waits with the interface of _core.WaitClock."""

    def __init__(self, node: EndpointFactory) -> None:
        super().__init__(1)
        self._clock: Any = node.rclpy.get_clock()
        self._state = threading.RLock()  # guards the members below
        self._simulated = False
        self._passed = 0  # until `_base`
        self._base = 0  # simulated time, 0 before it begins; else the steady clock
        self._wake_at: int | None = None
        self._read_clock()
        clocks: Any = importlib.import_module('rclpy.clock')
        duration: Any = importlib.import_module('rclpy.duration').Duration
        every_step = clocks.JumpThreshold(
            min_forward=duration(nanoseconds=1), min_backward=duration(nanoseconds=-1), on_clock_change=True
        )
        self._handle: Any = self._clock.create_jump_callback(every_step, post_callback=self._handle_jump)
        self._handle_jump(None)  # the time source may have changed since the first reading

    def _read_clock(self) -> None:
        self._simulated = bool(getattr(self._clock, 'ros_time_is_active', False))
        self._base = int(self._clock.now().nanoseconds) if self._simulated else time.monotonic_ns()

    def _handle_jump(self, _: Any) -> None:
        with self._state:
            was_simulated, before = self._simulated, self._base
            if not was_simulated:
                self._passed += time.monotonic_ns() - before
            self._read_clock()
            if was_simulated and self._simulated:
                if before != 0:
                    self._passed += max(self._base - before, 0)
                if self._wake_at is None or self._passed < self._wake_at:
                    return
            self._wake_at = None
        self.put(None)

    def now(self) -> int:
        """Returns nanoseconds of simulated time or of the steady clock; only differences have a meaning."""
        with self._state:
            return self._passed if self._simulated else self._passed + time.monotonic_ns() - self._base

    def is_simulated(self) -> bool:
        """Returns whether rclpy's clock follows simulated time; updated at each jump of the clock."""
        with self._state:
            return self._simulated

    def wake_at(self, time: int) -> None:
        """Makes the clock ready when simulated time reaches `time`; has no effect without simulated time."""
        with self._state:
            self._wake_at = time
            if not self._simulated or self._passed < time:
                return
            self._wake_at = None
        self.put(None)

    def taking(self) -> None:
        """Empties the queue, so that a later change of the clock notifies again."""
        self.take_all()

    def close(self) -> None:
        """Ends the notifications and removes the jump callback from rclpy's clock."""
        self.listen(None, 0)
        if not self._mark_closed():
            self._handle.unregister()
