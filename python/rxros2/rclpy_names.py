# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The names of rclpy that have another name here, for the errors of programs that use them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .near_names import near_names

_OF_NODES = {
    'add_parameter': 'declare_parameter(name, default)',
    'create_client': 'ros2.Client(T, name), or rx.send_request(node, T, name) in a pipe',
    'create_guard_condition': 'node.scheduler.run(function)',
    'create_rate': 'aio.Rate(frequency), or rx.from_timer(node, period)',
    'create_service': 'ros2.Server(T, name), or rx.serve(node, T, name)',
    'create_timer': 'rx.from_timer(node, period), ros2.Timer(period) or aio.Rate(frequency)',
    'declare_parameters': 'declare_parameter(name, default) for each',
    'executor': 'rx.spin(node), or an asyncio loop',
    'get_clock': 'node.now(), which is in nanoseconds, or node.stamp() for a message',
    'get_client_names_and_types_by_node': "node.clients_of('/name')",
    'get_fully_qualified_name': 'node.name',
    'get_name': 'node.name, which begins with the namespace',
    'get_namespace': 'node.name, which begins with the namespace',
    'get_node_names': 'node.nodes()',
    'get_node_names_and_namespaces': 'node.nodes()',
    'get_parameter_or': 'node.declare_parameter(name, default)',
    'get_parameters_by_prefix': 'node.list_parameters([prefix]) and node.get_parameters(names)',
    'get_publisher_names_and_types_by_node': "node.publishers_of('/name')",
    'get_publishers_info_by_topic': 'node.publishers_info(topic)',
    'get_service_names_and_types': 'node.services()',
    'get_service_names_and_types_by_node': "node.services_of('/name')",
    'get_subscriber_names_and_types_by_node': "node.subscriptions_of('/name')",
    'get_subscriptions_info_by_topic': 'node.subscriptions_info(topic)',
    'get_topic_names_and_types': 'node.topics()',
    'set_parameters_atomically': 'node.set_parameters({name: value})',
    'spin_once': 'rx.spin(node), or an asyncio loop',
    'subscribe': 'rx.from_topic(node, T, topic), or ros2.Sub(T, topic)',
    'advertise': 'rx.publish_to_topic(node, T, topic) in a pipe, or ros2.Pub(T, topic)',
}
_OF_ASYNCIO = {
    'Parameter': 'ros2.Param(name, default)',
    'Publisher': 'ros2.Pub(T, topic)',
    'Service': 'ros2.Server(T, name)',
    'Subscriber': 'ros2.Sub(T, topic)',
    'Subscription': 'ros2.Sub(T, topic)',
    'create_node': "`with ros2.auto_context('name'):`, or ros2.Node(name)",
    'init': "`with ros2.auto_context('name'):`, which needs no init()",
    'ok': 'nothing: Ctrl-C cancels the task in auto_context()',
    'shutdown': 'nothing: the end of `with ros2.auto_context():` closes the node',
    'spin': 'nothing: the asyncio loop runs the node while a task awaits something',
    'spin_once': 'nothing: the asyncio loop runs the node while a task awaits something',
}
_OF_STREAMS = {
    'Publisher': 'rx.publish_to_topic(node, T, topic) in a pipe',
    'Subscriber': 'rx.from_topic(node, T, topic)',
    'create_client': 'rx.send_request(node, T, name) in a pipe',
    'create_publisher': 'rx.publish_to_topic(node, T, topic) in a pipe',
    'create_service': 'rx.serve(node, T, name)',
    'create_subscription': 'rx.from_topic(node, T, topic)',
    'create_timer': 'rx.from_timer(node, period)',
    'spin_once': 'rx.spin(node)',
    'spin_until_future_complete': 'rx.from_future(future) and rx.shutdown() in its subscribe()',
}


def missing_in(module: str, name: str, names: Iterable[str]) -> str:
    """Returns the error for a name that a module of this package does not have, with what to write instead if known."""
    known = (_OF_STREAMS if module == 'rxros2.rx' else _OF_ASYNCIO).get(name)
    text = f"module '{module}' has no attribute '{name}'"
    if known is not None:
        return f'{text}: write {known}'
    near = [] if name.startswith('_') else near_names(name, names)
    return f"{text}: did you mean '{near[0]}'?" if near else text


def missing_in_node(node: Any, name: str) -> AttributeError:
    """Returns the error for an attribute that a node does not have."""
    text = f"'{type(node).__name__}' object has no attribute '{name}'"
    known = _OF_NODES.get(name)
    return AttributeError(f'{text}: write {known}' if known else text, name=name, obj=node)


__all__ = ['missing_in', 'missing_in_node']
