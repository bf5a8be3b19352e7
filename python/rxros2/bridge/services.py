# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The services, also those of actions, that a bridge offers on the other side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .._core import ForwardedService
from ..messages.remote_definitions import is_known
from .marks import MOST_BRIDGES, Path
from .network import Side
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

    path: Path
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
        self._names, self._report = names, report
        self._routes: dict[_RouteKey, _Route] = {}
        self._reported: set[tuple[str, str]] = set()

    def update(self) -> float | None:
        """Follows the graph. Returns the seconds after which it must be called again without a change; None: never."""
        offers: dict[_RouteKey, Path] = {}
        for service, types in self._source.node.services().items():
            type_ = types[0]
            if not self._names.has_service(service, type_):
                continue
            path = self._path(service)
            if path is None or self._is_taken(service):
                continue
            if len(types) > 1:
                self._report_once(service, f'it has several types, {", ".join(types)}; expected one')
            elif not is_known(type_):
                package = type_.partition('/')[0]
                self._report_once(
                    service, f'its type {type_} is unknown here; expected package {package} to be installed or sourced'
                )
            else:
                offers[service, type_] = path
        for key, route in [*self._routes.items()]:
            if offers.get(key) != route.path:
                self._end(key)
        for key, path in offers.items():
            self._update_route(key, path)
        waiting = any(not route.is_open and route.tries < _MOST_TRIES for route in self._routes.values())
        return _RETRY if waiting else None

    def _path(self, service: str) -> Path | None:
        """Returns the path of a service; empty for a server that is no bridge, None if there is nothing to forward."""
        try:
            if self._source.count_servers(service) > 0:
                return ()
        except ValueError:  # a peer may use a name that ROS 2 does not allow
            return None
        paths = [
            path
            for path in self._source.offered_by_bridges.get(service, ())
            if self._source.own_id not in path and path[0] not in self._target.bridges and len(path) < MOST_BRIDGES
        ]
        return min(paths, key=_shortest_first, default=None)

    def _is_taken(self, service: str) -> bool:
        """Returns whether the other side has the service, from a server or from a bridge that comes first."""
        name = self._names(service)
        try:
            if self._target.count_servers(name) > 0:
                self._report_once(service, f'{self._target.label} has a service {name}, too')
                return True
        except ValueError as error:
            self._report_once(service, str(error))
            return True
        return any(
            path[0] < self._source.own_id or path[0] not in self._source.bridges
            for path in self._target.offered_by_bridges.get(name, ())
            if self._source.own_id not in path
        )

    def _update_route(self, key: _RouteKey, path: Path) -> None:
        service, type_ = key
        name = self._names(service)
        try:
            route = self._routes.get(key)
            if route is None:
                make_known(type_)
                route = self._routes[key] = _Route(path, ForwardedService(self._source.node, service, type_))
            route.tries += not route.is_open
            if not route.is_open and route.core.is_ready():
                route.core.open(self._target.node_of((self._source.own_id, *path)), name)
                route.is_open = True
                self._target.own_services.add(name)
                self._report_open(service, type_)
        except (RuntimeError, ValueError) as error:
            self._report_once(service, str(error))

    def _report_open(self, service: str, type_: str) -> None:
        part = action_part(service)
        if part is None:
            self._report(f'service {service} [{type_}] of {self._source.label} in {self._to(service)}')
        elif part[1] == 'send_goal':
            name = type_.removesuffix('_SendGoal')
            self._report(f'action {part[0]} [{name}] of {self._source.label} in {self._to(part[0])}')

    def _end(self, key: _RouteKey) -> None:
        route = self._routes.pop(key)
        part = action_part(key[0])
        if route.is_open:
            self._target.own_services.discard(self._names(key[0]))
            if part is None or part[1] == 'send_goal':
                has_server = self._source.count_servers(key[0]) > 0
                reason = 'the other side has one' if has_server else 'it has no server any longer'
                self._report(f'{self._summary(key, route)}; {reason}')
        route.core.close()

    def _to(self, name: str) -> str:
        renamed = self._names(name)
        return f'{self._target.label}{"" if renamed == name else f" as {renamed}"}'

    def _report_once(self, service: str, reason: str) -> None:
        part = action_part(service)
        subject = f'service {service}' if part is None else f'action {part[0]}'
        if (subject, reason) not in self._reported:
            self._reported.add((subject, reason))
            self._report(f'{subject} of {self._source.label} is not bridged: {reason}')

    def summary(self) -> list[str]:
        """Returns a line for each service and action that is bridged now."""
        return [
            self._summary(key, route)
            for key, route in sorted([*self._routes.items()], key=lambda item: item[0])
            if route.is_open and (action_part(key[0]) or ('', 'send_goal'))[1] == 'send_goal'
        ]

    def _summary(self, key: _RouteKey, route: _Route) -> str:
        requests, responses, failed = route.core.counts()
        part = action_part(key[0])
        if part is not None:
            text = f'action {part[0]} in {self._to(part[0])}: {requests} goals'
        else:
            text = f'service {key[0]} in {self._to(key[0])}: {requests} requests, {responses} responses'
        return text + (f', {failed} failures' if failed else '')

    def close(self) -> None:
        """Ends all."""
        for route in self._routes.values():
            route.core.close()
        self._routes.clear()


def _shortest_first(path: Path) -> int:
    return len(path)
