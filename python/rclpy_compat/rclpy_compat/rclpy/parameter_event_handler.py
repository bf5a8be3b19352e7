# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ParameterEventHandler: callbacks for changes of parameters of any node."""

from __future__ import annotations

import threading
from collections.abc import Callable
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
        self._lock = threading.Lock()
        self._of_parameters: list[ParameterCallbackHandle] = []
        self._of_events: list[ParameterEventCallbackHandle] = []
        self.parameter_event_subscription = node.create_subscription(
            ParameterEvent,
            '/parameter_events',
            self._happened,
            qos_profile,
            callback_group=callback_group,
            event_callbacks=event_callbacks,
            qos_overriding_options=qos_overriding_options,
        )

    def _happened(self, event: Any) -> None:
        with self._lock:
            of_parameters, of_events = list(self._of_parameters), list(self._of_events)
        for handle in reversed(of_parameters):
            parameter = self.get_parameter_from_event(event, handle.parameter_name, handle.node_name)
            if parameter is not None:
                handle.callback(parameter)
        for event_handle in reversed(of_events):
            event_handle.callback(event)

    def add_parameter_callback(
        self, parameter_name: str, node_name: str, callback: Callable[[Any], None]
    ) -> ParameterCallbackHandle:
        """Calls `callback` with the rcl_interfaces/msg/Parameter at each change.

        `node_name` is in this node's namespace; '' is this node.
        """
        handle = ParameterCallbackHandle(parameter_name, self._resolve(node_name), callback)
        with self._lock:
            self._of_parameters.append(handle)
        return handle

    def remove_parameter_callback(self, handle: ParameterCallbackHandle) -> None:
        """Removes the callback. Raises ValueError if it is not registered."""
        with self._lock:
            self._of_parameters.remove(handle)

    def add_parameter_event_callback(self, callback: Callable[[Any], None]) -> ParameterEventCallbackHandle:
        """Calls `callback` with each rcl_interfaces/msg/ParameterEvent."""
        handle = ParameterEventCallbackHandle(callback)
        with self._lock:
            self._of_events.append(handle)
        return handle

    def remove_parameter_event_callback(self, handle: ParameterEventCallbackHandle) -> None:
        """Removes the callback. Raises ValueError if it is not registered."""
        with self._lock:
            self._of_events.remove(handle)

    def _resolve(self, node_name: str) -> str:
        if not node_name:
            return self.node.get_fully_qualified_name()
        return node_name if node_name.startswith('/') else f'{self.node.get_namespace().rstrip("/")}/{node_name}'

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
    def get_parameters_from_event(event: Any) -> list[Any]:
        """Returns the new and the changed parameters of an event."""
        return [*event.new_parameters, *event.changed_parameters]

    def destroy(self) -> None:
        """Ends the subscription."""
        self.node.destroy_subscription(self.parameter_event_subscription)
