# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions of messages: those of types that are unknown here are asked of the nodes that use them."""

from __future__ import annotations

import asyncio

from ..aio.ros2 import Client
from ..messages import interface
from ..messages.told import is_known, keep
from ..messages.written import known_definition
from ..node import Node

_ANSWER = 5.0
"""Seconds for each node."""


async def ask(node: Node, topic: str, type_: str) -> bool:
    """Whether interface() finds the type, or does since one of the topic's nodes told its definition."""
    if is_known(type_):
        return True
    service = interface('type_description_interfaces/srv/GetTypeDescription')
    offered = node.services()
    for each in [*node.publishers_info(topic), *node.subscriptions_info(topic)]:
        name = f'{each.node_namespace.rstrip("/")}/{each.node_name}/get_type_description'
        if each.topic_type != type_ or not each.topic_type_hash or name not in offered:
            continue
        client: Client = Client(service, name, session=node, scope=None)
        try:
            request = service.Request(type_name=type_, type_hash=each.topic_type_hash, include_type_sources=False)
            await client.wait_for_service(timeout=_ANSWER)
            if keep(await client.call(request, _ANSWER), type_, each.topic_type_hash):
                return True
        except (TimeoutError, asyncio.TimeoutError, LookupError, ValueError):
            continue
        finally:
            client.close()
    return False


def written(type_: str) -> tuple[str, str] | None:
    """The text of a definition with all in it, and its encoding: 'ros2msg' or 'ros2idl'; None if it is unknown here."""
    try:
        return known_definition(type_)
    except OSError:
        return None
