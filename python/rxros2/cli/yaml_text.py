# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reading and writing of YAML as in ROS 2's command line. PyYAML is imported at the first use."""

from __future__ import annotations

import importlib
from typing import Any

from .. import parameter_yaml
from .frame import CommandError


def _yaml() -> Any:
    try:
        return importlib.import_module('yaml')
    except ModuleNotFoundError:
        raise CommandError("YAML needs PyYAML, which is not installed: pip install 'rxros2[cli]'") from None


def load(text: str, subject: str) -> Any:
    """Returns the value of a YAML text. CommandError, which names `subject`, for invalid YAML."""
    yaml = _yaml()
    try:
        return yaml.load(text, Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
    except (yaml.YAMLError, RecursionError, ValueError) as error:  # ValueError: a date such as 2026-02-30
        raise CommandError(f'{subject} is not valid YAML: {" ".join(str(error).split())}', 2) from None


def load_parameters(text: str, subject: str) -> Any:
    """Reads YAML by the rules of parameter files.

    A text that only nodes read as a number or bool becomes a PlainText.
    """
    yaml = _yaml()
    try:
        return parameter_yaml.load(yaml, text, keep_text=True)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise CommandError(f'{subject} is not valid YAML: {" ".join(str(error).split())}', 2) from None


def dump_parameters(value: Any) -> str:
    """Returns YAML lines that nodes and load_parameters() read back as the same values."""
    return parameter_yaml.dump(_yaml(), value, width=1_000_000, default_flow_style=False)


def dump(value: Any, *, flow: bool = False) -> str:
    """Returns YAML lines in ROS 2's format, with a newline at the end."""
    yaml = _yaml()
    text: str = yaml.dump(
        value,
        Dumper=type('Dumper', (getattr(yaml, 'CSafeDumper', yaml.SafeDumper),), {'ignore_aliases': lambda *_: True}),
        sort_keys=False,
        allow_unicode=True,
        width=1_000_000,
        default_flow_style=flow,
    )
    return text
