# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What keeps nodes of a graph from talking: names, types and qualities of service that do not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from .node import EndpointInfo
from .qos import DurabilityPolicy, LivelinessPolicy, QoSProfile, ReliabilityPolicy

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
    offered, asked = ({each.qos_profile for each in all_} for all_ in (publishers, subscriptions))
    if all(incompatible(one, other) is None for one in offered for other in asked):
        return  # the usual case, also of topics that hundreds publish
    for publisher in publishers:
        for subscription in subscriptions:
            policy = incompatible(publisher.qos_profile, subscription.qos_profile)
            if policy is not None and publisher.topic_type == subscription.topic_type:
                yield Finding(
                    'warning',
                    f'{topic}: {name_of(subscription)} hears nothing of {name_of(publisher)}: {policy}',
                    'change the quality of service of one of them',
                )


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
