# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bag diff: compares two recordings."""

from __future__ import annotations

import argparse
import pathlib
from collections.abc import Iterator
from typing import Any

from ...bag import BagError, Message, Topic
from ..frame import CommandError
from ..output import print_json
from ..recordings import Bag
from ..recordings.comparing import Difference, Tolerances, compare

_MOST_FIELDS = 5
"""Most fields of a message that are printed."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the two recordings, the tolerances, and options that limit the comparison and the output."""
    parser.description = 'Compares two recordings by topic, content and time. Exit code 0: equal; 1: different.'
    parser.add_argument('first', type=pathlib.Path, help='a folder, a .mcap or a .db3')
    parser.add_argument('second', type=pathlib.Path, help='a folder, a .mcap or a .db3')
    parser.add_argument('--topics', nargs='+', metavar='TOPIC', help='compare only these')
    parser.add_argument(
        '--time',
        type=_not_negative,
        default=0.0,
        metavar='SECONDS',
        help='allowed difference of times (default: 0)',
    )
    parser.add_argument(
        '--number',
        type=_not_negative,
        default=0.0,
        metavar='X',
        help='allowed difference of floating-point numbers, absolute or relative (default: 0)',
    )
    parser.add_argument(
        '--ignore', nargs='+', default=[], metavar='FIELD', help='do not compare these fields, such as header.stamp'
    )
    parser.add_argument(
        '--absolute',
        action='store_true',
        help='compare absolute times (default: times since the beginning of each recording)',
    )
    parser.add_argument(
        '--most',
        type=int,
        default=10,
        metavar='N',
        help='largest number of printed differences of a topic (default: 10)',
    )
    parser.add_argument('--json', action='store_true', help='print JSON')


def _not_negative(text: str) -> float:
    value = float(text)
    if not value >= 0:
        raise argparse.ArgumentTypeError(f'{text} is not 0 or more')
    return value


def main(args: argparse.Namespace) -> int:
    """Compares the recordings and prints the differences; returns 1 if there are any."""
    first, second = (Bag(path, skip_damage=True) for path in (args.first, args.second))
    tolerances = Tolerances(round(min(args.time * 1e9, 2.0**63)), args.number, tuple(args.ignore))
    reports = []
    for name, type_ in _topics(first, second, args.topics):
        report = _Report(name, type_, args)
        report.compare(first, second, tolerances)
        reports.append(report)
        if not args.json:
            report.print()
    for bag in (first, second):
        bag.warn_of_faults()
    differ = sum(not report.is_same for report in reports)
    if args.json:
        print_json({'same': not differ, 'topics': [report.json() for report in reports]})
    elif differ:
        print(f'{differ} of {len(reports)} topics differ')
    else:
        print(f'the same: {len(reports)} topics, {sum(report.same for report in reports)} messages')
    return 1 if differ else 0


def _topics(first: Bag, second: Bag, selected: list[str] | None) -> list[tuple[str, str]]:
    """Returns names and types of the topics of both recordings, sorted."""
    topics = {(topic.name, topic.type) for bag in (first, second) for topic in bag.topics}
    if selected is None:
        return sorted(topics)
    for name in selected:
        if all(name != known for known, _ in topics):
            raise CommandError(f'neither recording has a topic {name}')
    return sorted((name, type_) for name, type_ in topics if name in selected)


class _Report:
    """The differences of one topic."""

    def __init__(self, name: str, type_: str, args: argparse.Namespace) -> None:
        self.name = name
        self.type = type_
        self.same = 0
        self.counts = {'missing': 0, 'added': 0, 'content': 0, 'time': 0}
        self.shown: list[Difference] = []
        self.only: str | None = None
        """The recording that has the topic, if the other one does not."""
        self._names = (str(args.first), str(args.second))
        self._most = args.most
        self._absolute = args.absolute

    @property
    def is_same(self) -> bool:
        return self.only is None and not any(self.counts.values())

    def compare(self, first: Bag, second: Bag, tolerances: Tolerances) -> None:
        bags = (first, second)
        topics = [self._find_topic(bag) for bag in bags]
        if None in topics:
            self.only = self._names[0 if topics[1] is None else 1]
        try:
            codec = next(bag for bag, topic in zip(bags, topics, strict=True) if topic is not None).codec(self.name)
        except BagError:
            codec = None
        first_side, second_side = (
            (self._messages(bag, topic), 0 if self._absolute else bag.begin)
            for bag, topic in zip(bags, topics, strict=True)
        )
        for difference in compare(first_side, second_side, codec, tolerances):
            if difference is None:
                self.same += 1
                continue
            self.counts[difference.kind] += 1
            if len(self.shown) < self._most:
                self.shown.append(difference)

    def _find_topic(self, bag: Bag) -> Topic | None:
        return next((topic for topic in bag.topics if (topic.name, topic.type) == (self.name, self.type)), None)

    def _messages(self, bag: Bag, topic: Topic | None) -> Iterator[Message]:
        # rosbag2 records no topic with two types, so messages of one name are not separated by type.
        return iter(()) if topic is None else bag.messages([self.name])

    def print(self) -> None:
        if self.is_same:
            return
        if self.only is not None:
            print(f'{self.name} ({self.type}): only in {self.only}, {sum(self.counts.values())} messages')
            return
        words = {
            'content': 'have other content',
            'time': 'have another time',
            'missing': f'only in {self._names[0]}',
            'added': f'only in {self._names[1]}',
        }
        counts = ''.join(f', {self.counts[kind]} {text}' for kind, text in words.items() if self.counts[kind])
        print(f'{self.name} ({self.type}): {self.same} messages are the same{counts}')
        for difference in self.shown:
            print(f'  {self._line(difference)}')
        if (hidden := sum(self.counts.values()) - len(self.shown)) > 0:
            print(f'  … and {hidden} more (--most)')

    def _line(self, difference: Difference) -> str:
        number = difference.first if difference.first is not None else difference.second
        assert number is not None
        text = f'message {number + 1}, {"at" if self._absolute else "after"} {difference.time / 1e9:.9f} s: '
        if difference.kind == 'missing':
            return text + f'only in {self._names[0]}'
        if difference.kind == 'added':
            return text + f'only in {self._names[1]}'
        if difference.kind == 'time':
            late = difference.late / 1e9
            return text + f'{abs(late):.9f} s {"later" if late > 0 else "earlier"} in {self._names[1]}'
        if not difference.fields:
            return text + 'the bytes differ'
        fields = '; '.join(f'{path}: {one} → {other}' for path, one, other in difference.fields[:_MOST_FIELDS])
        more = len(difference.fields) - _MOST_FIELDS
        return text + fields + (f'; and {more} more fields' if more > 0 else '')

    def json(self) -> dict[str, Any]:
        return {
            'topic': self.name,
            'type': self.type,
            'same': self.same,
            **self.counts,
            'differences': [
                {
                    'kind': difference.kind,
                    'first': difference.first,
                    'second': difference.second,
                    'time': difference.time,
                    'late': difference.late,
                    'fields': [
                        {'field': path, 'first': one, 'second': other} for path, one, other in difference.fields
                    ],
                }
                for difference in self.shown
            ],
        }
