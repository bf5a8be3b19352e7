# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bag record: records serialized messages without decoding them."""

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
from ..frame import CommandError
from ..graph import CommandNode, add_hidden_argument, command_node, is_hidden
from ..keyboard import SPACE, Keyboard, keyboard
from ..output import terminal
from ..recordings import Options, Topic, Writer, shown_size
from ..recordings.bounded_queue import MOST_BYTES, BoundedQueue
from ..recordings.metadata import qos_overrides
from ..remote_types import TypeRequest, TypeRequests
from .selection import LOG_LEVELS, action_of, add_selection_arguments, is_shown, named, selection, service_of
from .snapshot import NODE_NAME, SnapshotCache, serve_snapshots

_QOS = replace(qos_profile_best_available, depth=1000)
_FLUSH_PERIOD = 1.0
"""Most seconds of the recording that are lost if this process is killed."""
_PATIENCE = 3.0
"""Seconds after which a warning lists the named topics that do not exist yet."""
_NODE_IS_KNOWN = 2.0
"""Seconds within which discovery finds the nodes of a new topic."""
_MOST_HELD = 64 << 20
"""Most bytes of messages that wait for the definitions of their types."""
_MOST_WAITING = 100_000
"""Most batches of messages that wait to be written."""

_Message = tuple[Any, int, int]
"""A serialized message with the times of its reception and publication, in nanoseconds."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the topics, and options for selection, discovery, files and compression."""
    parser.epilog = 'On a terminal, space pauses and resumes; Ctrl-C ends the recording.'
    parser.add_argument('topic', nargs='*', help='topics to record; they may appear later')
    group = parser.add_argument_group('selection')
    group.add_argument('-a', '--all', action='store_true', help='all topics, services and actions')
    for kind in ('topics', 'services', 'actions'):
        group.add_argument(f'--all-{kind}', action='store_true', help=f'all {kind}')
    add_selection_arguments(group)
    group.add_argument('--topic-types', nargs='+', default=[], metavar='TYPE', help='topics of these types')
    group.add_argument('--exclude-topic-types', nargs='+', default=[], metavar='TYPE', help='not topics of these types')
    add_hidden_argument(group, 'topics')
    group.add_argument(
        '--include-unpublished-topics', action='store_true', help='also topics without a publisher, with default QoS'
    )
    group.add_argument('--no-discovery', action='store_true', help='only topics that exist at the start')
    group.add_argument(
        '-p',
        '--polling-interval',
        type=int,
        default=100,
        metavar='MS',
        help='period of the search for new topics (default: 100)',
    )
    group.add_argument(
        '--qos-profile-overrides-path',
        type=pathlib.Path,
        metavar='FILE',
        help='YAML file with the QoS of subscriptions, by topic',
    )
    group.add_argument(
        '--use-sim-time', action='store_true', help='use the time of /clock; record nothing before its first message'
    )
    group.add_argument(
        '--ignore-leaf-topics',
        action='store_true',
        help='not topics without a subscription besides that of this command',
    )
    group.add_argument('--node-name', metavar='NAME', help='name of the recording node (default: a hidden one)')
    group.add_argument(
        '--log-level', choices=LOG_LEVELS, default='info', help="least level of what is printed; 'warn': only warnings"
    )
    group.add_argument('--start-paused', action='store_true', help='start paused; space starts the recording')
    group.add_argument('--disable-keyboard-controls', action='store_true', help='ignore the keyboard')
    group.add_argument('--duration', type=float, metavar='SECONDS', help='end after this time (default: at Ctrl-C)')
    _add_file_arguments(parser.add_argument_group('files'))


