# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 action send_goal: sends a goal and prints feedback and the result."""

from __future__ import annotations

import argparse
import sys
import time
import uuid
from typing import Any

from ..._core import Subscription
from ...actions import Endpoints, GoalStatus, id_in
from ...messages import type_name
from ...messages.codec import CdrError, announced, codec_of
from ..action_graph import clients_and_servers
from ..definitions import definition
from ..fill import filled
from ..frame import CommandError
from ..graph import CommandNode, absolute, add_graph_arguments, command_node
from ..output import add_format_arguments, print_csv, print_json
from ..plain import flat, plain
from ..service_call import Caller
from ..yaml_text import dump, load

_CANCELED_WITHIN = 10.0
"""Seconds to wait for the end of a goal after Ctrl-C has canceled it."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the action, its type, the goal in YAML, and options for feedback and the timeout."""
    parser.add_argument('action')
    parser.add_argument('type', help="as 'example_interfaces/action/Fibonacci'")
    parser.add_argument('goal', nargs='?', default='{}', help='the goal in YAML: "{order: 10}"')
    parser.add_argument('--stdin', action='store_true', help='read the goal from the standard input')
    parser.add_argument('-f', '--feedback', action='store_true', help='print feedback')
    parser.add_argument(
        '--timeout',
        type=float,
        metavar='SECONDS',
        help='longest wait for a server and its response (default: for ever)',
    )
    parser.epilog = 'Ctrl-C cancels the goal and waits for its end; a second Ctrl-C ends at once.'
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Sends the goal and prints its result.

    Returns 0 if the goal succeeds, 130 if Ctrl-C cancels it, and 1 otherwise.
    """
    values = load(sys.stdin.read() if args.stdin else args.goal, 'the goal')
    cls = definition(args.type, 'action')
    with command_node(args) as node:
        goal = filled(cls.Goal, values, now=node.ros_node.now())
        sent = _Goal(args, node, cls, Endpoints(cls, absolute(args.action), node.ros_node._core.resolve))
        sent.wait_for_server()
        interrupted = False
        try:
            if not sent.accepted(goal):
                return 1
            response = sent.result(None)
        except KeyboardInterrupt:
            interrupted = True
            response = sent.canceled()
        sent.print_end(response)
        if interrupted:
            return 130
        return 0 if response.status == GoalStatus.SUCCEEDED else 1


class _Goal:
    """One goal: sends it, prints its feedback, and waits for its result or cancels it."""

    def __init__(self, args: argparse.Namespace, node: CommandNode, cls: Any, endpoints: Endpoints) -> None:
        self._args = args
        self._node = node
        self._endpoints = endpoints
        self._machine = args.json or args.csv
        self._type = type_name(cls)
        self._id = uuid.uuid4().bytes
        self._send, self._result, self._cancel = (
            Caller(node, *names) for names in (endpoints.send_goal, endpoints.get_result, endpoints.cancel_goal)
        )
        self._codec = codec_of(endpoints.feedback[0])
        kind, topic, qos = endpoints.feedback
        node.subscribe(topic, announced(kind), qos, self._drain_feedback)
        self._early: list[Any] | None = []  # feedback before the goal is accepted; None after that

    def _drain_feedback(self, subscription: Subscription) -> None:
        for sample in subscription.take(None, 64):
            if self._args.feedback and id_in(sample) == self._id:
                try:
                    feedback = self._codec.decode(sample).feedback
                except CdrError as error:  # the goal and other feedback continue
                    self._node.leave_out(f'feedback of {self._endpoints.name}', error)
                    continue
                if self._early is None:
                    self._print('Feedback', feedback)
                else:
                    self._early.append(feedback)

    def _print(self, title: str, message: Any) -> None:
        value = plain(message)
        if self._args.json:
            print_json({title.lower(): value})
        elif self._args.csv:
            print_csv([title.lower(), *flat(value)])
        else:
            print(f'{title}:')
            for line in dump(value).splitlines():
                print(f'    {line}')
            print()
        sys.stdout.flush()

    def _print_progress(self, text: str) -> None:
        if not self._machine:
            print(text, flush=True)

    def wait_for_server(self) -> None:
        """Waits for a server. CommandError after --timeout; it names a server of another type."""
        self._print_progress(f'Waiting for a server of {self._endpoints.name}')
        until = None if self._args.timeout is None else time.monotonic() + self._args.timeout
        try:
            for caller in (self._send, self._result, self._cancel):
                caller.wait_for_server(None if until is None else max(until - time.monotonic(), 0))
        except CommandError:
            _, servers = clients_and_servers(self._node, self._endpoints.name)
            other_types = {server.topic_type.removesuffix('_FeedbackMessage') for server in servers} - {self._type}
            mismatch = (
                f'; its server is of type {", ".join(sorted(other_types))}, not {self._type}' if other_types else ''
            )
            raise CommandError(
                f'no server of {self._endpoints.name} within {self._args.timeout:g} s{mismatch}'
            ) from None

    def accepted(self, goal: Any) -> bool:
        """Sends the goal and returns whether the server accepts it."""
        request = self._endpoints.send_goal[0].Request(goal=goal)
        request.goal_id.uuid = list(self._id)
        if not self._machine:
            self._print('Sending goal', goal)
        response = self._send.call(request, self._args.timeout)
        if not response.accepted:
            self._print_progress('Goal was rejected.')
            self._print_status('REJECTED')
            return False
        self._print_progress(f'Goal accepted with ID: {self._id.hex()}\n')
        early, self._early = self._early or [], None
        for feedback in early:
            self._print('Feedback', feedback)
        return True

    def result(self, seconds: float | None) -> Any:
        """Returns the response of GetResult. CommandError if the server disconnects before it."""
        request = self._endpoints.get_result[0].Request()
        request.goal_id.uuid = list(self._id)
        return self._result.call(request, seconds, while_connected=True)

    def canceled(self) -> Any:
        """Cancels the goal and returns its result."""
        if self._early is not None:  # the server may still accept it
            self._ask_to_cancel()
            raise KeyboardInterrupt
        self._print_progress('Canceling goal...')
        response = self._ask_to_cancel()
        if not response.goals_canceling:
            self._print_progress('The server does not cancel the goal; waiting for its end. Ctrl-C ends at once.')
        return self.result(_CANCELED_WITHIN if response.goals_canceling else None)

    def _ask_to_cancel(self) -> Any:
        request = self._endpoints.cancel_goal[0].Request()
        request.goal_info.goal_id.uuid = list(self._id)
        return self._cancel.call(request, _CANCELED_WITHIN)

    def print_end(self, response: Any) -> None:
        """Prints the result and the final status."""
        self._print('Result', response.result)
        known = GoalStatus(response.status)
        status = known.name if known == response.status else f'unknown ({response.status})'
        self._print_progress(f'Goal finished with status: {status}')
        self._print_status(status)

    def _print_status(self, status: str) -> None:
        """Prints the status in JSON or CSV."""
        if self._args.json:
            print_json({'status': status})
        elif self._args.csv:
            print_csv(['status', status])
