# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""RclpyNode: the backing on a node of an installed rclpy."""

from __future__ import annotations

import atexit
import importlib
import threading
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NoReturn

from ..arguments import ros_arguments
from ..clock_type import ClockType
from ..parameters import ParameterRefused, ParameterType, ParameterUninitializedException
from ..qos import QoSProfile, qos_profile_services_default
from ..stream_errors import PARAMETER, policy
from . import Backing, Closable
from .rclpy_endpoints import Client, Publisher, Server, Subscription, Timer, WaitClock


class AsIs:
    """A codec that returns messages unchanged, because rclpy serializes them itself."""

    def encode(self, message: Any) -> Any:
        """Returns the message unchanged."""
        return message

    def decode(self, message: Any) -> Any:
        """Returns the message unchanged."""
        return message


_AS_IS = AsIs()


def is_rclpy_node(node: object) -> bool:
    """Returns whether an object is a node of rclpy."""
    return hasattr(node, 'create_subscription') and hasattr(node, 'get_fully_qualified_name')


def make_node(
    name: str,
    *,
    namespace: str = '',
    args: list[str] | None = None,
    domain_id: int | None = None,
    use_shared_memory: bool = True,
    engine: str = '',
    parameters: Mapping[str, Any] | None = None,
) -> Any:
    """Creates a node of the installed rclpy with the arguments of rxros2.node.Node.

    The first call initializes rclpy without its signal handlers. `use_shared_memory` is not used, because the
    middleware of rclpy decides that. ValueError if there is an `engine`, which rclpy chooses for the whole process.
    """
    if engine:
        raise ValueError(
            f'node {name}: the engine is {engine!r}; expected none with RXROS2_RUNTIME=system, '
            'because RMW_IMPLEMENTATION chooses the middleware of the installed rclpy'
        )
    rclpy: Any = importlib.import_module('rclpy')
    if not rclpy.ok():
        handlers = importlib.import_module('rclpy.signals').SignalHandlerOptions
        rclpy.init(args=[], domain_id=domain_id, signal_handler_options=handlers.NO)
        atexit.register(rclpy.try_shutdown)
    parameter = importlib.import_module('rclpy.parameter').Parameter
    overrides = [parameter(parameter_name, value=value) for parameter_name, value in (parameters or {}).items()]
    return rclpy.create_node(
        name, namespace=namespace, cli_args=ros_arguments() if args is None else args, parameter_overrides=overrides
    )


def refuse_rclpy(backing: Backing, feature: str) -> None:
    """Raises TypeError if the backing is a node of rclpy, which does not support `feature`."""
    if isinstance(backing, RclpyNode):
        raise TypeError(f'{feature}: {backing.name} is a node of rclpy, which has its own; expected a node of rxros2')


