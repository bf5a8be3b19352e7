# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions that are unknown here, as the nodes that use them tell them: by their service get_type_description."""

from __future__ import annotations

from typing import Any

from ..messages import interface
from ..messages.told import is_known, keep
from ..node import EndpointInfo
from .calling import Caller
from .definitions import definition
from .frame import CommandError
from .graph import CommandNode

_ANSWER = 5.0
"""Seconds for each node."""


def class_of_topic(there: CommandNode, topic: str) -> Any:
    """The class of a topic's messages. CommandError if there is no such topic, or its definition is found nowhere."""
    name = there.topic_type(topic)
    fetch(there, topic)
    return definition(name, 'msg')


def fetch(there: CommandNode, topic: str) -> None:
    """Makes the type of a topic known to rxros2.interface(), if it is not and one of the topic's nodes tells it."""

    def look() -> bool:
        endpoints = [*there.node.publishers_info(topic), *there.node.subscriptions_info(topic)]
        return any(is_known(each.topic_type) or _asked(there, each) for each in endpoints)

    there.find(look)  # nodes become known a little later than their topics


def _asked(there: CommandNode, endpoint: EndpointInfo) -> bool:
    service = f'{endpoint.node_namespace.rstrip("/")}/{endpoint.node_name}/get_type_description'
    if not endpoint.topic_type_hash or service not in there.node.services():
        return False
    cls = interface('type_description_interfaces/srv/GetTypeDescription')
    request = cls.Request(type_name=endpoint.topic_type, type_hash=endpoint.topic_type_hash, include_type_sources=False)
    try:
        caller = Caller(there, cls, service)
        caller.wait_for_server(_ANSWER)
        response = caller.call(request, _ANSWER)
        return keep(response, endpoint.topic_type, endpoint.topic_type_hash)
    except (CommandError, LookupError, ValueError):
        return False
