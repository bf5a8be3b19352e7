# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Finds the nodes of a topic that can be asked for the definition of its type."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .node import EndpointInfo, Node

SERVICE_TYPE = 'type_description_interfaces/srv/GetTypeDescription'
PATIENCE = 5.0
"""The seconds within which a node has to answer."""
_MOST_NODES = 16
"""The most nodes that are asked for one definition."""


@dataclass(frozen=True)
class TypeSources:
    """Services that can describe the type with this hash, at most 16. An empty hash means that there is none."""

    hash: str = ''
    services: tuple[str, ...] = ()


def type_sources(node: Node, topic: str, type_: str) -> TypeSources:
    """Returns the services for the hash of the first publisher that has one, else of the first subscription.

    Raises ValueError for an invalid name.
    """
    endpoints = [
        endpoint for endpoint in _endpoints(node, topic) if endpoint.topic_type == type_ and endpoint.topic_type_hash
    ]
    if not endpoints:
        return TypeSources()
    hash_ = endpoints[0].topic_type_hash
    names = (_service_of(endpoint) for endpoint in endpoints if endpoint.topic_type_hash == hash_)
    offered = node.services()
    return TypeSources(hash_, tuple(dict.fromkeys(name for name in names if name in offered))[:_MOST_NODES])


def _endpoints(node: Node, topic: str) -> Iterable[EndpointInfo]:
    yield from node.publishers_info(topic)
    yield from node.subscriptions_info(topic)


def _service_of(endpoint: EndpointInfo) -> str:
    return f'{endpoint.node_namespace.rstrip("/")}/{endpoint.node_name}/get_type_description'
