# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bag play: publishes the messages of a recording."""

from __future__ import annotations

import argparse
import contextlib
import pathlib
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator

from ..._core import Publisher
from ...bag import Message
from ...messages import DefinitionError, InterfaceNotFound, interface
from ...messages.codec import announced, encode
from ...qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy, qos_profile_default, qos_profile_sensor_data
from ..frame import CommandError, existing
from ..graph import CommandNode, absolute, command_node
from ..keyboard import DOWN, LONGEST, RIGHT, SPACE, UP, Keyboard, keyboard
from ..output import terminal
from ..recordings import Bag, Topic
from ..recordings.bounded_queue import BoundedQueue
from ..recordings.metadata import qos_overrides
from .selection import (
    LOG_LEVELS,
    action_of,
    add_bag_arguments,
    add_selection_arguments,
    is_shown,
    named,
    opened,
    selection,
    service_of,
)

_MOST_AHEAD = 64 << 20
"""Most bytes of messages that are read ahead; --read-ahead-queue-size limits their number."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the recording, and options for time, keyboard, selection of topics and QoS."""
    parser.epilog = (
        'On a terminal, space pauses and resumes, right plays the next message, up and down change the rate by 10 %%.'
    )
    add_bag_arguments(parser)
    parser.add_argument(
        '-r', '--rate', type=float, default=1.0, metavar='FACTOR', help='speed of playback (default: 1)'
    )
    parser.add_argument('-l', '--loop', action='store_true', help='repeat until Ctrl-C')
    parser.add_argument(
        '--start-offset', type=float, default=0.0, metavar='SECONDS', help='skip the beginning of the recording'
    )
    parser.add_argument(
        '--playback-duration', type=float, metavar='SECONDS', help='end after this part of the recording'
    )
    parser.add_argument(
        '--playback-until-sec',
        type=float,
        metavar='SECONDS',
        help='end at this time of the recording, in seconds since 1970',
    )
    parser.add_argument(
        '--playback-until-nsec',
        type=int,
        metavar='NANOSECONDS',
        help='end at this time of the recording, in nanoseconds since 1970',
    )
    parser.add_argument(
        '-d', '--delay', type=float, default=0.0, metavar='SECONDS', help='wait before the first message of each loop'
    )
    parser.add_argument('-p', '--start-paused', action='store_true', help='start paused; space starts playback')
    parser.add_argument('--disable-keyboard-controls', action='store_true', help='ignore the keyboard')
    parser.add_argument(
        '--log-level',
        choices=LOG_LEVELS,
        default='info',
        help="least level of what is printed; from 'warn' on, no number of messages",
    )
    group = parser.add_argument_group('publishing')
    add_publishing_arguments(group)
    _add_clock_arguments(group)


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
        '--disable-loan-message', action='store_true', help='ignored, for compatibility with ROS 2: none is loaned'
    )


def _add_clock_arguments(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        '--clock', type=float, nargs='?', const=40.0, metavar='HZ', help='publish the time of the recording on /clock'
    )
    group.add_argument('--clock-topics-all', action='store_true', help='publish on /clock before each message')
    group.add_argument(
        '--clock-topics',
        nargs='+',
        default=[],
        metavar='TOPIC',
        help='publish on /clock before each message of these topics',
    )
    group.add_argument(
        '--wait-for-all-acked',
        type=int,
        metavar='MS',
        help='wait for acknowledgements of reliable subscriptions at the end; 0: for ever',
    )


def main(args: argparse.Namespace) -> int:
    """Publishes the messages of the recording at their times, and with --loop repeats this until Ctrl-C.

    Raises CommandError if no topic is selected or an argument is out of range.
    """
    for name, value in (('rate', args.rate), ('clock', 1 if args.clock is None else args.clock)):
        if not 0 < value < float('inf'):
            raise CommandError(f'{name} is {value:g}; expected more than 0', 2)
    for name in ('start_offset', 'playback_duration', 'delay', 'read_ahead_queue_size', 'wait_for_all_acked'):
        if (getattr(args, name) or 0) < 0:
            raise CommandError(f'{name.replace("_", "-")} is {getattr(args, name):g}; expected 0 or more', 2)
    bag = opened(args)
    topics = chosen_topics(bag, args)
    with (
        command_node() as node,
        keyboard(not args.disable_keyboard_controls) as keys,
        contextlib.suppress(KeyboardInterrupt) if args.loop else contextlib.nullcontext(),
    ):
        if args.start_paused and keys is None:
            raise CommandError('--start-paused waits for the space bar; standard input is not a terminal', 2)
        player = _Player(args, node, bag, topics, keys)
        player.play()
        while args.loop:
            player.play()
    return 0


def chosen_topics(bag: Bag, args: argparse.Namespace) -> list[Topic]:
    """Returns the topics that the arguments select. CommandError if there are none, or for an unknown name."""
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
    for bag_topic in topics:
        if bag_topic.format != 'cdr' or not bag_topic.type:
            format_ = bag_topic.format if bag_topic.type else 'without a type'
            raise CommandError(
                f'messages of {bag_topic.name} are {format_}; expected cdr: leave it out by --exclude-topics'
            )
    if not topics:
        raise CommandError('no topic of the recording is selected' if bag.topics else f'{args.bag} is empty')
    return topics


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


def _announced(type_: str) -> str:
    """Returns the type unchanged, and registers its hash for discovery if the type is known on this machine."""
    with contextlib.suppress(InterfaceNotFound, DefinitionError):
        announced(interface(type_))
    return type_


