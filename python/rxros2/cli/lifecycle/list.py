# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 lifecycle list: lists the transitions of a lifecycle node."""

from __future__ import annotations

import argparse

from ..graph import command_node
from ..lifecycle_nodes import add_node_arguments, ask, chosen, numbered
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the node, and the option --all for the transitions from every state."""
    parser.add_argument('node')
    parser.add_argument('-a', '--all', action='store_true', help='from every state, not only from the current one')
    add_node_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the transitions with their start and goal states."""
    service = 'get_transition_graph' if args.all else 'get_available_transitions'
    with command_node(args) as node:
        transitions = ask(node, chosen(args, node), service, 'GetAvailableTransitions').available_transitions
    if args.json or args.csv:
        rows = [
            (
                description.transition.label,
                description.transition.id,
                description.start_state.label,
                description.goal_state.label,
            )
            for description in transitions
        ]
        print_rows(args, ('transition', 'id', 'start', 'goal'), rows)
    else:
        for description in transitions:
            start, goal = description.start_state.label, description.goal_state.label
            print(f'- {numbered(description.transition)}\n\tStart: {start}\n\tGoal: {goal}')
    return 0
