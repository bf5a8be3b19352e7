# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 component list"""

from __future__ import annotations

import argparse
import sys

from ..components import chosen, containers, loaded
from ..frame import CommandError
from ..graph import add_graph_arguments, command_node
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('container', nargs='?', help='(default: all)')
    parser.add_argument('--containers-only', action='store_true', help='not their components')
    parser.add_argument('-s', '--use-sim-time', action='store_true', help="taken for ROS 2's sake: no time is needed")
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    code = 0
    found: dict[str, list[tuple[int, str]]] = {}
    with command_node(args) as there:
        if args.container is not None:
            names = [chosen(there, args.container)]
        else:
            there.settle()
            names = containers(there)
        for name in names:
            found[name] = []
            if args.containers_only:
                continue
            try:
                found[name] = loaded(there, name)
            except CommandError as error:  # the others are listed all the same
                print(f'rxros2: {error}', file=sys.stderr)
                code = 1
    if args.json or args.csv:
        if args.containers_only:
            print_rows(args, ('container',), [(name,) for name in found])
        else:
            rows = [(name, *component) for name, components in found.items() for component in components]
            print_rows(args, ('container', 'id', 'component'), rows)
        return code
    for name, components in found.items():
        if args.container is None or args.containers_only:
            print(name)
        for id_, component in components:
            print(f'{"  " if args.container is None else ""}{id_}  {component}')
    return code
