# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The likely reason why a wait for a server, a publisher, a subscription or a transform does not end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeGuard

from .graph_checks import unmatched
from .messages.codec import announced
from .near_names import near_names
from .node import Node
from .transforms import TransformBuffer, TransformErrorKind

_MOST_FRAMES = 20
"""The most frames that a text lists."""
_SEND_GOAL = '/_action/send_goal'


def missing_server(node: Any, service: str, srv_type: Any) -> str:
    """Returns the reason why a client has no server."""
    if not _has_graph(node):
        return f'no server of service {service}'
    full_name = node._core.resolve(service, True, False)
    return _missing(node, _offers(node, ''), full_name, announced(srv_type), 'service')


def missing_action_server(node: Node, action: str, send_goal: Any) -> str:
    """Returns the reason why a client has no server of an action with this name and SendGoal service."""
    offers = {
        name.removesuffix(_SEND_GOAL): [(owner, offered.removesuffix('_SendGoal')) for owner, offered in servers]
        for name, servers in _offers(node, _SEND_GOAL).items()
    }
    return _missing(node, offers, action, announced(send_goal).removesuffix('_SendGoal'), 'action')


def missing_parameters(node: Any, other: str) -> str:
    """Returns the reason why the parameter services of the node `other` are not there."""
    if not _has_graph(node):
        return f'no node {other}'
    names = node.nodes()
    if other in names:
        return f'node {other} is there but has no parameter services'
    return f'no node {other}{_or_meant(other, names) or _elsewhere(node, "start it")}'


def missing_publisher(node: Any, topic: str, msg_type: Any, qos: Any) -> tuple[str, bool]:
    """Returns the reason why a subscription matches no publisher, and whether that is probably a mistake."""
    if not _has_graph(node):
        return f'no publisher of {topic}', False
    return _unmatched(node, topic, msg_type, qos, 'publisher')


def missing_subscription(node: Any, topic: str, msg_type: Any, qos: Any) -> tuple[str, bool]:
    """Returns the reason why a publisher matches no subscription, and whether that is probably a mistake."""
    if not _has_graph(node):
        return f'no subscription of {topic}', False
    return _unmatched(node, topic, msg_type, qos, 'subscription')


def missing_transform(buffer: TransformBuffer, target: str, source: str) -> str:
    """Returns the reason why there is no transform between two frames; an empty text if there is one."""
    answer = buffer._core.lookup(target, source, 0)
    if answer[0] == TransformErrorKind.NONE:
        return ''
    frames = sorted(frame.name for frame in buffer.frames())
    if not frames:
        return 'no transform has arrived on /tf and /tf_static; start the node that publishes them'
    unknown = [name for name in (target, source) if name not in frames]
    if unknown:
        text = ', '.join(f'no frame {name}{_or_meant(name, frames)}' for name in unknown)
        return f'{text}; the frames that exist: {_listed(frames)}'
    return str(answer[1])


# --- the graph ---


def _has_graph(node: Any) -> TypeGuard[Node]:
    """Returns False for a node of rclpy, also if it is wrapped."""
    return isinstance(node, Node) and '_core' in vars(node)


def _offers(node: Node, suffix: str) -> dict[str, list[tuple[str, str]]]:
    """Returns the services with this suffix and without the others of actions: the nodes and types of their servers."""
    offers: dict[str, list[tuple[str, str]]] = {}
    for owner in node.nodes():
        try:
            services = node.services_of(owner)
        except RuntimeError:  # the node has ended meanwhile
            continue
        for name, types in services.items():
            if name.endswith(suffix) if suffix else '/_action/' not in name:
                offers.setdefault(name, []).extend((owner, type_) for type_ in types)
    return offers


def _missing(node: Node, offers: dict[str, list[tuple[str, str]]], name: str, type_: str, kind: str) -> str:
    servers = offers.get(name, [])
    for owner, offered in servers:
        if offered != type_:
            return (
                f'the server of {kind} {name} in node {owner} has type {offered}, this client {type_}: '
                'use one type on both sides'
            )
    if servers:
        owner = servers[0][0]
        return (
            f'the server of {kind} {name} in node {owner} does not match this client: compare their QoS profiles and '
            'the definitions of the type'
        )
    candidates = near_names(name, offers)
    if candidates:
        owner = offers[candidates[0]][0][0]
        return f'no server of {kind} {name}; did you mean {candidates[0]} of node {owner}?'
    return f'no server of {kind} {name}{_elsewhere(node, "start it, or correct the name")}'


def _unmatched(node: Node, topic: str, msg_type: Any, qos: Any, kind: str) -> tuple[str, bool]:
    missing, reason = unmatched(node, topic, msg_type if isinstance(msg_type, str) else announced(msg_type), qos, kind)
    if reason:
        return f'{missing}: {reason}', True
    count = node.count_publishers if kind == 'publisher' else node.count_subscribers
    mine = {name for own in (node.publishers_of, node.subscriptions_of) for name in own(node.name)}
    candidates = near_names(topic, (name for name in node.topics() if name not in mine and count(name)))
    if candidates:
        return f'{missing}; did you mean {candidates[0]}, which has one?', True
    return missing, False


# --- texts ---


def _or_meant(name: str, candidates: Iterable[str]) -> str:
    names = near_names(name, candidates)
    return f'; did you mean {names[0]}?' if names else ''


def _elsewhere(node: Node, cure: str) -> str:
    """Returns the advice if there is no better one: a lonely node probably looks in the wrong place."""
    if not any(name != node.name for name in node.nodes()):
        return ': this node sees no other node; start the other program, or compare ROS_DOMAIN_ID'
    return f': {cure}'


def _listed(names: list[str]) -> str:
    more = len(names) - _MOST_FRAMES
    return ', '.join(names[:_MOST_FRAMES]) + (f' and {more} more' if more > 0 else '')


__all__ = [
    'missing_action_server',
    'missing_parameters',
    'missing_publisher',
    'missing_server',
    'missing_subscription',
    'missing_transform',
]
