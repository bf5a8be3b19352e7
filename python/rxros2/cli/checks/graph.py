# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The nodes that are there: names, types and qualities of service that do not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...node import EndpointInfo
from ...qos import DurabilityPolicy, LivelinessPolicy, QoSProfile, ReliabilityPolicy
from ..frame import CommandError
from ..graph import command_node
from . import Finding


def check() -> Iterator[Finding]:
    try:
        with command_node() as there:
            there.settle()
            yield from _names(there.node_names())
            for topic, types in sorted(there.node.topics().items()):
                publishers = there.others(there.node.publishers_info(topic))
                subscriptions = there.others(there.node.subscriptions_info(topic))
                yield from _types(topic, types, [*publishers, *subscriptions])
                yield from _qualities(topic, publishers, subscriptions)
    except CommandError:
        return  # what keeps a node from being made was said


def _names(names: list[str]) -> Iterator[Finding]:
    yield Finding('ok', f'{len(names)} nodes are there')
    for name, count in Counter(names).items():
        if count > 1:
            yield Finding(
                'warning',
                f'{count} nodes are called {name}: their parameters and services are mixed up',
                '-r __node:=NAME',
            )


def _types(topic: str, types: list[str], endpoints: list[EndpointInfo]) -> Iterator[Finding]:
    if len(types) > 1:
        yield Finding('warning', f'{topic} has several types, who have different ones do not talk: {", ".join(types)}')
    for type_ in types:
        hashes = {each.topic_type_hash: _name(each) for each in endpoints if each.topic_type == type_}
        hashes.pop('', None)
        if len(hashes) > 1:
            yield Finding(
                'error',
                f'{topic}: {" and ".join(hashes.values())} have different definitions of {type_}',
                'build them with the same version of the package',
            )


def _qualities(topic: str, publishers: list[EndpointInfo], subscriptions: list[EndpointInfo]) -> Iterator[Finding]:
    for publisher in publishers:
        for subscription in subscriptions:
            policy = incompatible(publisher.qos_profile, subscription.qos_profile)
            if policy is not None and publisher.topic_type == subscription.topic_type:
                yield Finding(
                    'warning',
                    f'{topic}: {_name(subscription)} hears nothing of {_name(publisher)}: {policy}',
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


def _name(endpoint: EndpointInfo) -> str:
    return f'{endpoint.node_namespace.rstrip("/")}/{endpoint.node_name}'
