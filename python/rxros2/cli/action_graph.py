# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions in the ROS graph, found by their feedback topics, which servers publish and clients subscribe to."""

from __future__ import annotations

import argparse

from ..graph_checks import endpoints
from ..node import EndpointInfo
from .frame import CommandError, existing
from .graph import CommandNode, is_hidden

_FEEDBACK = '/_action/feedback'


def actions(node: CommandNode) -> dict[str, list[str]]:
    """Returns the known actions with their types."""
    return {
        topic.removesuffix(_FEEDBACK): [type_.removesuffix('_FeedbackMessage') for type_ in types]
        for topic, types in sorted(node.ros_node.topics().items())
        if topic.endswith(_FEEDBACK)
    }


def add_hidden_argument(parser: argparse.ArgumentParser) -> None:
    """Adds --include-hidden-actions."""
    parser.add_argument(
        '--include-hidden-actions', action='store_true', help="also names with a part that begins with '_'"
    )


def shown(args: argparse.Namespace, types_by_action: dict[str, list[str]]) -> dict[str, list[str]]:
    """Returns the actions without the hidden ones, unless --include-hidden-actions is given."""
    return {
        name: types for name, types in types_by_action.items() if args.include_hidden_actions or not is_hidden(name)
    }


def clients_and_servers(node: CommandNode, action: str) -> tuple[list[EndpointInfo], list[EndpointInfo]]:
    """Returns the endpoints of an action's clients and of its servers."""
    topic = action + _FEEDBACK
    publishers, subscriptions = map(node.without_own, endpoints(node.ros_node, topic))
    return subscriptions, publishers


def type_of(node: CommandNode, action: str) -> str:
    """Returns the type of an action. CommandError if it does not exist or has several types."""
    types = node.find(lambda: actions(node).get(action, []))
    if not types:
        raise CommandError(existing('action', action, shown_names(node)))
    if len(types) > 1:
        raise CommandError(f'action {action} has several types: {", ".join(types)}')
    return types[0]


def shown_names(node: CommandNode) -> list[str]:
    """Returns the names of actions that are not hidden."""
    return [name for name in actions(node) if not is_hidden(name)]
