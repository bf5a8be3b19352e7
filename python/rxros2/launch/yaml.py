# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reading and writing of YAML with PyYAML, which the command line also uses."""

from __future__ import annotations

import importlib
from typing import Any

from .. import parameter_yaml
from .errors import LaunchError


def library() -> Any:
    """Imports PyYAML. LaunchError, which says what to install, if it is missing."""
    try:
        return importlib.import_module('yaml')
    except ModuleNotFoundError:
        raise LaunchError("PyYAML is needed: pip install 'rxros2[cli]'") from None


def load(text: str) -> Any:
    """Returns the value of a YAML text. ValueError, in one line, for invalid YAML."""
    yaml = library()
    try:
        return yaml.load(text, Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))
    except Exception as error:  # PyYAML raises many kinds, for example for the date 2026-02-30
        raise ValueError(' '.join(str(error).split())) from None


def load_texts(text: str) -> Any:
    """Returns the value of a YAML text with each scalar as text."""
    try:
        return library().load(text, Loader=library().BaseLoader)
    except Exception as error:
        raise ValueError(' '.join(str(error).split())) from None


def load_parameters(text: str) -> Any:
    """Returns the value of a YAML text by the rules of parameter files."""
    try:
        return parameter_yaml.load(library(), text)
    except Exception as error:
        raise ValueError(' '.join(str(error).split())) from None


def dump_parameters(value: Any) -> str:
    """Returns YAML lines that a node reads as the same values."""
    return parameter_yaml.dump(library(), value, default_flow_style=False)