def _add_file_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        '-o', '--output', type=pathlib.Path, metavar='DIR', help='a new folder (default: rosbag2_<time>)'
    )
    group.add_argument('-s', '--storage', choices=['mcap'], default='mcap', help='format of the files')
    group.add_argument(
        '-b', '--max-bag-size', type=int, default=0, metavar='BYTES', help='start a new file at this size'
    )
    group.add_argument(
        '-d', '--max-bag-duration', type=float, default=0, metavar='SECONDS', help='start a new file after this time'
    )
    group.add_argument(
        '--max-bag-files', type=int, default=0, metavar='N', help='keep this many files and remove the oldest'
    )
    group.add_argument(
        '--storage-preset-profile',
        choices=['none', 'fastwrite', 'zstd_fast', 'zstd_small'],
        default='none',
        help='fastwrite: no index and no checksums; zstd: compressed chunks that are readable by themselves',
    )
    group.add_argument(
        '--compression-mode',
        choices=['none', 'file', 'message'],
        default='none',
        help='compress each complete file, or each message',
    )
    group.add_argument('--compression-format', choices=['zstd'], default='zstd', help='format for --compression-mode')
    group.add_argument(
        '-f', '--serialization-format', choices=['', 'cdr'], default='cdr', help='encoding of the messages'
    )
    group.add_argument(
        '--max-cache-size',
        type=int,
        default=MOST_BYTES,
        metavar='BYTES',
        help=f'most bytes of messages that wait to be written (default and 0: {MOST_BYTES >> 20} MiB)',
    )
    group.add_argument(
        '--snapshot-mode',
        action='store_true',
        help='hold the latest messages, as many as --max-cache-size, and write them when the service ~/snapshot of the '
        f'recording node, /{NODE_NAME}, is called',
    )
    for name in ('queue-size', 'threads', 'threads-priority'):
        group.add_argument(
            f'--compression-{name}',
            type=int,
            metavar='N',
            help='ignored, for compatibility with ROS 2: one thread writes and compresses, and drops nothing',
        )
    group.add_argument('--custom-data', nargs='+', default=[], metavar='KEY=VALUE', help='stored in metadata.yaml')


def main(args: argparse.Namespace) -> int:
    """Records until Ctrl-C or the end of --duration, then prints the number of messages and the size."""
    args.topics += args.topic
    if args.snapshot_mode:
        if args.max_cache_size == 0:
            raise CommandError('max-cache-size is 0; expected more than 0 with --snapshot-mode', 2)
        args.node_name = args.node_name or NODE_NAME
    chosen, overrides = _chosen(args), qos_overrides(args.qos_profile_overrides_path)
    folder = args.output or pathlib.Path(time.strftime('rosbag2_%Y_%m_%d-%H_%M_%S'))
    with (
        command_node(args) as node,
        Writer(folder, _options(args)) as writer,
        keyboard(not args.disable_keyboard_controls) as keys,
    ):
        if args.start_paused and keys is None:
            raise CommandError('--start-paused waits for the space bar; standard input is not a terminal', 2)
        with _status() as show, contextlib.suppress(KeyboardInterrupt):
            _Recorder(args, node, writer, chosen, overrides).run(keys, show)
    print(f'{folder}: {writer.count} messages, {shown_size(sum(file.stat().st_size for file in writer.files))}')
    return 0


def _options(args: argparse.Namespace) -> Options:
    for name in ('max_bag_size', 'max_bag_duration', 'max_bag_files', 'max_cache_size'):
        if not 0 <= getattr(args, name) < float('inf'):
            raise CommandError(f'{name.replace("_", "-")} is {getattr(args, name):g}; expected 0 or more', 2)
    if args.max_bag_files and not (args.max_bag_size or args.max_bag_duration):
        raise CommandError('--max-bag-files needs --max-bag-size or --max-bag-duration', 2)
    custom = {}
    for pair in args.custom_data:
        key, equals, value = pair.partition('=')
        if not (key and equals):
            raise CommandError(f"'{pair}' of --custom-data is not a pair; expected KEY=VALUE", 2)
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
    """Shows a status line on a terminal; shows nothing in a pipe."""
    console = terminal()
    if console is None:
        yield lambda text: None
    else:
        with console.status('waiting for topics') as status:
            yield status.update


def _chosen(args: argparse.Namespace) -> Callable[[str, list[str]], bool]:
    """Returns a predicate that selects topics by name and types."""
    all_topics, all_services, all_actions = (
        args.all or getattr(args, f'all_{kind}') for kind in ('topics', 'services', 'actions')
    )
    if not any(
        [all_topics, all_services, all_actions, args.regex, args.topics, args.services, args.actions, args.topic_types]
    ):
        raise CommandError('nothing is selected to record; expected topics, --all, --regex, --services, …', 2)

    def everything(topic: str) -> bool:
        if service_of(topic):
            return bool(all_services)
        if action_of(topic):
            return bool(all_actions)
        return all_topics and (args.include_hidden or not is_hidden(topic))

    by_name = selection(args, everything, args.include_hidden)
    by_type = selection(args, lambda topic: True, args.include_hidden)
    included_types, excluded_types = set(args.topic_types), set(args.exclude_topic_types)

    def choose(topic: str, types: list[str]) -> bool:
        if excluded_types.intersection(types):
            return False
        return by_name(topic) or (not included_types.isdisjoint(types) and by_type(topic))

    return choose


