# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The information of the graph about a publisher or subscription."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from .qos import QoSProfile


class TopicEndpointTypeEnum(IntEnum):
    """The kinds of endpoints."""

    INVALID = 0
    PUBLISHER = 1
    SUBSCRIPTION = 2


class TypeHash:
    """The hash of a type. str() returns 'RIHS01_…', or 'INVALID' if the endpoint does not announce it."""

    def __init__(self, text: str) -> None:
        self.version = 1 if text else -1
        self.value = bytes.fromhex(text.partition('_')[2])

    def __str__(self) -> str:
        return f'RIHS01_{self.value.hex()}' if self.version == 1 else 'INVALID'

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypeHash) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)


@dataclass
class TopicEndpointInfo:
    """The information of the graph about a publisher or subscription."""

    node_name: str
    node_namespace: str
    topic_type: str
    topic_type_hash: TypeHash
    endpoint_type: TopicEndpointTypeEnum
    endpoint_gid: list[int]
    qos_profile: QoSProfile
