# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Which topics, services and actions: rosbag2's options, the same when recording and when playing.

The calls of a service are events on the topic <service>/_service_event, if its server or a client enables service
introspection. An action consists of the topics and services below <action>/_action.
"""

from __future__ import annotations

import argparse
import pathlib
import re
from collections.abc import Callable, Iterator

from ..frame import CommandError
from ..graph import absolute, is_hidden
from ..recordings import Bag

LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal']

_EVENTS = '/_service_event'
_OF_ACTION = re.compile(r'(/.+)/_action/(?:feedback|status|(?:send_goal|cancel_goal|get_result)/_service_event)')


def add_bag_arguments(parser: argparse._ActionsContainer) -> None:
    """Adds the recording and --storage."""
    parser.add_argument('bag', type=pathlib.Path, help='a folder, a .mcap or a .db3')
    parser.add_argument(
        '-s', '--storage', choices=['mcap', 'sqlite3'], help='expected format of the files (default: any)'
    )
    parser.add_argument(
        '--storage-config-file', metavar='FILE', help='ignored, for compatibility with ROS 2: nothing is configurable'
    )


def opened(args: argparse.Namespace) -> Bag:
    """Returns the recording of add_bag_arguments(). CommandError if it has another storage than --storage."""
    bag = Bag(args.bag, skip_damage=True)
    if args.storage not in (None, bag.storage):
        raise CommandError(f'{args.bag} is of storage {bag.storage}; expected {args.storage}')
    return bag


def add_selection_arguments(parser: argparse._ActionsContainer) -> None:
    """Adds the options that select topics, services and actions."""
    parser.add_argument('-e', '--regex', metavar='EXPRESSION', help='topics whose names contain a match')
    parser.add_argument(
        '-x', '--exclude-regex', '--exclude', metavar='EXPRESSION', help='not topics whose names contain a match'
    )
    for kind in ('topics', 'services', 'actions'):
        parser.add_argument(f'--{kind}', nargs='+', default=[], metavar=kind[:-1].upper(), help=f'these {kind}')
        parser.add_argument(
            f'--exclude-{kind}', nargs='+', default=[], metavar=kind[:-1].upper(), help=f'not these {kind}'
        )


def is_shown(args: argparse.Namespace, level: str) -> bool:
    """Returns whether --log-level lets lines of this level be printed."""
    return LOG_LEVELS.index(level) >= LOG_LEVELS.index(args.log_level)


def service_of(topic: str) -> str | None:
    """Returns the service whose events this topic carries, or None."""
    return topic.removesuffix(_EVENTS) if topic.endswith(_EVENTS) and not action_of(topic) else None


def action_of(topic: str) -> str | None:
    """Returns the action to which this topic belongs, or None."""
    match = _OF_ACTION.fullmatch(topic)
    return match[1] if match else None


def events_of(service: str) -> str:
    """Returns the topic of a service's events."""
    return service + _EVENTS


def selection(
    args: argparse.Namespace, everything: Callable[[str], bool], hidden: bool = True
) -> Callable[[str], bool]:
    """Returns a predicate for the selected topics.

    `everything`: a predicate for topics that an option such as --all selects. `hidden`: --regex also matches hidden
    names.
    """
    included, excluded = _compiled(args.regex), _compiled(args.exclude_regex)
    chosen = {absolute(name) for name in args.topics} | {events_of(absolute(name)) for name in args.services}
    left_out = {absolute(name) for name in args.exclude_topics}
    left_out |= {events_of(absolute(name)) for name in args.exclude_services}
    actions, no_actions = ({absolute(name) for name in names} for names in (args.actions, args.exclude_actions))

    def choose(topic: str) -> bool:
        if topic in left_out or action_of(topic) in no_actions or (excluded is not None and excluded.search(topic)):
            return False
        if topic in chosen or action_of(topic) in actions or everything(topic):
            return True
        if not hidden and is_hidden(topic) and not (service_of(topic) or action_of(topic)):
            return False
        return included is not None and included.search(service_of(topic) or topic) is not None

    return choose


def _compiled(expression: str | None) -> re.Pattern[str] | None:
    try:
        return re.compile(expression) if expression else None
    except re.error as error:
        raise CommandError(f"'{error.pattern!s}' is not a valid regular expression: {error}", 2) from None


def named(args: argparse.Namespace) -> Iterator[tuple[str, str, str]]:
    """Yields each explicitly named entity: 'topic', 'service' or 'action', its name, and one of its topics."""
    for name in map(absolute, args.topics):
        yield 'topic', name, name
    for name in map(absolute, args.services):
        yield 'service', name, events_of(name)
    for name in map(absolute, args.actions):
        yield 'action', name, f'{name}/_action/status'
