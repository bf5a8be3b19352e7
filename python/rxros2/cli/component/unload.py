# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 component unload: unloads components of a container."""

from __future__ import annotations

import argparse

from ..components import ask, chosen
from ..frame import CommandError
from ..graph import add_graph_arguments, command_node


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the container and the ids of the components to unload."""
    parser.add_argument('container')
    parser.add_argument('id', type=int, nargs='+', help='id of a component, from rxros2 component list')
    parser.add_argument('-q', '--quiet', action='store_true', help='print only ids')
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Unloads the components in order. Raises CommandError at the first one that cannot be unloaded."""
    with command_node(args) as node:
        container = chosen(node, args.container)
        for id_ in args.id:
            if not 0 <= id_ < 2**64:
                raise CommandError(f'{id_} is not a component id; rxros2 component list {container} prints the ids', 2)
            response = ask(node, container, 'unload_node', unique_id=id_)
            if not response.success:
                raise CommandError(f'{container} did not unload component {id_}: {response.error_message}')
            print(id_ if args.quiet else f"Unloaded component {id_} from '{container}' container node")
    return 0
