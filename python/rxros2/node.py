# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Node: a ROS 2 node. No ROS 2 need be installed; any ROS 2 machine on the network sees it."""

from __future__ import annotations

import atexit
import os
import sys
import traceback
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _core
from ._replayed import is_replayed
from ._sigterm import hold, release
from .names import text
from .qos import QoSProfile

if TYPE_CHECKING:
    from .parameters import ParameterType

_open: weakref.WeakSet[Node] = weakref.WeakSet()


class Logger:
    """Logs under a name: to the console, and to /rosout if it is a node's or that of a child. Any thread."""

    def __init__(self, name: str) -> None:
        self.name = name

    def debug(self, text: str) -> None:
        self._log(10, text)

    def info(self, text: str) -> None:
        self._log(20, text)

    def warning(self, text: str) -> None:
        self._log(30, text)

    warn = warning

    def error(self, text: str) -> None:
        self._log(40, text)

    def fatal(self, text: str) -> None:
        self._log(50, text)

    def set_level(self, level: int) -> None:
        """Nothing below it is logged: 10 debug, 20 info, 30 warning, 40 error, 50 fatal, 0 as the parent."""
        _core.set_logger_level(self.name, level)

    def is_enabled_for(self, level: int) -> bool:
        """True if something of this level would be logged."""
        return level >= _core.logger_level(self.name)

    def get_child(self, name: str) -> Logger:
        return Logger(f'{self.name}.{name}')

    def _log(self, severity: int, text: str) -> None:
        """Never raises."""
        try:
            frame = sys._getframe(2)
            place = frame.f_code.co_name, frame.f_code.co_filename, frame.f_lineno
        except ValueError:  # called by C: by atexit, or as a thread
            place = '', '', 0
        try:
            _core.log(self.name, severity, text, *place)
        except TypeError:  # what is no text, or has characters that no encoding has
            _core.log(_plain(self.name), severity, _plain(text), _plain(place[0]), _plain(place[1]), place[2])


def _plain(text: object) -> str:
    """As a text that can be encoded: what cannot be is written as its number."""
    try:
        found = text if isinstance(text, str) else str(text)
    except Exception as error:
        found = f'<{type(text).__name__} whose text is not to be had: {type(error).__name__}>'
    return found.encode('utf-8', 'backslashreplace').decode()


@dataclass(frozen=True)
class EndpointInfo:
    """A publisher or subscription that is known in the graph."""

    node_name: str
    node_namespace: str
    topic_type: str
    topic_type_hash: str
    """'RIHS01_…'; empty if its side does not tell."""
    endpoint_gid: bytes
    qos_profile: QoSProfile
    """As far as its side tells: history and depth are not announced on the wire."""


def _endpoint(values: tuple[str, str, str, str, bytes, Any]) -> EndpointInfo:
    return EndpointInfo(*values[:5], QoSProfile._from_values(values[5]))


class ParameterCallback:
    """A registered callback, for remove()."""

    def __init__(self, core: _core.ParameterCallback, kept_by: set[ParameterCallback]) -> None:
        self._core = core
        self._kept_by = kept_by
        kept_by.add(self)

    def remove(self) -> None:
        """It is not called any more. A second call does nothing."""
        self._kept_by.discard(self)
        self._core.close()


