# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 interface proto: prints a message to fill in, in the form that 'topic pub' and 'service call' accept."""

from __future__ import annotations

import argparse

from ..definitions import definition
from ..frame import CommandError
from ..plain import plain
from ..yaml_text import dump


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the type and the option --no-quotes."""
    parser.add_argument('type', help="as 'geometry_msgs/msg/Twist'; of a service the request, of an action the goal")
    parser.add_argument('--no-quotes', action='store_true', help='print no quotes around the message')


def main(args: argparse.Namespace) -> int:
    """Prints a message with default values in YAML: of a service the request, of an action the goal."""
    cls = definition(args.type)
    cls = getattr(cls, 'Request', None) or getattr(cls, 'Goal', None) or cls
    if not cls.get_fields_and_field_types():
        raise CommandError(f'{args.type} has no fields', 0)
    text = dump(plain(cls()))
    print(text if args.no_quotes else f'"{text}"')
    return 0
