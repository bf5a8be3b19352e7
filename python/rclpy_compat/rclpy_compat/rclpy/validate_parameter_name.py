# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""validate_parameter_name(): checks the name of a parameter."""

from typing import Literal

from .exceptions import InvalidParameterException


def validate_parameter_name(name: str) -> Literal[True]:
    """Returns True for a name that is not empty. Raises InvalidParameterException for an empty one."""
    if not name:
        raise InvalidParameterException(name)
    return True
