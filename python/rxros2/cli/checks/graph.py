# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks the running nodes for conflicting or misspelt names, types and QoS."""

from __future__ import annotations

from collections.abc import Iterator

from ...graph_checks import (
    check_clock,
    check_names,
    check_near_services,
    check_near_topics,
    check_qualities,
    check_service_types,
    check_types,
    endpoints,
)
from ...node import EndpointInfo
from ..frame import CommandError
from ..graph import CommandNode, command_node
from . import Finding


def check() -> Iterator[Finding]:
    """Yields findings about the running nodes."""
    try:
        with command_node() as node:
            node.settle()
            yield Finding('ok', f'{len(node.node_names())} nodes are running')
            yield from look(node)
    except CommandError:
        return  # the middleware check has reported why a node cannot be created


def look(node: CommandNode) -> Iterator[Finding]:
    """Yields findings about the graph as the node sees it now."""
    names = node.node_names()
    yield from (finding for _, finding in check_names(names))
    topics: dict[str, tuple[list[EndpointInfo], list[EndpointInfo]]] = {}
    for topic, types in sorted(node.ros_node.topics().items()):
        publishers, subscriptions = map(node.without_own, endpoints(node.ros_node, topic))
        topics[topic] = publishers, subscriptions
        yield from check_types(topic, types, [*publishers, *subscriptions])
        yield from check_qualities(topic, publishers, subscriptions)
    yield from (finding for _, finding in check_near_topics(topics))
    yield from check_service_types(node.ros_node, names)
    yield from check_near_services(node.ros_node)
    yield from check_clock(*topics.get('/clock', ([], [])))
