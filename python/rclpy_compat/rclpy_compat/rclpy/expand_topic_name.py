# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""expand_topic_name(): gives a topic its full name."""

from .impl.name_rules import expand


def expand_topic_name(topic_name: str, node_name: str, node_namespace: str) -> str:
    """Returns the full name of a topic of a node, without remapping. validate_full_topic_name() checks the result.

    Raises ValueError for an invalid name of the topic, the node or the namespace, and for an unknown substitution.
    """
    return expand(topic_name, node_name, node_namespace)
