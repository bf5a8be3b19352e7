# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The graph as the page draws it: plain data, with findings at their places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..graph_checks import (
    Finding,
    check_clock,
    check_names,
    check_near_topics,
    check_qualities,
    check_types,
    endpoints,
    mismatches,
    name_of,
)
from ..node import EndpointInfo, Node
from ..qos import QoSProfile

_FEEDBACK = '/_action/feedback'
_ACTION = '/_action/'
_OF_PARAMETERS = (
    '/describe_parameters',
    '/get_parameter_types',
    '/get_parameters',
    '/list_parameters',
    '/set_parameters',
    '/set_parameters_atomically',
    '/get_type_description',
    '/get_logger_levels',
    '/set_logger_levels',
)
_QUIET_TOPICS = ('/rosout', '/parameter_events')


def is_hidden(name: str) -> bool:
    """Returns whether a part of the name begins with '_', as in ros2cli."""
    return '/_' in name


def snapshot(node: Node, dead_streams: Iterable[tuple[str, Finding]] = ()) -> dict[str, Any]:
    """Returns the graph that the node sees. `quiet` marks parts that the page hides by default.

    `dead_streams` are further findings, each with the name of its node.
    """
    publishing: set[str] = set()  # commands whose messages are a part of the system
    names = [name for name in node.nodes() if not _is_ours(name)]
    findings: dict[str, list[dict[str, str]]] = {}

    def add_finding(place: str, finding: Finding) -> None:
        entry = {'level': finding.level, 'text': finding.text, 'advice': finding.advice}
        findings.setdefault(place, []).append(entry)

    for place, finding in check_names([name for name in names if not is_hidden(name)]):
        add_finding(place, finding)
    for place, finding in dead_streams:
        add_finding(place, finding)
    topics, actions = [], []
    sides: dict[str, tuple[list[EndpointInfo], list[EndpointInfo]]] = {}
    for name, types in sorted(node.topics().items()):
        quiet = name in _QUIET_TOPICS or is_hidden(name)
        all_publishers, subscriptions = endpoints(node, name)
        subscriptions = _foreign(subscriptions)
        publishers = _foreign(all_publishers) if quiet else _not_of_viewers(all_publishers)
        publishing.update(place for place in map(name_of, publishers) if _is_ours(place))
        sides[name] = publishers, subscriptions
        if not publishers and not subscriptions:
            continue
        if name.endswith(_FEEDBACK):
            actions.append(_action(name, types, publishers, subscriptions))
        if not quiet:
            for finding in check_types(name, types, [*publishers, *subscriptions]):
                add_finding(name, finding)
            for finding in check_qualities(name, publishers, subscriptions):
                add_finding(name, finding)
        topics.append(
            {
                'name': name,
                'types': types,
                'quiet': quiet,
                'publishers': _sides(publishers),
                'subscriptions': _sides(subscriptions),
                'mismatches': [] if quiet else _mismatches(publishers, subscriptions),
            }
        )
    for place, finding in check_near_topics(sides):
        add_finding(place, finding)
    for finding in check_clock(*sides.get('/clock', ([], []))):
        add_finding('/clock', finding)
    return {
        'nodes': [
            {'name': name, 'quiet': is_hidden(name) and name not in publishing}
            for name in sorted(publishing.union(names))
        ],
        'topics': topics,
        'services': _services(node, sorted(set(names))),
        'actions': actions,
        'findings': findings,
    }


def published(node: Node) -> dict[str, list[EndpointInfo]]:
    """Returns the topics that other nodes publish, with their publishers, without hidden ones."""
    publishers_by_topic = {
        name: (_foreign if name in _QUIET_TOPICS else _not_of_viewers)(endpoints(node, name)[0])
        for name in sorted(node.topics())
        if not is_hidden(name)
    }
    return {name: publishers for name, publishers in publishers_by_topic.items() if publishers}


_OF_VIEWERS = '/_rxros2_view_', '/_rxros2_trace_'
_OF_COMMANDS = '/_rxros2_cli_', '/_ros2cli_'


def _is_ours(name: str) -> bool:
    """Returns whether the name is that of a command of rxros2 or ros2, which only looks at the system.

    What a command publishes, such as `bag play` and `topic pub`, is still a part of the system.
    """
    return name.startswith((*_OF_VIEWERS, *_OF_COMMANDS))


def _foreign(endpoints: list[EndpointInfo]) -> list[EndpointInfo]:
    return [endpoint for endpoint in endpoints if not _is_ours(name_of(endpoint))]


def _not_of_viewers(endpoints: list[EndpointInfo]) -> list[EndpointInfo]:
    return [endpoint for endpoint in endpoints if not name_of(endpoint).startswith(_OF_VIEWERS)]


def _sides(endpoints: list[EndpointInfo]) -> list[dict[str, Any]]:
    """Returns an entry for each node and QoS profile."""
    counts: dict[tuple[str, QoSProfile], int] = {}
    for endpoint in endpoints:
        key = name_of(endpoint), endpoint.qos_profile
        counts[key] = counts.get(key, 0) + 1
    return [{'node': node, 'count': count, 'qos': _qos(qos)} for (node, qos), count in counts.items()]


def _qos(qos: QoSProfile) -> str:
    """Returns a text like 'reliable, transient_local, deadline 0.1 s'."""
    words = [qos.reliability.short_key, qos.durability.short_key]
    if qos.deadline is not None:
        words.append(f'deadline {qos.deadline:g} s')
    if qos.lifespan is not None:
        words.append(f'lifespan {qos.lifespan:g} s')
    if qos.liveliness.short_key == 'manual_by_topic':
        words.append('liveliness manual_by_topic')
    if qos.liveliness_lease_duration is not None:
        words.append(f'lease {qos.liveliness_lease_duration:g} s')
    return ', '.join(words)


def _mismatches(publishers: list[EndpointInfo], subscriptions: list[EndpointInfo]) -> list[dict[str, str]]:
    """Returns the pairs of nodes whose QoS profiles or types do not match."""
    reasons = {(name_of(one), name_of(other)): why for one, other, why in mismatches(publishers, subscriptions)}
    return [{'publisher': one, 'subscription': other, 'why': why} for (one, other), why in reasons.items()]


def _action(
    topic: str, types: list[str], publishers: list[EndpointInfo], subscriptions: list[EndpointInfo]
) -> dict[str, Any]:
    """Returns the entry of the action to which this topic of feedback belongs."""
    return {
        'name': topic.removesuffix(_FEEDBACK),
        'types': [type_.removesuffix('_FeedbackMessage') for type_ in types],
        'servers': sorted({name_of(endpoint) for endpoint in publishers}),
        'clients': sorted({name_of(endpoint) for endpoint in subscriptions}),
    }


def _services(node: Node, names: list[str]) -> list[dict[str, Any]]:
    entries: dict[str, dict[str, Any]] = {}
    for side, look in (('servers', node.services_of), ('clients', node.clients_of)):
        for name in names:
            try:
                offered = look(name)
            except (RuntimeError, ValueError):  # the node has just disappeared, or has a name that ROS 2 forbids
                continue
            for service, types in offered.items():
                entry = entries.setdefault(service, {'name': service, 'types': types, 'servers': [], 'clients': []})
                entry[side].append(name)
    return [
        {**entries[name], 'quiet': name.endswith(_OF_PARAMETERS) or is_hidden(name)}
        for name in sorted(entries)
        if _ACTION not in name
    ]
