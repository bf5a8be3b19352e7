# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 interface package: lists the definitions of a package."""

from __future__ import annotations

import argparse

from ...messages import interface_packages
from ..definitions import all_names
from ..frame import CommandError, existing
from ..output import add_format_arguments, print_rows
from .list import add_kind_arguments, kinds


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the package, and options for the kinds of definitions."""
    parser.add_argument('package')
    add_kind_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the definitions of the package. Raises CommandError if it has none."""
    known = interface_packages()
    if args.package not in known:
        raise CommandError(existing('package with definitions', args.package, known))
    print_rows(args, ('interface',), [(name,) for name in all_names(kinds(args), args.package)])
    return 0
