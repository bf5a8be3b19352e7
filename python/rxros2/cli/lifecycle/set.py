# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 lifecycle set"""

from __future__ import annotations

import argparse

from ...messages import interface
from ..frame import CommandError
from ..graph import command_node
from ..lifecycle_nodes import add_node_arguments, ask, chosen, numbered, state


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('node')
    parser.add_argument('transition', help="its label or number: 'configure', or 1")
    add_node_arguments(parser)


def main(args: argparse.Namespace) -> int:
    with command_node(args) as there:
        node = chosen(args, there)
        found = [
            each.transition
            for each in ask(there, node, 'get_available_transitions', 'GetAvailableTransitions').available_transitions
        ]
        wanted = [each for each in found if each.label == args.transition]
        wanted = wanted or [each for each in found if str(each.id) == args.transition]
        if not wanted:
            possible = ', '.join(map(numbered, found)) or 'none'
            raise CommandError(
                f"{node} is {state(there, node)}; from there is no transition '{args.transition}', but {possible}"
            )
        transition = interface('lifecycle_msgs/msg/Transition')(id=wanted[0].id, label=wanted[0].label)
        if not ask(there, node, 'change_state', 'ChangeState', transition=transition).success:
            raise CommandError(f'{node}: the transition {numbered(transition)} failed; it is {state(there, node)}')
        print(f'Transition {numbered(transition)} succeeded; {node} is {state(there, node)}')
    return 0
