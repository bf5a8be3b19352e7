# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The topics that a bridge forwards in one direction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from .._core import ForwardedTopic
from .changes import Changes
from .marks import HAS_ENDED, MOST_BRIDGES, Path, Paths, path_of
from .network import Side
from .qos import Kind, Values, kind_of, of_counterpart, of_subscription
from .reports import Reports
from .selection import Names, action_part
from .types import make_known

_RouteKey = tuple[str, str, Kind]


@dataclass
class _Publisher:
    """A publisher on the side from which messages come."""

    gid: bytes
    topic: str
    type: str
    type_hash: str
    qos: Values
    path: Path | None
    """None while the name of its node is unknown."""


@dataclass(eq=False)
class _Route:
    """The publishers of one topic, type and kind, and how many messages passed."""

    topic: str
    kind: Kind
    core: ForwardedTopic
    forwarded: set[bytes] = field(default_factory=set)
    """The publishers that have counterparts."""
    ignored: set[bytes] = field(default_factory=set)
    """The others that the subscription may hear."""
    is_subscribed: bool = False


class TopicsOneWay:
    """Gives each publisher of `source` a counterpart in `target`, and subscribes where somebody listens."""

    def __init__(
        self,
        source: Side,
        target: Side,
        names: Names,
        report: Callable[[str], object],
        changes: Changes,
    ) -> None:
        """Adds topics to `changes`, because messages of an unknown publisher wait there until it is known."""
        self._source, self._target, self._names = source, target, names
        self._reports, self._changes = Reports(source, target, names, report), changes
        self._routes: dict[_RouteKey, _Route] = {}
        self._paths = Paths()

    def update(self) -> float | None:
        """Follows the graph. Returns the seconds after which it must be called again without a change; None: never."""
        selected: dict[_RouteKey, list[_Publisher]] = {}
        by_topic: dict[str, list[_Publisher]] = {}
        waits: list[float] = []
        self._paths.begin()
        for publisher in self._publishers(waits):
            by_topic.setdefault(publisher.topic, []).append(publisher)
        for topic, publishers in by_topic.items():
            standby = self._is_standby(topic, publishers)
            for publisher in publishers:
                if publisher.path is not None and not standby and self._may_pass(publisher):
                    selected.setdefault((topic, publisher.type, kind_of(publisher.qos)), []).append(publisher)
        for key, publishers in selected.items():
            self._update_route(key, publishers)
        for key, route in [*self._routes.items()]:
            self._forget_others(route, selected.get(key, ()), by_topic.get(route.topic, ()))
            if route.core.is_forwarding():
                self._subscribe_on_demand(route)
            else:  # and the last messages of publishers that have ended are forwarded
                self._end(key, 'another bridge forwards it' if key[0] in by_topic else 'it has no publisher any longer')
        self._decide_about_ended(by_topic, waits)
        return min(waits, default=None)

    def _decide_about_ended(self, by_topic: dict[str, list[_Publisher]], waits: list[float]) -> None:
        """Decides about messages whose publisher ended before the graph was read.

        They pass with those of another publisher, unless they may come from a bridge.
        """
        held: dict[tuple[str, bytes], list[_Route]] = {}
        for route in self._routes.values():
            undecided = route.core.undecided()
            if undecided:
                present = {publisher.gid for publisher in by_topic.get(route.topic, ())}
                for gid in undecided:
                    if gid not in present and not self._paths.is_new(gid, waits, HAS_ENDED):
                        held.setdefault((route.topic, gid), []).append(route)
        for (topic, gid), routes in held.items():
            # A reliable publisher is heard by the subscriptions of all kinds, but only one forwards it.
            *others, best = sorted(routes, key=lambda route: (-route.kind.durability, -route.kind.reliability))
            for route in others:
                route.core.ignore(gid)
            publishers = by_topic.get(topic, ())
            like = next((other.gid for other in publishers if other.gid in best.forwarded and not other.path), None)
            if self._source.bridges or like is None or not best.core.forward_as(gid, like):
                best.core.drop(gid)
                best.core.ignore(gid)
                self._reports.once(
                    f'topic {topic}', ': messages are lost, because their publisher ended before the bridge knew it'
                )
            for route in routes:
                route.core.forget(gid)

    def _publishers(self, waits: list[float]) -> Iterator[_Publisher]:
        for topic in self._source.node.topics():
            if not self._names.has_topic(topic):
                continue
            try:
                publishers = self._source.node.publishers_of(topic)
            except ValueError:  # a peer may use a name that ROS 2 does not allow
                continue
            for name, _, type_, type_hash, gid, qos in publishers:
                path = self._paths.path(gid, name, waits)
                if path is None or path[:1] != (self._source.own_id,):
                    yield _Publisher(gid, topic, type_, type_hash, qos, path)

    def _may_pass(self, publisher: _Publisher) -> bool:
        """Returns whether this bridge forwards a publisher: not in a circle, and not back where it came from."""
        path = publisher.path or ()
        if self._source.own_id in path or not self._target.bridges.isdisjoint(path):
            return False
        if len(path) >= MOST_BRIDGES:
            reason = f'it came through {len(path)} bridges; expected at most {MOST_BRIDGES}'
            self._reports.not_bridged(f'topic {publisher.topic}', reason)
            return False
        return True

    def _is_standby(self, topic: str, publishers: list[_Publisher]) -> bool:
        """Returns whether another bridge between the same networks forwards the topic.

        A bridge keeps what it forwards. If both do, that of the least id keeps it.
        """
        name = self._names(topic)
        try:
            counterparts = self._target.node.publishers_of(name)
        except ValueError as error:  # the new name is none
            self._reports.not_bridged(f'topic {topic}', str(error))
            return True
        is_forwarded = any(key[0] == topic for key in self._routes)
        for node, *_ in counterparts:
            path = path_of(node)
            if not path or path[0] == self._source.own_id or path[0] not in self._source.bridges:
                continue
            if not is_forwarded:
                if action_part(topic) is None:
                    reason = f'another bridge forwards to {name} in {self._target.label}'
                    self._reports.not_bridged(f'topic {topic}', reason)
                return True
            if path[0] < self._source.own_id:
                return True
        return False

    def _update_route(self, key: _RouteKey, publishers: list[_Publisher]) -> None:
        topic, type_, kind = key
        route = self._routes.get(key)
        if route is None:
            first = publishers[0]
            if (self._source.is_zenoh or self._target.is_zenoh) and not make_known(type_, first.type_hash):
                self._reports.not_bridged(
                    f'topic {topic}',
                    f'its type {type_} is unknown here and its publisher announces no hash; expected package '
                    f'{type_.partition("/")[0]} to be installed or sourced',
                )
                return
            route = _Route(topic, kind, ForwardedTopic(topic, type_, self._period(topic, kind)))
        for publisher in publishers:
            if publisher.gid in route.forwarded:
                continue
            path = (self._source.own_id, *(publisher.path or ()))
            make_known(type_, publisher.type_hash)
            qos = of_counterpart(publisher.qos, self._period(topic, kind))
            try:
                route.core.forward(publisher.gid, self._target.node_of(path), self._names(topic), qos)
            except Exception as error:  # it is tried again when the graph has changed
                self._reports.not_bridged(f'topic {publisher.topic}', str(error))
            else:
                route.ignored.discard(publisher.gid)
                route.forwarded.add(publisher.gid)
        if key not in self._routes and route.forwarded:
            self._routes[key] = route
            self._changes.add(route.core)
            if action_part(topic) is None:
                to = self._reports.destination(topic)
                self._reports.line(f'topic {topic} [{type_}] from {self._source.label} to {to}')

    def _period(self, topic: str, kind: Kind) -> int:
        """Returns the least time between two messages. Latched ones all pass: the last must arrive."""
        return 0 if kind.is_latched else self._names.period(topic)

    def _forget_others(self, route: _Route, selected: Sequence[_Publisher], publishers: Sequence[_Publisher]) -> None:
        """Makes a route ignore publishers that it receives but does not forward. Those to be decided stay unknown."""
        forwarded = route.forwarded & {publisher.gid for publisher in selected}
        others = {publisher.gid for publisher in publishers if publisher.path is not None} - forwarded
        for gid in (route.forwarded | route.ignored) - forwarded - others:
            route.core.forget(gid)
        for gid in others - route.ignored:
            route.core.ignore(gid)
        route.forwarded, route.ignored = forwarded, others

    def _subscribe_on_demand(self, route: _Route) -> None:
        has_listener = route.kind.is_latched or self._has_listener(route.topic)
        if has_listener == route.is_subscribed:
            return
        if has_listener:
            try:
                route.core.subscribe(self._source.node, of_subscription(route.kind))
            except Exception as error:  # it is tried again when the graph has changed
                self._reports.not_bridged(f'topic {route.topic}', str(error))
                return
        else:
            route.core.unsubscribe()
        route.is_subscribed = has_listener

    def _has_listener(self, topic: str) -> bool:
        """Returns whether a node of the other side subscribes, which is no bridge back to this side."""
        for name, *_ in self._target.node.subscriptions_of(self._names(topic)):
            path = path_of(name)
            if not path or (path[0] != self._source.own_id and path[0] not in self._source.bridges):
                return True
        return False

    def _end(self, key: _RouteKey, reason: str) -> None:
        route = self._routes.pop(key)
        self._changes.remove(route.core)
        route.core.close()
        if action_part(route.topic) is None:
            self._reports.line(f'{self._summary(key, route)}; {reason}')

    def summary(self) -> list[str]:
        """Returns a line for each topic that is bridged now."""
        routes = sorted([*self._routes.items()], key=lambda item: item[0])
        return [self._summary(key, route) for key, route in routes if action_part(route.topic) is None]

    def _summary(self, key: _RouteKey, route: _Route) -> str:
        forwarded, size, too_fast, _, held, lost, failed, unreceived = route.core.counts()
        text = f'topic {key[0]} [{key[1]}] to {self._reports.destination(key[0])}: {forwarded} messages, {size} bytes'
        for count, reason in (
            (too_fast, 'left out by the rate'),
            (held + lost, 'of unknown publishers'),
            (failed, 'refused by the other side'),
            (unreceived, 'lost on the way here'),
        ):
            if count:
                text += f', {count} {reason}'
        return text

    def close(self) -> None:
        """Ends all."""
        for route in self._routes.values():
            route.core.close()
        self._routes.clear()
