# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Network: the engine and the domain of one side of a bridge. Side: the nodes of a bridge there, and what they see."""

from __future__ import annotations

import os
from dataclasses import dataclass

from .. import _core
from .marks import Path, node_name, path_of


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
        self.own_services: set[str] = set()
        """The services that the bridge offers here."""
        self.bridges: set[str] = set()
        """The ids of other bridges that have nodes here."""
        self.offered_by_bridges: dict[str, list[Path]] = {}
        """The services that other bridges offer here, with the paths of their nodes."""

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
        paths = [path for name in self.node.nodes() if (path := path_of(name[1:])) and path[0] != self.own_id]
        self.bridges = {path[0] for path in paths}
        self.offered_by_bridges = {}
        for path in paths:
            try:
                offered = self.node.services_by_node(node_name(path), '/')
            except RuntimeError:  # the node has ended
                continue
            for service in offered:
                self.offered_by_bridges.setdefault(service, []).append(path)

    def count_servers(self, service: str) -> int:
        """Returns the number of servers of a service here that no bridge offers."""
        of_bridges = len(self.offered_by_bridges.get(service, ())) + (service in self.own_services)
        return self.node.count_services(service) - of_bridges

    def close(self) -> None:
        """Leaves the network. Close all endpoints before."""
        self.changes.close()
        for node in self._nodes.values():
            node.close()
        self._context.shutdown('the bridge was closed')
