# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 param describe: prints types, ranges and descriptions of parameters."""

from __future__ import annotations

import argparse

from ..graph import absolute, add_graph_arguments, command_node
from ..output import add_format_arguments, print_json, print_rows
from ..parameters import RemoteParameters
from ..plain import plain
from .list import _type, add_node_arguments


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the node and the names of the parameters."""
    parser.add_argument('node')
    parser.add_argument('names', nargs='+', metavar='name')
    add_node_arguments(parser)
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints types, ranges and descriptions of the parameters."""
    with command_node(args) as node:
        descriptors = RemoteParameters(node, absolute(args.node), args.timeout).descriptors(args.names)
    if args.json:
        print_json([plain(descriptor) for descriptor in descriptors])
    elif args.csv:
        rows = [
            (descriptor.name, _type(descriptor.type), descriptor.description, descriptor.read_only)
            for descriptor in descriptors
        ]
        print_rows(args, ('parameter', 'type', 'description', 'read_only'), rows)
    else:
        for descriptor in descriptors:
            print(f'Parameter name: {descriptor.name}\n  Type: {_type(descriptor.type)}')
            if descriptor.description:
                print(f'  Description: {descriptor.description}')
            print('  Constraints:' + ('\n    Read only: true' if descriptor.read_only else ''))
            for span in [*descriptor.integer_range, *descriptor.floating_point_range]:
                print(f'    Min value: {span.from_value}\n    Max value: {span.to_value}')
                if span.step:
                    print(f'    Step: {span.step}')
            if descriptor.additional_constraints:
                print(f'    Additional constraints: {descriptor.additional_constraints}')
    return 0
