# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The checks of a parameter against its descriptor, by rclpy's rules."""

from __future__ import annotations

import math
from typing import Any

from ..parameter import Parameter

TOLERANCE = 1e-6
"""The relative distance at which a double counts as equal to the end of a range or to a step."""


def reason_against(parameter: Parameter, descriptor: Any, *, declared: bool) -> str | None:
    """Returns why a parameter with this descriptor cannot have the value; None if it can. Ignores `read_only`."""
    kind = parameter.type_
    if not descriptor.dynamic_typing:
        if kind is kind.NOT_SET:
            return 'Static parameter cannot be undeclared' if declared else None
        if kind.value != descriptor.type:
            expected = Parameter.Type(descriptor.type).name
            return f"Wrong parameter type: '{parameter.name}' is {kind.name}; expected {expected}"
    if kind is kind.INTEGER and descriptor.integer_range:
        return _out_of_range(parameter, descriptor.integer_range[0], _is_integer_step)
    if kind is kind.DOUBLE and descriptor.floating_point_range:
        return _out_of_range(parameter, descriptor.floating_point_range[0], _is_double_step)
    return None


def empty_as(parameter: Parameter, kind: Parameter.Type) -> Parameter:
    """Returns an empty list as a list of this kind, since a file does not give its kind; else the parameter itself."""
    is_list = parameter.type_.value >= Parameter.Type.BYTE_ARRAY.value
    if is_list and kind.value >= Parameter.Type.BYTE_ARRAY.value and not len(parameter.value):
        return Parameter(parameter.name, kind, [])
    return parameter


def _out_of_range(parameter: Parameter, limits: Any, is_step: Any) -> str | None:
    low, high = sorted((limits.from_value, limits.to_value))
    text = f"parameter '{parameter.name}' is {parameter.value}; expected {low} to {high}"
    value = parameter.value
    tolerance = TOLERANCE if isinstance(value, float) else 0.0
    if any(math.isclose(value, end, rel_tol=tolerance) for end in (low, high)):
        return None
    if not low < value < high:
        return text
    return None if not limits.step or is_step(value - low, limits.step, value) else f'{text} in steps of {limits.step}'


def _is_integer_step(distance: int, step: int, value: int) -> bool:
    return distance % step == 0


def _is_double_step(distance: float, step: float, value: float) -> bool:
    if not math.isfinite(distance / step):
        return True
    return math.isclose(value - distance + round(distance / step) * step, value, rel_tol=TOLERANCE)
