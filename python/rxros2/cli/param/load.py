# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 param load"""

from __future__ import annotations

import argparse
import pathlib
import sys
from typing import Any

from ..frame import CommandError
from ..graph import absolute, add_graph_arguments, command_node
from ..parameters import RemoteParameters, flattened
from ..yaml_text import load
from .list import add_timeout_argument


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('node')
    parser.add_argument('file', type=pathlib.Path, help="a parameter file, as 'param dump' prints it")
    add_timeout_argument(parser)
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    node = absolute(args.node)
    values = _values(args.file, node)
    with command_node(args) as there:
        results = RemoteParameters(there, node, args.timeout).set(values)
    for name, successful, reason in results:
        print(
            f'Set parameter {name} {"successful" if successful else f"failed: {reason}"}',
            file=sys.stdout if successful else sys.stderr,
        )
    return 0 if all(successful for _, successful, _ in results) else 1


def _values(file: pathlib.Path, node: str) -> dict[str, Any]:
    """Those for all nodes, then those for this one."""
    try:
        tree = load(file.read_text(), str(file))
    except OSError as error:
        raise CommandError(f'{file} cannot be read: {error.strerror}') from None
    found: dict[str, Any] = {}
    for key in ('/**', node.removeprefix('/'), node):
        entry = tree.get(key) if isinstance(tree, dict) else None
        if isinstance(entry, dict) and isinstance(entry.get('ros__parameters'), dict):
            found |= flattened(entry['ros__parameters'])
    if not found:
        raise CommandError(f"{file} has no parameters of {node}; expected '{node}:', below it 'ros__parameters:'")
    return found
