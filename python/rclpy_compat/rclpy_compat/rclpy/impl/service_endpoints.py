# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The clients and servers of a service, from the endpoints on the topics of its requests and responses."""

from __future__ import annotations

from typing import Any

from rxros2 import _core
from rxros2.messages import DefinitionError, InterfaceNotFound, interface, type_hash

from ..endpoint_info import EndpointTypeEnum, ServiceEndpointInfo
from ..qos import QoSProfile
from ..type_hash import TypeHash

_ROLES = {
    EndpointTypeEnum.CLIENT: ('Reply', 'Request'),
    EndpointTypeEnum.SERVER: ('Request', 'Reply'),
}
"""The ends of the names of the topics from which each kind receives, and to which it sends."""


def service_endpoints(
    core: _core.Node, service_name: str, no_mangle: bool, kind: EndpointTypeEnum
) -> list[ServiceEndpointInfo]:
    """Returns the clients or servers of a service with this full name."""

    def topic(end: str) -> str:
        prefix = '' if no_mangle else 'rq' if end == 'Request' else 'rr'
        return f'{prefix}{service_name}{end}'

    received, sent = _ROLES[kind]
    readers = _by_participant(core.subscriptions_of(topic(received), True))
    writers = _by_participant(core.publishers_of(topic(sent), True))
    infos = []
    for participant, own_readers in readers.items():
        # A client or server makes both of its endpoints at the same time, so both have the same place in the order.
        for reader, writer in zip(own_readers, writers.get(participant, ()), strict=False):
            name, namespace, type_, *_ = reader
            type_name = _service_type(type_)
            infos.append(
                ServiceEndpointInfo(
                    name,
                    namespace,
                    type_name,
                    _hash_of(type_name),
                    [QoSProfile._from_values(reader[5]), QoSProfile._from_values(writer[5])],
                    [list(reader[4]), list(writer[4])],
                    kind,
                    2,
                )
            )
    return infos


def _by_participant(endpoints: list[Any]) -> dict[tuple[str, str, bytes], list[Any]]:
    """Returns endpoints by their node and the process that has it, in the order in which they were made."""
    groups: dict[tuple[str, str, bytes], list[Any]] = {}
    for endpoint in sorted(endpoints, key=lambda endpoint: endpoint[4]):
        groups.setdefault((endpoint[0], endpoint[1], endpoint[4][:12]), []).append(endpoint)
    return groups


def _service_type(type_: str) -> str:
    """Returns 'std_srvs/srv/SetBool' of 'std_srvs::srv::dds_::SetBool_Request_'."""
    package, _, name = type_.rpartition('::dds_::')
    name = name.removesuffix('_').removesuffix('_Request').removesuffix('_Response')
    return f'{package.replace("::", "/")}/{name}'


def _hash_of(type_name: str) -> TypeHash:
    """Returns the hash of a service; an invalid one if this machine does not know it: the topics have others."""
    try:
        return TypeHash._of(type_hash(interface(type_name)))
    except (InterfaceNotFound, DefinitionError, ValueError):
        return TypeHash()