class Node:
    """A ROS 2 node with its parameter services, served by a thread of C++ that never waits for Python.

    Publishers, subscriptions, clients and servers of rxros2.aio.ros2 are made with it. Closed by close(), by leaving
    `with`, or when Python ends. Any thread.

    While one is open that was made in the main thread, SIGTERM ends the program as cleanly as Ctrl-C (SystemExit, exit
    code 0), unless the program handles SIGTERM itself. A child of os.fork() can do nothing with it, nor make its own.

    Values of parameters are bool, int, float, str, bytes, and lists of the first four. Errors of the functions about
    parameters, of rxros2.parameters: ParameterNotDeclaredException (a LookupError), ParameterAlreadyDeclaredException,
    InvalidParameterValueException (out of range, or refused by a callback), ParameterImmutableException (all
    ValueErrors), InvalidParameterTypeException (a TypeError).
    """

    def __init__(
        self,
        name: str,
        *,
        namespace: str = '',
        args: list[str] | None = None,
        domain_id: int | None = None,
        share: Node | None = None,
        parameters: Mapping[str, Any] | None = None,
        allow_undeclared_parameters: bool = False,
        declare_parameters_from_overrides: bool = False,
        enable_logger_service: bool = False,
    ) -> None:
        """`args`: as on a command line, '--ros-args …'. `domain_id`: else that of ROS_DOMAIN_ID; none in a replay.

        `share`: a node of which this one uses the connection and the thread; `domain_id` is then not looked at.
        `parameters`: values that are stronger than those of the command line, for when the parameter is declared.
        ValueError for a name that ROS 2 does not allow.
        """
        text('node', name)
        self._process = os.getpid()
        self._context: _core.Context = _core.Context(args or [], domain_id) if share is None else share._context
        overrides = []
        if parameters:
            from .messages.codec import encode
            from .parameters import named

            overrides = [encode(named(each, value)) for each, value in parameters.items()]
        self._core: _core.Node = _core.Node(
            self._context,
            name,
            namespace,
            args if args is not None and (share is not None or is_replayed()) else [],
            allow_undeclared_parameters=allow_undeclared_parameters,
            declare_parameters_from_overrides=declare_parameters_from_overrides,
            enable_logger_service=enable_logger_service,
            parameter_overrides=overrides,
        )
        self.name = self._core.name()
        """Fully qualified."""
        self.logger = Logger(self._core.logger_name())
        self._callbacks: set[ParameterCallback] = set()
        self._made: weakref.WeakSet[Any] = weakref.WeakSet()  # subs, publishers, … of rxros2.aio.ros2
        _open.add(self)
        hold(self)

    # --- the graph ---

    def graph_changed(self) -> bool:
        """Whether anything in the graph changed since the last call; True at the first. One thread."""
        return self._core.graph_changed()

    def topics(self) -> dict[str, list[str]]:
        """Topics that are known now, with their types."""
        return self._core.topics()

    def services(self) -> dict[str, list[str]]:
        """Services that are known now, with their types."""
        return self._core.services()

    def nodes(self) -> list[str]:
        """Fully qualified names of the nodes that are known now."""
        return self._core.nodes()

    def count_publishers(self, topic: str) -> int:
        return self._core.count_publishers(topic)

    def count_subscribers(self, topic: str) -> int:
        return self._core.count_subscribers(topic)

    def count_services(self, service: str) -> int:
        """Servers of it."""
        return self._core.count_services(service)

    def count_clients(self, service: str) -> int:
        return self._core.count_clients(service)

    def publishers_info(self, topic: str) -> list[EndpointInfo]:
        """The publishers of a topic. ValueError for a name that ROS 2 does not allow."""
        return [_endpoint(each) for each in self._core.publishers_of(topic)]

    def subscriptions_info(self, topic: str) -> list[EndpointInfo]:
        """The subscriptions of a topic. Errors as before."""
        return [_endpoint(each) for each in self._core.subscriptions_of(topic)]

    def publishers_of(self, node: str) -> dict[str, list[str]]:
        """Topics, with their types, that a node publishes; `node`: '/namespace/name'. RuntimeError if none is known."""
        return self._core.publishers_by_node(*_split(node))

    def subscriptions_of(self, node: str) -> dict[str, list[str]]:
        """Topics that a node listens to. As before."""
        return self._core.subscriptions_by_node(*_split(node))

    def services_of(self, node: str) -> dict[str, list[str]]:
        """Services that a node offers. As before."""
        return self._core.services_by_node(*_split(node))

    def clients_of(self, node: str) -> dict[str, list[str]]:
        """Services that a node calls. As before."""
        return self._core.clients_by_node(*_split(node))

    # --- parameters ---

    def declare_parameter(
        self, name: str, default: Any, descriptor: Any = None, *, ignore_override: bool = False
    ) -> Any:
        """The value that the parameter has now: the default, unless arguments or `parameters` give another.

        `default`: or a ParameterType; then it has no value until it is set. `descriptor`: a ParameterDescriptor of
        rcl_interfaces, with description, range, read_only, …
        """
        from .messages import interface
        from .messages.codec import decode, encode
        from .parameters import ParameterType, from_message, named

        described = encode(descriptor or interface('rcl_interfaces/msg/ParameterDescriptor')())
        if isinstance(default, ParameterType):
            sample = self._core.declare_parameter_type(name, default, described, ignore_override)
        else:
            sample = self._core.declare_parameter(name, encode(named(name, default).value), described, ignore_override)
        return from_message(decode(interface('rcl_interfaces/msg/ParameterValue'), sample))

    def undeclare_parameter(self, name: str) -> None:
        self._core.undeclare_parameter(name)

    def has_parameter(self, name: str) -> bool:
        return self._core.has_parameter(name)

    def get_parameter(self, name: str) -> Any:
        """Its value. ParameterUninitializedException (a ValueError) if it has none yet."""
        return self.get_parameters([name])[name]

    def get_parameters(self, names: list[str]) -> dict[str, Any]:
        from .parameters import from_message, unpack

        found = unpack('Parameter', self._core.get_parameters(names))
        return {each.name: from_message(each.value) for each in found}

    def set_parameter(self, name: str, value: Any) -> None:
        """ParameterRefused if its range, its type or a callback does not allow the value."""
        self.set_parameters({name: value})

    def set_parameters(self, values: Mapping[str, Any]) -> None:
        """All or none of them. Errors as set_parameter."""
        from .messages.codec import encode
        from .parameters import ParameterRefused, named, unpack

        def like(name: str) -> int | None:
            return self._core.parameter_types([name])[0] or None if self.has_parameter(name) else None

        samples = [encode(named(name, value, like(name))) for name, value in values.items()]
        (result,) = unpack('SetParametersResult', [self._core.set_parameters_atomically(samples)])
        if not result.successful:
            raise ParameterRefused(f'{self.name}: {", ".join(values)} not set: {result.reason}')

    def list_parameters(self, prefixes: list[str] | None = None, depth: int = 0) -> list[str]:
        """Names, of those below the prefixes (none: all), with at most `depth` levels below (0: all)."""
        from .parameters import unpack

        (found,) = unpack('ListParametersResult', [self._core.list_parameters(prefixes or [], depth)])
        return sorted(found.names)

    def describe_parameter(self, name: str) -> Any:
        """Its rcl_interfaces/msg/ParameterDescriptor."""
        from .parameters import unpack

        return unpack('ParameterDescriptor', self._core.describe_parameters([name]))[0]

    def parameter_type(self, name: str) -> ParameterType:
        from .parameters import ParameterType

        return ParameterType(self._core.parameter_types([name])[0])

    def add_on_set_parameters_callback(self, callback: Callable[[dict[str, Any]], str | None]) -> ParameterCallback:
        """`callback` gets the values that are to be set, and refuses them by returning a reason.

        It is called in the thread that sets them: for those who use the node's services, in the node's own. What it
        raises comes out where Python set the parameter; a service's request it refuses. It lives until remove().
        """
        from .messages import interface
        from .messages.codec import encode
        from .parameters import from_message, unpack

        def call(samples: list[bytes]) -> bytes:
            reason = callback({each.name: from_message(each.value) for each in unpack('Parameter', samples)})
            result = interface('rcl_interfaces/msg/SetParametersResult')
            return encode(result(successful=reason is None, reason=reason or ''))

        return ParameterCallback(self._core.add_parameter_callback('on_set', call), self._callbacks)

    def add_post_set_parameters_callback(self, callback: Callable[[dict[str, Any]], object]) -> ParameterCallback:
        """`callback` gets the values that were set; the rest as before."""
        from .parameters import from_message, unpack

        def call(samples: list[bytes]) -> None:
            callback({each.name: from_message(each.value) for each in unpack('Parameter', samples)})

        return ParameterCallback(self._core.add_parameter_callback('post_set', call), self._callbacks)

    def get_logger(self) -> Logger:
        """rclpy's name."""
        return self.logger

    # --- time, and the end ---

    def now(self) -> int:
        """ROS time, nanoseconds: simulated if use_sim_time is set."""
        return self._core.now()

    def _one_made(self) -> Any:
        try:
            return self._made.pop()
        except KeyError:
            return None

    @property
    def forked(self) -> bool:
        """True in a child of os.fork(): there nothing of the node works, and it has no end; the parent's goes on."""
        return self._process != os.getpid()

    def close(self) -> None:
        """Ends the node, after what rxros2.aio.ros2 made with it is closed. A second call does nothing.

        Nor does one in a child that was forked.
        """
        if self.forked:
            return
        _open.discard(self)
        failed: BaseException | None = None
        while (made := self._one_made()) is not None:  # any thread may make one meanwhile
            try:
                made.close()
            except BaseException as error:  # the others, and the node, are closed all the same
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
    """Those of this process that are not closed. Any thread."""
    return list(_open)


@atexit.register
def _close_all() -> None:
    """Threads of C++ end before the interpreter does."""
    for node in list(_open):
        try:
            node.close()
        except Exception:
            traceback.print_exc()


os.register_at_fork(after_in_child=_open.clear)