class _Recorder:
    """Subscribes to selected topics as they appear, and writes their messages."""

    def __init__(
        self,
        args: argparse.Namespace,
        node: CommandNode,
        writer: Writer,
        chosen: Callable[[str, list[str]], bool],
        overrides: dict[str, QoSProfile],
    ) -> None:
        self._args = args
        self._node = node
        self._files = _Files(writer, args.max_cache_size or MOST_BYTES, args.snapshot_mode)
        self._chosen = chosen
        self._overrides = overrides
        self._requests = TypeRequests(node)
        self._known: set[str] = set()
        self._waiting: list[_Topic] = []  # for their definitions
        self._missing = dict.fromkeys(named(args))
        self._paused = args.start_paused

    def run(self, keys: Keyboard | None, show: Callable[[str], object]) -> None:
        """Records until --duration is over. `show` gets the text of the status line."""
        with self._files:
            try:
                self._run(keys, show)
            finally:
                for topic in self._waiting:
                    self._begin(topic)

    def _run(self, keys: Keyboard | None, show: Callable[[str], object]) -> None:
        interval = max(self._args.polling_interval, 1) / 1e3
        if self._args.no_discovery:
            self._node.settle()
        if self._args.snapshot_mode:
            serve_snapshots(self._node, self._files.write_snapshot)
        begin, seconds_left = time.monotonic(), self._args.duration
        self._subscribe_to_new_topics()
        while seconds_left is None or seconds_left > 0:
            self._node.wait(interval if seconds_left is None else min(interval, seconds_left))
            if keys is not None and keys.key(0) == SPACE:
                self._paused = not self._paused
                print('paused' if self._paused else 'resumed', flush=True)
            if not self._args.no_discovery:
                self._subscribe_to_new_topics()
            self._ask()
            self._files.check()
            elapsed = time.monotonic() - begin
            if self._args.duration is not None:
                seconds_left = self._args.duration - elapsed
            if elapsed > _PATIENCE:
                self._warn_of_missing()
            facts = f'{len(self._known)} topics, {self._files.count} messages, {shown_size(self._files.size)}'
            show(f'{elapsed:.0f} s, {facts}{", paused" if self._paused else ""}')

    def _subscribe_to_new_topics(self) -> None:
        for topic, types in self._node.ros_node.topics().items():
            if topic in self._known or not self._chosen(topic, types):
                continue
            try:
                if not (self._args.include_unpublished_topics or self._node.ros_node.count_publishers(topic)):
                    continue
                if self._args.ignore_leaf_topics and not self._node.ros_node.count_subscribers(topic):
                    continue
                subscribed = self._subscribe(topic, types)
            except (CommandError, RuntimeError, ValueError) as error:  # a peer may use an invalid name or type
                self._known.add(topic)
                self._node.leave_out(topic, error)
                continue
            self._known.add(topic)
            if is_known(subscribed.type):
                self._begin(subscribed)
            else:
                self._waiting.append(subscribed)
            if is_shown(self._args, 'info'):
                print(f"Subscribed to topic '{topic}'", flush=True)

    def _warn_of_missing(self) -> None:
        """Prints a warning for each named topic that does not exist yet, once."""
        for kind, name, topic in self._missing:
            if topic in self._known:
                continue
            text = f'no {kind} {name} yet'
            if kind == 'service' and self._node.ros_node.count_services(name):
                text = f'no events of {name} yet: its server or a client must enable service introspection'
            print(f'warning: {text}', file=sys.stderr)
        self._missing = {}

    def _subscribe(self, name: str, types: list[str]) -> _Topic:
        node, sim_time = self._node, self._args.use_sim_time
        if len(types) > 1:
            print(f'warning: {name} has several types, {types[0]} is recorded: {", ".join(types)}', file=sys.stderr)
        offered = [publisher.qos_profile for publisher in node.ros_node.publishers_info(name)]
        topic = _Topic(name, types[0], offered, self._requests.ask(name, types[0]))

        def drain(subscription: Subscription) -> None:
            messages: list[_Message] = []
            for sample, info in subscription.take(None, 1000, True):
                published, received = info[0], info[1]
                if sim_time:
                    published = received = node.ros_node.now()
                if received and not self._paused:
                    messages.append((sample, received, published))
            if topic.is_begun:
                self._files.write(name, messages)
            else:
                topic.hold(messages)

        node.subscribe(name, types[0], self._overrides.get(name, _QOS if offered else qos_profile_default), drain)
        return topic

    def _ask(self) -> None:
        """Continues to request definitions, and begins to write topics whose request has ended."""
        self._requests.poll()
        graph_changed = bool(self._waiting) and self._node.ros_node.graph_changed()
        too_much = sum(topic.held_bytes for topic in self._waiting) > _MOST_HELD
        for topic in self._waiting:
            if topic.request.is_open and not too_much:
                continue
            if not (topic.request.has_sources or too_much or time.monotonic() - topic.since > _NODE_IS_KNOWN):
                if graph_changed:  # discovery finds nodes a little later than their topics
                    topic.request = self._requests.ask(topic.name, topic.type)
                continue
            self._begin(topic)
        self._waiting = [topic for topic in self._waiting if not topic.is_begun]

    def _begin(self, topic: _Topic) -> None:
        """Writes the held messages of a topic; from now on its messages are written at once."""
        topic.is_begun = True
        described = Topic(topic.name, topic.type, qos=topic.offered)
        if not is_known(topic.type) and (text := text_of(topic.type, topic.request.hash)) is not None:
            described.definition, described.definition_encoding = text
            described.hash = topic.request.hash
        self._files.add_topic(described)
        held, topic.held = topic.held, []
        self._files.write(topic.name, held)