class RclpyNode:
    """Creates endpoints on a node of rclpy; spins the node in its own thread if it has no executor. Thread-safe.

    Endpoints are destroyed in the executor's thread, because rclpy's executors may otherwise wait on a destroyed one.
    """

    reports_events = False

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
        self.closables: weakref.WeakSet[Closable] = weakref.WeakSet()
        node.context.on_shutdown(self._shut_down)
        if node.executor is None:
            executors: Any = importlib.import_module('rclpy.executors')
            self._executor = executors.SingleThreadedExecutor(context=node.context)
            self._executor.add_node(node)
            self._ended = executors.ExternalShutdownException
            self._thread = threading.Thread(target=self._spin, name='rclpy of rxros2', daemon=True)
            self._thread.start()

    def stream_policy(self, argument: str | None) -> str:
        """Returns the policy for errors of streams; the parameter override is stronger than the argument."""
        override = getattr(self.rclpy, '_parameter_overrides', {}).get(PARAMETER)
        return policy(argument, override.value if override is not None else None)

    def _spin(self) -> None:
        with suppress(self._ended):
            while not self._closing and self.rclpy.context.ok():
                self._executor.spin_once()
        if not self._closing:
            self._shut_down()  # after a signal rclpy calls no shutdown callback

    def _shut_down(self) -> None:
        """Ends all streams with the context. The context's lock may be held, so do not call the context here."""
        self._down = True
        while True:
            try:
                endpoint = self.closables.pop()
            except KeyError:
                return
            endpoint.close()

    def destroy(self, function: Callable[..., object], *arguments: Any) -> None:
        """Calls a destroy_…() function of the node in its executor, or in close() if no executor spins it."""
        self._dying.append(partial(function, *arguments))
        executor = self.rclpy.executor
        if executor is None or (executor is self._executor and self._thread is None):
            self._destroy()
        elif not self._down:
            executor.create_task(self._destroy)

    def _destroy(self) -> None:
        while self._dying:
            with suppress(IndexError):  # another thread has taken it
                self._dying.popleft()()

    def close(self) -> None:
        """Ends the session's thread and endpoints; the node itself stays alive unless this object owns it."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._closing = True
            self._executor.create_task(lambda: None)  # wakes the executor
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

    # Parameters, with the interface of rxros2's nodes.

    def now(self) -> int:
        """Returns the time of the node's clock in nanoseconds."""
        return int(self.rclpy.get_clock().now().nanoseconds)

    def has_parameter(self, name: str) -> bool:
        """Returns whether a parameter is declared."""
        return bool(self.rclpy.has_parameter(name))

    def declare_parameter(self, name: str, default: Any, descriptor: Any = None) -> Any:
        """Declares a parameter and returns its value."""
        if isinstance(default, ParameterType):
            default = importlib.import_module('rclpy.parameter').Parameter.Type(int(default))
        arguments = () if descriptor is None else (descriptor,)
        return self.rclpy.declare_parameter(name, default, *arguments).value

    def get_parameter(self, name: str) -> Any:
        """Returns the value of a parameter. ParameterUninitializedException if it has none."""
        try:
            return self.rclpy.get_parameter(name).value
        except importlib.import_module('rclpy.exceptions').ParameterUninitializedException as error:
            raise ParameterUninitializedException(str(error)) from None

    def set_parameter(self, name: str, value: Any) -> None:
        """Sets a parameter. ParameterRefused if the node rejects the value."""
        parameter = importlib.import_module('rclpy.parameter').Parameter
        (result,) = self.rclpy.set_parameters([parameter(name, value=value)])
        if not result.successful:
            raise ParameterRefused(f'{self.name}: {name} not set: {result.reason}')

    def add_post_set_parameters_callback(self, callback: Callable[[dict[str, Any]], object]) -> ParameterCallback:
        """Calls `callback` with the names and values of parameters after they are set."""
        return ParameterCallback(self.rclpy, callback)

    @property
    def _core(self) -> NoReturn:
        raise TypeError(
            f'{self.name} is a node of rclpy, which supports topics, services, timers and Param only; expected ours'
        )

    # Endpoints. They decode messages and warn about incompatible QoS themselves.

    @property
    def programs(self) -> Any:
        """The rclpy node that programs use."""
        return self.rclpy

    def interface(self, package: str, kind: str, name: str) -> Any:
        """Imports the class from the Python package of the definition. Raises ImportError if it is not installed."""
        return getattr(importlib.import_module(f'{package}.{kind}'), name)

    def profile(self, qos: Any) -> Any:
        """Returns `qos` unchanged; the endpoints convert it to rclpy's profile."""
        return qos

    def codec(self, cls: Any) -> AsIs:
        """Returns a codec that leaves messages unchanged, because rclpy serializes them."""
        return _AS_IS

    def subscription(self, topic: str, cls: Any, qos: Any, kinds: Sequence[int], raw: bool = False) -> Subscription:
        """Creates a subscription; it reports only matches, so `kinds` is not used."""
        return Subscription(self, cls, topic, qos, raw)

    def publisher(
        self, topic: str, cls: Any, qos: Any, kinds: Sequence[int], use_shared_memory: bool = True
    ) -> Publisher:
        """Creates a publisher; it reports only matches, so `kinds` is not used.

        `use_shared_memory` is not used either: the middleware of rclpy decides that.
        """
        return Publisher(self, cls, topic, qos)

    def client(self, service: str, srv_type: Any, qos: Any = qos_profile_services_default) -> Client:
        """Creates a service client on the rclpy node."""
        return Client(self, srv_type, service, qos)

    def server(self, service: str, srv_type: Any, qos: Any = qos_profile_services_default) -> Server:
        """Creates a service server on the rclpy node."""
        return Server(self, srv_type, service, qos)

    def timer(self, period: int, clock: ClockType = ClockType.ROS_TIME) -> Timer:
        """Creates a timer with a period in nanoseconds, on the node's clock for ROS_TIME."""
        return Timer(self, period, clock)

    def wait_clock(self) -> WaitClock:
        """Creates a clock for waits that follows the rclpy node's clock."""
        return WaitClock(self)

    def graph_events(self) -> None:
        """Returns None: nodes of rclpy do not report changes of the ROS graph."""
        return None

    def is_simulated(self) -> bool:
        """Returns whether the rclpy node's clock follows simulated time."""
        return bool(getattr(self.rclpy.get_clock(), 'ros_time_is_active', False))

    def to_rclpy_profile(self, profile: Any) -> Any:
        """Returns rclpy's profile for a QoSProfile; another object is returned unchanged."""
        if not isinstance(profile, QoSProfile):
            return profile
        rclpy_qos: Any = importlib.import_module('rclpy.qos')
        duration: Any = importlib.import_module('rclpy.duration').Duration
        policies = {
            'history': rclpy_qos.HistoryPolicy(int(profile.history)),
            'depth': profile.depth,
            'reliability': rclpy_qos.ReliabilityPolicy(int(profile.reliability)),
            'durability': rclpy_qos.DurabilityPolicy(int(profile.durability)),
            'liveliness': rclpy_qos.LivelinessPolicy(int(profile.liveliness)),
        }
        for name in ('lifespan', 'deadline', 'liveliness_lease_duration'):
            seconds = getattr(profile, name)
            if seconds is not None:
                policies[name] = duration(seconds=seconds)
        return rclpy_qos.QoSProfile(**policies)


class ParameterCallback:
    """A registered callback for set parameters, with the interface of rxros2.node.ParameterCallback."""

    def __init__(self, node: Any, callback: Callable[[dict[str, Any]], object]) -> None:
        self._node = node
        self._callback = callback
        node.add_post_set_parameters_callback(self._set)

    def _set(self, parameters: list[Any]) -> None:
        self._callback({changed.name: changed.value for changed in parameters})

    def remove(self) -> None:
        """Removes the callback; a second call does nothing."""
        with suppress(ValueError):  # it was removed before
            self._node.remove_post_set_parameters_callback(self._set)
