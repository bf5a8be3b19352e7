# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 bag list: lists the storages, encodings and compressions of recordings."""

from __future__ import annotations

import argparse

_PLUGINS = {
    'storage': {
        'mcap': 'reads and writes .mcap files (the default)',
        'sqlite3': 'reads .db3 files, and writes them from programs',
    },
    'converter': {'cdr': 'messages are stored as they are sent, and not converted'},
    'compressor': {'zstd': 'compresses whole files or single messages'},
    'decompressor': {'zstd': 'decompresses whole files or single messages'},
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the kind of plugin and the option --verbose."""
    parser.add_argument('kind', choices=list(_PLUGINS))
    parser.add_argument('-v', '--verbose', action='store_true', help='also descriptions')


def main(args: argparse.Namespace) -> int:
    """Prints the names and returns 0."""
    for name, description in _PLUGINS[args.kind].items():
        print(f'name: {name}\n\t{description}' if args.verbose else name)
    return 0
