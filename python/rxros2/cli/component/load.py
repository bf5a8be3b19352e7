# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 component load: loads a component into a container."""

from __future__ import annotations

import argparse

from ..components import add_component_arguments, chosen, load, request_of
from ..graph import command_node


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the container and the arguments of the component."""
    parser.add_argument('container')
    add_component_arguments(parser)
    parser.add_argument('-q', '--quiet', action='store_true', help='print only id and name')


def main(args: argparse.Namespace) -> int:
    """Loads the component and prints its id and full node name."""
    request = request_of(args)
    with command_node(args) as node:
        container = chosen(node, args.container)
        id_, name = load(node, container, request)
    print(f'{id_}  {name}' if args.quiet else f"Loaded component {id_} into '{container}' container node as '{name}'")
    return 0
