# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 action echo"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable
from typing import Any

from ..._core import Subscription
from ...actions import Endpoints
from ...messages.codec import CdrError, announced, codec_of
from ..action_graph import type_of
from ..definitions import definition
from ..graph import CommandNode, absolute, add_graph_arguments, command_node
from ..output import add_format_arguments, print_csv, print_json
from ..plain import add_shortening_arguments, flat, plain, shortening
from ..yaml_text import dump

_SERVICES = 'GOAL_SERVICE', 'CANCEL_SERVICE', 'RESULT_SERVICE'
_EVENTS = 'REQUEST_SENT', 'REQUEST_RECEIVED', 'RESPONSE_SENT', 'RESPONSE_RECEIVED'  # service_msgs/msg/ServiceEventInfo


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('action')
    parser.add_argument('type', nargs='?', help="as 'example_interfaces/action/Fibonacci' (default: the graph's)")
    parser.add_argument('--flow-style', action='store_true', help='each message in one line of YAML')
    parser.epilog = (
        'Goals, cancel requests and results are those of servers and clients whose service introspection is on; '
        'feedback and status are always there.'
    )
    add_shortening_arguments(parser)
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    action, how = absolute(args.action), shortening(args)
    with command_node(args) as there:
        cls = definition(args.type or type_of(there, action), 'action')
        of = Endpoints(cls, action, there.node._core.resolve)
        feedback, status = of.feedback, of.status
        topics = [('FEEDBACK_TOPIC', *feedback), ('STATUS_TOPIC', *status)]
        for title, (service, name) in zip(_SERVICES, (of.send_goal, of.cancel_goal, of.get_result), strict=True):
            topics.append((title, service.Event, f'{name}/_service_event', feedback[2]))
        for title, kind, topic, qos in topics:
            codec = codec_of(kind)

            def show(sample: Any, title: str = title, codec: Any = codec) -> None:
                _print(args, title, plain(codec.decode(sample), how))

            there.subscribe(topic, announced(kind), qos, _each(there, topic, show))
        with contextlib.suppress(KeyboardInterrupt):
            there.wait(None)
    return 0


def _each(there: CommandNode, topic: str, show: Callable[[Any], None]) -> Callable[[Subscription], None]:
    def drain(subscription: Subscription) -> None:
        for sample in subscription.take(None, 64):
            try:
                show(sample)
            except CdrError as error:  # others that publish on the topic are still shown
                there.leave_out(topic, error)

    return drain


def _print(args: argparse.Namespace, title: str, value: Any) -> None:
    if title in _SERVICES:
        value['info']['event_type'] = _EVENTS[value['info']['event_type'] % len(_EVENTS)]
    shown = {'interface': title, **value}
    if args.json:
        print_json(shown)
    elif args.csv:
        print_csv(list(flat(shown)))
    else:
        print(dump(shown, flow=args.flow_style), end='---\n')
    sys.stdout.flush()
