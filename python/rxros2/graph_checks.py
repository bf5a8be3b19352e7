# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks of a graph for faults that keep nodes from communicating: names, types and quality of service."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .near_names import near_names
from .node import SERVICE_TYPES_OF_NODES, EndpointInfo, Node
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
        owners = {type_: {name_of(end): None for end in endpoints if end.topic_type == type_} for type_ in types}
        listed = ', '.join(f'{type_} ({_listed(names)})' if names else type_ for type_, names in owners.items())
        yield Finding(
            'warning',
            f'{topic} has several types, nodes with different ones exchange no messages: {listed}',
            'use one type in all nodes, or another topic for one of them',
        )
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


def check_service_types(node: Node, names: Iterable[str]) -> Iterator[Finding]:
    """Yields findings about services and actions whose servers and clients have different types."""
    several = {name: types for name, types in node.services().items() if len(types) > 1}
    several = {name: types for name, types in several.items() if _is_own_service(name)}
    if not several:
        return
    owners: dict[tuple[str, str], dict[str, None]] = {}
    for owner in dict.fromkeys(names):
        for service, types in itertools.chain(
            _services(node.services_of, owner).items(), _services(node.clients_of, owner).items()
        ):
            for type_ in types:
                owners.setdefault((service, type_), {})[owner] = None
    for service, types in sorted(several.items()):
        listed = ', '.join(
            f'{type_.removesuffix("_SendGoal")} ({_listed(owners.get((service, type_), ()))})' for type_ in types
        )
        yield Finding(
            'warning',
            f'{_kind_and_name(service)} has several types, clients and servers with different ones do not match: '
            f'{listed}',
            'use one type in all nodes, or another name for one of them',
        )


def check_servers(node: Node) -> Iterator[Finding]:
    """Yields findings about services and actions that have several servers."""
    for service, types in sorted(node.services().items()):
        if not _is_own_service(service) or count_servers(node, service) < 2:
            continue
        if all(type_.startswith(SERVICE_TYPES_OF_NODES) for type_ in types):
            continue  # two nodes of one name, which check_names() finds
        servers: dict[str, list[str]] = {}
        for server in node.servers_info(service):
            servers.setdefault(server.topic_type, []).append(name_of(server))
        for names in servers.values():
            if len(names) > 1:
                yield Finding(
                    'warning',
                    f'{_kind_and_name(service)} has {len(names)} servers ({_listed(sorted(names))}): all of them '
                    'execute each request, and the client gets the first response',
                    'let one node offer it, or remap it in the others: --ros-args -r',
                )


def count_servers(node: Node, service: str) -> int:
    """Returns the number of servers; 0 for a name that ROS 2 forbids, as those of other programs may be."""
    try:
        return node.count_services(service)
    except ValueError:
        return 0


_SEND_GOAL = '/_action/send_goal'
_INTERNAL_TOPICS = frozenset(['/rosout', '/parameter_events', '/clock', '/diagnostics'])


def _is_own_service(name: str) -> bool:
    """Returns whether a service is of a program: one service stands for an action, and others are hidden."""
    return name.endswith(_SEND_GOAL) or '/_' not in name


def _kind_and_name(service: str) -> str:
    """Returns 'service /reset' or 'action /dock'."""
    action = service.removesuffix(_SEND_GOAL)
    return f'service {service}' if action == service else f'action {action}'


def _services(of: Callable[[str], dict[str, list[str]]], owner: str) -> dict[str, list[str]]:
    try:
        return of(owner)
    except RuntimeError:  # the node has ended meanwhile
        return {}


def _listed(names: Iterable[str]) -> str:
    """Returns at most 5 names, and the number of the others."""
    all_names = list(names)
    more = f' and {len(all_names) - 5} more' if len(all_names) > 5 else ''
    return ', '.join(all_names[:5]) + more


def check_near_topics(
    topics: Mapping[str, tuple[list[EndpointInfo], list[EndpointInfo]]],
) -> Iterator[tuple[str, Finding]]:
    """Yields findings about topics with subscriptions only, beside one of nearly the same name with publishers only.

    Each is with the name of the first topic. `topics` has the publishers and subscriptions of each topic.
    """
    visible = {name: ends for name, ends in topics.items() if name not in _INTERNAL_TOPICS and '/_' not in name}
    published = [name for name, (publishers, subscriptions) in visible.items() if publishers and not subscriptions]
    for name, (publishers, subscriptions) in sorted(visible.items()):
        if publishers or not subscriptions:
            continue
        for near in near_names(name, published)[:1]:
            senders, receivers = ({name_of(end): None for end in ends} for ends in (visible[near][0], subscriptions))
            text = (
                f'{near} is published ({_listed(senders)}) and nobody subscribes to it; {name} is subscribed to '
                f'({_listed(receivers)}) and nobody publishes it: is one name misspelt?'
            )
            yield name, Finding('warning', text, f'use one name, or remap it: --ros-args -r {name}:={near}')


def check_near_services(node: Node) -> Iterator[Finding]:
    """Yields findings about services and actions that have clients only, beside a server of nearly the same name."""
    names = [name for name in node.services() if _is_own_service(name)]
    served = [name for name in names if count_servers(node, name)]
    for name in sorted(set(names) - set(served)):
        for near in near_names(name, served)[:1] if node.count_clients(name) else ():
            missing, offered = name.removesuffix(_SEND_GOAL), near.removesuffix(_SEND_GOAL)
            yield Finding(
                'warning',
                f'{_kind_and_name(name)} has clients and no server, {offered} has a server: is one name misspelt?',
                f'use one name, or remap it: --ros-args -r {missing}:={offered}',
            )


def check_clock(publishers: list[EndpointInfo], subscriptions: list[EndpointInfo]) -> Iterator[Finding]:
    """Yields a finding about nodes that wait for /clock, if nobody publishes it."""
    waiting = {name_of(subscription): None for subscription in subscriptions}
    if waiting and not publishers:
        yield Finding(
            'warning',
            f'nobody publishes /clock, from which {_listed(waiting)} take their time (use_sim_time): it stands still',
            'start the simulator or rxros2 bag play --clock, or set use_sim_time to false',
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
            relation = f'of {name_of(peer)} offers' if kind == 'publisher' else f'of {name_of(peer)} is offered'
            reasons.append(f'the {kind} {relation} {policy}')
        else:
            reasons.append(f'the {kind} of {name_of(peer)} has this type and a QoS that fits, but is not connected')
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
    """Returns the fully qualified name of the endpoint's node, or words for an endpoint without one."""
    if endpoint.node_name.startswith('_CREATED_BY_BARE'):
        return 'a program without ROS 2'
    if endpoint.node_name.startswith('_NODE_NAME_UNKNOWN'):
        return 'an unknown node'
    return f'{endpoint.node_namespace.rstrip("/")}/{endpoint.node_name}'
