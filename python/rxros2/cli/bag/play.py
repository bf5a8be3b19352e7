# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bag play: publishes the messages of a recording."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Callable, Iterator

from ...messages import interface
from ...messages.codec import announced, encode
from ...qos import qos_profile_sensor_data
from ..frame import CommandError
from ..graph import CommandNode, absolute, command_node
from ..keyboard import DOWN, LONGEST, RIGHT, SPACE, UP, Keyboard, keyboard
from ..output import terminal
from ..recordings import Bag, Topic
from .publishing import Output, add_publishing_arguments, chosen_topics, read_ahead, time_of
from .selection import LOG_LEVELS, add_bag_arguments, is_shown, opened

_LONGEST_PAUSE = 366 * 86_400 * 10**9
"""Nanoseconds of a pause between messages; a longer one comes from a wrong clock or damage, and is skipped."""


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
        if not 0 <= (getattr(args, name) or 0) < float('inf'):
            raise CommandError(f'{name.replace("_", "-")} is {getattr(args, name):g}; expected 0 or more', 2)
    if args.playback_until_sec is not None and not abs(args.playback_until_sec) < 2**63 / 1e9:
        raise CommandError(f'playback-until-sec is {args.playback_until_sec:g}; expected a time in seconds', 2)
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
        self._output = Output(args, node, bag, topics)
        clocked = topics if args.clock_topics_all else ()
        self._clocked = {topic.name for topic in clocked} | {absolute(topic_name) for topic_name in args.clock_topics}
        self._clock_type = interface('rosgraph_msgs/msg/Clock')
        self._clock = None
        if args.clock is not None or self._clocked:
            self._clock = node.publisher('/clock', announced(self._clock_type), qos_profile_sensor_data)

    def play(self) -> None:
        """Plays the recording once."""
        args, bag, output = self._args, self._bag, self._output
        time.sleep(args.delay)
        first = time_of(bag.begin, args.start_offset)
        last = bag.end if args.playback_duration is None else time_of(first, args.playback_duration)
        if args.playback_until_sec is not None:
            last = min(last, round(args.playback_until_sec * 1e9))
        if args.playback_until_nsec is not None:
            last = min(last, args.playback_until_nsec)
        begin, count, due_tick, before = time.monotonic(), 0, first, first
        period = None if args.clock is None else max(round(1e9 / args.clock), 1)
        messages = read_ahead(bag.messages(output.topics, first), args.read_ahead_queue_size)
        with contextlib.ExitStack() as stack:
            stack.callback(output.report)
            show = stack.enter_context(_progress(max(last - first, 1) / 1e9))
            stack.enter_context(contextlib.closing(messages))
            self._time.jump(first)
            for message in messages:
                stamp = message.log_time
                if stamp > last:
                    break
                if not output.is_playable(message):
                    continue
                if stamp - before > _LONGEST_PAUSE:
                    print(f'warning: a pause of {(stamp - before) / 1e9:.0f} s is skipped', file=sys.stderr)
                    self._time.jump(stamp)
                    due_tick = stamp
                before = stamp
                while period is not None and due_tick <= stamp:
                    self._wait(due_tick, stamp)
                    self._tick(due_tick)
                    due_tick += period
                self._wait(stamp, stamp)
                if message.topic in self._clocked:
                    self._tick(stamp)
                count += output.publish(message)
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
        for topic, publisher in self._output.publishers.items():
            while not publisher.wait_for_all_acked(100_000_000):
                if time.monotonic() >= until:
                    print(f'warning: not all subscriptions of {topic} have acknowledged', file=sys.stderr)
                    break

    def _tick(self, stamp: int) -> None:
        message = self._clock_type()
        message.clock.sec, message.clock.nanosec = divmod(stamp, 10**9)
        if self._clock is not None:
            self._clock.publish_bytes(encode(message))


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
