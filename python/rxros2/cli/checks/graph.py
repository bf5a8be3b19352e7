# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks the running nodes for conflicting or misspelt names, types and QoS."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from ...graph_checks import (
    check_clock,
    check_names,
    check_near_services,
    check_near_topics,
    check_qualities,
    check_servers,
    check_service_types,
    check_types,
    endpoints,
    name_of,
)
from ...node import EndpointInfo
from ..frame import CommandError
from ..graph import CommandNode, command_node
from ..shared_memory import Pair, pairs
from . import Finding

_SMALL = ('/rosout', '/parameter_events')
"""Topics of all nodes, whose messages are small."""


def check() -> Iterator[Finding]:
    """Yields findings about the running nodes."""
    try:
        with command_node() as node:
            node.settle()
            yield Finding('ok', f'{len(node.node_names())} nodes are running')
            yield from look(node)
            yield from _shared_memory(_pairs(node))
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
    yield from check_servers(node.ros_node)
    yield from check_near_services(node.ros_node)
    yield from check_clock(*topics.get('/clock', ([], [])))


def _pairs(node: CommandNode) -> Iterator[tuple[str, Pair]]:
    """Yields the pairs of all topics that may have large messages, with their topics."""
    for topic in sorted(node.ros_node.topics()):
        if topic not in _SMALL:
            publishers, subscriptions = map(node.without_own, endpoints(node.ros_node, topic))
            for pair in pairs(publishers, subscriptions, node.ros_node.without_shared_memory(topic)):
                yield topic, pair


def _shared_memory(all_pairs: Iterable[tuple[str, Pair]]) -> Iterator[Finding]:
    """Yields how large messages travel between nodes, with one finding for each reason."""
    sharing = set()
    unshared: dict[str, dict[tuple[str, str], tuple[str, str]]] = defaultdict(dict)
    for topic, pair in all_pairs:
        names = name_of(pair.publisher), name_of(pair.subscription)
        if not pair.reason:
            sharing.add(names)
        elif not pair.is_local:
            kind = re.sub('[0-9]+|/[^ ]*', '', pair.reason)  # the same for other processes and nodes
            unshared[kind].setdefault(names, (topic, pair.reason))
    if sharing:
        yield Finding('ok', f'{_count(sharing)} can share the memory of large messages')
    for by_names in unshared.values():
        (publisher, subscription), (topic, reason) = next(iter(by_names.items()))
        yield Finding(
            'note',
            f'large messages of {_count(by_names)} travel over the network, '
            f'such as from {publisher} to {subscription} on {topic}: {reason}',
        )


def _count(pairs_of_nodes: Collection[object]) -> str:
    return f'{len(pairs_of_nodes)} pair{"s" * (len(pairs_of_nodes) != 1)} of nodes'
