# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 param load: sets parameters of a node from a parameter file."""

from __future__ import annotations

import argparse
import pathlib
import sys
from typing import Any

from ...parameter_yaml import values_of_node
from ...parameters import type_of
from ..frame import CommandError
from ..graph import absolute, add_graph_arguments, command_node
from ..parameters import RemoteParameters, as_kind
from ..yaml_text import load_parameters
from .list import add_node_arguments


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the node and the parameter file."""
    parser.add_argument('node')
    parser.add_argument('file', type=pathlib.Path, help="a parameter file, as 'param dump' prints it")
    parser.add_argument(
        '--no-use-wildcard', action='store_true', help='only the values below the name of the node itself'
    )
    add_node_arguments(parser)
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Sets the parameters that the file has for the node; returns 1 if the node rejects one."""
    node_name = absolute(args.node)
    values = _values(args.file, node_name, not args.no_use_wildcard)
    with command_node(args) as node:
        remote = RemoteParameters(node, node_name, args.timeout)
        results = remote.set(values)
        rejected = [name for name, successful, _ in results if not successful]
        current = remote.values(sorted(set(rejected) & set(remote.names()))) if rejected else {}
    # A read-only parameter that already has the value, as in the output of `param dump`, is no failure.
    results = [
        (name, successful or (name in current and _is_same(current[name], values[name])), reason)
        for name, successful, reason in results
    ]
    for name, successful, reason in results:
        print(
            f'Set parameter {name} {"successful" if successful else f"failed: {reason}"}',
            file=sys.stdout if successful else sys.stderr,
        )
    return 0 if all(successful for _, successful, _ in results) else 1


def _is_same(current: Any, value: Any) -> bool:
    """Returns whether a parameter has the value of a file; its type decides how a plain text is read."""
    return bool(current == as_kind(value, type_of(current)))


def _values(file: pathlib.Path, node_name: str, wildcards: bool) -> dict[str, Any]:
    """Returns the values that a parameter file has for a node; exact names override `wildcards`, if these count."""
    try:
        tree = load_parameters(file.read_text(encoding='utf-8'), str(file))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CommandError(f'{file} cannot be read: {reason}') from None
    values = values_of_node(tree, node_name, wildcards=wildcards)
    if not values:
        raise CommandError(
            f"{file} has no parameters of {node_name}; expected '{node_name}:', below it 'ros__parameters:'"
        )
    return values
