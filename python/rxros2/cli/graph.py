# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The node that a command has, what it sees of others, and the wait for what comes. In one thread, without asyncio."""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from .._core import Client, Notifier, Publisher, Subscription
from ..graph_checks import endpoints
from ..node import EndpointInfo, Node
from ..qos import QoSProfile, qos_profile_sensor_data, qos_profile_services_default
from .frame import CommandError, existing

_T = TypeVar('_T')
_Endpoint = TypeVar('_Endpoint', Publisher, Subscription, Client)

_QUIET = 0.3
"""Seconds without news after which everybody is taken to be known."""
_AT_LEAST = 0.5
"""Seconds in which others answer a new participant, also over a network."""


def add_graph_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        '--spin-time',
        type=float,
        default=float(os.environ.get('RXROS2_SPIN_TIME', '2')),
        metavar='SECONDS',
        help='look so long for others at most (default: 2, or RXROS2_SPIN_TIME); less if nobody new appears',
    )
    parser.add_argument('--no-daemon', action='store_true', help="taken for ROS 2's sake: there is no daemon")


@contextmanager
def command_node(
    args: argparse.Namespace | None = None, spin_time: float = 2.0, sim_time: bool = False
) -> Iterator[CommandNode]:
    """A node for the time of a command; its name is hidden from lists. `sim_time`: its clock is that of /clock."""
    try:
        node = Node(f'_rxros2_cli_{os.getpid()}', parameters={'use_sim_time': sim_time})
    except (RuntimeError, ValueError) as error:
        raise CommandError(str(error)) from None
    there = CommandNode(node, args.spin_time if args is not None else spin_time)
    try:
        yield there
    finally:
        there.close()
        node.close()


def is_hidden(name: str) -> bool:
    """Of a topic, service or node: a part of its name begins with '_'."""
    return '/_' in name


def add_hidden_argument(parser: argparse._ActionsContainer, of: str) -> None:
    """--include-hidden-topics, or `of` what else there is."""
    parser.add_argument(
        f'--include-hidden-{of}',
        dest='include_hidden',
        action='store_true',
        help="also those with a part that begins with '_'",
    )


def shown(args: argparse.Namespace, names: Iterable[str]) -> list[str]:
    """In order, without those that are hidden unless they were asked for."""
    return sorted(name for name in names if args.include_hidden or not is_hidden(name))


