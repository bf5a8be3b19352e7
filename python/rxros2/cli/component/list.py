# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 component list: lists containers and their loaded components."""

from __future__ import annotations

import argparse
import sys

from ..components import chosen, containers, loaded
from ..frame import CommandError
from ..graph import add_graph_arguments, command_node
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds an optional container, and options for the format of the output."""
    parser.add_argument('container', nargs='?', help='(default: all)')
    parser.add_argument('--containers-only', action='store_true', help='do not list components')
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the containers and their components; returns 1 if a container does not respond."""
    code = 0
    components_by_container: dict[str, list[tuple[int, str]]] = {}
    with command_node(args) as node:
        if args.container is not None:
            names = [chosen(node, args.container)]
        else:
            node.settle()
            names = containers(node)
        for name in names:
            components_by_container[name] = []
            if args.containers_only:
                continue
            try:
                components_by_container[name] = loaded(node, name)
            except CommandError as error:  # other containers are still listed
                print(f'rxros2: {error}', file=sys.stderr)
                code = 1
    if args.json or args.csv:
        if args.containers_only:
            print_rows(args, ('container',), [(name,) for name in components_by_container])
        else:
            rows = [
                (name, *component) for name, components in components_by_container.items() for component in components
            ]
            print_rows(args, ('container', 'id', 'component'), rows)
        return code
    for name, components in components_by_container.items():
        if args.container is None or args.containers_only:
            print(name)
        for id_, component in components:
            print(f'{"  " if args.container is None else ""}{id_}  {component}')
    return code
