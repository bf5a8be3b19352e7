# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The information of the graph about an endpoint: a publisher or subscription, in endpoint_info a client or server."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from .qos import QoSHistoryPolicy, QoSPresetProfiles, QoSProfile
from .type_hash import TypeHash as TypeHash


class EndpointTypeEnum(IntEnum):
    """The kinds of endpoints."""

    INVALID = 0
    PUBLISHER = 1
    SUBSCRIPTION = 2
    CLIENT = 3
    SERVER = 4


TopicEndpointTypeEnum = EndpointTypeEnum


class Endpoint:
    """Information about any endpoint: its node, its kind, and values that can be compared."""

    __slots__ = ['_endpoint_type', '_node_name', '_node_namespace']

    @property
    def node_name(self) -> str:
        """The name of the node, without its namespace."""
        return self._node_name

    @node_name.setter
    def node_name(self, value: str) -> None:
        self._node_name: str = self._checked('node_name', value, str)

    @property
    def node_namespace(self) -> str:
        """The namespace of the node."""
        return self._node_namespace

    @node_namespace.setter
    def node_namespace(self, value: str) -> None:
        self._node_namespace: str = self._checked('node_namespace', value, str)

    @property
    def endpoint_type(self) -> EndpointTypeEnum:
        """The kind of the endpoint. Its number can be assigned."""
        return self._endpoint_type

    @endpoint_type.setter
    def endpoint_type(self, value: EndpointTypeEnum | int) -> None:
        self._endpoint_type = EndpointTypeEnum(self._checked('endpoint_type', value, int))

    def _checked(self, name: str, value: Any, kind: type) -> Any:
        """Returns the value. Raises AssertionError, as rclpy does, for one of another type."""
        assert isinstance(value, kind), f'{type(self).__name__}.{name}: expected {kind.__name__}, found {value!r}'
        return value

    def _checked_hash(self, name: str, value: TypeHash | dict[str, Any]) -> TypeHash:
        type_hash: TypeHash = self._checked(name, TypeHash(**value) if isinstance(value, dict) else value, TypeHash)
        return type_hash

    def _checked_qos(self, name: str, value: QoSProfile | dict[str, Any]) -> QoSProfile:
        qos: QoSProfile = self._checked(name, QoSProfile(**value) if isinstance(value, dict) else value, QoSProfile)
        return qos

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return False
        return all(getattr(self, slot) == getattr(other, slot) for slot in self._all_slots())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        values = ', '.join(f'{slot[1:]}={getattr(self, slot)!r}' for slot in self._all_slots())
        return f'{type(self).__name__}({values})'

    def _all_slots(self) -> list[str]:
        return sorted({*Endpoint.__slots__, *self.__slots__})


def lines_of(gid: list[int], qos: QoSProfile, indent: str = '  ') -> tuple[str, list[str]]:
    """Returns the texts of an identifier and of a QoS profile."""
    depth = f' ({qos.depth})' if qos.history == QoSHistoryPolicy.KEEP_LAST else ''
    policies = {
        'Reliability': qos.reliability.name,
        'History (Depth)': f'{qos.history.name}{depth}',
        'Durability': qos.durability.name,
        'Lifespan': qos.lifespan,
        'Deadline': qos.deadline,
        'Liveliness': qos.liveliness.name,
        'Liveliness lease duration': qos.liveliness_lease_duration,
    }
    return '.'.join(f'{byte:02x}' for byte in gid), [f'{indent}{name}: {value}' for name, value in policies.items()]


class TopicEndpointInfo(Endpoint):
    """The information of the graph about a publisher or subscription. str() returns one line per value."""

    __slots__ = [
        '_endpoint_gid',
        '_qos_profile',
        '_topic_type',
        '_topic_type_hash',
    ]

    def __init__(
        self,
        node_name: str = '',
        node_namespace: str = '',
        topic_type: str = '',
        topic_type_hash: TypeHash | dict[str, Any] | None = None,
        endpoint_type: TopicEndpointTypeEnum | int = TopicEndpointTypeEnum.INVALID,
        endpoint_gid: Sequence[int] = (),
        qos_profile: QoSProfile | dict[str, Any] = QoSPresetProfiles.UNKNOWN.value,
    ) -> None:
        self.node_name = node_name
        self.node_namespace = node_namespace
        self.topic_type = topic_type
        self.topic_type_hash = TypeHash() if topic_type_hash is None else topic_type_hash
        self.endpoint_type = endpoint_type
        self.endpoint_gid = list(endpoint_gid)
        self.qos_profile = qos_profile

    @property
    def topic_type(self) -> str:
        """The name of the type."""
        return self._topic_type

    @topic_type.setter
    def topic_type(self, value: str) -> None:
        self._topic_type: str = self._checked('topic_type', value, str)

    @property
    def topic_type_hash(self) -> TypeHash:
        """The hash of the type. A dictionary of its values can be assigned."""
        return self._topic_type_hash

    @topic_type_hash.setter
    def topic_type_hash(self, value: TypeHash | dict[str, Any]) -> None:
        self._topic_type_hash = self._checked_hash('topic_type_hash', value)

    @property
    def endpoint_gid(self) -> list[int]:
        """The identifier of the endpoint, 16 or 24 bytes."""
        return self._endpoint_gid

    @endpoint_gid.setter
    def endpoint_gid(self, value: list[int]) -> None:
        for byte in value:
            self._checked('endpoint_gid', byte, int)
        self._endpoint_gid = value

    @property
    def qos_profile(self) -> QoSProfile:
        """The profile of the endpoint. A dictionary of its policies can be assigned."""
        return self._qos_profile

    @qos_profile.setter
    def qos_profile(self, value: QoSProfile | dict[str, Any]) -> None:
        self._qos_profile = self._checked_qos('qos_profile', value)

    def __str__(self) -> str:
        gid, policies = lines_of(self.endpoint_gid, self.qos_profile)
        values = {
            'Node name': self.node_name,
            'Node namespace': self.node_namespace,
            'Topic type': self.topic_type,
            'Topic type hash': self.topic_type_hash,
            'Endpoint type': self.endpoint_type.name,
            'GID': gid,
        }
        return '\n'.join([*(f'{name}: {value}' for name, value in values.items()), 'QoS profile:', *policies])
