# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 pkg list: lists the packages."""

from __future__ import annotations

import argparse

from ..output import add_format_arguments, print_rows
from ..packages import packages


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the format of the output."""
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the names of the packages; JSON and CSV also have their prefixes."""
    rows = [(name, str(prefix)) for name, prefix in packages().items()]
    print_rows(args, ('package', 'prefix'), rows, lambda row: str(row[0]))
    return 0
