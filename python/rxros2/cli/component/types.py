# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 component types: lists the components that packages register."""

from __future__ import annotations

import argparse

from ..components import registered
from ..output import add_format_arguments, print_rows
from ..packages import prefix_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds an optional package and the format of the output."""
    parser.add_argument('package', nargs='?', help='(default: all packages)')
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the components by package. Raises CommandError if the package does not exist."""
    components_by_package = registered()
    if args.package is not None:
        if args.package not in components_by_package:
            prefix_of(args.package)
        components_by_package = {args.package: components_by_package.get(args.package, [])}
    if args.json or args.csv:
        print_rows(
            args,
            ('package', 'component'),
            [(package, component) for package in components_by_package for component in components_by_package[package]],
        )
    elif args.package is not None:
        for component in components_by_package[args.package]:
            print(component)
    else:
        for package, components in components_by_package.items():
            print('\n  '.join([package, *components]))
    return 0
