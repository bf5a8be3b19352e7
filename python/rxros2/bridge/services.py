# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The services, also those of actions, that a bridge offers on the other side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .._core import ForwardedService
from ..messages.remote_definitions import is_known
from .marks import MOST_BRIDGES, Path
from .network import Server, Side
from .qos import of_client
from .reports import Reports
from .selection import Names, action_part
from .types import make_known

_RETRY = 0.05
"""Seconds until a client that has not found its server yet is asked again."""
_MOST_TRIES = 100
"""After so many it is only asked after changes of the graph: the two do not match."""

_RouteKey = tuple[str, str]


@dataclass(eq=False)
class _Route:
    """A service of the source that the bridge offers in the target."""

    server: Server
    core: ForwardedService
    is_open: bool = False
    tries: int = 0


class ServicesOneWay:
    """Offers the services of `source` in `target`, each as long as it exists."""

    def __init__(
        self,
        source: Side,
        target: Side,
        names: Names,
        report: Callable[[str], object],
    ) -> None:
        self._source, self._target = source, target
        self._names, self._reports = names, Reports(source, target, names, report)
        self._routes: dict[_RouteKey, _Route] = {}

    def update(self) -> float | None:
        """Follows the graph. Returns the seconds after which it must be called again without a change; None: never."""
        waits: list[float] = []
        offers: dict[_RouteKey, Server] = {}
        for service, types in self._source.node.services().items():
            if not any(self._names.has_service(service, type_) for type_ in types):
                continue  # neither its servers nor its clients have such a type
            try:
                servers = self._source.servers(service, waits)
                others = self._target.servers(self._names(service), waits)
            except ValueError as error:  # a peer, or the user, may use a name that ROS 2 does not allow
                self._report_once(service, str(error))
                continue
            if any(server.path is None for server in (*servers, *others)):
                offers.update({key: route.server for key, route in self._routes.items() if key[0] == service})
                continue
            server = self._best(servers)
            if server is None or self._is_taken(service, server, others):
                continue
            known_types = {server.type for server in servers}
            if len(known_types) > 1:
                self._report_once(service, f'it has several types, {", ".join(sorted(known_types))}; expected one')
            elif not self._can_pass(server):
                package = server.type.partition('/')[0]
                self._report_once(
                    service,
                    f'its type {server.type} is unknown here; expected package {package} to be installed or sourced',
                )
            elif self._names.has_service(service, server.type):
                offers[service, server.type] = server
        for key, route in [*self._routes.items()]:
            if key not in offers or offers[key] != route.server:
                self._end(key)
        for key, server in offers.items():
            self._update_route(key, server)
        if any(not route.is_open and route.tries < _MOST_TRIES for route in self._routes.values()):
            waits.append(_RETRY)
        return min(waits, default=None)

    def _can_pass(self, server: Server) -> bool:
        """Returns whether clients find the counterpart: on Zenoh by the hash of the type, on DDS by its name."""
        return not self._target.is_zenoh or is_known(server.type)

    def _best(self, servers: list[Server]) -> Server | None:
        """Returns the server to be forwarded, of no bridge or on the shortest path; None if there is none."""
        return min(
            (
                server
                for server in servers
                if server.path is not None
                and self._source.own_id not in server.path
                and self._target.bridges.isdisjoint(server.path)
                and len(server.path) < MOST_BRIDGES
            ),
            key=lambda server: _order(server.path or ()),
            default=None,
        )

    def _is_taken(self, service: str, server: Server, others: list[Server]) -> bool:
        """Returns whether the other side has the service: from a server, or from a bridge that keeps it.

        A bridge keeps what it offers. If several do at once, the one on the shortest path does, then that of the least
        ids.
        """
        if any(other.path == () for other in others):
            self._report_once(service, f'{self._target.label} has a service {self._names(service)}, too')
            return True
        own = (self._source.own_id, *(server.path or ()))
        is_open = any(key[0] == service and route.is_open for key, route in self._routes.items())
        return any(
            not is_open or _order(other.path) < _order(own)
            for other in others
            if other.path and self._source.own_id not in other.path
        )

    def _update_route(self, key: _RouteKey, server: Server) -> None:
        service, type_ = key
        name = self._names(service)
        try:
            route = self._routes.get(key)
            if route is None:
                make_known(type_)
                core = ForwardedService(self._source.node, service, type_, of_client(server.qos))
                route = self._routes[key] = _Route(server, core)
            if route.is_open:
                return
            route.tries += 1
            if route.core.is_ready():
                path = (self._source.own_id, *(server.path or ()))
                route.core.open(self._target.node_of(path), name)
                route.is_open = True
                self._report_open(service, type_)
            elif route.tries == _MOST_TRIES:
                self._report_once(service, 'its server is not found by a client')
        except Exception as error:  # it is tried again when the graph has changed
            self._report_once(service, str(error))

    def _report_open(self, service: str, type_: str) -> None:
        part = action_part(service)
        if part is None:
            to = self._reports.destination(service)
            self._reports.line(f'service {service} [{type_}] of {self._source.label} in {to}')
        elif part[1] == 'send_goal':
            name = type_.removesuffix('_SendGoal')
            to = self._reports.destination(part[0])
            self._reports.line(f'action {part[0]} [{name}] of {self._source.label} in {to}')

    def _end(self, key: _RouteKey) -> None:
        route = self._routes.pop(key)
        part = action_part(key[0])
        route.core.close()
        if route.is_open and (part is None or part[1] == 'send_goal'):
            has_server = any(server.path == () for server in self._source.servers(key[0], []))
            reason = 'the other side has one' if has_server else 'it has no server any longer'
            self._reports.line(f'{self._summary(key, route)}; {reason}')

    def _report_once(self, service: str, reason: str) -> None:
        part = action_part(service)
        subject = f'service {service}' if part is None else f'action {part[0]}'
        self._reports.not_bridged(subject, reason)

    def summary(self) -> list[str]:
        """Returns a line for each service and action that is bridged now."""
        return [
            self._summary(key, route)
            for key, route in sorted([*self._routes.items()], key=lambda item: item[0])
            if route.is_open and (action_part(key[0]) or ('', 'send_goal'))[1] == 'send_goal'
        ]

    def _summary(self, key: _RouteKey, route: _Route) -> str:
        requests, responses, failed, given_up = route.core.counts()
        part = action_part(key[0])
        if part is not None:
            text = f'action {part[0]} in {self._reports.destination(part[0])}: {requests} goals'
        else:
            text = (
                f'service {key[0]} in {self._reports.destination(key[0])}: {requests} requests, {responses} responses'
            )
        return text + (f', {failed} failures' if failed else '') + (f', {given_up} never answered' if given_up else '')

    def close(self) -> None:
        """Ends all."""
        for route in self._routes.values():
            route.core.close()
        self._routes.clear()


def _order(path: Path) -> tuple[int, Path]:
    return (len(path), path)
