# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The nodes that are there: names, types and qualities of service that do not fit."""

from __future__ import annotations

from collections.abc import Iterator

from ...graph_checks import check_names, check_qualities, check_types, endpoints
from ..frame import CommandError
from ..graph import command_node
from . import Finding


def check() -> Iterator[Finding]:
    try:
        with command_node() as there:
            there.settle()
            names = there.node_names()
            yield Finding('ok', f'{len(names)} nodes are there')
            yield from (finding for _, finding in check_names(names))
            for topic, types in sorted(there.node.topics().items()):
                publishers, subscriptions = map(there.others, endpoints(there.node, topic))
                yield from check_types(topic, types, [*publishers, *subscriptions])
                yield from check_qualities(topic, publishers, subscriptions)
    except CommandError:
        return  # what keeps a node from being made was said
