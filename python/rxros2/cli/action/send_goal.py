# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 action send_goal"""

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
from ..calling import Caller
from ..definitions import definition
from ..fill import filled
from ..frame import CommandError
from ..graph import CommandNode, absolute, add_graph_arguments, command_node
from ..output import add_format_arguments, print_csv, print_json
from ..plain import flat, plain
from ..yaml_text import dump, load

_CANCELED_WITHIN = 10.0
"""Seconds for which the end of a goal that Ctrl-C has canceled is waited for."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('action')
    parser.add_argument('type', help="as 'example_interfaces/action/Fibonacci'")
    parser.add_argument('goal', nargs='?', default='{}', help='in YAML: "{order: 10}"')
    parser.add_argument('--stdin', action='store_true', help='read the goal from the standard input')
    parser.add_argument('-f', '--feedback', action='store_true', help='print feedback as it comes')
    parser.add_argument(
        '--timeout', type=float, metavar='SECONDS', help='wait so long for a server and its answer (default: for ever)'
    )
    parser.epilog = 'Ctrl-C cancels the goal, and waits for its end; a second one ends at once.'
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    values = load(sys.stdin.read() if args.stdin else args.goal, 'the goal')
    cls = definition(args.type, 'action')
    with command_node(args) as there:
        goal = filled(cls.Goal, values, now=there.node.now())
        sent = _Goal(args, there, cls, Endpoints(cls, absolute(args.action), there.node._core.resolve))
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
    def __init__(self, args: argparse.Namespace, there: CommandNode, cls: Any, of: Endpoints) -> None:
        self._args = args
        self._there = there
        self._of = of
        self._machine = args.json or args.csv
        self._type = type_name(cls)
        self._id = uuid.uuid4().bytes
        self._send, self._result, self._cancel = (
            Caller(there, *each) for each in (of.send_goal, of.get_result, of.cancel_goal)
        )
        self._codec = codec_of(of.feedback[0])
        kind, topic, qos = of.feedback
        there.subscribe(topic, announced(kind), qos, self._told)
        self._early: list[Any] | None = []  # feedback before the goal is known to be accepted; None: it is

    def _told(self, subscription: Subscription) -> None:
        for sample in subscription.take(None, 64):
            if self._args.feedback and id_in(sample) == self._id:
                try:
                    feedback = self._codec.decode(sample).feedback
                except CdrError as error:  # the goal goes on, and so does other feedback
                    self._there.leave_out(f'feedback of {self._of.name}', error)
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

    def _say(self, text: str) -> None:
        if not self._machine:
            print(text, flush=True)

    def wait_for_server(self) -> None:
        self._say(f'Waiting for a server of {self._of.name}')
        until = None if self._args.timeout is None else time.monotonic() + self._args.timeout
        try:
            for each in (self._send, self._result, self._cancel):
                each.wait_for_server(None if until is None else max(until - time.monotonic(), 0))
        except CommandError:
            _, servers = clients_and_servers(self._there, self._of.name)
            others = {each.topic_type.removesuffix('_FeedbackMessage') for each in servers} - {self._type}
            wrong = f'; its server is of type {", ".join(sorted(others))}, not {self._type}' if others else ''
            raise CommandError(f'no server of {self._of.name} within {self._args.timeout:g} s{wrong}') from None

    def accepted(self, goal: Any) -> bool:
        request = self._of.send_goal[0].Request(goal=goal)
        request.goal_id.uuid = list(self._id)
        if not self._machine:
            self._print('Sending goal', goal)
        response = self._send.call(request, self._args.timeout)
        if not response.accepted:
            self._say('Goal was rejected.')
            self._print_status('REJECTED')
            return False
        self._say(f'Goal accepted with ID: {self._id.hex()}\n')
        early, self._early = self._early or [], None
        for feedback in early:
            self._print('Feedback', feedback)
        return True

    def result(self, seconds: float | None) -> Any:
        """The response of GetResult; CommandError if the server goes away meanwhile."""
        request = self._of.get_result[0].Request()
        request.goal_id.uuid = list(self._id)
        return self._result.call(request, seconds, while_there=True)

    def canceled(self) -> Any:
        """As result(), after the server was asked to cancel the goal."""
        if self._early is not None:  # it may be accepted still
            self._ask_to_cancel()
            raise KeyboardInterrupt
        self._say('Canceling goal...')
        response = self._ask_to_cancel()
        if not response.goals_canceling:
            self._say('The server does not cancel the goal; waiting for its end, a second Ctrl-C does not.')
        return self.result(_CANCELED_WITHIN if response.goals_canceling else None)

    def _ask_to_cancel(self) -> Any:
        request = self._of.cancel_goal[0].Request()
        request.goal_info.goal_id.uuid = list(self._id)
        return self._cancel.call(request, _CANCELED_WITHIN)

    def print_end(self, response: Any) -> None:
        self._print('Result', response.result)
        known = GoalStatus(response.status)
        status = known.name if known == response.status else f'unknown ({response.status})'
        self._say(f'Goal finished with status: {status}')
        self._print_status(status)

    def _print_status(self, status: str) -> None:
        """For machines."""
        if self._args.json:
            print_json({'status': status})
        elif self._args.csv:
            print_csv(['status', status])
