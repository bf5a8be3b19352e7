# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bag info: prints duration, topics and size of a recording."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from ...printable import one_line
from ..output import add_format_arguments, print_json, print_rows
from ..recordings import Bag, Topic, shown_size
from .selection import add_bag_arguments, opened, service_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the recording, and options for the topics and the format of the output."""
    add_bag_arguments(parser)
    parser.add_argument('-t', '--topic-name', action='store_true', help='print only the names of the topics')
    parser.add_argument('-v', '--verbose', action='store_true', help='also the numbers of requests and responses')
    parser.add_argument('--sort', choices=['name', 'type', 'count'], default='name', help='order of the topics')
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the facts of the recording and of its topics, and returns 0."""
    bag = opened(args)
    if args.topic_name and not args.verbose:
        for name in sorted(topic.name for topic in bag.topics if service_of(topic.name) is None):
            print(one_line(name))
        return 0
    topics = sorted(bag.topics, key=_ORDERS[args.sort])
    duration = (bag.end - bag.begin) / 1e9
    rows = [(topic.name, topic.type, topic.count, topic.hash, topic.format) for topic in topics]
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
    if args.verbose:
        _print_calls(bag)
        bag.warn_of_faults()
    return 0


def _print_calls(bag: Bag) -> None:
    """Prints how many requests and responses of each service the recording has."""
    services = {topic.name: service for topic in bag.topics if (service := service_of(topic.name)) is not None}
    print(f'{"Services:":<18} {len(services)}')
    counts = {name: [0] * 4 for name in services}
    malformed = 0
    for message in bag.messages(list(services), in_file_order=True) if services else ():
        kind = message.sample[4] if len(message.sample) > 4 else 4  # ServiceEventInfo begins with its event_type
        if kind < 4:
            counts[message.topic][kind] += 1
        else:
            malformed += 1
    for name, service in services.items():
        sent, received, response_sent, response_received = counts[name]
        print(
            f'{"":<18} '
            + one_line(
                f'Service: {service} | Requests: {sent} sent, {received} received | '
                f'Responses: {response_sent} sent, {response_received} received'
            )
        )
    if malformed:
        print(f'{"":<18} {malformed} events are malformed')


_ORDERS: dict[str, Callable[[Topic], Any]] = {
    'name': lambda topic: topic.name,
    'type': lambda topic: (topic.type, topic.name),
    'count': lambda topic: (-topic.count, topic.name),
}


def _shown_time(nanoseconds: int) -> str:
    """Returns the local time: 'Nov 22 2026 02:00:00.123456789 (1795312800.123456789)'."""
    seconds, rest = divmod(nanoseconds, 10**9)
    try:
        shown = time.strftime('%b %d %Y %H:%M:%S', time.localtime(seconds))
    except (OSError, OverflowError, ValueError):  # from a damaged file or an unset clock
        return f'{seconds}.{rest:09d}'
    return f'{shown}.{rest:09d} ({seconds}.{rest:09d})'
