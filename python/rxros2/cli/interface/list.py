# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 interface list: lists the known definitions."""

from __future__ import annotations

import argparse

from ..definitions import all_names
from ..output import add_format_arguments, print_rows

_TITLES = {'msg': 'Messages', 'srv': 'Services', 'action': 'Actions'}


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds options for the kinds of definitions and the format of the output."""
    add_kind_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the full names of all definitions of the selected kinds."""
    if args.json or args.csv:
        names = all_names(kinds(args))
        print_rows(args, ('package', 'kind', 'name', 'interface'), [(*name.split('/'), name) for name in names])
        return 0
    for kind in kinds(args):
        print(f'{_TITLES[kind]}:')
        for name in all_names([kind]):
            print(f'    {name}')
    return 0


def add_kind_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --only-msgs, --only-srvs and --only-actions."""
    parser.add_argument('-m', '--only-msgs', dest='kinds', action='append_const', const='msg', help='messages')
    parser.add_argument('-s', '--only-srvs', dest='kinds', action='append_const', const='srv', help='services')
    parser.add_argument('-a', '--only-actions', dest='kinds', action='append_const', const='action', help='actions')


def kinds(args: argparse.Namespace) -> list[str]:
    """Returns the kinds that the arguments select; all kinds by default."""
    return [kind for kind in _TITLES if not args.kinds or kind in args.kinds]
