# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The parameters of nodes in XML and YAML launch files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...names import existing
from ..ros.parameters import ParameterFile, ParameterValue
from ..substitution_text import parse_substitution
from .attributes import boolean, no_children, substitution
from .element import Element

_LIST_TYPES = {'list_of_int': list[int], 'list_of_float': list[float], 'list_of_bool': list[bool]}
_PARAMETER_TYPES: dict[str, Any] = {
    'int': int, 'float': float, 'bool': bool, 'str': str, 'list_of_str': list[str], 'auto': None, **_LIST_TYPES
}  # fmt: skip
_PARAMETER = ('name', 'value', 'type', 'value-sep', 'from', 'allow_substs')


def parameters(elements: Sequence[Element]) -> list[Any]:
    """Returns the parameters of <param> elements: a value with a name, parameters below a name, or a file."""
    return [_parameter(child) for child in elements]


def _parameter(element: Element) -> Any:
    for name in element.values:
        if name not in _PARAMETER:
            raise element.fail(existing('attribute', name, _PARAMETER))
    if 'from' in element.values:
        if 'name' in element.values or 'value' in element.values:
            raise element.fail("it has 'from', a file, and so no name and no value")
        no_children(element)
        return ParameterFile(
            substitution(element, 'from'),
            allow_substs=boolean(element, 'allow_substs') if 'allow_substs' in element.values else False,
        )
    if 'name' not in element.values:
        raise element.fail("expected an attribute 'name', or 'from' for a file")
    key = tuple(substitution(element, 'name'))
    if element.children:
        if 'value' in element.values:
            raise element.fail("it has 'value', and so no <param> in it")
        below: dict[Any, Any] = {}
        for child in element.children:
            if child.type_name != 'param':
                raise child.fail('it is in <param>; expected <param>')
            parameter = _parameter(child)
            if not isinstance(parameter, dict):
                raise child.fail("'from' is in another <param>; expected a name")
            below |= parameter
        return {key: below}
    if 'value' not in element.values:
        raise element.fail("expected an attribute 'value', or <param> in it")
    return {key: ParameterValue(parameter_value(element), value_type=_type(element))}


def _type(element: Element) -> Any:
    if 'type' not in element.values:
        return None
    if element.text('type') not in _PARAMETER_TYPES:
        raise element.fail(existing('type', element.text('type'), _PARAMETER_TYPES))
    return _PARAMETER_TYPES[element.text('type')]


def parameter_value(element: Element) -> Any:
    """Returns the attribute value: its parts, a list of them, or a value of YAML."""
    value = element.values['value']
    if 'value-sep' in element.values:
        return [parse_substitution(item.strip()) for item in element.text('value').split(element.text('value-sep'))]
    if isinstance(value, list):
        return [parse_substitution(item) if isinstance(item, str) and '$(' in item else item for item in value]
    return substitution(element, 'value') if isinstance(value, str) else value
