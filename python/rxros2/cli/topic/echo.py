# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic echo: prints the messages of a topic."""

from __future__ import annotations

import argparse
import contextlib
import functools
import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

from ..._core import Subscription
from ...graph_checks import endpoints
from ...messages import Message, type_name
from ...messages.codec import CdrError, codec_of
from ...printable import raw
from ..definitions import definition
from ..filter import add_filter_argument, message_filter
from ..frame import CommandError
from ..graph import CommandNode, absolute, add_graph_arguments, command_node
from ..output import add_format_arguments, print_csv, print_json
from ..plain import add_shortening_arguments, flat, plain, shortening
from ..qos_arguments import add_qos_arguments, chosen_qos
from ..remote_types import class_of_topic
from ..yaml_text import dump

_INFO = 'source_timestamp', 'received_timestamp', 'publication_sequence_number', 'reception_sequence_number'
_CLEAR = '\x1b[2J\x1b[H'


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the topic, its optional type, and options for filters, format and QoS."""
    parser.add_argument('topic')
    parser.add_argument(
        'type', nargs='?', help="as 'std_msgs/msg/String' (default: the type of the topic's publishers)"
    )
    parser.add_argument(
        '--field', metavar='PATH', help="only this part of each message: 'pose.position' or 'ranges[0]'"
    )
    add_filter_argument(parser)
    parser.add_argument('-1', '--once', action='store_true', help='end after one message')
    parser.add_argument('--timeout', type=float, metavar='SECONDS', help='fail if no message arrives within this time')
    parser.add_argument('--flow-style', action='store_true', help='each list in one line')
    parser.add_argument('--raw', action='store_true', help='print the serialized bytes')
    parser.add_argument(
        '-i', '--include-message-info', action='store_true', help='also times and sequence numbers of each message'
    )
    parser.add_argument('--no-lost-messages', action='store_true', help='do not report messages that were lost')
    parser.add_argument('-c', '--clear', action='store_true', help='clear the terminal before each message')
    parser.add_argument('-n', '--node-name', metavar='NAME', help='name of the node (default: a hidden one)')
    add_shortening_arguments(parser)
    add_graph_arguments(parser)
    add_format_arguments(parser)
    add_qos_arguments(parser, 'best_available')


def main(args: argparse.Namespace) -> int:
    """Prints messages until Ctrl-C, or one with --once. Raises CommandError if none arrives within --timeout."""
    topic = absolute(args.topic)
    show = _printer(args)
    received = done = False
    with command_node(args) as node:
        if args.raw and not args.type:
            name, codec = node.topic_type(topic), None
        else:
            cls = definition(args.type, 'msg') if args.type else class_of_topic(node, topic)
            name, codec = type_name(cls), None if args.raw else codec_of(cls)

        def drain(subscription: Subscription) -> None:
            nonlocal received, done
            received = True
            for sample, info in subscription.take(None, 64, True):
                if not done:
                    try:
                        message = bytes(sample) if codec is None else codec.decode(sample)
                    except CdrError as error:  # messages of other publishers are still shown
                        node.leave_out(topic, error)
                    else:
                        done = show(message, info) and args.once

        file = sys.stderr if args.json or args.csv else sys.stdout  # a reader of JSON expects nothing else
        lost = None if args.no_lost_messages else functools.partial(_print_lost, file)
        node.subscribe(topic, name, chosen_qos(args), drain, lost)
        with contextlib.nullcontext() if args.once else contextlib.suppress(KeyboardInterrupt):
            begun = time.monotonic()
            mismatch = _wrong_type(node, topic, name, args.timeout, lambda: received) if args.type else ''
            seconds_left = None if args.timeout is None else args.timeout - (time.monotonic() - begun)
            if not node.wait(seconds_left, lambda: done):
                raise CommandError(f'no message of {topic} within {args.timeout:g} s{mismatch and f"; {mismatch}"}')
    return 0


def _wrong_type(
    node: CommandNode, topic: str, name: str, timeout: float | None, has_received: Callable[[], bool]
) -> str:
    """Returns the reason if no message can arrive because the publishers have another type, and prints it as a warning.

    Returns '' as soon as a message arrives, or after `timeout` seconds.
    """
    begun = time.monotonic()
    while timeout is None or time.monotonic() - begun < timeout:
        types = {publisher.topic_type for publisher in endpoints(node.ros_node, topic)[0]}
        if types and name not in types:
            mismatch = f'its publishers are of type {", ".join(sorted(types))}, not {name}'
            print(f'warning: no message of {topic} can arrive: {mismatch}', file=sys.stderr)
            return mismatch
        if node.wait(0.1, has_received):
            break
    return ''


def _print_lost(file: TextIO, change: int, total: int) -> None:
    text = f'A message was lost!!!\n\ttotal count change:{change}\n\ttotal count: {total}'
    print(text, end='---\n', file=file, flush=True)


def _printer(args: argparse.Namespace) -> Callable[[Any, tuple[Any, ...]], bool]:
    """Returns a function that prints a message or bytes with its information, and returns whether the filter passed it.

    The information has the times and sequence numbers of _core.Subscription.take().
    """
    limits, passes = shortening(args), message_filter(args.filter)

    def show(message: Any, info: tuple[Any, ...]) -> bool:
        part = _part(message, args.field) if args.field and not args.raw else message
        if not passes(part):
            return False
        facts = dict(zip(_INFO, info, strict=False)) if args.include_message_info else {}
        if args.clear and sys.stdout.isatty():
            raw(sys.stdout).write(_CLEAR)  # the stream above it would show the sequence
        value = part if args.raw else plain(part, limits)
        if args.json and not args.raw:
            print_json({'info': facts, 'message': value} if facts else value)
        elif args.csv and not args.raw:
            print_csv([*facts.values(), *flat(value)])
        else:
            if facts:
                print(dump(facts), end='---\n')
            if isinstance(value, (dict, list)):
                print(dump(value, flow=args.flow_style), end='---\n')
            else:
                print(f'{value}\n---')
        sys.stdout.flush()  # a reader of a pipe gets each message at once
        return True

    return show


def _part(message: Any, path: str) -> Any:
    """Returns a part of a message by a path such as 'pose.position' or 'ranges[0]'."""
    value = message
    for step in path.replace('[', '.[').strip('.').split('.'):
        try:
            value = value[int(step[1:-1])] if step.startswith('[') else getattr(value, step)
        except (AttributeError, IndexError, ValueError, TypeError):
            fields = value.get_fields_and_field_types() if isinstance(value, Message) else {}
            hint = f'it has {", ".join(fields)}' if fields else f'{type(value).__name__} {value!r:.60} has no such part'
            raise CommandError(f"no '{step}' of --field {path} in {type_name(type(message))}; {hint}", 2) from None
    return value
