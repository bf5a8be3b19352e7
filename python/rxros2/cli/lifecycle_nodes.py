# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What the lifecycle commands ask of nodes."""

from __future__ import annotations

import argparse
from typing import Any

from ..messages import interface
from .calling import Caller
from .frame import CommandError, existing
from .graph import CommandNode, absolute, add_graph_arguments, is_hidden

_SERVICE = '/get_state'
_ANSWER = 10.0
"""Seconds for each question."""


def add_node_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('--include-hidden-nodes', action='store_true', help='also nodes whose names are hidden')
    parser.add_argument('-s', '--use-sim-time', action='store_true', help="taken for ROS 2's sake: no time is needed")
    add_graph_arguments(parser)


def lifecycle_nodes(there: CommandNode, hidden: bool) -> list[str]:
    """Fully qualified, in order."""
    return sorted(
        name.removesuffix(_SERVICE)
        for name, types in there.node.services().items()
        if name.endswith(_SERVICE)
        and 'lifecycle_msgs/srv/GetState' in types
        and there.has_server(name)
        and (hidden or not is_hidden(name))
    )


def chosen(args: argparse.Namespace, there: CommandNode) -> str:
    """The node that the command names. CommandError if there is none, or it has no lifecycle."""
    name = absolute(args.node)
    there.find(lambda: name in lifecycle_nodes(there, True))
    found = lifecycle_nodes(there, True)
    if name in found:
        return name
    if name in there.node.nodes():
        raise CommandError(f'node {name} has no lifecycle: it has no service {name}{_SERVICE}')
    raise CommandError(existing('lifecycle node', name, lifecycle_nodes(there, args.include_hidden_nodes)))


def ask(there: CommandNode, node: str, service: str, kind: str, **request: Any) -> Any:
    """The response of one of the node's services. CommandError if it does not answer."""
    cls = interface(f'lifecycle_msgs/srv/{kind}')
    caller = Caller(there, cls, f'{node}/{service}')
    caller.wait_for_server(_ANSWER)
    return caller.call(cls.Request(**request), _ANSWER)


def state(there: CommandNode, node: str) -> str:
    """'active [3]'"""
    return numbered(ask(there, node, 'get_state', 'GetState').current_state)


def numbered(of: Any) -> str:
    """A State or a Transition: 'configure [1]'."""
    return f'{of.label} [{of.id}]'
