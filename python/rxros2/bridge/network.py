# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Network: the engine and the domain of one side of a bridge. Side: the nodes of a bridge there, and what they see."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import NamedTuple

from .. import _core
from .marks import Path, Paths, node_name, path_of
from .qos import Values


@dataclass(frozen=True)
class Network:
    """A network of ROS 2: an engine, 'dds' or 'zenoh', and a domain."""

    engine: str = ''
    """By default that of RMW_IMPLEMENTATION."""
    domain_id: int | None = None
    """By default that of ROS_DOMAIN_ID."""

    def __post_init__(self) -> None:
        """ValueError for a negative domain."""
        if self.domain_id is not None and self.domain_id < 0:
            raise ValueError(f'domain id {self.domain_id} is out of range; expected at least 0')

    @property
    def is_zenoh(self) -> bool:
        """Says whether the engine is Zenoh."""
        if self.engine:
            return self.engine in ('zenoh', 'rmw_zenoh_cpp')
        return os.environ.get('RMW_IMPLEMENTATION') == 'rmw_zenoh_cpp'


class Server(NamedTuple):
    """A server of a service."""

    type: str
    qos: Values
    path: Path | None
    """None while the name of its node is unknown."""


class Side:
    """One side of a bridge. Its nodes have no parameter services and no /rosout. Not thread-safe."""

    def __init__(self, network: Network, own_id: str) -> None:
        """Joins the network. RuntimeError or ValueError if that fails."""
        self._context = _core.Context([], network.domain_id, True, network.engine)
        self._nodes: dict[Path, _core.Node] = {}
        self.domain_id = self._context.domain_id()
        self.is_zenoh = network.is_zenoh
        self.label = f'{"zenoh" if self.is_zenoh else "dds"} domain {self.domain_id}'
        """The name of the network in texts."""
        self.own_id = own_id
        self.node = self.node_of((own_id,))
        """The node with the subscriptions and clients."""
        self.changes = _core.GraphEvents(self.node)
        self.bridges: set[str] = set()
        """The ids of other bridges that have nodes here."""
        self._paths = Paths()

    def node_of(self, path: Path) -> _core.Node:
        """Returns the node for what came along `path`, this bridge first."""
        if path not in self._nodes:
            self._nodes[path] = _core.Node(
                self._context,
                node_name(path),
                '/',
                [],
                use_global_arguments=False,
                enable_rosout=False,
                start_parameter_services=False,
            )
        return self._nodes[path]

    def update(self) -> None:
        """Reads which other bridges are here."""
        paths = [path_of(name[1:]) for name in self.node.nodes()]
        self.bridges = {path[0] for path in paths if path and path[0] != self.own_id}
        self._paths.begin()

    def servers(self, service: str, waits: list[float]) -> list[Server]:
        """Returns the servers of a service that this bridge does not offer. ValueError for no name of ROS 2.

        Adds the seconds after which it must be called again if a path is unknown.
        """
        self.node.resolve(service, True, True)
        servers = []
        for name, _, type_, _, gid, qos in self.node.subscriptions_of(f'rq{service}Request', True):
            path = self._paths.path(gid, name, waits)
            if path is None or path[:1] != (self.own_id,):
                servers.append(Server(_service_type(type_), qos, path))
        return servers

    def close(self) -> None:
        """Leaves the network. Close all endpoints before."""
        self.changes.close()
        for node in self._nodes.values():
            node.close()
        self._context.shutdown('the bridge was closed')


def _service_type(request_type: str) -> str:
    """Returns 'std_srvs/srv/Trigger' for 'std_srvs::srv::dds_::Trigger_Request_'."""
    return request_type.replace('::dds_::', '::').replace('::', '/').removesuffix('_Request_')
