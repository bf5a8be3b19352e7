# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions that are unknown here, as the nodes that use them tell them: by their service get_type_description."""

from __future__ import annotations

import functools
import pathlib
import tempfile
from typing import Any

from ..messages import DefinitionError, InterfaceNotFound, add_interface_path, find, interface
from ..messages.definition import EMPTY_MEMBER, Structure
from ..messages.description import IDS, type_hash
from ..messages.parser import parse
from ..node import EndpointInfo
from .calling import Caller
from .definitions import definition
from .frame import CommandError
from .graph import CommandNode

_BASES = {number: base for base, number in IDS.items() if base != 'char'} | {21: 'string', 22: 'wstring'}
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
        return any(_known(each.topic_type) or _asked(there, each) for each in endpoints)

    there.find(look)  # nodes become known a little later than their topics


def _known(type_: str) -> bool:
    try:
        find.structure(type_)
    except (InterfaceNotFound, DefinitionError, ValueError):
        return False
    return True


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
        told = response.type_description
        texts = {each.type_name: _text(each) for each in [told.type_description, *told.referenced_type_descriptions]}
        return response.successful and _kept(texts, endpoint.topic_type, endpoint.topic_type_hash)
    except (CommandError, LookupError, ValueError):
        return False


def _kept(texts: dict[str, str], name: str, hash_: str) -> bool:
    """Puts the definitions where interface() finds them while this program runs; not if they have another hash."""
    told: dict[str, Structure] = {}
    for each, text in texts.items():
        told |= parse(each, text, 'what a node told')  # ValueError for what is no name, so none leads out of the folder
    if type_hash(told[name], told.__getitem__) != hash_:
        return False
    for each, text in texts.items():
        if not _known(each):
            file = pathlib.Path(_folder().name) / f'{each}.msg'
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    add_interface_path(_folder().name)
    return True


def _text(described: Any) -> str:
    """The .msg of an IndividualTypeDescription, without constants and defaults, which it does not have."""
    lines = []
    for field in described.fields:
        type_ = field.type
        kind, base = divmod(type_.type_id, 48)
        text = type_.nested_type_name.replace('/msg/', '/') if base == 1 else _BASES[base]
        if type_.string_capacity:
            text += f'<={type_.string_capacity}'
        text += ('', f'[{type_.capacity}]', f'[<={type_.capacity}]', '[]')[kind]
        if field.name != EMPTY_MEMBER:
            lines.append(f'{text} {field.name}\n')
    return ''.join(lines)


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Removed when the program ends."""
    return tempfile.TemporaryDirectory(prefix='rxros2_types_')
