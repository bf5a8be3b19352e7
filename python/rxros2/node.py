# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Node: a ROS 2 node that needs no installed ROS 2. Any ROS 2 machine on the network sees it."""

from __future__ import annotations

import atexit
import functools
import os
import sys
import traceback
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

from . import _core
from ._caller import place_of, user_frame
from ._replay_state import is_replayed
from ._sigterm import hold, release
from .arguments import ros_arguments
from .names import text
from .qos import QoSProfile
from .rclpy_names import missing_in_node
from .stream_errors import PARAMETER, policy

if TYPE_CHECKING:
    from .parameters import ParameterType

SERVICE_TYPES_OF_NODES = ('rcl_interfaces/srv/', 'type_description_interfaces/srv/')
"""The beginnings of the types of services that each node has: for parameters, loggers and types."""

_open: weakref.WeakSet[Node] = weakref.WeakSet()


class Logger:
    """Logs under a name to the console, and to /rosout if the name is a node's or that of its child. Thread-safe."""

    def __init__(self, name: str) -> None:
        self.name = name

    def debug(self, text: str) -> None:
        """Logs with severity debug."""
        self._log(10, text)

    def info(self, text: str) -> None:
        """Logs with severity info."""
        self._log(20, text)

    def warning(self, text: str) -> None:
        """Logs with severity warning."""
        self._log(30, text)

    warn = warning

    def error(self, text: str) -> None:
        """Logs with severity error."""
        self._log(40, text)

    def fatal(self, text: str) -> None:
        """Logs with severity fatal."""
        self._log(50, text)

    def set_level(self, level: int) -> None:
        """Sets the least severity to log: 10 debug, 20 info, 30 warning, 40 error, 50 fatal, 0 as the parent."""
        _core.set_logger_level(self.name, level)

    def is_enabled_for(self, level: int) -> bool:
        """Returns whether a message of this severity would be logged."""
        return level >= _core.logger_level(self.name)

    def get_child(self, name: str) -> Logger:
        """Returns the logger of the name '<name>.<child>'."""
        return Logger(f'{self.name}.{name}')

    def _log(self, severity: int, text: str) -> None:
        """Never raises."""
        try:
            frame = sys._getframe(2)
            place = frame.f_code.co_name, frame.f_code.co_filename, frame.f_lineno
        except ValueError:  # called from C: by atexit, or as the function of a thread
            place = '', '', 0
        try:
            _core.log(self.name, severity, text, *place)
        except TypeError:  # not a text, or a text that cannot be encoded
            _core.log(_plain(self.name), severity, _plain(text), _plain(place[0]), _plain(place[1]), place[2])


def _plain(text: object) -> str:
    """Returns a text that can be encoded: other characters are written as their numbers."""
    try:
        plain = text if isinstance(text, str) else str(text)
    except Exception as error:
        plain = f'<{type(text).__name__} whose str() fails: {type(error).__name__}>'
    return plain.encode('utf-8', 'backslashreplace').decode()


@dataclass(frozen=True)
class EndpointInfo:
    """A publisher or subscription that the graph contains."""

    node_name: str
    node_namespace: str
    topic_type: str
    topic_type_hash: str
    """'RIHS01_…'; empty if the peer does not announce it."""
    endpoint_gid: bytes
    qos_profile: QoSProfile
    """The announced policies. History and depth are not announced on the wire."""


def _endpoint(values: tuple[str, str, str, str, bytes, Any]) -> EndpointInfo:
    return EndpointInfo(*values[:5], QoSProfile._from_values(values[5]))


class ParameterCallback:
    """A registered callback of a node. Keep it to remove() the callback."""

    def __init__(self, core: _core.ParameterCallback, kept_by: set[ParameterCallback]) -> None:
        self._core = core
        self._kept_by = kept_by
        kept_by.add(self)

    def remove(self) -> None:
        """Unregisters the callback. A second call does nothing."""
        self._kept_by.discard(self)
        self._core.close()


