# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic pub: publishes messages."""

from __future__ import annotations

import argparse
import contextlib
import time
from typing import Any

from ...messages import Message
from ...messages.codec import announced, codec_of
from ...printable import printable_repr
from ..definitions import definition
from ..fill import filled
from ..frame import CommandError
from ..graph import CommandNode, absolute, add_graph_arguments, command_node
from ..qos_arguments import add_qos_arguments, chosen_qos
from ..yaml_text import add_values_argument, given_values


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the topic, its type, the message in YAML, and options for rate, waiting and QoS."""
    parser.add_argument('topic')
    parser.add_argument('type', help="as 'geometry_msgs/msg/Twist'")
    add_values_argument(
        parser, "the message in YAML: \"{linear: {x: 1.0}}\"; 'now' is the time in a stamp, 'auto' in a header"
    )
    parser.add_argument('-r', '--rate', type=float, default=1.0, metavar='HZ', help='messages per second (default: 1)')
    parser.add_argument('-p', '--print', type=int, default=1, metavar='N', help='print each Nth message, 0: none')
    group = parser.add_mutually_exclusive_group()
    group.add_argument('-1', '--once', action='store_true', help='publish one message')
    group.add_argument('-t', '--times', type=int, metavar='N', help='publish N messages (default: until Ctrl-C)')
    parser.add_argument(
        '-w',
        '--wait-matching-subscriptions',
        type=int,
        metavar='N',
        help='start when N subscriptions match (default: 1 with --once and --times, else 0)',
    )
    parser.add_argument('--max-wait-time-secs', type=float, metavar='SECONDS', help='fail after this wait')
    parser.add_argument(
        '--keep-alive', type=float, default=0.1, metavar='SECONDS', help='wait after the last message (default: 0.1)'
    )
    parser.add_argument('-n', '--node-name', metavar='NAME', help='name of the publishing node (default: a hidden one)')
    add_graph_arguments(parser)
    add_qos_arguments(parser, 'default')


def main(args: argparse.Namespace) -> int:
    """Publishes the message until Ctrl-C or the number of messages.

    Raises CommandError for a wrong message before it publishes anything, and after --max-wait-time-secs.
    """
    for name, value in (('rate', args.rate), ('number of messages', 1 if args.times is None else args.times)):
        if not 0 < value < float('inf'):
            raise CommandError(f'{name} is {value:g}; expected more than 0, and not infinite', 2)
    topic, cls = absolute(args.topic), definition(args.type, 'msg')
    values = given_values(args, 'the message')
    filled(cls, values, now=0)  # an error must come before anything is published
    limit = 1 if args.once else args.times
    until_interrupt = contextlib.suppress(KeyboardInterrupt) if limit is None else contextlib.nullcontext()
    with command_node(args) as node, until_interrupt:
        _publish(args, node, topic, cls, values, limit)
    return 0


def _publish(
    args: argparse.Namespace, node: CommandNode, topic: str, cls: type[Message], values: Any, limit: int | None
) -> None:
    publisher = node.publisher(topic, announced(cls), chosen_qos(args))
    codec = codec_of(cls)
    expected = args.wait_matching_subscriptions
    expected = expected if expected is not None else 0 if limit is None else 1
    begin = reported = time.monotonic()
    while publisher.matched() < expected:
        now = time.monotonic()
        if args.max_wait_time_secs is not None and now - begin > args.max_wait_time_secs:
            raise CommandError(
                f'{topic} has {publisher.matched()} matching subscriptions after {args.max_wait_time_secs:g} s; '
                f'expected {expected}'
            )
        if now - reported >= 1:
            print(f'Waiting for at least {expected} matching subscription(s)...', flush=True)
            reported = now
        time.sleep(0.01)
    print('publisher: beginning loop', flush=True)
    begin = time.monotonic()
    number = 0
    while limit is None or number < limit:
        message = filled(cls, values, now=node.ros_node.now())
        publisher.publish(codec, message)
        number += 1
        if args.print and number % args.print == 0:
            print(f'publishing #{number}: {printable_repr(message)}\n', flush=True)
        if number != limit:
            time.sleep(max(0.0, begin + number / args.rate - time.monotonic()))
    time.sleep(args.keep_alive)
