# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ParameterEventHandler: callbacks for changes of parameters of any node."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

from .impl.reexports import reexports
from .qos import QoSProfile, qos_profile_parameter_events

if TYPE_CHECKING:
    from .callback_groups import CallbackGroup
    from .event_handler import SubscriptionEventCallbacks
    from .node import Node
    from .qos_overriding_options import QoSOverridingOptions

__getattr__ = reexports(__name__)


class ParameterCallbackHandle:
    """A registered callback for one parameter of one node."""

    def __init__(self, parameter_name: str, node_name: str, callback: Callable[[Any], None]) -> None:
        self.parameter_name = parameter_name
        self.node_name = node_name
        self.callback = callback


class ParameterEventCallbackHandle:
    """A registered callback for all events."""

    def __init__(self, callback: Callable[[Any], None]) -> None:
        self.callback = callback


class ParameterEventHandler:
    """Calls back for messages on /parameter_events, in the node's executor, the latest callback first. Thread-safe."""

    class Callbacks:
        """The callbacks of a handler. Thread-safe."""

        def __init__(self) -> None:
            self._lock = threading.Lock()  # guards the members below
            self.parameter_callbacks: dict[tuple[str, str], list[ParameterCallbackHandle]] = {}
            self.event_callbacks: list[ParameterEventCallbackHandle] = []

        def event_callback(self, event: Any) -> None:
            """Calls the callbacks for an rcl_interfaces/msg/ParameterEvent."""
            with self._lock:
                of_parameters = [(key, list(handles)) for key, handles in self.parameter_callbacks.items()]
                of_events = list(self.event_callbacks)
            for (parameter_name, node_name), handles in of_parameters:
                parameter = ParameterEventHandler.get_parameter_from_event(event, parameter_name, node_name)
                if parameter is not None:
                    for handle in handles:
                        handle.callback(parameter)
            for event_handle in of_events:
                event_handle.callback(event)

        def add_parameter_callback(
            self, parameter_name: str, node_name: str, callback: Callable[[Any], None]
        ) -> ParameterCallbackHandle:
            """Adds a callback for one parameter of the node with this full name."""
            handle = ParameterCallbackHandle(parameter_name, node_name, callback)
            with self._lock:
                self.parameter_callbacks.setdefault((parameter_name, node_name), []).insert(0, handle)
            return handle

        def remove_parameter_callback(self, handle: ParameterCallbackHandle) -> None:
            """Removes a callback. Raises RuntimeError if it is not registered."""
            key = handle.parameter_name, handle.node_name
            with self._lock:
                _remove(self.parameter_callbacks.get(key, []), handle)
                if not self.parameter_callbacks[key]:
                    del self.parameter_callbacks[key]

        def add_parameter_event_callback(self, callback: Callable[[Any], None]) -> ParameterEventCallbackHandle:
            """Adds a callback for each event."""
            handle = ParameterEventCallbackHandle(callback)
            with self._lock:
                self.event_callbacks.insert(0, handle)
            return handle

        def remove_parameter_event_callback(self, handle: ParameterEventCallbackHandle) -> None:
            """Removes a callback. Raises RuntimeError if it is not registered."""
            with self._lock:
                _remove(self.event_callbacks, handle)

    def __init__(
        self,
        node: Node,
        qos_profile: QoSProfile = qos_profile_parameter_events,
        callback_group: CallbackGroup | None = None,
        event_callbacks: SubscriptionEventCallbacks | None = None,
        qos_overriding_options: QoSOverridingOptions | None = None,
        raw: bool = False,
    ) -> None:
        """The options are those of Node.create_subscription(); `raw` is not used, since callbacks get messages."""
        from rxros2.interfaces.rcl_interfaces.msg import ParameterEvent

        self.node = node
        self.qos_profile = qos_profile
        self._callbacks = ParameterEventHandler.Callbacks()
        self.parameter_event_subscription = node.create_subscription(
            ParameterEvent,
            '/parameter_events',
            self._callbacks.event_callback,
            qos_profile,
            callback_group=callback_group,
            event_callbacks=event_callbacks,
            qos_overriding_options=qos_overriding_options,
            raw=raw,
        )

    def add_parameter_callback(
        self, parameter_name: str, node_name: str, callback: Callable[[Any], None]
    ) -> ParameterCallbackHandle:
        """Calls `callback` with the rcl_interfaces/msg/Parameter at each change.

        `node_name` is in this node's namespace; '' is this node.
        """
        return self._callbacks.add_parameter_callback(parameter_name, self._resolve_path(node_name), callback)

    def remove_parameter_callback(self, handle: ParameterCallbackHandle) -> None:
        """Removes the callback. Raises RuntimeError if it is not registered."""
        self._callbacks.remove_parameter_callback(handle)

    def add_parameter_event_callback(self, callback: Callable[[Any], None]) -> ParameterEventCallbackHandle:
        """Calls `callback` with each rcl_interfaces/msg/ParameterEvent."""
        return self._callbacks.add_parameter_event_callback(callback)

    def remove_parameter_event_callback(self, handle: ParameterEventCallbackHandle) -> None:
        """Removes the callback. Raises RuntimeError if it is not registered."""
        self._callbacks.remove_parameter_event_callback(handle)

    def _resolve_path(self, node_path: str | None = None) -> str:
        """Returns the full name of a node, by default of this one."""
        if not node_path:
            return self.node.get_fully_qualified_name()
        return node_path if node_path.startswith('/') else f'{self.node.get_namespace().rstrip("/")}/{node_path}'

    @staticmethod
    def get_parameter_from_event(event: Any, parameter_name: str, node_name: str) -> Any:
        """Returns a Parameter of an event; None if the event does not contain it."""
        if event.node != node_name:
            return None
        for parameter in ParameterEventHandler.get_parameters_from_event(event):
            if parameter.name == parameter_name:
                return parameter
        return None

    @staticmethod
    def get_parameters_from_event(event: Any) -> Iterable[Any]:
        """Returns an iterator over the new and the changed parameters of an event."""
        return chain(event.new_parameters, event.changed_parameters)

    def destroy(self) -> None:
        """Ends the subscription."""
        self.node.destroy_subscription(self.parameter_event_subscription)


def _remove(handles: list[Any], handle: Any) -> None:
    """Removes a handle. Raises RuntimeError if it is not in the list."""
    if handle not in handles:
        raise RuntimeError('ParameterEventHandler: the callback is not registered, or was removed before')
    handles.remove(handle)
