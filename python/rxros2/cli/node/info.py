# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 node info"""

from __future__ import annotations

import argparse

from ..frame import CommandError, existing
from ..graph import absolute, add_graph_arguments, command_node, is_hidden
from ..output import add_format_arguments, print_json, print_rows

Names = dict[str, list[str]]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('node')
    parser.add_argument('--include-hidden', action='store_true', help="also names with a part that begins with '_'")
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    name = absolute(args.node)
    with command_node(args) as there:
        there.find(lambda: name in there.node.nodes())
        there.settle()
        if name not in there.node.nodes():
            raise CommandError(existing('node', name, there.node_names()))
        node = there.node
        try:
            subscriptions, publishers = node.subscriptions_of(name), node.publishers_of(name)
            services, clients = node.services_of(name), node.clients_of(name)
        except (RuntimeError, ValueError) as error:  # it has gone, or has a name that ROS 2 forbids
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
        rows = [(title, each, types) for title, names in sections.items() for each, types in names.items()]
        print_rows(args, ('kind', 'name', 'type'), rows)
    else:
        print(name)
        for title, names in sections.items():
            print(f'  {title}:')
            for each, types in names.items():
                print(f'    {each}: {", ".join(types)}')
    return 0


def _shown(names: Names, hidden: bool) -> Names:
    return {name: types for name, types in sorted(names.items()) if hidden or not is_hidden(name)}


def _actions(services: Names) -> Names:
    """By the service through which goals are sent: /turn/_action/send_goal of pkg/action/Turn_SendGoal."""
    return {
        name.removesuffix('/_action/send_goal'): [each.removesuffix('_SendGoal') for each in types]
        for name, types in sorted(services.items())
        if name.endswith('/_action/send_goal')
    }
