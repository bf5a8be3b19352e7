# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security check: checks a keystore for faults."""

from __future__ import annotations

import argparse
import pathlib
from collections.abc import Iterator

from ..checks import Finding
from ..doctor import add_arguments, show
from ..frame import CommandError
from . import add_root_option, reported


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the keystore, and the options of `rxros2 doctor` for warnings and the format of the output."""
    add_root_option(parser)
    parser.add_argument('folder', nargs='?', metavar='ROOT', type=pathlib.Path, help='the same as -k ROOT')
    add_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the faults of the keystore; returns 1 after an error, with -iw also after a warning."""
    from ...security.check import check
    from ...security.keystore import domain_id, root_of

    if args.root is not None and args.folder is not None:
        raise CommandError(f'the keystore is {args.root} and {args.folder}; expected one', 2)
    with reported():
        root, domain = root_of(args.root or args.folder), domain_id()

        def findings() -> Iterator[Finding]:
            for fault in check(root, domain):
                yield Finding(*fault)

        return show(args, [(str(root), findings())])
