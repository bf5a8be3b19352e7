# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Publishing the messages of a recording, for `bag play` and `bag burst`.

A topic or message that cannot be published is left out, and the rest is published.
"""

from __future__ import annotations

import argparse
import contextlib
import pathlib
import sys
import threading
from collections.abc import Generator

from ..._core import Client, Publisher
from ...bag import BagError, Message
from ...definitions.parser import split_name
from ...messages import DefinitionError, InterfaceNotFound, interface
from ...messages.codec import announced, codec_of
from ...messages.recorded_definitions import class_of
from ...printable import one_line
from ...qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy, qos_profile_default
from ..frame import CommandError, existing
from ..graph import CommandNode, absolute
from ..recordings import Bag, Topic
from ..recordings.bounded_queue import BoundedQueue
from ..recordings.metadata import qos_overrides
from .selection import action_of, add_selection_arguments, named, selection, service_of

_MOST_AHEAD = 64 << 20
"""Most bytes of messages that are read ahead; --read-ahead-queue-size limits their number."""
_LATEST = 2**31 * 10**9
"""The first time, in nanoseconds since 1970, that builtin_interfaces/msg/Time cannot represent."""
_SOURCES = {'service_introspection': 1, 'client_introspection': 0}
"""The event_type of service_msgs/msg/ServiceEventInfo from which requests are taken, by --service-requests-source."""


def add_publishing_arguments(group: argparse._ArgumentGroup) -> None:
    """Adds the options of publishers, which `bag play` and `bag burst` share."""
    add_selection_arguments(group)
    group.add_argument(
        '--read-ahead-queue-size',
        type=int,
        default=1000,
        metavar='N',
        help='most messages to read ahead, besides a limit of 64 MiB (default: 1000)',
    )
    group.add_argument(
        '-m', '--remap', nargs='+', metavar='OLD:=NEW', default=[], help='publish topics under other names'
    )
    group.add_argument(
        '--qos-profile-overrides-path',
        type=pathlib.Path,
        metavar='FILE',
        help='YAML file with the QoS of publishers, by topic',
    )
    group.add_argument(
        '--publish-service-requests',
        action='store_true',
        help='send the recorded requests to the services, instead of publishing the recorded events of services',
    )
    group.add_argument(
        '--service-requests-source',
        choices=list(_SOURCES),
        default='service_introspection',
        help='whose events contain the requests: those of servers (default), or those of clients',
    )
    group.add_argument(
        '--disable-loan-message', action='store_true', help='ignored, for compatibility with ROS 2: none is loaned'
    )


def chosen_topics(bag: Bag, args: argparse.Namespace) -> list[Topic]:
    """Returns the topics that the arguments select. CommandError if there are none, or for an unknown name.

    Names in --remap and --clock-topics that the recording does not have are named on stderr.
    """
    known = {topic.name: topic for topic in bag.topics}
    for kind, name, topic in named(args):
        if topic not in known:
            names: list[str | None] = list(known)
            if kind != 'topic':
                names = [(service_of if kind == 'service' else action_of)(topic_name) for topic_name in known]
            raise CommandError(existing(kind, name, filter(None, names)) + ' in the recording')
    everything = not (args.topics or args.services or args.actions or args.regex)
    choose = selection(args, lambda topic: everything)
    topics = [topic for topic in bag.topics if choose(topic.name)]
    if not topics:
        raise CommandError('no topic of the recording is selected' if bag.topics else f'{args.bag} is empty')
    _report_unknown(args, list(known))
    return topics


def _report_unknown(args: argparse.Namespace, known: list[str]) -> None:
    remapped = {*known, *map(service_of, known), *map(action_of, known)}
    for option, given, names in (
        ('--remap', _new_names(args.remap), remapped),
        ('--clock-topics', map(absolute, getattr(args, 'clock_topics', ())), set(known)),
    ):
        for name in given:
            if name not in names:
                text = f'{option} {name} has no effect: {existing("topic", name, known)} in the recording'
                print(f'warning: {one_line(text)}', file=sys.stderr)


def time_of(begin: int, seconds: float) -> int:
    """Returns the time this many seconds after `begin`, at most the latest one that a recording can have."""
    return min(begin + round(min(seconds * 1e9, 2.0**63)), 2**63 - 1)


def _new_names(pairs: list[str]) -> dict[str, str]:
    new_names = {}
    for pair in pairs:
        old, assigned, new = pair.partition(':=')
        if not (old and assigned and new):
            raise CommandError(f"'{pair}' of --remap is not a pair; expected /old:=/new", 2)
        new_names[absolute(old)] = absolute(new)
    return new_names


def _qos(offered: list[QoSProfile]) -> QoSProfile:
    """Returns QoS that matches every subscription that matched all recorded publishers."""
    if not offered:
        return qos_profile_default
    reliable = all(qos.reliability == ReliabilityPolicy.RELIABLE for qos in offered)
    latched = all(qos.durability == DurabilityPolicy.TRANSIENT_LOCAL for qos in offered)
    return QoSProfile(
        depth=max(100, *(qos.depth for qos in offered)),
        reliability=ReliabilityPolicy.RELIABLE if reliable else ReliabilityPolicy.BEST_EFFORT,
        durability=DurabilityPolicy.TRANSIENT_LOCAL if latched else DurabilityPolicy.VOLATILE,
    )


class Output:
    """Publishes messages of a recording, and leaves out those that cannot be published."""

    def __init__(self, args: argparse.Namespace, node: CommandNode, bag: Bag, topics: list[Topic]) -> None:
        """Creates the publishers. CommandError if no topic can be published."""
        new, overrides = _new_names(args.remap), qos_overrides(args.qos_profile_overrides_path)
        self._bag = bag
        self._publishers: dict[str, Publisher] = {}
        self._requests: dict[str, _Requests] = {}
        self._skipped: dict[str, tuple[int, str]] = {}  # by topic: the number of messages, and the first reason
        for topic in topics:
            name = new.get(topic.name, topic.name)
            try:
                service = service_of(topic.name) if args.publish_service_requests else None
                if service is not None:
                    name = new.get(service, service)
                    self._requests[topic.name] = _Requests(node, bag, topic, name, args.service_requests_source)
                    continue
                _check(topic)
                _announce(topic)
                qos = overrides.get(topic.name) or overrides.get(name) or _qos(topic.qos)
                self._publishers[topic.name] = node.publisher(name, topic.type, qos)
            except (CommandError, BagError, LookupError, TypeError, ValueError) as error:
                if len(topics) == 1:
                    raise CommandError(f'{topic.name}: {_first_line(error)}') from None
                text = f'{topic.name!r} and its {topic.count} messages are left out: {_first_line(error)}'
                print(f'warning: {one_line(text)}', file=sys.stderr)
        if not self.topics:
            raise CommandError(f'no topic of {args.bag} can be published')
        node.find(lambda: all(requests.is_ready() for requests in self._requests.values()))

    @property
    def topics(self) -> list[str]:
        """The names in the recording of the topics that are published."""
        return [*self._publishers, *self._requests]

    @property
    def publishers(self) -> dict[str, Publisher]:
        """The publishers by the names of their topics in the recording."""
        return self._publishers

    def publish(self, message: Message) -> bool:
        """Publishes a message. Returns False, and counts it as left out, if it cannot be published."""
        try:
            if message.topic in self._requests:
                return self._requests[message.topic].send(message.sample)
            self._publishers[message.topic].publish_bytes(message.sample)
        except ValueError as error:
            self._skip(message.topic, _reason(error))
            return False
        return True

    def is_playable(self, message: Message) -> bool:
        """Returns False, and counts the message as left out, if its time is none that ROS can represent."""
        if 0 <= message.log_time < _LATEST:
            return True
        self._skip(message.topic, f'its time, {message.log_time / 1e9:.0f} s, is not between 1970 and 2038')
        return False

    def _skip(self, topic: str, reason: str) -> None:
        count, first_reason = self._skipped.get(topic, (0, reason))
        self._skipped[topic] = count + 1, first_reason

    def report(self) -> None:
        """Prints what was left out since the last call."""
        for topic, (count, reason) in self._skipped.items():
            text = f'{topic}: {count} message{"s were" if count > 1 else " was"} left out: {reason}'
            print(f'warning: {one_line(text)}', file=sys.stderr)
        self._skipped.clear()
        self._bag.warn_of_faults()


class _Requests:
    """Sends the requests in the recorded events of a service."""

    def __init__(self, node: CommandNode, bag: Bag, topic: Topic, service: str, source: str) -> None:
        self._decode = bag.decoder(topic.name)
        type_ = interface(topic.type.removesuffix('_Event'))
        self._request = codec_of(type_.Request)
        self._event_type = _SOURCES[source]
        self._client: Client = node.client(service, announced(type_), lambda client: None)

    def is_ready(self) -> bool:
        """Returns whether the service has a server."""
        return self._client.is_ready()

    def send(self, sample: bytes) -> bool:
        """Sends the request of an event. Returns False if it is an event of another kind.

        ValueError if it is malformed or without its request.
        """
        event = self._decode(sample)
        if event.info.event_type != self._event_type:
            return False
        if not self.is_ready():
            raise ValueError('the service has no server')
        if not event.request:
            raise ValueError('the events have no requests: their service published only metadata')
        self._client.take()  # responses are not needed
        self._client.send(self._request.encode(event.request[0]), 0)
        return True


def _check(topic: Topic) -> None:
    """Raises ValueError if messages of the topic cannot be published."""
    if topic.format != 'cdr' or not topic.type:
        raise ValueError(f'its messages are {topic.format if topic.type else "without a type"}; expected cdr')
    package, slash, name = topic.type.rpartition('/')
    split_name(f'{package}/{name.partition("_")[0]}' if slash else topic.type)


def _announce(topic: Topic) -> None:
    """Announces the hash of the topic's type, if its definition is known from this machine or the recording."""
    with contextlib.suppress(InterfaceNotFound, DefinitionError, OSError, TypeError, ValueError):
        announced(class_of(topic.type, topic.hash, topic.definition, topic.definition_encoding))


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), '').rstrip(':')


def _reason(error: Exception) -> str:
    """Returns the text of an error without the part in front that names the topic."""
    return _first_line(error).partition("': ")[2] or _first_line(error)


def read_ahead(messages: Generator[Message], most: int) -> Generator[Message]:
    """Yields the messages; a thread reads up to `most` of them ahead. Closing the generator ends the thread."""
    items: BoundedQueue[Message | Exception] = BoundedQueue(max(most, 1), _MOST_AHEAD)

    def read() -> None:
        try:
            with contextlib.closing(messages):
                for message in messages:
                    if not items.put(message, len(message.sample)):
                        return
        except Exception as error:
            items.put(error, 0)
        finally:
            items.close()

    reader = threading.Thread(target=read, name='read ahead')
    reader.start()
    try:
        while (item := items.get()) is not None:
            if isinstance(item, Exception):
                raise item
            yield item
    finally:
        items.close(drop=True)
        reader.join()
