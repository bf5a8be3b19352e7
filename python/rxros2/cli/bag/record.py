# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bag record: bytes as they come, without decoding them."""

from __future__ import annotations

import argparse
import contextlib
import pathlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..._core import Subscription
from ...messages.remote_definitions import is_known, text_of
from ...qos import QoSProfile, qos_profile_best_available, qos_profile_default
from ..bags import Options, Topic, Writer, shown_size
from ..bags.bounded_queue import MOST_BYTES, BoundedQueue
from ..bags.metadata import qos_overrides
from ..frame import CommandError
from ..graph import CommandNode, add_hidden_argument, command_node, is_hidden
from ..keyboard import SPACE, Keyboard, keyboard
from ..output import terminal
from ..remote_types import TypeRequest, TypeRequests
from .selection import action_of, add_selection_arguments, named, selection, service_of

_QOS = replace(qos_profile_best_available, depth=1000)
_FLUSH_PERIOD = 1.0
"""Seconds of the recording that are lost if this process is killed."""
_PATIENCE = 3.0
"""Seconds after which it is said what there is nothing to record of."""
_NODE_IS_KNOWN = 2.0
"""Seconds in which the nodes of a new topic become known."""
_MOST_HELD = 64 << 20
"""Bytes of messages that wait for the definitions of their types."""
_MOST_WAITING = 100_000
"""Batches of messages that wait to be written."""