def publishers_of(args: argparse.Namespace, node: CommandNode, topics: list[Topic]) -> dict[str, Publisher]:
    """Creates the publishers of topics, by the topics' names in the recording."""
    new, overrides = _new_names(args.remap), qos_overrides(args.qos_profile_overrides_path)
    publishers = {}
    for topic in topics:
        name = new.get(topic.name, topic.name)
        qos = overrides.get(topic.name) or overrides.get(name) or _qos(topic.qos)
        publishers[topic.name] = node.publisher(name, _announced(topic.type), qos)
    return publishers


class _Time:
    """The clock of the playback, in nanoseconds: paused, or running at a rate."""

    def __init__(self, rate: float, paused: bool) -> None:
        self.rate = rate
        self.paused = paused
        self.jump(0)

    def now(self) -> float:
        if self.paused:
            return self._position
        return self._position + (time.monotonic() - self._since) * 1e9 * self.rate

    def jump(self, position: float) -> None:
        self._position, self._since = position, time.monotonic()

    def change(self, rate: float, paused: bool) -> None:
        self.jump(self.now())
        self.rate, self.paused = rate, paused

    def seconds_until(self, stamp: int) -> float | None:
        """Returns the seconds until the clock reaches `stamp`; None while it is paused before it."""
        seconds = (stamp - self.now()) / 1e9 / self.rate
        return None if self.paused and seconds > 0 else seconds


class _Player:
    """Publishes the messages of a recording at their times."""

    def __init__(
        self, args: argparse.Namespace, node: CommandNode, bag: Bag, topics: list[Topic], keys: Keyboard | None
    ) -> None:
        self._args = args
        self._bag = bag
        self._keys = keys
        self._time = _Time(args.rate, args.start_paused)
        self._publishers = publishers_of(args, node, topics)
        clocked = topics if args.clock_topics_all else ()
        self._clocked = {topic.name for topic in clocked} | {absolute(topic_name) for topic_name in args.clock_topics}
        self._clock_type = interface('rosgraph_msgs/msg/Clock')
        self._clock = None
        if args.clock is not None or self._clocked:
            self._clock = node.publisher('/clock', 'rosgraph_msgs/msg/Clock', qos_profile_sensor_data)

    def play(self) -> None:
        """Plays the recording once."""
        args, bag = self._args, self._bag
        time.sleep(args.delay)
        first = bag.begin + round(args.start_offset * 1e9)
        last = bag.end if args.playback_duration is None else first + round(args.playback_duration * 1e9)
        if args.playback_until_sec is not None:
            last = min(last, round(args.playback_until_sec * 1e9))
        if args.playback_until_nsec is not None:
            last = min(last, args.playback_until_nsec)
        begin, count, due_tick = time.monotonic(), 0, first
        period = None if args.clock is None else round(1e9 / args.clock)
        messages = read_ahead(bag.messages(list(self._publishers), first), args.read_ahead_queue_size)
        with _progress(max(last - first, 1) / 1e9) as show, contextlib.closing(messages):
            self._time.jump(first)
            for stamp, topic, sample, _ in messages:
                if stamp > last:
                    break
                while period is not None and due_tick <= stamp:
                    self._wait(due_tick, stamp)
                    self._tick(due_tick)
                    due_tick += period
                self._wait(stamp, stamp)
                if topic in self._clocked:
                    self._tick(stamp)
                self._publishers[topic].publish_bytes(sample)
                count += 1
                show((stamp - first) / 1e9)
        if is_shown(args, 'info'):
            print(f'{bag.files[0]}: {count} messages in {time.monotonic() - begin:.1f} s', flush=True)
        self._wait_for_readers()

    def _wait(self, until: int, next_message: int) -> None:
        """Waits until this time of the recording and handles key presses."""
        while (seconds := self._time.seconds_until(until)) is None or seconds > 0:
            seconds = LONGEST if seconds is None else min(seconds, LONGEST)
            if self._keys is None:
                time.sleep(seconds)
            elif (key := self._keys.key(seconds)) is not None:
                self._pressed(key, next_message)
        if self._keys is not None and (key := self._keys.key(0)) is not None:
            self._pressed(key, next_message)

    def _pressed(self, key: str, next_message: int) -> None:
        rate, paused = self._time.rate, self._time.paused
        if key == SPACE:
            self._time.change(rate, not paused)
            print('paused' if self._time.paused else 'resumed', flush=True)
        elif key in (UP, DOWN):
            self._time.change(rate * (1.1 if key == UP else 1 / 1.1), paused)
            print(f'rate: {self._time.rate:.2f}', flush=True)
        elif key == RIGHT and paused:
            self._time.jump(next_message)

    def _wait_for_readers(self) -> None:
        patience = self._args.wait_for_all_acked
        if patience is None:
            time.sleep(0.1)  # the last messages may still be in the send queue
            return
        until = time.monotonic() + (patience / 1e3 or float('inf'))
        for topic, publisher in self._publishers.items():
            while not publisher.wait_for_all_acked(100_000_000):
                if time.monotonic() >= until:
                    print(f'warning: not all subscriptions of {topic} have acknowledged', file=sys.stderr)
                    break

    def _tick(self, stamp: int) -> None:
        message = self._clock_type()
        try:
            message.clock.sec, message.clock.nanosec = divmod(stamp, 10**9)
        except ValueError:
            raise CommandError(f'/clock cannot have the time {stamp / 1e9:.9g} s of the recording') from None
        if self._clock is not None:
            self._clock.publish_bytes(encode(message))


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


@contextlib.contextmanager
def _progress(seconds: float) -> Iterator[Callable[[float], object]]:
    console = terminal()
    if console is None:
        yield lambda done: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = BarColumn(), TextColumn('{task.completed:.1f} / {task.total:.1f} s'), TimeRemainingColumn()
    with Progress(*columns, console=console) as progress:
        task = progress.add_task('', total=seconds)
        yield lambda done: progress.update(task, completed=done)
