# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 lifecycle list"""

from __future__ import annotations

import argparse

from ..graph import command_node
from ..lifecycle_nodes import add_node_arguments, ask, chosen, numbered
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('node')
    parser.add_argument('-a', '--all', action='store_true', help='from every state, not only from the present one')
    add_node_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    service = 'get_transition_graph' if args.all else 'get_available_transitions'
    with command_node(args) as there:
        found = ask(there, chosen(args, there), service, 'GetAvailableTransitions').available_transitions
    if args.json or args.csv:
        rows = [
            (each.transition.label, each.transition.id, each.start_state.label, each.goal_state.label) for each in found
        ]
        print_rows(args, ('transition', 'id', 'start', 'goal'), rows)
    else:
        for each in found:
            print(f'- {numbered(each.transition)}\n\tStart: {each.start_state.label}\n\tGoal: {each.goal_state.label}')
    return 0
