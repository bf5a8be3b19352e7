# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks of a graph for faults that keep nodes from communicating: names, types and quality of service."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .node import EndpointInfo, Node
from .qos import DurabilityPolicy, LivelinessPolicy, QoSProfile, ReliabilityPolicy

MOST_PAIRS = 100
"""The most pairs of nodes that are listed for a topic."""
LEVELS = ('ok', 'note', 'warning', 'error')


@dataclass(frozen=True)
class Finding:
    """The result of a check."""

    level: str
    """One of LEVELS. A note is harmless but useful, a warning may and an error does keep something from working."""
    text: str
    """The observation."""
    advice: str = ''
    """The cure, if there is one."""


def check_names(names: list[str]) -> Iterator[tuple[str, Finding]]:
    """Yields findings about names of nodes, each with the name of its node."""
    for name, count in Counter(names).items():
        if count > 1:
            text = f'{count} nodes are called {name}: their parameters and services are mixed up'
            yield name, Finding('warning', text, '-r __node:=NAME')


def check_types(topic: str, types: list[str], endpoints: list[EndpointInfo]) -> Iterator[Finding]:
    """Yields findings about the types of a topic and their definitions."""
    if len(types) > 1:
        yield Finding('warning', f'{topic} has several types, who have different ones do not talk: {", ".join(types)}')
    for type_ in types:
        hashes = {endpoint.topic_type_hash: name_of(endpoint) for endpoint in endpoints if endpoint.topic_type == type_}
        hashes.pop('', None)
        if len(hashes) > 1:
            yield Finding(
                'error',
                f'{topic}: {" and ".join(hashes.values())} have different definitions of {type_}',
                'build them with the same version of the package',
            )


def check_qualities(topic: str, publishers: list[EndpointInfo], subscriptions: list[EndpointInfo]) -> Iterator[Finding]:
    """Yields findings about publishers and subscriptions whose QoS profiles do not match."""
    for type_ in sorted({endpoint.topic_type for endpoint in (*publishers, *subscriptions)}):
        pairs = [
            *mismatches(
                [endpoint for endpoint in publishers if endpoint.topic_type == type_],
                [endpoint for endpoint in subscriptions if endpoint.topic_type == type_],
            )
        ]
        if len(pairs) == MOST_PAIRS:
            yield Finding(
                'note', f'{topic}: {MOST_PAIRS} pairs of nodes that do not talk are named, and there may be more'
            )
        for publisher, subscription, why in pairs:
            yield Finding(
                'warning',
                f'{topic}: {name_of(subscription)} hears nothing of {name_of(publisher)}: {why}',
                'change the quality of service of one of them',
            )


def mismatches(
    publishers: list[EndpointInfo], subscriptions: list[EndpointInfo]
) -> Iterator[tuple[EndpointInfo, EndpointInfo, str]]:
    """Yields pairs that do not communicate, with the reason; at most MOST_PAIRS of them.

    Endpoints of one type and QoS profile are compared as a group, so that hundreds on each side take no time.
    """
    offered, requested = _alike(publishers), _alike(subscriptions)
    pairs = ((one, other) for one in offered.values() for other in requested.values())
    count = 0
    for publishers_alike, subscriptions_alike in itertools.islice(pairs, _MOST_COMPARISONS):
        why = incompatible(publishers_alike[0].qos_profile, subscriptions_alike[0].qos_profile)
        if why is None and publishers_alike[0].topic_type != subscriptions_alike[0].topic_type:
            why = f'type {publishers_alike[0].topic_type}, asked for {subscriptions_alike[0].topic_type}'
        if why is None:
            continue
        for publisher, subscription in itertools.product(publishers_alike, subscriptions_alike):
            if count == MOST_PAIRS:
                return
            yield publisher, subscription, why
            count += 1


_MOST_COMPARISONS = 10_000


def _alike(endpoints: Iterable[EndpointInfo]) -> dict[tuple[str, QoSProfile], list[EndpointInfo]]:
    groups: dict[tuple[str, QoSProfile], list[EndpointInfo]] = {}
    for endpoint in endpoints:
        groups.setdefault((endpoint.topic_type, endpoint.qos_profile), []).append(endpoint)
    return groups


_MOST_PEERS = 3
"""The most peers that a text names."""


def unmatched(node: Any, topic: str, type_: str, qos: QoSProfile, kind: str) -> tuple[str, str]:
    """Returns why an endpoint of this type and QoS matches no peer of the `kind` 'publisher' or 'subscription'.

    The first text names what is missing, 'no publisher of /scan' or 'no compatible publisher of /scan'. The second one
    names the peers that exist and their values; it is empty if there is no peer.
    """
    peers = node.publishers_info(topic) if kind == 'publisher' else node.subscriptions_info(topic)
    if not peers:
        return f'no {kind} of {topic}', ''
    reasons = []
    for peer in peers[:_MOST_PEERS]:
        offered, requested = (peer.qos_profile, qos) if kind == 'publisher' else (qos, peer.qos_profile)
        if peer.topic_type != type_:
            reasons.append(f'the {kind} of {name_of(peer)} has type {peer.topic_type}, not {type_}')
        elif (policy := incompatible(offered, requested)) is not None:
            whose = f'of {name_of(peer)} offers' if kind == 'publisher' else f'of {name_of(peer)} is offered'
            reasons.append(f'the {kind} {whose} {policy}')
        else:
            reasons.append(f'the {kind} of {name_of(peer)} fits, but discovery has not connected it yet')
    more = f', and {len(peers) - _MOST_PEERS} more' if len(peers) > _MOST_PEERS else ''
    return f'no compatible {kind} of {topic}', f'{", ".join(reasons)}{more}'


def endpoints(node: Node, topic: str) -> tuple[list[EndpointInfo], list[EndpointInfo]]:
    """Returns the publishers and subscriptions of a topic; none for a name that ROS 2 forbids."""
    try:
        return node.publishers_info(topic), node.subscriptions_info(topic)
    except ValueError:
        return [], []


def incompatible(offered: QoSProfile, requested: QoSProfile) -> str | None:
    """Returns the offered and the requested value of the policy that does not match; None if all policies match."""
    best_effort = offered.reliability == ReliabilityPolicy.BEST_EFFORT
    if best_effort and requested.reliability == ReliabilityPolicy.RELIABLE:
        return 'reliability best_effort, asked for reliable'
    volatile = offered.durability == DurabilityPolicy.VOLATILE
    if volatile and requested.durability == DurabilityPolicy.TRANSIENT_LOCAL:
        return 'durability volatile, asked for transient_local'
    if requested.deadline is not None and (offered.deadline is None or offered.deadline > requested.deadline):
        return f'deadline {offered.deadline or "none"}, asked for {requested.deadline:g} s'
    automatic = offered.liveliness != LivelinessPolicy.MANUAL_BY_TOPIC
    if automatic and requested.liveliness == LivelinessPolicy.MANUAL_BY_TOPIC:
        return 'liveliness automatic, asked for manual_by_topic'
    lease, requested_lease = offered.liveliness_lease_duration, requested.liveliness_lease_duration
    if requested_lease is not None and (lease is None or lease > requested_lease):
        return f'liveliness lease {lease or "none"}, asked for {requested_lease:g} s'
    return None


def name_of(endpoint: EndpointInfo) -> str:
    """Returns the fully qualified name of the endpoint's node."""
    return f'{endpoint.node_namespace.rstrip("/")}/{endpoint.node_name}'
