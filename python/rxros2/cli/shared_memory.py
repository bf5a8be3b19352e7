# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The way of large messages between the nodes of this host, for commands that show it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..graph_checks import name_of
from ..node import EndpointInfo
from ..qos import DurabilityPolicy


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
        reasons = [
            (subscription, unshared[key])
            for subscription in subscriptions
            if (key := (_gid(publisher), _gid(subscription))) in unshared
        ]
        shared_reason = _reason_for_all(publisher, reasons)
        for subscription, reason in reasons:
            is_local = _participant(publisher) == _participant(subscription)
            yield Pair(publisher, subscription, reason or shared_reason, is_local)


def _reason_for_all(publisher: EndpointInfo, reasons: list[tuple[EndpointInfo, str]]) -> str:
    """Returns why a publisher uses the network for all its subscriptions; empty if it does not."""
    remote = [pair for pair in reasons if _participant(pair[0]) != _participant(publisher)]
    for subscription, reason in remote:
        if reason:
            return f'all messages travel over the network because {name_of(subscription)} cannot use it'
    if (
        publisher.qos_profile.durability == DurabilityPolicy.TRANSIENT_LOCAL
        and len({_participant(subscription) for subscription, _ in remote}) > 1
        and os.environ.get('ROS_AUTOMATIC_DISCOVERY_RANGE') != 'LOCALHOST'
    ):
        return 'a transient_local publisher with several reading processes uses it with LOCALHOST only'
    return ''


def _gid(endpoint: EndpointInfo) -> bytes:
    return bytes(endpoint.endpoint_gid[:16])


def _participant(endpoint: EndpointInfo) -> bytes:
    return bytes(endpoint.endpoint_gid[:12])
