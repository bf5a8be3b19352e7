# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 action echo: prints goals, feedback, status and results of an action."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable
from typing import Any

from ..._core import Subscription
from ...actions import Endpoints
from ...messages.codec import CdrError, announced, codec_of
from ..action_graph import type_of
from ..definitions import definition
from ..graph import CommandNode, absolute, add_graph_arguments, command_node
from ..output import add_format_arguments
from ..plain import add_shortening_arguments, plain, plain_event, print_plain, shortening

_SERVICES = 'GOAL_SERVICE', 'CANCEL_SERVICE', 'RESULT_SERVICE'


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the action, its optional type, and the options for the format of the output."""
    parser.add_argument('action')
    parser.add_argument('type', nargs='?', help="as 'example_interfaces/action/Fibonacci' (default: the graph's)")
    parser.add_argument('--flow-style', action='store_true', help='each list in one line')
    parser.epilog = (
        'Goals, cancel requests and results are shown for servers and clients with service introspection; '
        'feedback and status are always shown.'
    )
    add_shortening_arguments(parser)
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the action's messages until Ctrl-C and returns 0."""
    action, limits = absolute(args.action), shortening(args)
    with command_node(args) as node:
        cls = definition(args.type or type_of(node, action), 'action')
        endpoints = Endpoints(cls, action, node.ros_node._core.resolve)
        feedback, status = endpoints.feedback, endpoints.status
        topics = [('FEEDBACK_TOPIC', *feedback), ('STATUS_TOPIC', *status)]
        for title, (service, name) in zip(
            _SERVICES, (endpoints.send_goal, endpoints.cancel_goal, endpoints.get_result), strict=True
        ):
            topics.append((title, service.Event, f'{name}/_service_event', feedback[2]))
        for title, kind, topic, qos in topics:
            codec = codec_of(kind)

            def show(sample: Any, title: str = title, codec: Any = codec) -> None:
                message = codec.decode(sample)
                value = (plain_event if title in _SERVICES else plain)(message, limits)
                print_plain(args, {'interface': title, **value})

            node.subscribe(topic, announced(kind), qos, _drain_into(node, topic, show))
        with contextlib.suppress(KeyboardInterrupt):
            node.wait(None)
    return 0


def _drain_into(node: CommandNode, topic: str, show: Callable[[Any], None]) -> Callable[[Subscription], None]:
    def drain(subscription: Subscription) -> None:
        for sample in subscription.take(None, 64):
            try:
                show(sample)
            except CdrError as error:  # messages of other publishers are still shown
                node.leave_out(topic, error)

    return drain
