# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 pkg executables: lists the programs of packages."""

from __future__ import annotations

import argparse

from ..output import add_format_arguments, print_rows
from ..packages import all_executables, executables


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds an optional package, and options for the format of the output."""
    parser.add_argument('package', nargs='?', help='package (default: all)')
    parser.add_argument('--full-path', action='store_true', help='print full paths')
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the programs of one package or of all packages."""
    programs = [(args.package, program) for program in executables(args.package)] if args.package else all_executables()
    rows = [(package, program.name, str(program)) for package, program in programs]
    print_rows(
        args,
        ('package', 'executable', 'path'),
        rows,
        lambda row: str(row[2]) if args.full_path else f'{row[0]} {row[1]}',
    )
    return 0
