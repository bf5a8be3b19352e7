# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 param describe"""

from __future__ import annotations

import argparse

from ..graph import absolute, add_graph_arguments, command_node
from ..output import add_format_arguments, print_json, print_rows
from ..parameters import RemoteParameters
from ..plain import plain
from .list import _type, add_timeout_argument


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('node')
    parser.add_argument('names', nargs='+', metavar='name')
    add_timeout_argument(parser)
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    with command_node(args) as there:
        found = RemoteParameters(there, absolute(args.node), args.timeout).descriptors(args.names)
    if args.json:
        print_json([plain(each) for each in found])
    elif args.csv:
        rows = [(each.name, _type(each.type), each.description, each.read_only) for each in found]
        print_rows(args, ('parameter', 'type', 'description', 'read_only'), rows)
    else:
        for each in found:
            print(f'Parameter name: {each.name}\n  Type: {_type(each.type)}')
            if each.description:
                print(f'  Description: {each.description}')
            print('  Constraints:' + ('\n    Read only: true' if each.read_only else ''))
            for span in [*each.integer_range, *each.floating_point_range]:
                print(f'    Min value: {span.from_value}\n    Max value: {span.to_value}')
                if span.step:
                    print(f'    Step: {span.step}')
            if each.additional_constraints:
                print(f'    Additional constraints: {each.additional_constraints}')
    return 0
