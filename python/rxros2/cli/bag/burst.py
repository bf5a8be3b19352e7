# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bag burst: publishes the messages of a recording without the pauses between them."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time

from ..frame import CommandError
from ..graph import command_node
from .publishing import Output, add_publishing_arguments, chosen_topics, read_ahead, time_of
from .selection import add_bag_arguments, opened

_DISCOVERY = 1.0
"""Seconds in which subscriptions can find the publishers before the first message."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the recording, and options for the part that is published and for publishers."""
    add_bag_arguments(parser)
    parser.add_argument(
        '-n', '--num-messages', type=int, default=0, metavar='N', help='end after N messages (default: all)'
    )
    parser.add_argument(
        '--start-offset', type=float, default=0.0, metavar='SECONDS', help='skip the beginning of the recording'
    )
    add_publishing_arguments(parser.add_argument_group('publishing'))


def main(args: argparse.Namespace) -> int:
    """Publishes the messages in their order, without their pauses, and returns 0."""
    for name in ('num_messages', 'start_offset', 'read_ahead_queue_size'):
        if not 0 <= getattr(args, name) < float('inf'):
            raise CommandError(f'{name.replace("_", "-")} is {getattr(args, name):g}; expected 0 or more', 2)
    bag = opened(args)
    with command_node() as node:
        output = Output(args, node, bag, chosen_topics(bag, args))
        time.sleep(_DISCOVERY)
        first = time_of(bag.begin, args.start_offset)
        messages = read_ahead(bag.messages(output.topics, first), args.read_ahead_queue_size)
        count, begin = 0, time.monotonic()
        with contextlib.closing(messages):
            for message in messages:
                count += output.publish(message)
                if args.num_messages and count >= args.num_messages:
                    break
        print(f'{bag.files[0]}: {count} messages in {time.monotonic() - begin:.1f} s', flush=True)
        output.report()
        for topic, publisher in output.publishers.items():
            if not publisher.wait_for_all_acked(1_000_000_000):
                print(f'warning: not all subscriptions of {topic} have acknowledged', file=sys.stderr)
    return 0
