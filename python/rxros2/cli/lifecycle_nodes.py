# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lifecycle nodes in the ROS graph, and calls of their services."""

from __future__ import annotations

import argparse
from typing import Any

from ..messages import interface
from .frame import CommandError, existing
from .graph import CommandNode, absolute, add_graph_arguments, is_hidden
from .service_call import Caller

_SERVICE = '/get_state'
_RESPONSE_TIMEOUT = 10.0
"""Seconds to wait for a server, and for each response."""


def add_node_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options that all lifecycle commands share."""
    parser.add_argument('--include-hidden-nodes', action='store_true', help='also nodes whose names are hidden')
    add_graph_arguments(parser)


def lifecycle_nodes(node: CommandNode, hidden: bool) -> list[str]:
    """Returns the full names of all lifecycle nodes, sorted; hidden ones only if `hidden` is true."""
    return sorted(
        name.removesuffix(_SERVICE)
        for name, types in node.ros_node.services().items()
        if name.endswith(_SERVICE)
        and 'lifecycle_msgs/srv/GetState' in types
        and node.has_server(name)
        and (hidden or not is_hidden(name))
    )


def chosen(args: argparse.Namespace, node: CommandNode) -> str:
    """Returns the full name of args.node. CommandError if the node does not exist or has no lifecycle."""
    name = absolute(args.node)
    node.find(lambda: name in lifecycle_nodes(node, True))
    names = lifecycle_nodes(node, True)
    if name in names:
        return name
    if name in node.ros_node.nodes():
        raise CommandError(f'node {name} has no lifecycle: it has no service {name}{_SERVICE}')
    raise CommandError(existing('lifecycle node', name, lifecycle_nodes(node, args.include_hidden_nodes)))


def ask(node: CommandNode, node_name: str, service: str, kind: str, **request: Any) -> Any:
    """Calls a service of a node and returns the response. CommandError if the node does not respond."""
    cls = interface(f'lifecycle_msgs/srv/{kind}')
    caller = Caller(node, cls, f'{node_name}/{service}')
    caller.wait_for_server(_RESPONSE_TIMEOUT)
    return caller.call(cls.Request(**request), _RESPONSE_TIMEOUT)


def state(node: CommandNode, node_name: str) -> str:
    """Returns the state of a node with its id: 'active [3]'."""
    return numbered(ask(node, node_name, 'get_state', 'GetState').current_state)


def numbered(item: Any) -> str:
    """Returns the label and id of a State or Transition message: 'configure [1]'."""
    return f'{item.label} [{item.id}]'
