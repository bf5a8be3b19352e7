# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bag info: prints duration, topics and size of a recording."""

from __future__ import annotations

import argparse
import pathlib
import time

from ...printable import one_line
from ..output import add_format_arguments, print_json, print_rows
from ..recordings import Bag, shown_size


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the recording and the format of the output."""
    parser.add_argument('bag', type=pathlib.Path, help='a folder, a .mcap or a .db3')
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the facts of the recording and of its topics, and returns 0."""
    bag = Bag(args.bag)
    duration = (bag.end - bag.begin) / 1e9
    rows = [(topic.name, topic.type, topic.count, topic.hash, topic.format) for topic in bag.topics]
    columns = ('topic', 'type', 'count', 'type_hash', 'serialization_format')
    if args.json:
        print_json(
            {
                'files': [str(file) for file in bag.files],
                'size': bag.size,
                'storage': bag.storage,
                'duration': duration,
                'start': bag.begin,
                'end': bag.end,
                'messages': bag.count,
                'cut_off': bag.is_cut_off,
                'topics': [dict(zip(columns, row, strict=True)) for row in rows],
            }
        )
        return 0
    if args.csv:
        print_rows(args, columns, rows)
        return 0
    facts = {
        'Files': ', '.join(file.name for file in bag.files),
        'Bag size': shown_size(bag.size),
        'Storage id': bag.storage,
        'Duration': f'{duration:.9f}s',
        'Start': _shown_time(bag.begin) if bag.count else '-',
        'End': _shown_time(bag.end) if bag.count else '-',
        'Messages': str(bag.count),
    }
    if bag.is_cut_off:
        facts['Cut off'] = 'a file has no end: its recorder was killed'
    for name, value in facts.items():
        print(f'{name + ":":<18} {value}')
    title = 'Topic information:'
    for name, type_, count, _, format_ in rows:
        facts_of_topic = f'Topic: {name} | Type: {type_} | Count: {count} | Serialization Format: {format_}'
        print(f'{title:<18} {one_line(facts_of_topic)}')
        title = ''
    return 0


def _shown_time(nanoseconds: int) -> str:
    """Returns the local time: 'Nov 22 2026 02:00:00.123456789 (1795312800.123456789)'."""
    seconds, rest = divmod(nanoseconds, 10**9)
    try:
        shown = time.strftime('%b %d %Y %H:%M:%S', time.localtime(seconds))
    except (OSError, OverflowError, ValueError):  # from a damaged file or an unset clock
        return f'{seconds}.{rest:09d}'
    return f'{shown}.{rest:09d} ({seconds}.{rest:09d})'
