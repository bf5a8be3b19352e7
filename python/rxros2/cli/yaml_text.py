# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reading and writing of YAML as in ROS 2's command line. PyYAML is imported at the first use."""

from __future__ import annotations

import argparse
import importlib
import sys
from typing import Any

from .. import parameter_yaml
from .frame import CommandError


def yaml_library() -> Any:
    """Returns the module yaml. CommandError, which names the cure, if PyYAML is not installed."""
    try:
        return importlib.import_module('yaml')
    except ModuleNotFoundError:
        raise CommandError("YAML needs PyYAML, which is not installed: pip install 'rxros2[cli]'") from None


def add_values_argument(parser: argparse.ArgumentParser, help: str) -> None:
    """Adds the values of a message in YAML, and --stdin to read them from standard input."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument('values', nargs='?', default='{}', help=help)
    group.add_argument('--stdin', action='store_true', help='read the values from standard input')


def given_values(args: argparse.Namespace, subject: str) -> Any:
    """Returns the values of add_values_argument(). CommandError, which names `subject`, if they are invalid."""
    return load(sys.stdin.read() if args.stdin else args.values, subject)


def load(text: str, subject: str) -> Any:
    """Returns the value of a YAML text. CommandError, which names `subject`, for invalid YAML."""
    yaml = yaml_library()
    try:
        return yaml.load(text, Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
    except (yaml.YAMLError, RecursionError, ValueError) as error:  # ValueError: a date such as 2026-02-30
        raise CommandError(f'{subject} is not valid YAML: {" ".join(str(error).split())}', 2) from None


def load_parameters(text: str, subject: str) -> Any:
    """Reads YAML by the rules of parameter files.

    A text that only nodes read as a number or bool becomes a PlainText.
    """
    yaml = yaml_library()
    try:
        return parameter_yaml.load(yaml, text, keep_text=True)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise CommandError(f'{subject} is not valid YAML: {" ".join(str(error).split())}', 2) from None


def dump_parameters(value: Any) -> str:
    """Returns YAML lines that nodes and load_parameters() read back as the same values."""
    return parameter_yaml.dump(yaml_library(), value, width=1_000_000, default_flow_style=False)


def dump(value: Any, *, flow: bool = False) -> str:
    """Returns YAML lines in ROS 2's format, with a newline at the end. With `flow`, each list is in one line."""
    yaml = yaml_library()
    base = getattr(yaml, 'CSafeDumper', yaml.SafeDumper)
    dumper: Any = type('Dumper', (base,), {'ignore_aliases': lambda *_: True})
    dumper.add_representer(
        dict,
        lambda dumper, fields: dumper.represent_mapping('tag:yaml.org,2002:map', fields.items(), flow_style=False),
    )
    text: str = yaml.dump(
        value,
        Dumper=dumper,
        sort_keys=False,
        allow_unicode=True,
        width=1_000_000,
        default_flow_style=flow,
    )
    return text
