# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 daemon start: does nothing, for compatibility with ROS 2."""

from __future__ import annotations

import argparse

from . import TEXT


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds --debug."""
    parser.add_argument('-d', '--debug', action='store_true', help='ignored, for compatibility with ROS 2')


def main(args: argparse.Namespace) -> int:
    """Prints that no daemon is needed and returns 0."""
    print(TEXT)
    return 0
