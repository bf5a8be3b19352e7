# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 pkg prefix: prints the install prefix of a package."""

from __future__ import annotations

import argparse

from ..packages import prefix_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the package and the option --share."""
    parser.add_argument('package')
    parser.add_argument(
        '--share', action='store_true', help='print its folder of definitions, launch files and other shared files'
    )


def main(args: argparse.Namespace) -> int:
    """Prints the install prefix or the share folder. Raises CommandError if the package does not exist."""
    prefix = prefix_of(args.package)
    print(prefix / 'share' / args.package if args.share else prefix)
    return 0
