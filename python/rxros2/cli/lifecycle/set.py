# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 lifecycle set: triggers a transition of a lifecycle node."""

from __future__ import annotations

import argparse

from ...messages import interface
from ..frame import CommandError
from ..graph import command_node
from ..lifecycle_nodes import add_node_arguments, ask, chosen, numbered, state


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the node, and the label or number of the transition."""
    parser.add_argument('node')
    parser.add_argument('transition', help="its label or number: 'configure', or 1")
    add_node_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Requests the transition and prints ROS 2's line. Raises CommandError if the transition is unknown or fails."""
    with command_node(args) as node:
        node_name = chosen(args, node)
        transitions = [
            description.transition
            for description in ask(
                node, node_name, 'get_available_transitions', 'GetAvailableTransitions'
            ).available_transitions
        ]
        matches = [candidate for candidate in transitions if candidate.label == args.transition]
        matches = matches or [candidate for candidate in transitions if str(candidate.id) == args.transition]
        if not matches:
            possible = ', '.join(map(numbered, transitions)) or 'none'
            raise CommandError(
                f"{node_name} is {state(node, node_name)}, which has no transition '{args.transition}'; "
                f'expected one of {possible}'
            )
        transition = interface('lifecycle_msgs/msg/Transition')(id=matches[0].id, label=matches[0].label)
        if not ask(node, node_name, 'change_state', 'ChangeState', transition=transition).success:
            raise CommandError(
                f'{node_name}: the transition {numbered(transition)} failed; it is {state(node, node_name)}'
            )
        print('Transitioning successful')
    return 0