class CommandNode:
    """A node, and all that one command waits for."""

    def __init__(self, node: Node, spin_time: float) -> None:
        self.node = node
        self._core = node._core
        self._spin_time = spin_time
        self._notifier = Notifier()
        self._endpoints: dict[Publisher | Subscription | Client, int | None] = {}  # with the key of what is taken
        self._drains: dict[int, Callable[[], None]] = {}  # by the key that the notifier gives
        self._keys = itertools.count()
        self._warned: set[str] = set()

    # What others there are.

    def settle(self) -> None:
        """Waits until nobody new appears."""
        begin = changed = time.monotonic()
        seen: Any = None
        while (now := time.monotonic()) - begin < self._spin_time:
            there = (self.node.nodes(), self.node.topics(), self.node.services())
            if there != seen:
                seen, changed = there, now
            elif now - begin >= _AT_LEAST and now - changed >= _QUIET:
                return
            time.sleep(0.02)

    def find(self, look: Callable[[], _T]) -> _T:
        """What `look` finds, as soon as it finds something, or finds no more."""
        until = time.monotonic() + self._spin_time
        while not (found := look()) and time.monotonic() < until:
            time.sleep(0.01)
        return found

    def topic_names(self) -> list[str]:
        return [name for name in self.node.topics() if not is_hidden(name)]

    def service_names(self) -> list[str]:
        return [name for name in self.node.services() if not is_hidden(name)]

    def node_names(self) -> list[str]:
        return [name for name in self.node.nodes() if not is_hidden(name)]

    def others(self, endpoints: list[EndpointInfo]) -> list[EndpointInfo]:
        """Without those of this command."""
        return [each for each in endpoints if each.node_name != self.node.name[1:]]

    def has_server(self, service: str) -> bool:
        """Returns whether a service is served; one whose name ROS 2 forbids is not."""
        try:
            return self.node.count_services(service) > 0
        except ValueError:
            return False

    def topic_type(self, topic: str) -> str:
        """The type's name; CommandError if there is no such topic, or it has several types."""
        return self._type('topic', topic, self.node.topics, self.topic_names)

    def service_type(self, service: str) -> str:
        """As topic_type()."""
        return self._type('service', service, self.node.services, self.service_names)

    def _type(
        self, what: str, name: str, all_: Callable[[], dict[str, list[str]]], names: Callable[[], Iterable[str]]
    ) -> str:
        types = self.find(lambda: all_().get(name, []))
        if not types:
            raise CommandError(existing(what, name, names()))
        if len(types) > 1:
            raise CommandError(f'{what} {name} has several types: {", ".join(types)}')
        return types[0]

    # What comes.

    def subscribe(self, topic: str, type_: str, qos: QoSProfile, drain: Callable[[Subscription], None]) -> Subscription:
        """Calls `drain` when messages wait, within wait().

        What `qos` wants to be the best available is what matches anybody while nobody publishes, as in ROS 2's tools.
        """
        policies = ('reliability', 'durability', 'liveliness')
        wanted = [name for name in policies if getattr(qos, name).short_key == 'best_available']
        if wanted and not self.find(lambda: self.others(endpoints(self.node, topic)[0])):
            qos = replace(qos, **{name: getattr(qos_profile_sensor_data, name) for name in wanted})
        made = self._made(lambda: Subscription(self._core, topic, type_, qos._values(), []))
        self._add(made, lambda: drain(made))
        return made

    def leave_out(self, topic: str, error: Exception) -> None:
        """Says, once of each topic, that what is wrong with a message or with the topic leaves it out."""
        if topic not in self._warned:
            self._warned.add(topic)
            print(f'warning: {topic!r} is left out: {" ".join(str(error).split())}', file=sys.stderr)

    def publisher(self, topic: str, type_: str, qos: QoSProfile) -> Publisher:
        return self._made(lambda: Publisher(self._core, topic, type_, qos._values(), []))

    def client(self, service: str, type_: str, drain: Callable[[Client], None]) -> Client:
        """As subscribe(), for responses."""
        made = self._made(lambda: Client(self._core, service, type_, qos_profile_services_default._values()))
        self._add(made, lambda: drain(made))
        return made

    def _made(self, make: Callable[[], _Endpoint]) -> _Endpoint:
        try:
            made = make()
        except (RuntimeError, ValueError) as error:
            raise CommandError(str(error)) from None
        self._endpoints[made] = None
        return made

    def discard(self, endpoint: Publisher | Subscription | Client) -> None:
        """Ends an endpoint that was made here."""
        key = self._endpoints.pop(endpoint)
        if key is not None:
            del self._drains[key]
        endpoint.close()

    def close(self) -> None:
        """Ends what was made; then the node may be closed."""
        for each in self._endpoints:
            each.close()

    def _add(self, source: Subscription | Client, drain: Callable[[], None]) -> None:
        key = self._endpoints[source] = next(self._keys)
        self._drains[key] = drain
        source.listen(self._notifier, key)

    def wait(
        self,
        seconds: float | None = None,
        until: Callable[[], bool] = lambda: False,
        every: float | None = None,
    ) -> bool:
        """Takes what comes until `until` is true, or the time is over; then False.

        `until` is called after something came, and `every` so many seconds.
        """
        end = None if seconds is None else time.monotonic() + seconds
        while not until():
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                return False
            if every is not None:
                left = every if left is None else min(left, every)
            self._notifier.wait(-1 if left is None else round(left * 1e9))
            for key in self._notifier.take():
                if key in self._drains:  # else its endpoint has been discarded
                    self._drains[key]()
        return True


def absolute(name: str) -> str:
    """'cmd_vel' is '/cmd_vel' on a command line."""
    return name if name.startswith('/') else f'/{name}'
