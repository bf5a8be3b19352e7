# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 interface packages: lists the packages that have definitions."""

from __future__ import annotations

import argparse

from ...messages import interface_names, interface_packages
from ..output import add_format_arguments, print_rows
from .list import add_kind_arguments, kinds


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds options for the kinds of definitions and the format of the output."""
    add_kind_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the packages that have a definition of a selected kind."""
    packages = [
        package for package in interface_packages() if any(interface_names(package, kind) for kind in kinds(args))
    ]
    print_rows(args, ('package',), [(package,) for package in packages])
    return 0
