# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 action info: lists the clients and servers of an action."""

from __future__ import annotations

import argparse

from ...node import EndpointInfo
from ..action_graph import actions, clients_and_servers, shown_names
from ..frame import CommandError, existing
from ..graph import absolute, add_graph_arguments, command_node
from ..output import add_format_arguments, print_json, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the action, and options that select what to print."""
    parser.add_argument('action')
    parser.add_argument('-t', '--show-types', action='store_true', help='also print their types')
    parser.add_argument('-c', '--count', action='store_true', help='print only the numbers of clients and servers')
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the clients and servers of the action. Raises CommandError if the action does not exist."""
    action = absolute(args.action)
    with command_node(args) as node:
        node.find(lambda: action in actions(node))
        node.settle()
        if action not in actions(node):
            raise CommandError(existing('action', action, shown_names(node)))
        clients, servers = clients_and_servers(node, action)
    if args.json:
        print_json({'action': action, 'clients': _plain(clients), 'servers': _plain(servers)})
    elif args.csv:
        rows = [
            (kind, *row) for kind, endpoints in (('client', clients), ('server', servers)) for row in _rows(endpoints)
        ]
        print_rows(args, ('kind', 'node', 'type'), rows)
    else:
        print(f'Action: {action}')
        for title, endpoints in (('Action clients', clients), ('Action servers', servers)):
            print(f'{title}: {len(endpoints)}')
            for node_name, type_ in [] if args.count else _rows(endpoints):
                print(f'    {node_name} [{type_}]' if args.show_types else f'    {node_name}')
    return 0


def _rows(endpoints: list[EndpointInfo]) -> list[tuple[str, str]]:
    return [
        (
            f'{endpoint.node_namespace.rstrip("/")}/{endpoint.node_name}',
            endpoint.topic_type.removesuffix('_FeedbackMessage'),
        )
        for endpoint in endpoints
    ]


def _plain(endpoints: list[EndpointInfo]) -> list[dict[str, str]]:
    return [{'node': node, 'type': type_} for node, type_ in _rows(endpoints)]
