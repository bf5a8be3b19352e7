# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bag reindex: writes the metadata.yaml of a recording again, from its files."""

from __future__ import annotations

import argparse

from ..frame import CommandError
from ..recordings.reindexing import reindex
from .selection import add_bag_arguments


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the recording."""
    add_bag_arguments(parser)
    parser.epilog = 'The files with the messages are only read.'


def main(args: argparse.Namespace) -> int:
    """Writes metadata.yaml and returns 0. CommandError for a path that is not the folder of a recording."""
    if not args.bag.is_dir():
        raise CommandError(f'{args.bag} is not a folder; expected the folder of a recording')
    counts = reindex(args.bag, args.storage)
    print(f'{args.bag / "metadata.yaml"}: ' + ', '.join(f'{count} {name}' for name, count in counts.items()))
    return 0
