# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""YAML, by the library that the command line also has."""

from __future__ import annotations

import importlib
from typing import Any

from .. import parameter_yaml
from .errors import LaunchError


def library() -> Any:
    """LaunchError, which says what to install, without it."""
    try:
        return importlib.import_module('yaml')
    except ModuleNotFoundError:
        raise LaunchError("PyYAML is needed: pip install 'rxros2[cli]'") from None


def load(text: str) -> Any:
    """The value. ValueError, in one line, for what is no YAML."""
    yaml = library()
    try:
        return yaml.load(text, Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
    except Exception as error:  # PyYAML raises many kinds, e.g. of a day that there is not
        raise ValueError(' '.join(str(error).split())) from None


def load_texts(text: str) -> Any:
    """As load(), with each scalar as the text that was written."""
    try:
        return library().load(text, Loader=library().BaseLoader)
    except Exception as error:
        raise ValueError(' '.join(str(error).split())) from None


def load_parameters(text: str) -> Any:
    """As load(), by the rules of the nodes that read parameters."""
    try:
        return parameter_yaml.load(library(), text)
    except Exception as error:
        raise ValueError(' '.join(str(error).split())) from None


def dump_parameters(value: Any) -> str:
    """Lines of YAML in which a node finds the same values."""
    return parameter_yaml.dump(library(), value, default_flow_style=False)
