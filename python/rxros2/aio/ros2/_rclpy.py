# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node of an installed rclpy for a session to make things with: its endpoints, which look like those of _core."""

from __future__ import annotations

import importlib
import threading
from collections import deque
from contextlib import suppress
from typing import Any, NoReturn

from ..._core import Notifier
from ...qos import QoSProfile


class AsIs:
    """A codec that leaves messages alone: rclpy has its own."""

    def encode(self, message: Any) -> Any:
        return message

    def decode(self, message: Any) -> Any:
        return message


AS_IS = AsIs()


def is_rclpy_node(node: object) -> bool:
    return hasattr(node, 'create_subscription') and hasattr(node, 'get_fully_qualified_name')


def refuse_events(events: object) -> None:
    if events is not None:
        raise TypeError('events: of a node of rclpy they come by its event callbacks; expected a node of rxros2')


class RclpyNode:
    """Spins the node in a thread of its own if no executor has it. Any thread."""

    def __init__(self, node: Any) -> None:
        self.rclpy = node
        self.name: str = node.get_fully_qualified_name()
        self.logger = node.get_logger()
        self._executor: Any = None
        self._thread: threading.Thread | None = None
        if node.executor is None:
            executors: Any = importlib.import_module('rclpy.executors')
            self._executor = executors.SingleThreadedExecutor(context=node.context)
            self._executor.add_node(node)
            self._ended = executors.ExternalShutdownException
            self._thread = threading.Thread(target=self._spin, name='rclpy of rxros2', daemon=True)
            self._thread.start()

    def _spin(self) -> None:
        with suppress(self._ended):
            self._executor.spin()

    def close(self) -> None:
        """Ends what the session began; the node goes on."""
        if self._thread is not None:
            self._executor.shutdown()
            self._thread.join()
            self._thread = None

    @property
    def _core(self) -> NoReturn:
        raise TypeError(
            f'{self.name} is a node of rclpy, which makes topics and services only; expected an rxros2.node.Node'
        )

    def qos(self, profile: Any) -> Any:
        """rclpy's."""
        if not isinstance(profile, QoSProfile):
            return profile
        theirs: Any = importlib.import_module('rclpy.qos')
        duration: Any = importlib.import_module('rclpy.duration').Duration
        policies = {
            'history': theirs.HistoryPolicy(int(profile.history)),
            'depth': profile.depth,
            'reliability': theirs.ReliabilityPolicy(int(profile.reliability)),
            'durability': theirs.DurabilityPolicy(int(profile.durability)),
            'liveliness': theirs.LivelinessPolicy(int(profile.liveliness)),
        }
        for name in ('lifespan', 'deadline', 'liveliness_lease_duration'):
            seconds = getattr(profile, name)
            if seconds is not None:
                policies[name] = duration(seconds=seconds)
        return theirs.QoSProfile(**policies)


class _Inbox:
    """What rclpy's executor brings and the loop takes; at most `most`, the oldest dropped first. None: no bound."""

    def __init__(self, most: int | None) -> None:
        self._lock = threading.Lock()
        self._items: deque[Any] = deque(maxlen=most)
        self._notifier: Notifier | None = None
        self._key = 0
        self._queued = False
        self._received = self._dropped = 0

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


class _Matched(_Inbox):
    """Changes of the number of peers."""

    def __init__(self) -> None:
        super().__init__(1)

    def callbacks(self, kind: str) -> Any:
        handlers: Any = importlib.import_module('rclpy.event_handler')
        return getattr(handlers, f'{kind}EventCallbacks')(matched=self.put)


