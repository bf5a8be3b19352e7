# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The node of a command: reads the ROS graph, creates endpoints and waits for data, in one thread without asyncio."""

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

from .._core import Client, Notifier, Publisher, Server, Subscription
from ..graph_checks import count_servers, endpoints
from ..messages.codec import announced_if_known
from ..node import EndpointInfo, Node
from ..qos import QoSProfile, qos_profile_sensor_data, qos_profile_services_default
from ..qos_events import OfSubscription
from .frame import CommandError, existing

_T = TypeVar('_T')
_Endpoint = TypeVar('_Endpoint', Publisher, Subscription, Client, Server)

_QUIET = 0.3
"""Seconds without a change of the graph after which discovery counts as complete."""
_AT_LEAST = 0.5
"""Seconds that other participants need to answer a new one, also over a network."""


def add_graph_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --spin-time, --use-sim-time and --no-daemon."""
    parser.add_argument(
        '--spin-time',
        type=float,
        default=float(os.environ.get('RXROS2_SPIN_TIME', '2')),
        metavar='SECONDS',
        help='longest time of discovery (default: 2, or RXROS2_SPIN_TIME); it ends early when nothing new appears',
    )
    parser.add_argument(
        '-s', '--use-sim-time', action='store_true', help='take the time from /clock instead of the system'
    )
    parser.add_argument(
        '--no-daemon', action='store_true', help='ignored, for compatibility with ROS 2: there is no daemon'
    )


@contextmanager
def command_node(args: argparse.Namespace | None = None, spin_time: float = 2.0) -> Iterator[CommandNode]:
    """Creates the node of a command and closes it at the end.

    `args` has the options --spin-time, --use-sim-time and --node-name, as far as the command declares them; lists
    hide the node's name unless --node-name sets it. CommandError if the node cannot be created.
    """
    name = getattr(args, 'node_name', None) or f'_rxros2_cli_{os.getpid()}'
    try:
        ros_node = Node(name, args=[], parameters={'use_sim_time': getattr(args, 'use_sim_time', False)})
    except (RuntimeError, ValueError) as error:
        raise CommandError(str(error)) from None
    node = CommandNode(ros_node, getattr(args, 'spin_time', spin_time))
    try:
        yield node
    finally:
        node.close()
        ros_node.close()


def is_hidden(name: str) -> bool:
    """Returns whether a part of the name of a topic, service or node begins with '_'."""
    return '/_' in name


def add_hidden_argument(parser: argparse._ActionsContainer, kind: str) -> None:
    """Adds --include-hidden-topics, or the same for another `kind`, such as 'services'."""
    parser.add_argument(
        f'--include-hidden-{kind}',
        dest='include_hidden',
        action='store_true',
        help="also names with a part that begins with '_'",
    )


def shown(args: argparse.Namespace, names: Iterable[str]) -> list[str]:
    """Returns the names sorted; hidden names only with --include-hidden-…."""
    return sorted(name for name in names if args.include_hidden or not is_hidden(name))


class CommandNode:
    """A node with the endpoints of one command. Not thread-safe."""

    def __init__(self, ros_node: Node, spin_time: float) -> None:
        self.ros_node = ros_node
        self._core = ros_node._core
        self._spin_time = spin_time
        self._notifier = Notifier()
        self._endpoints: dict[Publisher | Subscription | Client | Server, list[int]] = {}  # with their keys in _drains
        self._drains: dict[int, Callable[[], None]] = {}  # by the keys that the notifier returns
        self._keys = itertools.count()
        self._warned: set[str] = set()

    # The ROS graph.

    def settle(self) -> None:
        """Waits until discovery finds nothing new, at most the spin time."""
        begin = changed = time.monotonic()
        seen: Any = None
        while (now := time.monotonic()) - begin < self._spin_time:
            graph = (self.ros_node.nodes(), self.ros_node.topics(), self.ros_node.services())
            if graph != seen:
                seen, changed = graph, now
            elif now - begin >= _AT_LEAST and now - changed >= _QUIET:
                return
            time.sleep(0.02)

    def find(self, look: Callable[[], _T], most: float | None = None) -> _T:
        """Calls `look` until its result is true, for at most the spin time and `most` seconds. Returns the result."""
        until = time.monotonic() + (self._spin_time if most is None else min(self._spin_time, most))
        while not (result := look()) and time.monotonic() < until:
            time.sleep(0.01)
        return result

    def topic_names(self) -> list[str]:
        """Returns the names of topics that are not hidden."""
        return [name for name in self.ros_node.topics() if not is_hidden(name)]

    def service_names(self) -> list[str]:
        """Returns the names of services that are not hidden."""
        return [name for name in self.ros_node.services() if not is_hidden(name)]

    def node_names(self, hidden: bool = False) -> list[str]:
        """Returns the names of nodes; hidden ones only if `hidden` is true."""
        return [name for name in self.ros_node.nodes() if hidden or not is_hidden(name)]

    def without_own(self, endpoints: list[EndpointInfo]) -> list[EndpointInfo]:
        """Returns the endpoints without those of this command's node."""
        return [endpoint for endpoint in endpoints if endpoint.node_name != self.ros_node.name[1:]]

    def has_server(self, service: str) -> bool:
        """Returns whether a service has a server; False for a name that ROS 2 forbids."""
        return count_servers(self.ros_node, service) > 0

    def topic_type(self, topic: str) -> str:
        """Returns the name of a topic's type. CommandError if the topic does not exist or has several types."""
        return self._type('topic', topic, self.ros_node.topics, self.topic_names)

    def service_type(self, service: str) -> str:
        """Returns the name of a service's type. CommandError if the service does not exist or has several types."""
        return self._type('service', service, self.ros_node.services, self.service_names)

    def _type(
        self, kind: str, name: str, all_: Callable[[], dict[str, list[str]]], names: Callable[[], Iterable[str]]
    ) -> str:
        types = self.find(lambda: all_().get(name, []))
        if not types:
            raise CommandError(existing(kind, name, names()))
        if len(types) > 1:
            raise CommandError(f'{kind} {name} has several types: {", ".join(types)}')
        return types[0]

    # Endpoints.

    def subscribe(
        self,
        topic: str,
        type_: str,
        qos: QoSProfile,
        drain: Callable[[Subscription], None],
        lost: Callable[[int, int], None] | None = None,
    ) -> Subscription:
        """Subscribes to a topic; wait() calls `drain` when messages are in the queue.

        wait() calls `lost` with the new and the total number of messages that did not arrive.
        While the topic has no publisher, a policy that is 'best available' in `qos` becomes the one that matches every
        publisher, as in ROS 2's tools. CommandError if the subscription cannot be created.
        """
        policies = ('reliability', 'durability', 'liveliness')
        undecided = [name for name in policies if getattr(qos, name).short_key == 'best_available']
        if undecided and not self.find(lambda: self.without_own(endpoints(self.ros_node, topic)[0])):
            qos = replace(qos, **{name: getattr(qos_profile_sensor_data, name) for name in undecided})
        events = [] if lost is None else [int(OfSubscription.MESSAGE_LOST)]
        subscription = self._create(
            lambda: Subscription(self._core, topic, announced_if_known(type_), qos._values(), events)
        )
        subscription.listen(self._notifier, self._key(subscription, lambda: drain(subscription)))
        if lost is not None:

            def drain_event() -> None:
                status = subscription.take_event(OfSubscription.MESSAGE_LOST)
                if status is not None:
                    totals, changes, _ = status
                    lost(changes[0], totals[0])

            key = self._key(subscription, drain_event)
            subscription.listen_event(OfSubscription.MESSAGE_LOST, self._notifier, key)
        return subscription

    def leave_out(self, topic: str, error: Exception) -> None:
        """Prints a warning that a topic is left out because of `error`, once for each topic."""
        if topic not in self._warned:
            self._warned.add(topic)
            print(f'warning: {topic!r} is left out: {" ".join(str(error).split())}', file=sys.stderr)

    def publisher(self, topic: str, type_: str, qos: QoSProfile) -> Publisher:
        """Creates a publisher, of a type whose hash the caller has announced. CommandError if that fails."""
        return self._create(lambda: Publisher(self._core, topic, type_, qos._values(), []))

    def client(self, service: str, type_: str, drain: Callable[[Client], None]) -> Client:
        """Creates a client; wait() calls `drain` when responses are in the queue."""
        client = self._create(lambda: Client(self._core, service, type_, qos_profile_services_default._values()))
        client.listen(self._notifier, self._key(client, lambda: drain(client)))
        return client

    def server(self, service: str, type_: str, drain: Callable[[Server], None]) -> Server:
        """Creates a server; wait() calls `drain` when requests are in the queue."""
        server = self._create(lambda: Server(self._core, service, type_, qos_profile_services_default._values()))
        server.listen(self._notifier, self._key(server, lambda: drain(server)))
        return server

    def _create(self, make: Callable[[], _Endpoint]) -> _Endpoint:
        try:
            endpoint = make()
        except (RuntimeError, ValueError) as error:
            raise CommandError(str(error)) from None
        self._endpoints[endpoint] = []
        return endpoint

    def discard(self, endpoint: Publisher | Subscription | Client | Server) -> None:
        """Closes an endpoint of this node."""
        for key in self._endpoints.pop(endpoint):
            del self._drains[key]
        endpoint.close()

    def close(self) -> None:
        """Closes all endpoints; the node can be closed after that."""
        for endpoint in self._endpoints:
            endpoint.close()

    def _key(self, endpoint: Subscription | Client | Server, drain: Callable[[], None]) -> int:
        """Returns a new key of the notifier, for which wait() calls `drain`."""
        key = next(self._keys)
        self._endpoints[endpoint].append(key)
        self._drains[key] = drain
        return key

    def wait(
        self,
        seconds: float | None = None,
        until: Callable[[], bool] = lambda: False,
        every: float | None = None,
    ) -> bool:
        """Handles incoming data until `until` returns true. Returns False if `seconds` are over before.

        `until` is called after each arrival of data and, if given, every `every` seconds.
        """
        end = None if seconds is None or seconds == float('inf') else time.monotonic() + seconds
        while not until():
            seconds_left = None if end is None else end - time.monotonic()
            if seconds_left is not None and seconds_left <= 0:
                return False
            if every is not None:
                seconds_left = every if seconds_left is None else min(seconds_left, every)
            self._notifier.wait(-1 if seconds_left is None else round(seconds_left * 1e9))
            for key in self._notifier.take():
                if key in self._drains:  # discard() removes the key of an endpoint
                    self._drains[key]()
        return True


def absolute(name: str) -> str:
    """Returns a name with a leading '/': 'cmd_vel' is '/cmd_vel' on a command line."""
    return name if name.startswith('/') else f'/{name}'
