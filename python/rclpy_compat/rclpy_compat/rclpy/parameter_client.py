# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""AsyncParameterClient: reads and sets the parameters of another node."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .impl.deadline import Deadline
from .impl.reexports import reexports
from .parameter import Parameter, parameter_dict_from_yaml_file
from .qos import QoSProfile, qos_profile_parameter_events, qos_profile_services_default
from .task import Future

if TYPE_CHECKING:
    from .callback_groups import CallbackGroup
    from .event_handler import SubscriptionEventCallbacks
    from .node import Node
    from .qos_overriding_options import QoSOverridingOptions
    from .subscription import Subscription

__getattr__ = reexports(__name__)


class AsyncParameterClient:
    """Reads and sets parameters of another node.

    Each call returns a future of the service's response; spin the node.
    """

    def __init__(
        self,
        node: Node,
        remote_node_name: str,
        qos_profile: QoSProfile = qos_profile_services_default,
        callback_group: CallbackGroup | None = None,
    ) -> None:
        from rxros2.interfaces.rcl_interfaces import srv

        self.node = node
        self.remote_node_name = remote_node_name
        self._clients = {
            kind: node.create_client(
                getattr(srv, kind), f'{remote_node_name}/{name}', qos_profile=qos_profile, callback_group=callback_group
            )
            for kind, name in (
                ('GetParameters', 'get_parameters'),
                ('SetParameters', 'set_parameters'),
                ('ListParameters', 'list_parameters'),
                ('DescribeParameters', 'describe_parameters'),
                ('GetParameterTypes', 'get_parameter_types'),
                ('SetParametersAtomically', 'set_parameters_atomically'),
            )
        }

    def services_are_ready(self) -> bool:
        """Returns whether all services of the node are available."""
        return all(client.service_is_ready() for client in self._clients.values())

    def wait_for_services(self, timeout_sec: float | None = None) -> bool:
        """Waits for all services of the node. Returns False after the timeout; see Client.wait_for_service()."""
        deadline = Deadline(timeout_sec)
        return all(client.wait_for_service(deadline.remaining()) for client in self._clients.values())

    def _call(self, kind: str, callback: Callable[[Future[Any]], None] | None, **request: Any) -> Future[Any]:
        client = self._clients[kind]
        future = client.call_async(client.srv_type.Request(**request))
        if callback is not None:
            future.add_done_callback(callback)
        return future

    def list_parameters(
        self,
        prefixes: list[str] | None = None,
        depth: int | None = None,
        callback: Callable[[Future[Any]], None] | None = None,
    ) -> Future[Any]:
        """Lists the parameters below the prefixes, at most `depth` levels deep (None or 0: all)."""
        return self._call('ListParameters', callback, prefixes=prefixes or [], depth=depth or 0)

    def get_parameters(self, names: list[str], callback: Callable[[Future[Any]], None] | None = None) -> Future[Any]:
        """Reads parameters."""
        return self._call('GetParameters', callback, names=names)

    def set_parameters(
        self, parameters: list[Any], callback: Callable[[Future[Any]], None] | None = None
    ) -> Future[Any]:
        """Sets parameters one by one, given as Parameters or messages of rcl_interfaces."""
        return self._call('SetParameters', callback, parameters=_messages(parameters))

    def set_parameters_atomically(
        self, parameters: list[Any], callback: Callable[[Future[Any]], None] | None = None
    ) -> Future[Any]:
        """Sets all parameters or none, given as Parameters or messages of rcl_interfaces."""
        return self._call('SetParametersAtomically', callback, parameters=_messages(parameters))

    def describe_parameters(
        self, names: list[str], callback: Callable[[Future[Any]], None] | None = None
    ) -> Future[Any]:
        """Reads the descriptors of parameters."""
        return self._call('DescribeParameters', callback, names=names)

    def get_parameter_types(
        self, names: list[str], callback: Callable[[Future[Any]], None] | None = None
    ) -> Future[Any]:
        """Reads the types of parameters."""
        return self._call('GetParameterTypes', callback, names=names)

    def delete_parameters(self, names: list[str], callback: Callable[[Future[Any]], None] | None = None) -> Future[Any]:
        """Sets parameters to no value, which undeclares them in a node that allows undeclared parameters."""
        return self.set_parameters([Parameter(name, Parameter.Type.NOT_SET, None) for name in names], callback)

    def load_parameter_file(
        self,
        parameter_file: str,
        use_wildcard: bool = False,
        callback: Callable[[Future[Any]], None] | None = None,
    ) -> Future[Any]:
        """Sets the parameters of a file, of all nodes in it. `use_wildcard` includes the section '/**'.

        Raises RuntimeError if there are none.
        """
        return self.set_parameters(list(parameter_dict_from_yaml_file(parameter_file, use_wildcard).values()), callback)

    def load_parameter_file_atomically(
        self,
        parameter_file: str,
        use_wildcard: bool = False,
        callback: Callable[[Future[Any]], None] | None = None,
    ) -> Future[Any]:
        """Sets all parameters of a file, or none, as load_parameter_file() does."""
        parameters = parameter_dict_from_yaml_file(parameter_file, use_wildcard)
        return self.set_parameters_atomically(list(parameters.values()), callback)

    def on_parameter_event(
        self,
        callback: Callable[[Any], None],
        qos_profile: QoSProfile = qos_profile_parameter_events,
        *,
        callback_group: CallbackGroup | None = None,
        event_callbacks: SubscriptionEventCallbacks | None = None,
        qos_overriding_options: QoSOverridingOptions | None = None,
        raw: bool = False,
    ) -> Subscription[Any]:
        """Calls `callback` with each rcl_interfaces/msg/ParameterEvent, of any node. Returns the subscription."""
        from rxros2.interfaces.rcl_interfaces.msg import ParameterEvent

        return self.node.create_subscription(
            ParameterEvent,
            '/parameter_events',
            callback,
            qos_profile,
            callback_group=callback_group,
            event_callbacks=event_callbacks,
            qos_overriding_options=qos_overriding_options,
            raw=raw,
        )


def _messages(parameters: list[Any]) -> list[Any]:
    return [parameter.to_parameter_msg() if isinstance(parameter, Parameter) else parameter for parameter in parameters]