class Subscription(_Inbox):
    def __init__(self, node: RclpyNode, msg_type: Any, topic: str, qos: Any, raw: bool) -> None:
        profile = node.qos(qos)
        super().__init__(getattr(profile, 'depth', profile) or None)
        self._node, self._matched = node.rclpy, _Matched()
        self._sub = self._node.create_subscription(
            msg_type, topic, self._arrived, profile, raw=raw, event_callbacks=self._matched.callbacks('Subscription')
        )

    def _arrived(self, message: Any, info: Any) -> None:
        self.put((message, info))

    def take(self, codec: Any, most: int, with_info: bool = False) -> list[Any]:
        names = ('source_timestamp', 'received_timestamp', 'publication_sequence_number', 'reception_sequence_number')
        taken = self.take_all(most)
        if not with_info:
            return [message for message, _ in taken]
        return [(message, (*(info.get(name) for name in names), b'')) for message, info in taken]

    def topic(self) -> str:
        return str(self._sub.topic_name)

    def matched(self) -> int:
        return int(self._sub.get_publisher_count())

    def listen_event(self, kind: int, notifier: Notifier | None, key: int) -> None:
        self._matched.listen(notifier, key)

    def take_event(self, kind: int) -> Any:
        return self._matched.take_all()

    def statistics(self) -> tuple[int, int, int, int]:
        with self._lock:
            return len(self._items), self._received, self._dropped, 0

    def close(self) -> None:
        self.listen(None, 0)
        self._node.destroy_subscription(self._sub)


class Publisher:
    def __init__(self, node: RclpyNode, msg_type: Any, topic: str, qos: Any) -> None:
        self._node, self._matched = node.rclpy, _Matched()
        self._pub = self._node.create_publisher(
            msg_type, topic, node.qos(qos), event_callbacks=self._matched.callbacks('Publisher')
        )

    def publish(self, codec: Any, message: Any) -> None:
        self._pub.publish(message)

    def publish_bytes(self, sample: Any) -> None:
        self._pub.publish(bytes(sample))

    def topic(self) -> str:
        return str(self._pub.topic_name)

    def matched(self) -> int:
        return int(self._pub.get_subscription_count())

    def listen_event(self, kind: int, notifier: Notifier | None, key: int) -> None:
        self._matched.listen(notifier, key)

    def take_event(self, kind: int) -> Any:
        return self._matched.take_all()

    def close(self) -> None:
        self._matched.listen(None, 0)
        self._node.destroy_publisher(self._pub)


class Server(_Inbox):
    """A callback that is a coroutine waits for the response; so other requests are heard meanwhile."""

    def __init__(self, node: RclpyNode, srv_type: Any, service: str, qos: Any) -> None:
        super().__init__(1000)
        self._node = node.rclpy
        groups: Any = importlib.import_module('rclpy.callback_groups')
        self._future: Any = importlib.import_module('rclpy.task').Future
        self._srv = self._node.create_service(
            srv_type,
            service,
            self._asked,
            qos_profile=node.qos(qos),
            callback_group=groups.ReentrantCallbackGroup(),
        )

    async def _asked(self, request: Any, _: Any) -> Any:
        answer = self._future()
        self.put((answer, request))
        return await answer

    def take(self) -> list[Any]:
        return self.take_all()

    def respond(self, to: Any, response: Any) -> None:
        if not isinstance(response, self._srv.srv_type.Response):
            raise TypeError(f'expected a response of {self._srv.srv_name}, found {response!r}')
        to.set_result(response)
        if self._node.executor is not None:
            self._node.executor.wake()

    def close(self) -> None:
        self.listen(None, 0)
        self._node.destroy_service(self._srv)


class Client(_Inbox):
    def __init__(self, node: RclpyNode, srv_type: Any, service: str, qos: Any) -> None:
        super().__init__(None)  # there are no more than requests were sent
        self._node = node.rclpy
        self._cli = self._node.create_client(srv_type, service, qos_profile=node.qos(qos))
        self._waiting: dict[int, Any] = {}

    def send(self, request: Any, token: int) -> int:
        self._waiting[token] = future = self._cli.call_async(request)
        future.add_done_callback(lambda done: self._answered(token, done))
        return token

    def _answered(self, token: int, future: Any) -> None:
        if self._waiting.pop(token, None) is not None and not future.cancelled():
            self.put((token, future.result()))

    def forget(self, number: int) -> bool:
        future = self._waiting.pop(number, None)
        if future is not None:
            self._cli.remove_pending_request(future)
        return future is not None

    def take(self) -> list[Any]:
        return self.take_all()

    def is_ready(self) -> bool:
        return bool(self._cli.service_is_ready())

    def close(self) -> None:
        self.listen(None, 0)
        self._node.destroy_client(self._cli)
