# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The way of large messages between the nodes of this host, for commands that show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..node import EndpointInfo


class Pair(NamedTuple):
    """A publisher and a subscription of a topic."""

    publisher: EndpointInfo
    subscription: EndpointInfo
    reason: str
    """Why large messages travel over the network; empty if they go through shared memory."""
    is_local: bool
    """Whether both belong to one participant, whose messages do not leave the process."""


def pairs(
    publishers: Sequence[EndpointInfo],
    subscriptions: Sequence[EndpointInfo],
    unshared: Mapping[tuple[bytes, bytes], str],
) -> Iterator[Pair]:
    """Yields the pairs of a topic; `unshared` is the result of Node.without_shared_memory()."""
    for publisher in publishers:
        for subscription in subscriptions:
            if (key := (_gid(publisher), _gid(subscription))) in unshared:
                is_local = _participant(publisher) == _participant(subscription)
                yield Pair(publisher, subscription, unshared[key], is_local)


def _gid(endpoint: EndpointInfo) -> bytes:
    return bytes(endpoint.endpoint_gid[:16])


def _participant(endpoint: EndpointInfo) -> bytes:
    return bytes(endpoint.endpoint_gid[:12])