_Message = tuple[Any, int, int]
"""A sample, and the times at which it was received and published."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = 'On a terminal, space pauses and resumes; Ctrl-C ends the recording.'
    parser.add_argument('topic', nargs='*', help='topics to record, also those that come later')
    group = parser.add_argument_group('what is recorded')
    group.add_argument('-a', '--all', action='store_true', help='all topics, services and actions')
    for what in ('topics', 'services', 'actions'):
        group.add_argument(f'--all-{what}', action='store_true', help=f'all {what}')
    add_selection_arguments(group)
    group.add_argument('--topic-types', nargs='+', default=[], metavar='TYPE', help='topics of these types')
    group.add_argument('--exclude-topic-types', nargs='+', default=[], metavar='TYPE', help='but none of these types')
    add_hidden_argument(group, 'topics')
    group.add_argument(
        '--include-unpublished-topics', action='store_true', help='also those that nobody publishes, by default QoS'
    )
    group.add_argument('--no-discovery', action='store_true', help='only topics that are there at the start')
    group.add_argument(
        '-p', '--polling-interval', type=int, default=100, metavar='MS', help='how often to look for new topics'
    )
    group.add_argument(
        '--qos-profile-overrides-path', type=pathlib.Path, metavar='FILE', help='YAML: how to listen, for each topic'
    )
    group.add_argument(
        '--use-sim-time', action='store_true', help='times are those of /clock; nothing before the first'
    )
    group.add_argument('--start-paused', action='store_true', help='wait for space')
    group.add_argument('--disable-keyboard-controls', action='store_true', help='keys do nothing')
    group.add_argument('--duration', type=float, metavar='SECONDS', help='end after that time (default: Ctrl-C)')
    group = parser.add_argument_group('the files')
    group.add_argument(
        '-o', '--output', type=pathlib.Path, metavar='DIR', help='a new folder (default: rosbag2_<time>)'
    )
    group.add_argument('-s', '--storage', choices=['mcap'], default='mcap', help='format of the files')
    group.add_argument(
        '-b', '--max-bag-size', type=int, default=0, metavar='BYTES', help='begin another file after so many'
    )
    group.add_argument(
        '-d', '--max-bag-duration', type=float, default=0, metavar='SECONDS', help='begin another file after so long'
    )
    group.add_argument(
        '--max-bag-files', type=int, default=0, metavar='N', help='keep so many of these files, and remove the oldest'
    )
    group.add_argument(
        '--storage-preset-profile',
        choices=['none', 'fastwrite', 'zstd_fast', 'zstd_small'],
        default='none',
        help='fastwrite: no index and no checksums; zstd: parts of a file are compressed, and readable by themselves',
    )
    group.add_argument(
        '--compression-mode', choices=['none', 'file', 'message'], default='none', help='file: when it is complete'
    )
    group.add_argument('--compression-format', choices=['zstd'], default='zstd', help='of --compression-mode')
    group.add_argument('--custom-data', nargs='+', default=[], metavar='KEY=VALUE', help='kept in metadata.yaml')


def main(args: argparse.Namespace) -> int:
    args.topics += args.topic
    chosen, overrides = _chosen(args), qos_overrides(args.qos_profile_overrides_path)
    folder = args.output or pathlib.Path(time.strftime('rosbag2_%Y_%m_%d-%H_%M_%S'))
    with (
        command_node(sim_time=args.use_sim_time) as there,
        Writer(folder, _options(args)) as writer,
        keyboard(not args.disable_keyboard_controls) as keys,
    ):
        if args.start_paused and keys is None:
            raise CommandError('--start-paused waits for the space bar; standard input is no terminal', 2)
        with _status() as show, contextlib.suppress(KeyboardInterrupt):
            _Recorder(args, there, writer, chosen, overrides).run(keys, show)
    print(f'{folder}: {writer.count} messages, {shown_size(sum(file.stat().st_size for file in writer.files))}')
    return 0


def _options(args: argparse.Namespace) -> Options:
    for name in ('max_bag_size', 'max_bag_duration', 'max_bag_files'):
        if getattr(args, name) < 0:
            raise CommandError(f'{name.replace("_", "-")} is {getattr(args, name):g}; expected 0 or more', 2)
    if args.max_bag_files and not (args.max_bag_size or args.max_bag_duration):
        raise CommandError('--max-bag-files needs --max-bag-size or --max-bag-duration', 2)
    custom = {}
    for pair in args.custom_data:
        key, equals, value = pair.partition('=')
        if not (key and equals):
            raise CommandError(f"'{pair}' of --custom-data is no pair; expected KEY=VALUE", 2)
        custom[key] = value
    return Options(
        args.storage_preset_profile,
        args.compression_mode,
        args.max_bag_size,
        args.max_bag_duration,
        args.max_bag_files,
        custom,
    )


@contextlib.contextmanager
def _status() -> Iterator[Callable[[str], object]]:
    """Shows a line on the terminal that changes; nothing in a pipe."""
    console = terminal()
    if console is None:
        yield lambda text: None
    else:
        with console.status('waiting for topics') as status:
            yield status.update


def _chosen(args: argparse.Namespace) -> Callable[[str, list[str]], bool]:
    """Which topics, of these types, to record."""
    all_topics, all_services, all_actions = (
        args.all or getattr(args, f'all_{kind}') for kind in ('topics', 'services', 'actions')
    )
    if not any(
        [all_topics, all_services, all_actions, args.regex, args.topics, args.services, args.actions, args.topic_types]
    ):
        raise CommandError('what is to be recorded? expected topics, --all, --regex, --services, …', 2)

    def everything(topic: str) -> bool:
        if service_of(topic):
            return bool(all_services)
        if action_of(topic):
            return bool(all_actions)
        return all_topics and (args.include_hidden or not is_hidden(topic))

    by_name = selection(args, everything, args.include_hidden)
    by_type = selection(args, lambda topic: True, args.include_hidden)
    wanted, unwanted = set(args.topic_types), set(args.exclude_topic_types)

    def choose(topic: str, types: list[str]) -> bool:
        if unwanted.intersection(types):
            return False
        return by_name(topic) or (not wanted.isdisjoint(types) and by_type(topic))

    return choose


class _Recorder:
    def __init__(
        self,
        args: argparse.Namespace,
        there: CommandNode,
        writer: Writer,
        chosen: Callable[[str, list[str]], bool],
        overrides: dict[str, QoSProfile],
    ) -> None:
        self._args = args
        self._there = there
        self._files = _Files(writer)
        self._chosen = chosen
        self._overrides = overrides
        self._requests = TypeRequests(there)
        self._known: set[str] = set()
        self._waiting: list[_Topic] = []  # for their definitions
        self._missing = dict.fromkeys(named(args))
        self._paused = args.start_paused

    def run(self, keys: Keyboard | None, show: Callable[[str], object]) -> None:
        with self._files:
            try:
                self._run(keys, show)
            finally:
                for topic in self._waiting:
                    self._begin(topic)

    def _run(self, keys: Keyboard | None, show: Callable[[str], object]) -> None:
        interval = max(self._args.polling_interval, 1) / 1e3
        if self._args.no_discovery:
            self._there.settle()
        begin, left = time.monotonic(), self._args.duration
        self._look()
        while left is None or left > 0:
            self._there.wait(interval if left is None else min(interval, left))
            if keys is not None and keys.key(0) == SPACE:
                self._paused = not self._paused
                print('paused' if self._paused else 'resumed', flush=True)
            if not self._args.no_discovery:
                self._look()
            self._ask()
            self._files.check()
            elapsed = time.monotonic() - begin
            if self._args.duration is not None:
                left = self._args.duration - elapsed
            if elapsed > _PATIENCE:
                self._tell_missing()
            facts = f'{len(self._known)} topics, {self._files.count} messages, {shown_size(self._files.size)}'
            show(f'{elapsed:.0f} s, {facts}{", paused" if self._paused else ""}')

    def _look(self) -> None:
        for topic, types in self._there.node.topics().items():
            if topic in self._known or not self._chosen(topic, types):
                continue
            try:
                if not (self._args.include_unpublished_topics or self._there.node.count_publishers(topic)):
                    continue
                made = self._subscribe(topic, types)
            except (CommandError, RuntimeError, ValueError) as error:  # of a name or type that a peer has chosen
                self._known.add(topic)
                self._there.leave_out(topic, error)
                continue
            self._known.add(topic)
            if is_known(made.type):
                self._begin(made)
            else:
                self._waiting.append(made)
            print(f"Subscribed to topic '{topic}'", flush=True)

    def _tell_missing(self) -> None:
        """Once, of each that was named."""
        for kind, name, topic in self._missing:
            if topic in self._known:
                continue
            text = f'no {kind} {name} yet'
            if kind == 'service' and self._there.node.count_services(name):
                text = f'{name} tells nothing yet: its server, or a client of it, must have service introspection on'
            print(f'warning: {text}', file=sys.stderr)
        self._missing = {}

    def _subscribe(self, name: str, types: list[str]) -> _Topic:
        there, sim_time = self._there, self._args.use_sim_time
        if len(types) > 1:
            print(f'warning: {name} has several types, {types[0]} is recorded: {", ".join(types)}', file=sys.stderr)
        offered = [each.qos_profile for each in there.node.publishers_info(name)]
        topic = _Topic(name, types[0], offered, self._requests.ask(name, types[0]))

        def drain(subscription: Subscription) -> None:
            messages: list[_Message] = []
            for sample, info in subscription.take(None, 1000, True):
                published, received = info[0], info[1]
                if sim_time:
                    published = received = there.node.now()
                if received and not self._paused:
                    messages.append((sample, received, published))
            if topic.is_begun:
                self._files.write(name, messages)
            else:
                topic.hold(messages)

        there.subscribe(name, types[0], self._overrides.get(name, _QOS if offered else qos_profile_default), drain)
        return topic

    def _ask(self) -> None:
        """Goes on asking for definitions; topics of those that have come, or will not come, are written."""
        self._requests.poll()
        again = bool(self._waiting) and self._there.node.graph_changed()
        too_much = sum(topic.held_bytes for topic in self._waiting) > _MOST_HELD
        for topic in self._waiting:
            if topic.request.is_open and not too_much:
                continue
            if not (topic.request.has_sources or too_much or time.monotonic() - topic.since > _NODE_IS_KNOWN):
                if again:  # nodes become known a little later than their topics
                    topic.request = self._requests.ask(topic.name, topic.type)
                continue
            self._begin(topic)
        self._waiting = [topic for topic in self._waiting if not topic.is_begun]

    def _begin(self, topic: _Topic) -> None:
        """Writes what has come of a topic; from now on all that comes."""
        topic.is_begun = True
        described = Topic(topic.name, topic.type, qos=topic.offered)
        if not is_known(topic.type) and (text := text_of(topic.type, topic.request.hash)) is not None:
            described.definition, described.definition_encoding = text
            described.hash = topic.request.hash
        if not self._files.add_topic(described):
            print(
                f'warning: {topic.type} of {topic.name} is unknown here; its definition will not be in the file',
                file=sys.stderr,
            )
        held, topic.held = topic.held, []
        self._files.write(topic.name, held)


@dataclass
class _Topic:
    """A topic that is subscribed to."""

    name: str
    type: str
    offered: list[QoSProfile]
    request: TypeRequest
    """For the definition of its type, if that is unknown here."""
    since: float = field(default_factory=time.monotonic)
    is_begun: bool = False
    """It is in the file."""
    held: list[_Message] = field(default_factory=list)
    """What came before."""
    held_bytes: int = 0

    def hold(self, messages: list[_Message]) -> None:
        self.held += messages
        self.held_bytes += _bytes_of(messages)


def _bytes_of(messages: list[_Message]) -> int:
    return sum(memoryview(sample).nbytes for sample, _, _ in messages)


class _Files:
    """Writes messages in a thread of its own: while the disk is slow they wait here, where their bytes are bounded."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._queue: BoundedQueue[tuple[str, list[_Message]]] = BoundedQueue(_MOST_WAITING)
        self._error: BaseException | None = None
        self._dropped = 0
        self.count = self.size = 0
        """Messages, and their bytes, so far."""
        self._thread = threading.Thread(target=self._run, name='write')

    def __enter__(self) -> _Files:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Returns when all is written. Raises what went wrong, unless another error is under way."""
        self._queue.close()
        self._thread.join()
        if self._dropped:
            print(f'warning: {self._dropped} messages were lost: the disk is too slow', file=sys.stderr)
        if kind is None or issubclass(kind, KeyboardInterrupt):
            self.check()

    def add_topic(self, topic: Topic) -> bool:
        return self._writer.add_topic(topic)

    def write(self, topic: str, messages: list[_Message]) -> None:
        size = _bytes_of(messages)
        if not messages or self._error is not None:
            return
        if self._queue.offer((topic, messages), size):
            self.count += len(messages)
            self.size += size
            return
        if not self._dropped:
            print(
                f'warning: the disk is too slow: messages are lost, as {MOST_BYTES >> 20} MiB wait to be written',
                file=sys.stderr,
            )
        self._dropped += len(messages)

    def check(self) -> None:
        """Raises what went wrong in the thread."""
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        flushed = time.monotonic()
        try:
            while not self._queue.is_finished:
                topic, messages = self._queue.get(_FLUSH_PERIOD) or ('', [])
                for sample, received, published in messages:
                    self._writer.write(topic, sample, received, published)
                if time.monotonic() - flushed >= _FLUSH_PERIOD:
                    self._writer.flush()
                    flushed = time.monotonic()
        except BaseException as error:
            self._error = error
            self._queue.close(drop=True)
