# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions that the graph knows: by the topics that servers publish and clients listen to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..node import Node

_FEEDBACK = '/_action/feedback'
_MESSAGE = '_FeedbackMessage'

_Names = list[tuple[str, list[str]]]


def _actions(topics: Iterable[tuple[str, list[str]]]) -> _Names:
    return [
        (topic.removesuffix(_FEEDBACK), [each.removesuffix(_MESSAGE) for each in types])
        for topic, types in topics
        if topic.endswith(_FEEDBACK)
    ]


def get_action_client_names_and_types_by_node(node: Node, remote_node_name: str, remote_node_namespace: str) -> _Names:
    """Pairs of an action's name and its types."""
    return _actions(node.get_subscriber_names_and_types_by_node(remote_node_name, remote_node_namespace))


def get_action_server_names_and_types_by_node(node: Node, remote_node_name: str, remote_node_namespace: str) -> _Names:
    return _actions(node.get_publisher_names_and_types_by_node(remote_node_name, remote_node_namespace))


def get_action_names_and_types(node: Node) -> _Names:
    return _actions(node.get_topic_names_and_types())
