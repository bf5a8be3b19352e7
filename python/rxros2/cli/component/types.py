# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 component types"""

from __future__ import annotations

import argparse

from ..components import registered
from ..output import add_format_arguments, print_rows
from ..packages import prefix_of


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('package', nargs='?', help='(default: all packages)')
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    found = registered()
    if args.package is not None:
        if args.package not in found:
            prefix_of(args.package)
        found = {args.package: found.get(args.package, [])}
    if args.json or args.csv:
        print_rows(args, ('package', 'component'), [(package, each) for package in found for each in found[package]])
    elif args.package is not None:
        for each in found[args.package]:
            print(each)
    else:
        for package, components in found.items():
            print('\n  '.join([package, *components]))
    return 0