@dataclass
class _Topic:
    """A subscribed topic."""

    name: str
    type: str
    offered: list[QoSProfile]
    request: TypeRequest
    """Request for the definition of its type, if the type is unknown on this machine."""
    since: float = field(default_factory=time.monotonic)
    is_begun: bool = False
    """The file contains the topic."""
    held: list[_Message] = field(default_factory=list)
    """Messages that arrived before."""
    held_bytes: int = 0

    def hold(self, messages: list[_Message]) -> None:
        self.held += messages
        self.held_bytes += _bytes_of(messages)


def _bytes_of(messages: list[_Message]) -> int:
    return sum(memoryview(sample).nbytes for sample, _, _ in messages)


class _Files:
    """Writes messages in its own thread, from a bounded queue that holds them while the disk is slow."""

    def __init__(self, writer: Writer, most_bytes: int, has_snapshots: bool = False) -> None:
        self._writer = writer
        self._most_bytes = most_bytes
        self._queue: BoundedQueue[tuple[str, list[_Message]]] = BoundedQueue(
            10**9 if has_snapshots else _MOST_WAITING, 2 * most_bytes if has_snapshots else most_bytes
        )
        self._snapshot = SnapshotCache(most_bytes) if has_snapshots else None
        self._error: BaseException | None = None
        self._dropped = 0
        self.count = self.size = 0
        """Numbers of messages and bytes so far."""
        self._thread = threading.Thread(target=self._run, name='write')

    def __enter__(self) -> _Files:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Returns when all is written. Raises the error of the thread, unless another exception is being handled."""
        self._queue.close()
        self._thread.join()
        if self._dropped:
            print(f'warning: {self._dropped} messages were lost: the disk is too slow', file=sys.stderr)
        if kind is None or issubclass(kind, KeyboardInterrupt):
            self.check()

    def add_topic(self, topic: Topic) -> None:
        self._writer.add_topic(topic)

    def write_snapshot(self) -> int:
        """Writes the messages that wait for a snapshot, and returns how many of them the queue took."""
        before = self.count
        if self._snapshot is not None:
            for topic, messages in self._snapshot.take():
                self._write(topic, messages)
        return self.count - before

    def write(self, topic: str, messages: list[_Message]) -> None:
        """Writes messages, or holds them until a snapshot is taken."""
        if self._snapshot is None:
            self._write(topic, messages)
        else:
            self._snapshot.add(topic, messages)

    def _write(self, topic: str, messages: list[_Message]) -> None:
        size = _bytes_of(messages)
        if not messages or self._error is not None:
            return
        if self._queue.offer((topic, messages), size):
            self.count += len(messages)
            self.size += size
            return
        if not self._dropped:
            print(
                f'warning: the disk is too slow: messages are lost because {shown_size(self._most_bytes)} wait to be '
                'written, the limit of --max-cache-size',
                file=sys.stderr,
            )
        self._dropped += len(messages)

    def check(self) -> None:
        """Raises the error of the thread, if it failed."""
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
