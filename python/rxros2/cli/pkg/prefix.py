# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 pkg prefix"""

from __future__ import annotations

import argparse

from ..packages import prefix_of


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('package')
    parser.add_argument('--share', action='store_true', help='the folder of its definitions, launch files and the like')


def main(args: argparse.Namespace) -> int:
    prefix = prefix_of(args.package)
    print(prefix / 'share' / args.package if args.share else prefix)
    return 0
