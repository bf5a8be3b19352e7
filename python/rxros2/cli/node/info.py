# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 node info: lists the topics, services and actions of a node."""

from __future__ import annotations

import argparse

from ..frame import CommandError, existing
from ..graph import absolute, add_graph_arguments, command_node, is_hidden
from ..output import add_format_arguments, print_json, print_rows

Names = dict[str, list[str]]


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the node, and options for hidden names and the format of the output."""
    parser.add_argument('node')
    parser.add_argument('--include-hidden', action='store_true', help="also names with a part that begins with '_'")
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the names and types of the node's endpoints. Raises CommandError if the node does not exist."""
    name = absolute(args.node)
    with command_node(args) as node:
        node.find(lambda: name in node.ros_node.nodes())
        node.settle()
        if name not in node.ros_node.nodes():
            raise CommandError(existing('node', name, node.node_names()))
        ros_node = node.ros_node
        try:
            subscriptions, publishers = ros_node.subscriptions_of(name), ros_node.publishers_of(name)
            services, clients = ros_node.services_of(name), ros_node.clients_of(name)
        except (RuntimeError, ValueError) as error:  # the node has ended, or its name is one that ROS 2 forbids
            raise CommandError(f'node {name} cannot be shown: {" ".join(str(error).split())}') from None
    sections = {
        'Subscribers': _shown(subscriptions, args.include_hidden),
        'Publishers': _shown(publishers, args.include_hidden),
        'Service Servers': _shown(services, args.include_hidden),
        'Service Clients': _shown(clients, args.include_hidden),
        'Action Servers': _actions(services),
        'Action Clients': _actions(clients),
    }
    if args.json:
        keys = {title.lower().replace(' ', '_'): names for title, names in sections.items()}
        print_json({'node': name, **keys})
    elif args.csv:
        rows = [(title, entry, types) for title, names in sections.items() for entry, types in names.items()]
        print_rows(args, ('kind', 'name', 'type'), rows)
    else:
        print(name)
        for title, names in sections.items():
            print(f'  {title}:')
            for entry, types in names.items():
                print(f'    {entry}: {", ".join(types)}')
    return 0


def _shown(names: Names, hidden: bool) -> Names:
    return {name: types for name, types in sorted(names.items()) if hidden or not is_hidden(name)}


def _actions(services: Names) -> Names:
    """Returns the actions of goal services such as /turn/_action/send_goal of type pkg/action/Turn_SendGoal."""
    return {
        name.removesuffix('/_action/send_goal'): [type_.removesuffix('_SendGoal') for type_ in types]
        for name, types in sorted(services.items())
        if name.endswith('/_action/send_goal')
    }
