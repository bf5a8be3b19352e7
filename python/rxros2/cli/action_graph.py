# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions in the graph, by the feedback topics that servers publish and clients listen to."""

from __future__ import annotations

import argparse

from ..graph_checks import endpoints
from ..node import EndpointInfo
from .frame import CommandError, existing
from .graph import CommandNode, is_hidden

_FEEDBACK = '/_action/feedback'


def actions(there: CommandNode) -> dict[str, list[str]]:
    """Actions that are known now, with their types."""
    return {
        topic.removesuffix(_FEEDBACK): [each.removesuffix('_FeedbackMessage') for each in types]
        for topic, types in sorted(there.node.topics().items())
        if topic.endswith(_FEEDBACK)
    }


def add_hidden_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        '--include-hidden-actions', action='store_true', help="also those with a part that begins with '_'"
    )


def shown(args: argparse.Namespace, found: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: types for name, types in found.items() if args.include_hidden_actions or not is_hidden(name)}


def clients_and_servers(there: CommandNode, action: str) -> tuple[list[EndpointInfo], list[EndpointInfo]]:
    """Who listens to the feedback, and who publishes it."""
    topic = action + _FEEDBACK
    publishers, subscriptions = map(there.others, endpoints(there.node, topic))
    return subscriptions, publishers


def type_of(there: CommandNode, action: str) -> str:
    """CommandError if there is no such action, or it has several types."""
    types = there.find(lambda: actions(there).get(action, []))
    if not types:
        raise CommandError(existing('action', action, shown_names(there)))
    if len(types) > 1:
        raise CommandError(f'action {action} has several types: {", ".join(types)}')
    return types[0]


def shown_names(there: CommandNode) -> list[str]:
    return [name for name in actions(there) if not is_hidden(name)]
