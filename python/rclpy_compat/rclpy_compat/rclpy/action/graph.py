# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The actions in the graph, derived from the feedback topics that servers publish and clients subscribe to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..impl.reexports import reexports

if TYPE_CHECKING:
    from ..node import Node

__getattr__ = reexports(__name__)

_FEEDBACK = '/_action/feedback'
_MESSAGE = '_FeedbackMessage'

_Names = list[tuple[str, list[str]]]


def _actions(topics: Iterable[tuple[str, list[str]]]) -> _Names:
    return [
        (topic.removesuffix(_FEEDBACK), [type_.removesuffix(_MESSAGE) for type_ in types])
        for topic, types in topics
        if topic.endswith(_FEEDBACK)
    ]


def get_action_client_names_and_types_by_node(node: Node, remote_node_name: str, remote_node_namespace: str) -> _Names:
    """Returns the actions for which a node has clients: pairs of a name and its types."""
    return _actions(node.get_subscriber_names_and_types_by_node(remote_node_name, remote_node_namespace))


def get_action_server_names_and_types_by_node(node: Node, remote_node_name: str, remote_node_namespace: str) -> _Names:
    """Returns the actions for which a node has servers: pairs of a name and its types."""
    return _actions(node.get_publisher_names_and_types_by_node(remote_node_name, remote_node_namespace))


def get_action_names_and_types(node: Node) -> _Names:
    """Returns all actions: pairs of a name and its types."""
    return _actions(node.get_topic_names_and_types())
