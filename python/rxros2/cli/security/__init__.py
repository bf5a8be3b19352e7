# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security: commands for keystores, which hold the keys and permissions of secured nodes."""

from __future__ import annotations

import argparse
import pathlib
from collections.abc import Iterator
from contextlib import contextmanager

from ...security.errors import SecurityError
from ..frame import CommandError


@contextmanager
def reported() -> Iterator[None]:
    """Turns SecurityError into CommandError."""
    try:
        yield
    except SecurityError as error:
        raise CommandError(str(error)) from None


def add_root_argument(parser: argparse.ArgumentParser) -> None:
    """Adds the argument ROOT."""
    parser.add_argument('root', metavar='ROOT', type=pathlib.Path, help='folder of the keystore')


def add_root_option(parser: argparse.ArgumentParser) -> None:
    """Adds --keystore-root-path."""
    parser.add_argument(
        '-k',
        '--keystore-root-path',
        dest='root',
        metavar='ROOT',
        type=pathlib.Path,
        help='folder of the keystore (default: ROS_SECURITY_KEYSTORE)',
    )


def days(text: str) -> int:
    """Parses a number of days, as the type of an argument."""
    if not text.isdecimal() or not 1 <= int(text) <= 100_000:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of days, from 1 to 100000")
    return int(text)


def add_days_argument(parser: argparse.ArgumentParser) -> None:
    """Adds --days."""
    parser.add_argument(
        '--days', type=days, default=3650, metavar='DAYS', help='validity of certificates (default: 3650)'
    )
