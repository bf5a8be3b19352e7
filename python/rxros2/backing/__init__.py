# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Backing: what the endpoints of aio.ros2 and rx are made with, a node of this package or one of an installed rclpy."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ..clock_type import ClockType
from ..qos_events import all_kinds

if TYPE_CHECKING:
    from .._core import Notifier


class Closable(Protocol):
    def close(self) -> None: ...


class Endpoint(Closable, Protocol):
    """Any thread."""

    def listen(self, notifier: Notifier | None, key: int) -> None:
        """Announces to `notifier`, under `key`, that something waits to be taken; to nobody any more."""


class Queue(Endpoint, Protocol):
    """What waits in a queue of the middleware."""

    def statistics(self) -> tuple[int, int, int, int, int]:
        """Received, delivered, dropped, malformed, waiting."""


class TopicEndpoint(Protocol):
    """A subscription or publisher. RuntimeError once it is closed."""

    def topic(self) -> str: ...
    def matched(self) -> int: ...
    def listen_event(self, kind: int, notifier: Notifier | None, key: int) -> None: ...
    def take_event(self, kind: int) -> Any: ...
    def close(self) -> None: ...


class Subscription(TopicEndpoint, Queue, Protocol):
    def take(self, codec: Any, most: int, with_info: bool = False) -> list[Any]:
        """What waits, oldest first; the rest is announced again. `codec` None: samples."""


class Publisher(TopicEndpoint, Protocol):
    def publish(self, codec: Any, message: Any) -> None: ...
    def publish_bytes(self, sample: Any) -> None: ...


class Server(Queue, Protocol):
    def take(self) -> list[tuple[Any, Any]]: ...
    def respond(self, to: Any, response: Any) -> None: ...


class Client(Queue, Protocol):
    def is_ready(self) -> bool: ...
    def send(self, request: Any, token: int) -> int: ...
    def forget(self, number: int) -> bool: ...
    def take(self) -> list[tuple[int, Any]]: ...


class Timer(Endpoint, Protocol):
    def take(self) -> tuple[int, int] | None: ...
    def reset(self) -> None: ...


class GraphEvents(Endpoint, Protocol):
    """Becomes ready when the node's graph has changed."""

    def taking(self) -> None:
        """Called before the look at what has changed."""


class WaitClock(Endpoint, Protocol):
    """The time that waits are counted in: a node's, without its jumps.

    It goes on with each step ahead of simulated time, and stands still when simulated time is set back, begins (leaves
    0), or is switched on or off. While nothing is simulated it goes on with the steady clock. It becomes ready when the
    time of wake_at() is reached, and when simulated time was switched on or off.
    """

    def taking(self) -> None:
        """Called before the look at what it was ready for."""

    def now(self) -> int:
        """Nanoseconds; only differences mean something."""

    def is_simulated(self) -> bool: ...
    def wake_at(self, time: int) -> None:
        """Becomes ready when simulated time has reached `time` of now(); replaces the former call."""


class Backing(Protocol):
    """Makes endpoints. Any thread."""

    tells_events: bool
    """Whether endpoints tell of QoS events, and their peers that do not match are to be logged."""

    @property
    def programs(self) -> Any:
        """The node as programs know it."""

    @property
    def made(self) -> weakref.WeakSet[Any]:
        """What is to be closed with the node."""

    def interface(self, package: str, kind: str, name: str) -> Any:
        """The class of a message or service that its endpoints take."""

    def profile(self, qos: Any) -> Any:
        """The quality of service that stands in a TopicInfo. Errors are those of the node's kind."""

    def codec(self, cls: Any) -> Any: ...
    def subscription(self, topic: str, cls: Any, qos: Any, kinds: Sequence[int], raw: bool = False) -> Subscription: ...
    def publisher(self, topic: str, cls: Any, qos: Any, kinds: Sequence[int]) -> Publisher: ...
    def client(self, service: str, srv_type: Any, qos: Any = ...) -> Client: ...
    def server(self, service: str, srv_type: Any, qos: Any = ...) -> Server: ...
    def timer(self, period: int, clock: ClockType = ClockType.ROS_TIME) -> Timer:
        """`period`: nanoseconds."""

    def wait_clock(self) -> WaitClock:
        """A new one, of the node's clock."""

    def graph_events(self) -> GraphEvents | None:
        """A new source; None where nothing tells of the graph's changes."""

    def is_simulated(self) -> bool: ...
    def close(self) -> None: ...


def kinds_to_watch(backing: Backing, of: Any, qos: Any, events: object, otherwise: Sequence[Any]) -> list[Any]:
    """The kinds of events that are told: all if somebody wants `events`, else these. TypeError where none are told."""
    if events is None:
        return [*otherwise] if backing.tells_events else []
    if not backing.tells_events:
        raise TypeError('events: of a node of rclpy they come by its event callbacks; expected a node of rxros2')
    return all_kinds(of, qos)
