# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks for streams of the running nodes that have ended by an error."""

from __future__ import annotations

from collections.abc import Iterator

from ..._core import Subscription
from ...messages import interface
from ...messages.codec import codec_of
from ...qos import QoSProfile
from ...stream_diagnostics import TOPIC, TYPE, dead_streams
from ..frame import CommandError
from ..graph import CommandNode, command_node
from . import Finding

_PATIENCE = 2.5
"""Seconds in which each node with such a stream publishes at least once, which it does each second."""


def check() -> Iterator[Finding]:
    """Yields an error for each stream that has ended by an error; waits only if a node publishes diagnostics."""
    try:
        with command_node() as node:
            node.settle()
            yield from look(node)
    except CommandError:
        return  # the middleware check has reported why a node cannot be created


def look(node: CommandNode) -> Iterator[Finding]:
    """Yields the findings about the streams of the graph that the node sees."""
    if not node.ros_node.count_publishers(TOPIC):
        return
    codec = codec_of(interface(TYPE))
    findings: dict[str, Finding] = {}

    def drain(subscription: Subscription) -> None:
        for array in subscription.take(codec, 100):
            findings.update((finding.text, finding) for _, finding in dead_streams(array))

    subscription = node.subscribe(TOPIC, TYPE, QoSProfile(depth=100), drain)
    node.wait(_PATIENCE)
    node.discard(subscription)
    yield from findings.values()
