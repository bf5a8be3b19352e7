# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Two participants of this process send each other a message, by the network as others would."""

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
from . import Finding

_LIMIT = 5.0


def check() -> Iterator[Finding]:
    begin = time.monotonic()
    try:
        with (
            Node(f'_rxros2_doctor_{os.getpid()}') as other,
            Node(f'_rxros2_doctor_other_{os.getpid()}') as one,
            closing(CommandNode(one, _LIMIT)) as hears,
            closing(CommandNode(other, _LIMIT)) as says,
        ):
            type_ = announced(interface('std_msgs/msg/String'))
            topic = f'/_rxros2_doctor_{os.getpid()}'
            heard: list[bytes] = []
            hears.subscribe(topic, type_, qos_profile_default, lambda sub: heard.extend(sub.take(None, 10)))
            publisher = says.publisher(topic, type_, qos_profile_default)
            says.find(lambda: publisher.matched() > 0)
            found = time.monotonic()
            if not publisher.matched():
                yield Finding(
                    'error',
                    f'two participants did not find each other within {_LIMIT:g} s',
                    'mend what is said above of the environment and the network',
                )
                return
            publisher.publish_bytes(encode(interface('std_msgs/msg/String')(data='hello')))
            if not hears.wait(_LIMIT, lambda: bool(heard)):
                yield Finding('error', f'a message did not arrive within {_LIMIT:g} s', 'look at the firewall (UDP)')
                return
    except (CommandError, RuntimeError, ValueError) as error:
        yield Finding('error', f'no node can be made: {error}', 'mend what is said above of the environment')
        return
    yield Finding('ok', f'two participants found each other in {(found - begin) * 1000:.0f} ms, and talked')
