# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Shared part of `rxros2 topic hz`, `bw` and `delay`: takes serialized messages and prints figures each second."""

from __future__ import annotations

import argparse
import contextlib
import math
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from .._core import Subscription
from ..printable import printable
from .frame import CommandError, existing
from .graph import CommandNode, absolute, add_graph_arguments, command_node
from .output import add_format_arguments, print_csv, print_json, terminal
from .qos_arguments import add_qos_arguments, chosen_qos


class Meter(Protocol):
    """Computes the figures of one topic."""

    def add(self, now: float, sample: Any) -> None:
        """Counts a message that was received at `now`, in seconds of the system clock."""

    def figures(self, now: float) -> dict[str, float] | None:
        """Returns the figures by name, in seconds, bytes and hertz; None without a new message."""

    def text(self, figures: dict[str, float]) -> str:
        """Returns the figures as text in ROS 2's format."""


class Statistics:
    """Minimum, maximum, mean and standard deviation of the last `window` values."""

    def __init__(self, window: int) -> None:
        self.values: deque[float] = deque(maxlen=window)

    def figures(self) -> dict[str, float]:
        """Returns the statistics; call it only if there are values."""
        count = len(self.values)
        mean = math.fsum(self.values) / count
        variance = math.fsum((value - mean) ** 2 for value in self.values) / count
        return {
            'mean': mean,
            'min': min(self.values),
            'max': max(self.values),
            'std_dev': math.sqrt(variance),
            'window': count,
        }


def configure(parser: argparse.ArgumentParser, window: int) -> None:
    """Adds the arguments that hz, bw and delay share; `window` is the default of --window, in messages."""
    parser.add_argument('topics', nargs='+', metavar='topic')
    parser.add_argument(
        '-w', '--window', type=int, default=window, metavar='N', help=f'measure the last N messages (default: {window})'
    )
    parser.add_argument('-1', '--once', action='store_true', help='end after one figure of each topic')
    parser.add_argument('--timeout', type=float, metavar='SECONDS', help='fail if there is no figure within this time')
    add_graph_arguments(parser)
    add_format_arguments(parser)
    add_qos_arguments(parser, 'best_available')


def main(args: argparse.Namespace, make: Callable[[CommandNode, str], Meter]) -> int:
    """Runs the command. `make` creates the meter of a topic."""
    if args.window < 2:
        raise CommandError(f'window is {args.window}; expected at least 2', 2)
    with (
        command_node(args) as node,
        contextlib.nullcontext() if args.once else contextlib.suppress(KeyboardInterrupt),
    ):
        meters: dict[str, Meter] = {}
        awaited = dict.fromkeys(map(absolute, args.topics))  # in the order of the arguments
        topics = list(awaited)

        def subscribe() -> bool:
            """Subscribes to the topics that exist, and returns whether all do."""
            known = node.ros_node.topics()
            for topic in [topic for topic in awaited if topic in known]:
                del awaited[topic]
                type_ = node.topic_type(topic)
                meters[topic] = make(node, topic)
                node.subscribe(topic, type_, chosen_qos(args), _feeder(meters[topic]))
            return not awaited

        _check_names(node, topics)
        begin = time.monotonic()
        node.find(subscribe, args.timeout)
        for topic in awaited:
            print(f'warning: {existing("topic", topic, node.topic_names())}: waits for it', file=sys.stderr, flush=True)
        _report(args, node, topics, meters, subscribe, begin)
    return 0


def _check_names(node: CommandNode, topics: Iterable[str]) -> None:
    """Raises CommandError for a name that no topic can have."""
    for topic in topics:
        try:
            node.ros_node.count_publishers(topic)
        except ValueError as error:
            raise CommandError(str(error)) from None


def _feeder(meter: Meter) -> Callable[[Subscription], None]:
    def drain(subscription: Subscription) -> None:
        for sample, info in subscription.take(None, 1000, True):
            meter.add(info[1] / 1e9, sample)

    return drain


def _report(
    args: argparse.Namespace,
    node: CommandNode,
    topics: list[str],
    meters: dict[str, Meter],
    subscribe: Callable[[], bool],
    begin: float,
) -> None:
    """Prints the figures each second. `meters` gets those of topics for which `subscribe` waits.

    `begin` is the time at which --timeout begins, by the clock time.monotonic().
    """
    latest = None if args.timeout is None else begin + args.timeout
    missing = set(topics)
    show = _shower(args, topics, meters)
    with show:
        while not args.once or missing:
            until = time.monotonic() + 1.0
            if missing and latest is not None:
                until = min(until, latest)
            if not subscribe():
                node.wait(until - time.monotonic(), subscribe, every=0.05)
            node.wait(until - time.monotonic())
            now = time.time()
            figures_by_topic = {
                topic: figures for topic, meter in meters.items() if (figures := meter.figures(now)) is not None
            }
            show(figures_by_topic)
            missing -= set(figures_by_topic)
            if missing and latest is not None and time.monotonic() >= latest:
                raise CommandError(f'not enough messages of {", ".join(sorted(missing))} within {args.timeout:g} s')


class _Shower(contextlib.AbstractContextManager['_Shower', None]):
    """Prints figures in the format of the arguments."""

    def __init__(self, args: argparse.Namespace, topics: list[str], meters: dict[str, Meter]) -> None:
        self._args = args
        self._topics = topics
        self._meters = meters
        self._titled = False

    def __call__(self, figures_by_topic: dict[str, dict[str, float]]) -> None:
        for topic, figures in figures_by_topic.items():
            if self._args.json:
                print_json({'topic': topic, **figures})
            elif self._args.csv:
                if not self._titled:
                    print_csv(['topic', *figures])
                    self._titled = True
                print_csv([topic, *figures.values()])
            else:
                title = f'{topic}\n' if len(self._topics) > 1 else ''
                print(title + self._meters[topic].text(figures), flush=True)
        sys.stdout.flush()

    def __exit__(self, *error: object) -> None:
        pass


class _LiveShower(_Shower):
    """Shows figures in a table on the terminal and updates it in place."""

    def __init__(self, args: argparse.Namespace, topics: list[str], meters: dict[str, Meter], console: Any) -> None:
        super().__init__(args, topics, meters)
        from rich.live import Live

        self._rows: dict[str, dict[str, float] | None] = dict.fromkeys(topics)
        self._live = Live(self._table(()), console=console, auto_refresh=False)
        self._live.start()

    def _table(self, columns: Sequence[str]) -> Any:
        from rich.table import Table

        table = Table(box=None, pad_edge=False, header_style='bold')
        table.add_column('topic')
        for column in columns:
            table.add_column(column, justify='right')
        for topic, figures in self._rows.items():
            table.add_row(
                printable(topic), *(['waiting...'] if figures is None else [f'{v:.6g}' for v in figures.values()])
            )
        return table

    def __call__(self, figures_by_topic: dict[str, dict[str, float]]) -> None:
        self._rows = {topic: figures_by_topic.get(topic, row) for topic, row in self._rows.items()}
        columns = next((list(row) for row in self._rows.values() if row is not None), ['figures'])
        self._live.update(self._table(columns), refresh=True)

    def __exit__(self, *error: object) -> None:
        self._live.stop()


def _shower(args: argparse.Namespace, topics: list[str], meters: dict[str, Meter]) -> _Shower:
    console = None if args.json or args.csv else terminal()
    return _Shower(args, topics, meters) if console is None else _LiveShower(args, topics, meters, console)
