# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What keeps nodes of a graph from talking: names, types and qualities of service that do not fit."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .node import EndpointInfo, Node
from .qos import DurabilityPolicy, LivelinessPolicy, QoSProfile, ReliabilityPolicy

MOST_PAIRS = 100
"""Pairs of nodes of a topic that are named."""
LEVELS = ('ok', 'note', 'warning', 'error')


@dataclass(frozen=True)
class Finding:
    """Something that was looked at."""

    level: str
    """Of LEVELS. A note is all right, but good to know; a warning may, an error does keep something from working."""
    text: str
    """What was found."""
    advice: str = ''
    """What to do, where there is something to be done."""


def check_names(names: list[str]) -> Iterator[tuple[str, Finding]]:
    """Of nodes; with the name of the node that it is about."""
    for name, count in Counter(names).items():
        if count > 1:
            text = f'{count} nodes are called {name}: their parameters and services are mixed up'
            yield name, Finding('warning', text, '-r __node:=NAME')


def check_types(topic: str, types: list[str], endpoints: list[EndpointInfo]) -> Iterator[Finding]:
    if len(types) > 1:
        yield Finding('warning', f'{topic} has several types, who have different ones do not talk: {", ".join(types)}')
    for type_ in types:
        hashes = {each.topic_type_hash: name_of(each) for each in endpoints if each.topic_type == type_}
        hashes.pop('', None)
        if len(hashes) > 1:
            yield Finding(
                'error',
                f'{topic}: {" and ".join(hashes.values())} have different definitions of {type_}',
                'build them with the same version of the package',
            )


def check_qualities(topic: str, publishers: list[EndpointInfo], subscriptions: list[EndpointInfo]) -> Iterator[Finding]:
    for type_ in sorted({each.topic_type for each in (*publishers, *subscriptions)}):
        found = [
            *mismatches(
                [each for each in publishers if each.topic_type == type_],
                [each for each in subscriptions if each.topic_type == type_],
            )
        ]
        if len(found) == MOST_PAIRS:
            yield Finding(
                'note', f'{topic}: {MOST_PAIRS} pairs of nodes that do not talk are named, and there may be more'
            )
        for publisher, subscription, why in found:
            yield Finding(
                'warning',
                f'{topic}: {name_of(subscription)} hears nothing of {name_of(publisher)}: {why}',
                'change the quality of service of one of them',
            )


def mismatches(
    publishers: list[EndpointInfo], subscriptions: list[EndpointInfo]
) -> Iterator[tuple[EndpointInfo, EndpointInfo, str]]:
    """Pairs that do not talk, and why; at most MOST_PAIRS of them.

    Endpoints of one type and quality are looked at together, so that hundreds on each side take no time.
    """
    offered, asked = _alike(publishers), _alike(subscriptions)
    pairs = ((one, other) for one in offered.values() for other in asked.values())
    found = 0
    for ones, others in itertools.islice(pairs, _MOST_LOOKED_AT):
        why = incompatible(ones[0].qos_profile, others[0].qos_profile)
        if why is None and ones[0].topic_type != others[0].topic_type:
            why = f'type {ones[0].topic_type}, asked for {others[0].topic_type}'
        if why is None:
            continue
        for publisher, subscription in itertools.product(ones, others):
            if found == MOST_PAIRS:
                return
            yield publisher, subscription, why
            found += 1


_MOST_LOOKED_AT = 10_000


def _alike(endpoints: Iterable[EndpointInfo]) -> dict[tuple[str, QoSProfile], list[EndpointInfo]]:
    found: dict[tuple[str, QoSProfile], list[EndpointInfo]] = {}
    for each in endpoints:
        found.setdefault((each.topic_type, each.qos_profile), []).append(each)
    return found


def endpoints(node: Node, topic: str) -> tuple[list[EndpointInfo], list[EndpointInfo]]:
    """Publishers and subscriptions of a topic that the graph has; none of one whose name ROS 2 forbids."""
    try:
        return node.publishers_info(topic), node.subscriptions_info(topic)
    except ValueError:
        return [], []


def incompatible(offered: QoSProfile, asked: QoSProfile) -> str | None:
    """What is offered, and what is asked that it does not fulfil; None if all is well."""
    best_effort = offered.reliability == ReliabilityPolicy.BEST_EFFORT
    if best_effort and asked.reliability == ReliabilityPolicy.RELIABLE:
        return 'reliability best_effort, asked for reliable'
    volatile = offered.durability == DurabilityPolicy.VOLATILE
    if volatile and asked.durability == DurabilityPolicy.TRANSIENT_LOCAL:
        return 'durability volatile, asked for transient_local'
    if asked.deadline is not None and (offered.deadline is None or offered.deadline > asked.deadline):
        return f'deadline {offered.deadline or "none"}, asked for {asked.deadline:g} s'
    automatic = offered.liveliness != LivelinessPolicy.MANUAL_BY_TOPIC
    if automatic and asked.liveliness == LivelinessPolicy.MANUAL_BY_TOPIC:
        return 'liveliness automatic, asked for manual_by_topic'
    lease, wanted = offered.liveliness_lease_duration, asked.liveliness_lease_duration
    if wanted is not None and (lease is None or lease > wanted):
        return f'liveliness lease {lease or "none"}, asked for {wanted:g} s'
    return None


def name_of(endpoint: EndpointInfo) -> str:
    """The fully qualified name of its node."""
    return f'{endpoint.node_namespace.rstrip("/")}/{endpoint.node_name}'
