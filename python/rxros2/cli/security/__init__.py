# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security: keystores, by which ROS 2 nodes know and trust each other."""

from __future__ import annotations

import argparse
import pathlib
from collections.abc import Iterator
from contextlib import contextmanager

from ...security.errors import SecurityError
from ..frame import CommandError


@contextmanager
def reported() -> Iterator[None]:
    """What is wrong with a keystore or a policy ends the command."""
    try:
        yield
    except SecurityError as error:
        raise CommandError(str(error)) from None


def add_root_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('root', metavar='ROOT', type=pathlib.Path, help='folder of the keystore')


def add_root_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        '-k',
        '--keystore-root-path',
        dest='root',
        metavar='ROOT',
        type=pathlib.Path,
        help='folder of the keystore (default: ROS_SECURITY_KEYSTORE)',
    )


def days(text: str) -> int:
    """The type of an argument."""
    if not text.isdecimal() or not 1 <= int(text) <= 100_000:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of days, from 1 to 100000")
    return int(text)


def add_days_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        '--days', type=days, default=3650, metavar='DAYS', help='how long certificates are valid (default: 3650)'
    )
