# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_parameter: the values of a parameter as a stream. parameter_events: changes of parameters of all nodes."""

from __future__ import annotations

from typing import Any

from ..qos import QoSProfile
from .node import Node, as_node
from .stream import SharedSource, Stream, Subscriber
from .topics import from_topic


def from_parameter(node: Node, name: str) -> Stream[Any]:
    """Emits the value of a declared parameter of this node, then each that it is set to.

    ::

        set 'gain' to                ----2-----3----
        from_parameter(n, 'gain')    1---2-----3----|     (| the node was closed, or shutdown())

    The first value is emitted by subscribe(), the others in the node's executor, after the parameter is set. Rejected
    values are not emitted; declare the parameter with a range or a callback for that. A parameter that is not declared
    or has no value yet is the stream's error, as of Node.get_parameter().
    """
    return _Parameter(as_node(node), name).stream()


class _Parameter(SharedSource[Any]):
    def __init__(self, node: Node, name: str) -> None:
        super().__init__(node, f'from_parameter({name})')
        self._parameter = name
        self._callback: Any = None

    def _add(self, subscriber: Subscriber[Any]) -> None:
        try:
            value = None if self._node.closed else self._node.get_parameter(self._parameter)
        except Exception as error:
            subscriber.error(error)
            return
        super()._add(subscriber)
        subscriber.next(value)

    def _connect(self) -> None:
        self._callback = self._node.add_post_set_parameters_callback(self._set)

    def _disconnect(self) -> None:
        callback, self._callback = self._callback, None
        if callback is not None:
            callback.remove()

    def _set(self, values: dict[str, Any]) -> None:
        """Emits a new value. Called in the thread that sets it."""
        if self._parameter in values:
            self._node.scheduler.run(self._next, values[self._parameter])


def parameter_events(node: Node) -> Stream[Any]:
    """Emits the changes of parameters of all nodes: rcl_interfaces/msg/ParameterEvent, from /parameter_events."""
    cls = as_node(node)._backing.interface('rcl_interfaces', 'msg', 'ParameterEvent')
    return from_topic(node, cls, '/parameter_events', QoSProfile(depth=1000))


__all__ = ['from_parameter', 'parameter_events']