class Node:
    """A ROS 2 node with its parameter services, served by a C++ thread that never waits for Python.

    Publishers, subscriptions, clients and servers of rxros2.aio.ros2 are made with it. It is closed by close(), at the
    end of `with`, or when Python ends. Thread-safe.

    While a node that was made in the main thread is open, SIGTERM ends the program as cleanly as Ctrl-C (SystemExit,
    exit code 0), unless the program handles SIGTERM itself. A child of os.fork() can neither use the node nor make
    one.

    Values of parameters are bool, int, float, str, bytes, and lists of the first four. The functions for parameters
    raise the errors of rxros2.parameters: ParameterNotDeclaredException (a LookupError),
    ParameterAlreadyDeclaredException, InvalidParameterValueException (out of range, or refused by a callback),
    ParameterImmutableException (all ValueErrors), InvalidParameterTypeException (a TypeError).
    """

    def __init__(
        self,
        name: str,
        *,
        namespace: str = '',
        args: list[str] | None = None,
        domain_id: int | None = None,
        use_shared_memory: bool = True,
        engine: str = '',
        share: Node | None = None,
        parameters: Mapping[str, Any] | None = None,
        allow_undeclared_parameters: bool = False,
        declare_parameters_from_overrides: bool = False,
        enable_logger_service: bool = False,
        on_stream_error: str | None = None,
    ) -> None:
        """`args` are arguments as on a command line, '--ros-args …'; [] means none.

        By default they are those of `share`, else what follows --ros-args in sys.argv, as in rclpy.

        `domain_id` overrides ROS_DOMAIN_ID, but not in a replay. `engine`: 'dds' or 'zenoh', which carries the data; it
        overrides RMW_IMPLEMENTATION. `share`: a node whose connection and thread this one shares; `domain_id`, `engine`
        and `use_shared_memory` are then ignored. `use_shared_memory`: False sends large messages over the network to
        processes of this host, too. `parameters`: overrides of the defaults of
        declare_parameter(); they are stronger than those of the command line. `on_stream_error`: see rxros2.rx.Node.
        Raises ValueError for a name that ROS 2 does not allow.
        """
        text('node', name)
        if args is None and share is None:
            args = ros_arguments()
        policy(on_stream_error)
        self._process = os.getpid()
        self._context: _core.Context = (
            _core.Context(args or [], domain_id, use_shared_memory, engine) if share is None else share._context
        )
        overrides = []
        if parameters:
            from .messages.codec import encode
            from .parameters import named

            overrides = [encode(named(parameter, value)) for parameter, value in parameters.items()]
        self._core: _core.Node = _core.Node(
            self._context,
            name,
            namespace,
            args if args is not None and (share is not None or is_replayed()) else [],
            use_global_arguments=share is None or args is None or bool(args),
            allow_undeclared_parameters=allow_undeclared_parameters,
            declare_parameters_from_overrides=declare_parameters_from_overrides,
            enable_logger_service=enable_logger_service,
            parameter_overrides=overrides,
        )
        try:
            self.on_stream_error = policy(on_stream_error, self._override(PARAMETER))
        except ValueError:
            self._core.close()
            raise
        """The effect of an error of a stream that nothing handles: 'log', 'shutdown' or 'raise'."""
        self.name = self._core.name()
        """The fully qualified name."""
        self.logger = Logger(self._core.logger_name())
        self._callbacks: set[ParameterCallback] = set()
        self._declared: dict[str, tuple[Any, str]] = {}  # default and place of each parameter that Python declared
        self._entities: weakref.WeakSet[Any] = weakref.WeakSet()  # subs, publishers, … of rxros2.aio.ros2
        _open.add(self)
        hold(self)

    # --- the graph ---

    def graph_changed(self) -> bool:
        """Returns whether the graph changed since the last call; the first call returns True. Not thread-safe."""
        return self._core.graph_changed()

    def topics(self) -> dict[str, list[str]]:
        """Returns the topics in the graph with their types."""
        return self._core.topics()

    def services(self) -> dict[str, list[str]]:
        """Returns the services in the graph with their types."""
        return self._core.services()

    def nodes(self) -> list[str]:
        """Returns the fully qualified names of the nodes in the graph."""
        return self._core.nodes()

    def count_publishers(self, topic: str) -> int:
        """Returns the number of publishers of a topic in the graph."""
        return self._core.count_publishers(topic)

    def count_subscribers(self, topic: str) -> int:
        """Returns the number of subscriptions of a topic in the graph."""
        return self._core.count_subscribers(topic)

    def count_services(self, service: str) -> int:
        """Returns the number of servers of a service in the graph."""
        return self._core.count_services(service)

    def count_clients(self, service: str) -> int:
        """Returns the number of clients of a service in the graph."""
        return self._core.count_clients(service)

    def publishers_info(self, topic: str) -> list[EndpointInfo]:
        """Returns the publishers of a topic. Raises ValueError for a name that ROS 2 does not allow."""
        return [_endpoint(endpoint) for endpoint in self._core.publishers_of(topic)]

    def subscriptions_info(self, topic: str) -> list[EndpointInfo]:
        """Returns the subscriptions of a topic. Raises ValueError for a name that ROS 2 does not allow."""
        return [_endpoint(endpoint) for endpoint in self._core.subscriptions_of(topic)]

    def servers_info(self, service: str) -> list[EndpointInfo]:
        """Returns the servers of a service, as DDS names them: subscriptions to its requests."""
        return [_endpoint(endpoint) for endpoint in self._core.subscriptions_of(f'rq{service}Request', True)]

    def without_shared_memory(self, topic: str) -> dict[tuple[bytes, bytes], str]:
        """Returns why large messages of a topic do not travel through shared memory.

        The keys are the GIDs of each publisher with each subscription; the reason is empty if they do.
        """
        return {
            (publisher, subscription): reason
            for publisher, subscription, reason in self._core.without_shared_memory(topic)
        }

    def publishers_of(self, node: str) -> dict[str, list[str]]:
        """Returns the topics that the node '/namespace/name' publishes, with their types.

        RuntimeError for an unknown node.
        """
        return self._core.publishers_by_node(*_split(node))

    def subscriptions_of(self, node: str) -> dict[str, list[str]]:
        """Returns the topics that a node subscribes to, with their types. RuntimeError for an unknown node."""
        return self._core.subscriptions_by_node(*_split(node))

    def services_of(self, node: str) -> dict[str, list[str]]:
        """Returns the services that a node offers, with their types. RuntimeError for an unknown node."""
        return self._core.services_by_node(*_split(node))

    def clients_of(self, node: str) -> dict[str, list[str]]:
        """Returns the services that a node calls, with their types. RuntimeError for an unknown node."""
        return self._core.clients_by_node(*_split(node))

    # --- parameters ---

    def declare_parameter(
        self, name: str, default: Any, descriptor: Any = None, *, ignore_override: bool = False
    ) -> Any:
        """Declares a parameter and returns its value: the default, unless arguments or `parameters` override it.

        `default` may also be a ParameterType: the parameter then has no value until it is set. `descriptor`: a
        rcl_interfaces/msg/ParameterDescriptor with description, range, read_only, … An override that is an integer is
        converted if the parameter is a floating-point number, as set_parameter() does.
        """
        from .messages import interface
        from .messages.codec import decode, encode
        from .parameters import ParameterType, from_message, named

        described = encode(descriptor or interface('rcl_interfaces/msg/ParameterDescriptor')())
        override = None if ignore_override else self._integer_override(name, default)
        if override is not None:
            sample = self._core.declare_parameter(name, encode(named(name, override).value), described, True)
        elif isinstance(default, ParameterType):
            sample = self._core.declare_parameter_type(name, default, described, ignore_override)
        else:
            sample = self._core.declare_parameter(name, encode(named(name, default).value), described, ignore_override)
        self._declared[name] = default, place_of(user_frame())
        return from_message(decode(interface('rcl_interfaces/msg/ParameterValue'), sample))

    def _override(self, name: str) -> Any:
        """Returns the value that the command line or `parameters` give to a parameter; None if they do not."""
        for sample in self._core.parameter_overrides():
            if name.encode() in sample:  # decodes nothing for the nodes without it
                from .parameters import from_message, unpack

                (parameter,) = unpack('Parameter', [sample])
                if parameter.name == name:
                    return from_message(parameter.value)
        return None

    def _integer_override(self, name: str, default: Any) -> Any:
        """Returns the override of a floating-point parameter if it is written as an integer, as in `-p gain:=3`."""
        from .parameters import ParameterType, from_message, type_of

        kind = default if isinstance(default, ParameterType) else type_of(default)
        if kind not in (ParameterType.DOUBLE, ParameterType.DOUBLE_ARRAY):
            return None
        override = self._overrides.get(name)
        if override is not None and override.type == kind - 1:  # the same of integers
            value = from_message(override)
            return float(value) if kind is ParameterType.DOUBLE else [float(item) for item in value]
        return None

    @functools.cached_property
    def _overrides(self) -> dict[str, Any]:
        """The overrides by name, decoded once: a file may have hundreds, and each parameter looks for its own."""
        from .parameters import unpack

        return {override.name: override.value for override in unpack('Parameter', self._core.parameter_overrides())}

    def undeclare_parameter(self, name: str) -> None:
        """Removes a parameter."""
        self._core.undeclare_parameter(name)
        self._declared.pop(name, None)

    def has_parameter(self, name: str) -> bool:
        """Returns whether the parameter is declared."""
        return self._core.has_parameter(name)

    def get_parameter(self, name: str) -> Any:
        """Returns the parameter's value. Raises ParameterUninitializedException (a ValueError) if it has none yet."""
        return self.get_parameters([name])[name]

    def get_parameters(self, names: list[str]) -> dict[str, Any]:
        """Returns the values of the parameters by name. Raises the same errors as get_parameter()."""
        from .parameters import from_message, unpack

        parameters = unpack('Parameter', self._core.get_parameters(names))
        return {parameter.name: from_message(parameter.value) for parameter in parameters}

    def set_parameter(self, name: str, value: Any) -> None:
        """Sets a parameter. Raises ParameterRefused if its range, its type or a callback does not allow the value."""
        self.set_parameters({name: value})

    def set_parameters(self, values: Mapping[str, Any]) -> None:
        """Sets all parameters or none. Raises the same errors as set_parameter()."""
        from .messages.codec import encode
        from .parameters import ParameterRefused, named, unpack

        if not isinstance(values, Mapping):
            raise TypeError(f'set_parameters: expected {{name: value}}, found {values!r}')

        def like(name: str) -> int | None:
            return self._core.parameter_types([name])[0] or None if self.has_parameter(name) else None

        samples = [encode(named(name, value, like(name))) for name, value in values.items()]
        (result,) = unpack('SetParametersResult', [self._core.set_parameters_atomically(samples)])
        if not result.successful:
            raise ParameterRefused(f'{self.name}: {", ".join(values)} not set: {result.reason}')

    def list_parameters(self, prefixes: list[str] | None = None, depth: int = 0) -> list[str]:
        """Returns the names of the parameters below the prefixes (none: all), at most `depth` levels deep (0: all)."""
        from .parameters import unpack

        (result,) = unpack('ListParametersResult', [self._core.list_parameters(prefixes or [], depth)])
        return sorted(result.names)

    def describe_parameter(self, name: str) -> Any:
        """Returns the rcl_interfaces/msg/ParameterDescriptor of a parameter."""
        from .parameters import unpack

        return unpack('ParameterDescriptor', self._core.describe_parameters([name]))[0]

    def parameter_type(self, name: str) -> ParameterType:
        """Returns the type of a parameter."""
        from .parameters import ParameterType

        return ParameterType(self._core.parameter_types([name])[0])

    def add_on_set_parameters_callback(self, callback: Callable[[dict[str, Any]], Any]) -> ParameterCallback:
        """Calls `callback` with the values that are about to be set.

        It accepts them by returning None or True. It refuses them by returning the reason, or False. It may also return
        a rcl_interfaces/msg/SetParametersResult.

        It runs in the thread that sets the parameters; for requests to the node's services that is the node's own
        thread. An exception is raised where Python set the parameter; it refuses the request of a service. It is
        called until remove().
        """
        from .messages import interface
        from .messages.codec import encode
        from .parameters import from_message, unpack

        def call(samples: list[bytes]) -> bytes:
            values = {parameter.name: from_message(parameter.value) for parameter in unpack('Parameter', samples)}
            answer = callback(values)
            result = interface('rcl_interfaces/msg/SetParametersResult')
            if answer is None or answer is True:
                answer = result(successful=True)
            elif answer is False or isinstance(answer, str):
                name = getattr(callback, '__name__', repr(callback))
                answer = result(successful=False, reason=answer or f'{name}() refused {", ".join(values)}')
            elif not isinstance(answer, result):
                raise TypeError(
                    f'a callback of add_on_set_parameters_callback() returned {answer!r}; expected None or True, a '
                    'reason or False, or a SetParametersResult'
                )
            return encode(answer)

        return ParameterCallback(self._core.add_parameter_callback('on_set', call), self._callbacks)

    def add_post_set_parameters_callback(self, callback: Callable[[dict[str, Any]], object]) -> ParameterCallback:
        """Calls `callback` with the values that were set, like add_on_set_parameters_callback()."""
        from .parameters import from_message, unpack

        def call(samples: list[bytes]) -> None:
            callback({parameter.name: from_message(parameter.value) for parameter in unpack('Parameter', samples)})

        return ParameterCallback(self._core.add_parameter_callback('post_set', call), self._callbacks)

    def get_logger(self) -> Logger:
        """Returns the node's logger, under rclpy's name."""
        return self.logger

    # --- time, and the end ---

    def now(self) -> int:
        """Returns ROS time in nanoseconds; it is simulated if use_sim_time is set."""
        return self._core.now()

    def stamp(self) -> Any:
        """Returns ROS time as a builtin_interfaces/msg/Time, for the header of a message."""
        from .stamps import stamp_from

        return stamp_from(self.now())

    def age(self, message: Any) -> float:
        """Returns the seconds from a message's header.stamp until now. Raises TypeError for a message without one.

        It is negative if the clock of the message's node is ahead.
        """
        from .stamps import stamp_of

        return (self.now() - stamp_of(message)) / 1e9

    def __getattr__(self, name: str) -> NoReturn:
        raise missing_in_node(self, name)

    def _pop_entity(self) -> Any:
        try:
            return self._entities.pop()
        except KeyError:
            return None

    @property
    def forked(self) -> bool:
        """True in a child of os.fork().

        There the node cannot be used or closed; the parent's node continues to work.
        """
        return self._process != os.getpid()

    def close(self) -> None:
        """Closes the entities of rxros2.aio.ros2 that were made with the node, then the node.

        A second call does nothing. It also does nothing in a forked child.
        """
        if self.forked:
            return
        _open.discard(self)
        failed: BaseException | None = None
        while (entity := self._pop_entity()) is not None:  # another thread may add one meanwhile
            try:
                entity.close()
            except BaseException as error:  # the rest and the node are still closed
                failed = error
        self._callbacks.clear()
        self._core.close()
        release(self)
        if failed is not None:
            raise failed

    def __enter__(self) -> Node:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f'<rxros2 node {self.name}>'


def _split(node: str) -> tuple[str, str]:
    namespace, _, name = node.rpartition('/')
    return name, namespace or '/'


def open_nodes() -> list[Node]:
    """Returns the nodes of this process that are not closed. Thread-safe."""
    return list(_open)


@atexit.register
def _close_all() -> None:
    """Ends the C++ threads before the interpreter ends."""
    for node in list(_open):
        try:
            node.close()
        except Exception:
            traceback.print_exc()


os.register_at_fork(after_in_child=_open.clear)
