# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The information of the graph about endpoints: of topics, and of services, which rclpy has since Kilted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .qos import QoSProfile
from .topic_endpoint_info import Endpoint, EndpointTypeEnum, lines_of
from .topic_endpoint_info import TopicEndpointInfo as TopicEndpointInfo
from .type_hash import TypeHash


class ServiceEndpointInfo(Endpoint):
    """The information of the graph about a client or server. str() returns one line per value.

    Each has two endpoints on topics. The first one receives (responses or requests), the second one sends.
    """

    __slots__ = [
        '_endpoint_count',
        '_endpoint_gids',
        '_qos_profiles',
        '_service_type',
        '_service_type_hash',
    ]

    def __init__(
        self,
        node_name: str = '',
        node_namespace: str = '',
        service_type: str = '',
        service_type_hash: TypeHash | dict[str, Any] | None = None,
        qos_profiles: Sequence[QoSProfile | dict[str, Any]] = (),
        endpoint_gids: Sequence[list[int]] = (),
        endpoint_type: EndpointTypeEnum | int = EndpointTypeEnum.INVALID,
        endpoint_count: int = 0,
    ) -> None:
        self.node_name = node_name
        self.node_namespace = node_namespace
        self.service_type = service_type
        self.service_type_hash = TypeHash() if service_type_hash is None else service_type_hash
        self.endpoint_type = endpoint_type
        self.endpoint_gids = list(endpoint_gids)
        self.qos_profiles = list(qos_profiles)
        self.endpoint_count = endpoint_count

    @property
    def service_type(self) -> str:
        """The name of the type."""
        return self._service_type

    @service_type.setter
    def service_type(self, value: str) -> None:
        self._service_type: str = self._checked('service_type', value, str)

    @property
    def service_type_hash(self) -> TypeHash:
        """The hash of the type. A dictionary of its values can be assigned."""
        return self._service_type_hash

    @service_type_hash.setter
    def service_type_hash(self, value: TypeHash | dict[str, Any]) -> None:
        self._service_type_hash = self._checked_hash('service_type_hash', value)

    @property
    def endpoint_count(self) -> int:
        """The number of endpoints on topics."""
        return self._endpoint_count

    @endpoint_count.setter
    def endpoint_count(self, value: int) -> None:
        self._endpoint_count: int = self._checked('endpoint_count', value, int)

    @property
    def endpoint_gids(self) -> list[list[int]]:
        """The identifiers of the endpoints, 16 or 24 bytes each."""
        return self._endpoint_gids

    @endpoint_gids.setter
    def endpoint_gids(self, value: list[list[int]]) -> None:
        for gid in self._checked('endpoint_gids', value, list):
            for byte in self._checked('endpoint_gids', gid, list):
                self._checked('endpoint_gids', byte, int)
        self._endpoint_gids = value

    @property
    def qos_profiles(self) -> list[QoSProfile]:
        """The profiles of the endpoints. A dictionary of its policies can stand for a profile."""
        return self._qos_profiles

    @qos_profiles.setter
    def qos_profiles(self, value: list[Any]) -> None:
        profiles = self._checked('qos_profiles', value, list)
        self._qos_profiles = [self._checked_qos('qos_profiles', profile) for profile in profiles]

    def __str__(self) -> str:
        values = {
            'Node name': self.node_name,
            'Node namespace': self.node_namespace,
            'Service type': self.service_type,
            'Service type hash': self.service_type_hash,
            'Endpoint type': self.endpoint_type.name,
            'Endpoint count': self.endpoint_count,
        }
        lines = [f'{name}: {value}' for name, value in values.items()]
        if self.endpoint_count == 1:
            gid, policies = lines_of(self.endpoint_gids[0], self.qos_profiles[0])
            return '\n'.join([*lines, f'GID: {gid}', 'QoS profile:', *policies])
        roles = [('Request Reader', 0), ('Response Writer', 1)]
        if self.endpoint_type is EndpointTypeEnum.CLIENT:
            roles = [('Request Writer', 1), ('Response Reader', 0)]
        gids, profiles = ['GIDs:'], ['QoS profiles:']
        for role, number in roles[: 2 if self.endpoint_count else 0]:
            gid, policies = lines_of(self.endpoint_gids[number], self.qos_profiles[number], '      ')
            gids.append(f' - {role} : {gid}')
            profiles += [f' - {role} :', *policies]
        return '\n'.join([*lines, *gids, *profiles])


__all__ = ['EndpointTypeEnum', 'ServiceEndpointInfo', 'TopicEndpointInfo']
