# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security list_enclaves: lists the enclaves of a keystore."""

from __future__ import annotations

import argparse

from ..frame import CommandError
from ..output import add_format_arguments, print_rows
from . import add_root_argument


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the keystore and the format of the output."""
    add_root_argument(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the paths of the enclaves. Raises CommandError if the folder is not a keystore."""
    from ...security.enclave import enclaves

    if not (args.root / 'enclaves').is_dir():
        raise CommandError(f'{args.root} is not a keystore: it has no folder enclaves')
    print_rows(args, ('enclave',), [(name,) for name in enclaves(args.root)])
    return 0
