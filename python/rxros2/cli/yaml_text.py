# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""YAML, as ROS 2's command line reads and writes it; by PyYAML, which is imported when it is needed."""

from __future__ import annotations

import importlib
from typing import Any

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
    except yaml.YAMLError as error:
        raise CommandError(f'{what} is no YAML: {" ".join(str(error).split())}', 2) from None


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
