# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Backing: creates the endpoints of aio.ros2 and rx on a node of this package or on a node of an installed rclpy."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ..clock_type import ClockType
from ..qos_events import all_kinds

if TYPE_CHECKING:
    from .._core import Notifier


class Closable(Protocol):
    """Something that a node closes when it is closed."""

    def close(self) -> None:
        """Closes the object; a second call does nothing."""


class Endpoint(Closable, Protocol):
    """A source of items that a notifier can watch. Thread-safe."""

    def listen(self, notifier: Notifier | None, key: int) -> None:
        """Notifies `notifier` with `key` when items are in the queue; None ends the notifications."""


class Queue(Endpoint, Protocol):
    """A queue of the middleware."""

    def statistics(self) -> tuple[int, int, int, int, int]:
        """Returns the numbers of received, delivered, dropped, malformed and waiting items."""


class TopicEndpoint(Protocol):
    """A subscription or publisher. RuntimeError once it is closed."""

    def topic(self) -> str:
        """Returns the full name of the topic."""

    def matched(self) -> int:
        """Returns the number of matched peers."""

    def listen_event(self, kind: int, notifier: Notifier | None, key: int) -> None:
        """Notifies `notifier` with `key` when a QoS event of this kind is waiting."""

    def take_event(self, kind: int) -> Any:
        """Takes the waiting QoS events of this kind."""

    def close(self) -> None:
        """Closes the endpoint."""


class Subscription(TopicEndpoint, Queue, Protocol):
    """A subscription."""

    def take(self, codec: Any, most: int, with_info: bool = False) -> list[Any]:
        """Takes at most `most` messages, oldest first, and notifies again if some are left.

        Without a codec it returns serialized messages; `with_info` returns pairs of message and info.
        """


class Publisher(TopicEndpoint, Protocol):
    """A publisher. One that lends memory has the functions borrow() and publish_loan() of `_core.Publisher`, too."""

    def publish(self, codec: Any, message: Any) -> None:
        """Serializes and publishes a message."""

    def publish_bytes(self, sample: Any) -> None:
        """Publishes a serialized message."""


class Server(Queue, Protocol):
    """A service server; take() returns pairs of request id and request."""

    def take(self) -> list[tuple[Any, Any]]:
        """Takes the waiting requests."""

    def respond(self, to: Any, response: Any) -> None:
        """Sends the response to the request with the id `to`."""


class Client(Queue, Protocol):
    """A service client; take() returns pairs of token and response."""

    def is_ready(self) -> bool:
        """Returns whether a server is connected."""

    def send(self, request: Any, token: int) -> int:
        """Sends a request and returns its number; `token` identifies the response."""

    def forget(self, number: int) -> bool:
        """Drops the request of this number. Returns False if it is unknown."""

    def take(self) -> list[tuple[int, Any]]:
        """Takes the waiting responses."""


class Timer(Endpoint, Protocol):
    """A timer."""

    def take(self) -> tuple[int, int] | None:
        """Takes the last tick: its scheduled and its actual time in nanoseconds; None without one."""

    def reset(self) -> None:
        """Restarts the period."""


class GraphEvents(Endpoint, Protocol):
    """A source that becomes ready when the ROS graph has changed."""

    def taking(self) -> None:
        """Call this before reading the graph, so that a later change notifies again."""


class WaitClock(Endpoint, Protocol):
    """The clock for waits: a node's clock without its jumps.

    It advances with each step of simulated time, but not when simulated time is set back, begins (leaves 0), or is
    switched on or off. Without simulated time it advances with the steady clock. It becomes ready at the time of
    wake_at(), and when simulated time is switched on or off.
    """

    def taking(self) -> None:
        """Call this before reading the clock, so that a later change notifies again."""

    def now(self) -> int:
        """Returns nanoseconds; only differences have a meaning."""

    def is_simulated(self) -> bool:
        """Returns whether the clock follows simulated time."""

    def wake_at(self, time: int) -> None:
        """Makes the clock ready when simulated time reaches `time` of now(); replaces an earlier call."""


class Backing(Protocol):
    """Creates endpoints on a node. Thread-safe."""

    reports_events: bool
    """Endpoints report QoS events, and incompatible peers must be logged."""

    @property
    def programs(self) -> Any:
        """The node object that programs use."""

    @property
    def closables(self) -> weakref.WeakSet[Any]:
        """Objects that are closed together with the node."""

    def interface(self, package: str, kind: str, name: str) -> Any:
        """Returns the class of a message or service for its endpoints."""

    def profile(self, qos: Any) -> Any:
        """Returns the QoS profile for a TopicInfo. Raises the errors of the node's library."""

    def codec(self, cls: Any) -> Any:
        """Returns the codec of a message class."""

    def subscription(self, topic: str, cls: Any, qos: Any, kinds: Sequence[int], raw: bool = False) -> Subscription:
        """Creates a subscription that reports events of `kinds`; with `raw` it takes serialized messages."""

    def publisher(
        self, topic: str, cls: Any, qos: Any, kinds: Sequence[int], use_shared_memory: bool = True
    ) -> Publisher:
        """Creates a publisher that reports events of `kinds`."""

    def client(self, service: str, srv_type: Any, qos: Any = ...) -> Client:
        """Creates a service client."""

    def server(self, service: str, srv_type: Any, qos: Any = ...) -> Server:
        """Creates a service server."""

    def timer(self, period: int, clock: ClockType = ClockType.ROS_TIME) -> Timer:
        """Creates a timer with a period in nanoseconds."""

    def wait_clock(self) -> WaitClock:
        """Creates a WaitClock of the node's clock."""

    def graph_events(self) -> GraphEvents | None:
        """Creates a source of graph changes; None if the node cannot report them."""

    def is_simulated(self) -> bool:
        """Returns whether the node's clock follows simulated time."""

    def close(self) -> None:
        """Closes the backing and the node that it owns."""


def kinds_to_watch(backing: Backing, of: Any, qos: Any, events: object, otherwise: Sequence[Any] = ()) -> list[Any]:
    """Returns the kinds of QoS events to watch: all kinds if `events` is given, else `otherwise`.

    A node logs incompatible peers of an endpoint unless it watches their events.

    TypeError if `events` is given and the node does not report events.
    """
    if events is None:
        return [*otherwise] if backing.reports_events else []
    if not backing.reports_events:
        raise TypeError('events: a node of rclpy reports them by its event callbacks; expected a node of rxros2')
    return all_kinds(of, qos)
