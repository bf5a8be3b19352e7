# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The information of the graph about a publisher or subscription."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from .qos import QoSHistoryPolicy, QoSPresetProfiles, QoSProfile
from .type_hash import TypeHash as TypeHash


class TopicEndpointTypeEnum(IntEnum):
    """The kinds of endpoints."""

    INVALID = 0
    PUBLISHER = 1
    SUBSCRIPTION = 2


class TopicEndpointInfo:
    """The information of the graph about a publisher or subscription. str() returns one line per value."""

    __slots__ = [
        '_endpoint_gid',
        '_endpoint_type',
        '_node_name',
        '_node_namespace',
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
    def node_name(self) -> str:
        """The name of the node, without its namespace."""
        return self._node_name

    @node_name.setter
    def node_name(self, value: str) -> None:
        self._node_name: str = _checked('node_name', value, str)

    @property
    def node_namespace(self) -> str:
        """The namespace of the node."""
        return self._node_namespace

    @node_namespace.setter
    def node_namespace(self, value: str) -> None:
        self._node_namespace: str = _checked('node_namespace', value, str)

    @property
    def topic_type(self) -> str:
        """The name of the type."""
        return self._topic_type

    @topic_type.setter
    def topic_type(self, value: str) -> None:
        self._topic_type: str = _checked('topic_type', value, str)

    @property
    def topic_type_hash(self) -> TypeHash:
        """The hash of the type. A dictionary of its values can be assigned."""
        return self._topic_type_hash

    @topic_type_hash.setter
    def topic_type_hash(self, value: TypeHash | dict[str, Any]) -> None:
        type_hash = TypeHash(**value) if isinstance(value, dict) else value
        self._topic_type_hash: TypeHash = _checked('topic_type_hash', type_hash, TypeHash)

    @property
    def endpoint_type(self) -> TopicEndpointTypeEnum:
        """The kind of the endpoint. Its number can be assigned."""
        return self._endpoint_type

    @endpoint_type.setter
    def endpoint_type(self, value: TopicEndpointTypeEnum | int) -> None:
        self._endpoint_type = TopicEndpointTypeEnum(_checked('endpoint_type', value, int))

    @property
    def endpoint_gid(self) -> list[int]:
        """The identifier of the endpoint, 16 or 24 bytes."""
        return self._endpoint_gid

    @endpoint_gid.setter
    def endpoint_gid(self, value: list[int]) -> None:
        for byte in value:
            _checked('endpoint_gid', byte, int)
        self._endpoint_gid = value

    @property
    def qos_profile(self) -> QoSProfile:
        """The profile of the endpoint. A dictionary of its policies can be assigned."""
        return self._qos_profile

    @qos_profile.setter
    def qos_profile(self, value: QoSProfile | dict[str, Any]) -> None:
        profile = QoSProfile(**value) if isinstance(value, dict) else value
        self._qos_profile: QoSProfile = _checked('qos_profile', profile, QoSProfile)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TopicEndpointInfo):
            return False
        return all(getattr(self, slot) == getattr(other, slot) for slot in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        qos = self.qos_profile
        depth = f' ({qos.depth})' if qos.history == QoSHistoryPolicy.KEEP_LAST else ''
        values = {
            'Node name': self.node_name,
            'Node namespace': self.node_namespace,
            'Topic type': self.topic_type,
            'Topic type hash': self.topic_type_hash,
            'Endpoint type': self.endpoint_type.name,
            'GID': '.'.join(f'{byte:02x}' for byte in self.endpoint_gid),
        }
        policies = {
            'Reliability': qos.reliability.name,
            'History (Depth)': f'{qos.history.name}{depth}',
            'Durability': qos.durability.name,
            'Lifespan': qos.lifespan,
            'Deadline': qos.deadline,
            'Liveliness': qos.liveliness.name,
            'Liveliness lease duration': qos.liveliness_lease_duration,
        }
        first = [f'{name}: {value}' for name, value in values.items()]
        return '\n'.join([*first, 'QoS profile:', *(f'  {name}: {value}' for name, value in policies.items())])

    def __repr__(self) -> str:
        return f'TopicEndpointInfo({", ".join(f"{slot[1:]}={getattr(self, slot)!r}" for slot in self.__slots__)})'


def _checked(name: str, value: Any, kind: type) -> Any:
    """Returns the value. Raises AssertionError, as rclpy does, for one of another type."""
    assert isinstance(value, kind), f'TopicEndpointInfo.{name}: expected {kind.__name__}, found {value!r}'
    return value
