# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Which topics, services and actions: rosbag2's options, the same when recording and when playing.

What a service did is a topic of events, <service>/_service_event, if its server or a client of it has service
introspection on; an action is the topics and services below <action>/_action.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator

from ..frame import CommandError
from ..graph import absolute, is_hidden

_EVENTS = '/_service_event'
_OF_ACTION = re.compile(r'(/.+)/_action/(?:feedback|status|(?:send_goal|cancel_goal|get_result)/_service_event)')


def add_selection_arguments(parser: argparse._ActionsContainer) -> None:
    parser.add_argument('-e', '--regex', metavar='EXPRESSION', help='those with names that have this in them')
    parser.add_argument('-x', '--exclude-regex', metavar='EXPRESSION', help='but none with this')
    for what in ('topics', 'services', 'actions'):
        parser.add_argument(f'--{what}', nargs='+', default=[], metavar=what[:-1].upper(), help=f'these {what}')
        parser.add_argument(
            f'--exclude-{what}', nargs='+', default=[], metavar=what[:-1].upper(), help=f'but not these {what}'
        )


def service_of(topic: str) -> str | None:
    """The service of which this topic has the events."""
    return topic.removesuffix(_EVENTS) if topic.endswith(_EVENTS) and not action_of(topic) else None


def action_of(topic: str) -> str | None:
    """The action to which this topic belongs."""
    found = _OF_ACTION.fullmatch(topic)
    return found[1] if found else None


def events_of(service: str) -> str:
    return service + _EVENTS


def selection(
    args: argparse.Namespace, everything: Callable[[str], bool], hidden: bool = True
) -> Callable[[str], bool]:
    """Says which topics were chosen. `everything`: those that an option for all of a kind chooses.

    `hidden`: whether --regex finds topics, too, of which a part of the name begins with '_'.
    """
    wanted, unwanted = _compiled(args.regex), _compiled(args.exclude_regex)
    chosen = {absolute(each) for each in args.topics} | {events_of(absolute(each)) for each in args.services}
    left_out = {absolute(each) for each in args.exclude_topics}
    left_out |= {events_of(absolute(each)) for each in args.exclude_services}
    actions, no_actions = ({absolute(each) for each in names} for names in (args.actions, args.exclude_actions))

    def choose(topic: str) -> bool:
        if topic in left_out or action_of(topic) in no_actions or (unwanted is not None and unwanted.search(topic)):
            return False
        if topic in chosen or action_of(topic) in actions or everything(topic):
            return True
        if not hidden and is_hidden(topic) and not (service_of(topic) or action_of(topic)):
            return False
        return wanted is not None and wanted.search(service_of(topic) or topic) is not None

    return choose


def _compiled(expression: str | None) -> re.Pattern[str] | None:
    try:
        return re.compile(expression) if expression else None
    except re.error as error:
        raise CommandError(f"'{error.pattern!s}' is no regular expression: {error}", 2) from None


def named(args: argparse.Namespace) -> Iterator[tuple[str, str, str]]:
    """What was named: 'topic', 'service' or 'action', its name, and a topic that it has."""
    for each in map(absolute, args.topics):
        yield 'topic', each, each
    for each in map(absolute, args.services):
        yield 'service', each, events_of(each)
    for each in map(absolute, args.actions):
        yield 'action', each, f'{each}/_action/status'
