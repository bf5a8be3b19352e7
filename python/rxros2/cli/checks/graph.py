# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks the running nodes for conflicting names, types and QoS."""

from __future__ import annotations

from collections.abc import Iterator

from ...graph_checks import check_names, check_qualities, check_types, endpoints
from ..frame import CommandError
from ..graph import command_node
from . import Finding


def check() -> Iterator[Finding]:
    """Yields findings about the running nodes."""
    try:
        with command_node() as node:
            node.settle()
            names = node.node_names()
            yield Finding('ok', f'{len(names)} nodes are running')
            yield from (finding for _, finding in check_names(names))
            for topic, types in sorted(node.ros_node.topics().items()):
                publishers, subscriptions = map(node.without_own, endpoints(node.ros_node, topic))
                yield from check_types(topic, types, [*publishers, *subscriptions])
                yield from check_qualities(topic, publishers, subscriptions)
    except CommandError:
        return  # the middleware check has reported why a node cannot be created
