# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 pkg prefix: prints the install prefix of a package."""

from __future__ import annotations

import argparse

from ..packages import prefix_of


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('package')
    parser.add_argument(
        '--share', action='store_true', help='print its folder of definitions, launch files and other shared files'
    )


def main(args: argparse.Namespace) -> int:
    prefix = prefix_of(args.package)
    print(prefix / 'share' / args.package if args.share else prefix)
    return 0
