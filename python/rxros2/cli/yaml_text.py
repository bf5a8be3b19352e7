# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""YAML, as ROS 2's command line reads and writes it; by PyYAML, which is imported when it is needed."""

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


def load(text: str, what: str) -> Any:
    """The value in `text`; `what` is named in the CommandError for what is no YAML."""
    yaml = _yaml()
    try:
        return yaml.load(text, Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
    except (yaml.YAMLError, RecursionError, ValueError) as error:  # ValueError: of a day that there is not
        raise CommandError(f'{what} is no YAML: {" ".join(str(error).split())}', 2) from None


def load_parameters(text: str, what: str) -> Any:
    """As load(), by the rules of parameters; what only nodes take for a number or a bool is a PlainText."""
    yaml = _yaml()
    try:
        return parameter_yaml.load(yaml, text, keep_text=True)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise CommandError(f'{what} is no YAML: {" ".join(str(error).split())}', 2) from None


def dump_parameters(value: Any) -> str:
    """As dump(); each value is read back as it is, also by nodes."""
    return parameter_yaml.dump(_yaml(), value, width=1_000_000, default_flow_style=False)


def dump(value: Any, *, flow: bool = False) -> str:
    """Lines in ROS 2's form, with the newline at the end."""
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
