# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 param load: sets parameters of a node from a parameter file."""

from __future__ import annotations

import argparse
import pathlib
import sys
from typing import Any

from ...parameter_yaml import values_of_node
from ..frame import CommandError
from ..graph import absolute, add_graph_arguments, command_node
from ..parameters import RemoteParameters
from ..yaml_text import load_parameters
from .list import add_timeout_argument


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the node and the parameter file."""
    parser.add_argument('node')
    parser.add_argument('file', type=pathlib.Path, help="a parameter file, as 'param dump' prints it")
    add_timeout_argument(parser)
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Sets the parameters that the file has for the node; returns 1 if the node rejects one."""
    node_name = absolute(args.node)
    values = _values(args.file, node_name)
    with command_node(args) as node:
        results = RemoteParameters(node, node_name, args.timeout).set(values)
    for name, successful, reason in results:
        print(
            f'Set parameter {name} {"successful" if successful else f"failed: {reason}"}',
            file=sys.stdout if successful else sys.stderr,
        )
    return 0 if all(successful for _, successful, _ in results) else 1


def _values(file: pathlib.Path, node_name: str) -> dict[str, Any]:
    """Returns the values that a parameter file has for a node; exact names override wildcards."""
    try:
        tree = load_parameters(file.read_text(encoding='utf-8'), str(file))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CommandError(f'{file} cannot be read: {reason}') from None
    values = values_of_node(tree, node_name)
    if not values:
        raise CommandError(
            f"{file} has no parameters of {node_name}; expected '{node_name}:', below it 'ros__parameters:'"
        )
    return values
