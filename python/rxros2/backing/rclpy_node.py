# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node of an installed rclpy for a session to make things with: its endpoints, which look like those of _core."""

from __future__ import annotations

import atexit
import importlib
import threading
import weakref
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NoReturn, Protocol

from ..._core import Notifier
from ...parameters import ParameterRefused, ParameterType, ParameterUninitializedException
from ...qos import QoSProfile, qos_profile_services_default


class AsIs:
    """A codec that leaves messages alone: rclpy has its own."""

    def encode(self, message: Any) -> Any:
        return message

    def decode(self, message: Any) -> Any:
        return message


AS_IS = AsIs()
SERVICES = qos_profile_services_default


def is_rclpy_node(node: object) -> bool:
    return hasattr(node, 'create_subscription') and hasattr(node, 'get_fully_qualified_name')


def make_node(
    name: str,
    *,
    namespace: str = '',
    args: list[str] | None = None,
    domain_id: int | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Any:
    """A node of the installed rclpy, as rxros2.node.Node is made; the first one starts rclpy, without its signals."""
    rclpy: Any = importlib.import_module('rclpy')
    if not rclpy.ok():
        handlers = importlib.import_module('rclpy.signals').SignalHandlerOptions
        rclpy.init(args=[], domain_id=domain_id, signal_handler_options=handlers.NO)
        atexit.register(rclpy.try_shutdown)
    parameter = importlib.import_module('rclpy.parameter').Parameter
    overrides = [parameter(each, value=value) for each, value in (parameters or {}).items()]
    return rclpy.create_node(name, namespace=namespace, cli_args=args, parameter_overrides=overrides)


def refuse_events(events: object) -> None:
    if events is not None:
        raise TypeError('events: of a node of rclpy they come by its event callbacks; expected a node of rxros2')


def refuse_rclpy(node: object, what: str) -> None:
    if isinstance(node, RclpyNode):
        raise TypeError(f'{what}: {node.name} is a node of rclpy, which has its own; expected a node of rxros2')


class Ends(Protocol):
    """What ends when the context is shut down."""

    def close(self) -> None: ...


class RclpyNode:
    """Spins the node in a thread of its own if no executor has it. Any thread.

    What is made of the node is destroyed in its executor's thread: elsewhere rclpy's executors may meet it while they
    wait for it.
    """

    def __init__(self, node: Any, own: bool = False) -> None:
        """`own`: close() destroys the node."""
        self.rclpy = node
        self._own = own
        self.name: str = node.get_fully_qualified_name()
        self.logger = node.get_logger()
        self._executor: Any = None
        self._thread: threading.Thread | None = None
        self._closing = self._down = False
        self._dying: deque[Callable[[], object]] = deque()
        self.made: weakref.WeakSet[Ends] = weakref.WeakSet()
        node.context.on_shutdown(self._shut_down)
        if node.executor is None:
            executors: Any = importlib.import_module('rclpy.executors')
            self._executor = executors.SingleThreadedExecutor(context=node.context)
            self._executor.add_node(node)
            self._ended = executors.ExternalShutdownException
            self._thread = threading.Thread(target=self._spin, name='rclpy of rxros2', daemon=True)
            self._thread.start()

    def _spin(self) -> None:
        with suppress(self._ended):
            while not self._closing and self.rclpy.context.ok():
                self._executor.spin_once()
        if not self._closing:
            self._shut_down()  # by a signal: rclpy tells nobody else

    def _shut_down(self) -> None:
        """Streams end with the context. Its lock may be held: it is not to be asked anything here."""
        self._down = True
        while True:
            try:
                made = self.made.pop()
            except KeyError:
                return
            made.close()

    def destroy(self, function: Callable[..., object], *arguments: Any) -> None:
        """Calls one of the node's destroy_…() in its executor, or, if it is not spun any more, in close()."""
        self._dying.append(partial(function, *arguments))
        executor = self.rclpy.executor
        if executor is None or (executor is self._executor and self._thread is None):
            self._destroy()
        elif not self._down:
            executor.create_task(self._destroy)

    def _destroy(self) -> None:
        while self._dying:
            with suppress(IndexError):  # another thread was first
                self._dying.popleft()()

    def close(self) -> None:
        """Ends what the session began; the node goes on."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._closing = True
            self._executor.create_task(lambda: None)  # wakes it
            if thread is not threading.current_thread():
                thread.join()
            self._executor.shutdown()
            if self.rclpy.executor is self._executor:
                self._executor.remove_node(self.rclpy)
        if thread is not None or self._down:
            self._destroy()
        if self._own:
            self._own = False
            self.rclpy.destroy_node()

    # Parameters, as rxros2's nodes have them.

    def now(self) -> int:
        return int(self.rclpy.get_clock().now().nanoseconds)

    def has_parameter(self, name: str) -> bool:
        return bool(self.rclpy.has_parameter(name))

    def declare_parameter(self, name: str, default: Any, descriptor: Any = None) -> Any:
        if isinstance(default, ParameterType):
            default = importlib.import_module('rclpy.parameter').Parameter.Type(int(default))
        arguments = () if descriptor is None else (descriptor,)
        return self.rclpy.declare_parameter(name, default, *arguments).value

    def get_parameter(self, name: str) -> Any:
        try:
            return self.rclpy.get_parameter(name).value
        except importlib.import_module('rclpy.exceptions').ParameterUninitializedException as error:
            raise ParameterUninitializedException(str(error)) from None

    def set_parameter(self, name: str, value: Any) -> None:
        parameter = importlib.import_module('rclpy.parameter').Parameter
        (result,) = self.rclpy.set_parameters([parameter(name, value=value)])
        if not result.successful:
            raise ParameterRefused(f'{self.name}: {name} not set: {result.reason}')

    def add_post_set_parameters_callback(self, callback: Callable[[dict[str, Any]], object]) -> ParameterCallback:
        return ParameterCallback(self.rclpy, callback)

    @property
    def _core(self) -> NoReturn:
        raise TypeError(
            f'{self.name} is a node of rclpy, of which there are topics, services, timers and Param; expected ours'
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


class ParameterCallback:
    """As rxros2.node's."""

    def __init__(self, node: Any, callback: Callable[[dict[str, Any]], object]) -> None:
        self._node = node
        self._callback = callback
        node.add_post_set_parameters_callback(self._set)

    def _set(self, parameters: list[Any]) -> None:
        self._callback({each.name: each.value for each in parameters})

    def remove(self) -> None:
        with suppress(ValueError):  # a second call
            self._node.remove_post_set_parameters_callback(self._set)


class _Inbox:
    """What rclpy's executor brings and the loop takes; at most `most`, the oldest dropped first. None: no bound."""

    def __init__(self, most: int | None) -> None:
        self._lock = threading.Lock()
        self._items: deque[Any] = deque(maxlen=most)
        self._notifier: Notifier | None = None
        self._key = 0
        self._queued = False
        self._received = self._dropped = 0
        self._over = False

    def _closed(self) -> bool:
        """False the first time."""
        with self._lock:
            over, self._over = self._over, True
            return over

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
        self._node, self._matched = node, _Matched()
        self._sub = node.rclpy.create_subscription(
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

    def statistics(self) -> tuple[int, int, int, int, int]:
        with self._lock:
            waiting = len(self._items)
            return self._received, self._received - self._dropped - waiting, self._dropped, 0, waiting

    def close(self) -> None:
        self.listen(None, 0)
        if not self._closed():
            self._node.destroy(self._node.rclpy.destroy_subscription, self._sub)


class Publisher:
    def __init__(self, node: RclpyNode, msg_type: Any, topic: str, qos: Any) -> None:
        self._node, self._matched = node, _Matched()
        self._pub = node.rclpy.create_publisher(
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
        if not self._matched._closed():
            self._node.destroy(self._node.rclpy.destroy_publisher, self._pub)


class Server(_Inbox):
    """A callback that is a coroutine waits for the response; so other requests are heard meanwhile."""

    def __init__(self, node: RclpyNode, srv_type: Any, service: str, qos: Any) -> None:
        super().__init__(1000)
        self._node = node
        groups: Any = importlib.import_module('rclpy.callback_groups')
        self._future: Any = importlib.import_module('rclpy.task').Future
        self._srv = node.rclpy.create_service(
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
        executor = self._node.rclpy.executor
        if executor is not None:
            executor.wake()

    def close(self) -> None:
        self.listen(None, 0)
        if not self._closed():
            self._node.destroy(self._node.rclpy.destroy_service, self._srv)


class Client(_Inbox):
    def __init__(self, node: RclpyNode, srv_type: Any, service: str, qos: Any) -> None:
        super().__init__(None)  # there are no more than requests were sent
        self._node = node
        self._cli = node.rclpy.create_client(srv_type, service, qos_profile=node.qos(qos))
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
        if not self._closed():
            self._node.destroy(self._node.rclpy.destroy_client, self._cli)


class Timer(_Inbox):
    """Ticks of a clock, as _core.Timer: those that nobody took are one."""

    def __init__(self, node: RclpyNode, period: int, clock: int) -> None:
        """`period`: nanoseconds. `clock`: 1 the node's, else a ClockType."""
        super().__init__(1)
        self._node = node
        clocks: Any = importlib.import_module('rclpy.clock')
        self._clock = node.rclpy.get_clock() if clock == 1 else clocks.Clock(clock_type=clocks.ClockType(clock))
        self._timer = node.rclpy.create_timer(period / 1e9, self._due, clock=self._clock)

    def _due(self) -> None:
        now = self._clock.now().nanoseconds
        self.put((now, now))

    def take(self) -> tuple[int, int] | None:
        return next(iter(self.take_all()), None)

    def reset(self) -> None:
        self._timer.reset()

    def close(self) -> None:
        self.listen(None, 0)
        if not self._closed():
            self._timer.cancel()
            self._node.destroy(self._node.rclpy.destroy_timer, self._timer)
