# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks that two participants in this process can exchange a message over the network."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing

from ...messages import interface
from ...messages.codec import announced, encode
from ...node import Node
from ...qos import qos_profile_default
from ..frame import CommandError
from ..graph import CommandNode
from . import Finding, zenoh

_LIMIT = 5.0


def check() -> Iterator[Finding]:
    """Yields findings about the exchange of a message."""
    if os.environ.get('RMW_IMPLEMENTATION') == 'rmw_zenoh_cpp':
        yield from zenoh.check()
    begin = time.monotonic()
    try:
        with (
            Node(f'_rxros2_doctor_{os.getpid()}', args=[]) as other,
            Node(f'_rxros2_doctor_other_{os.getpid()}', args=[]) as one,
            closing(CommandNode(one, _LIMIT)) as receiver,
            closing(CommandNode(other, _LIMIT)) as sender,
        ):
            type_ = announced(interface('std_msgs/msg/String'))
            topic = f'/_rxros2_doctor_{os.getpid()}'
            received: list[bytes] = []
            receiver.subscribe(topic, type_, qos_profile_default, lambda sub: received.extend(sub.take(None, 10)))
            publisher = sender.publisher(topic, type_, qos_profile_default)
            sender.find(lambda: publisher.matched() > 0)
            matched = time.monotonic()
            if not publisher.matched():
                yield Finding(
                    'error',
                    f'two participants did not find each other within {_LIMIT:g} s',
                    'fix the problems of the environment and the network that are listed above',
                )
                return
            publisher.publish_bytes(encode(interface('std_msgs/msg/String')(data='hello')))
            if not receiver.wait(_LIMIT, lambda: bool(received)):
                yield Finding('error', f'a message did not arrive within {_LIMIT:g} s', 'check the firewall (UDP)')
                return
    except (CommandError, RuntimeError, ValueError) as error:
        yield Finding(
            'error', f'no node can be created: {error}', 'fix the problems of the environment that are listed above'
        )
        return
    yield Finding(
        'ok', f'two participants found each other in {(matched - begin) * 1000:.0f} ms and exchanged a message'
    )
