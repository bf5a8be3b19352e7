# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parameters in launch files (mappings, files and single parameters), and their values when the launch runs."""

from __future__ import annotations

import os
import pathlib
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from ...parameter_yaml import values_of_node
from ..errors import LaunchError
from ..substitution import (
    SomeSubstitutionsType,
    Substitution,
    bool_of,
    described,
    normalize_to_list_of_substitutions,
    text_of,
)
from ..substitution_text import parse_substitution
from ..yaml import load_parameters, load_texts

if TYPE_CHECKING:
    from ..context import LaunchContext

Value: TypeAlias = 'bool | int | float | str | bytes | list[bool] | list[int] | list[float] | list[str]'
Evaluated: TypeAlias = dict[str, Value] | pathlib.Path

_SINGLE = (bool, int, float, str)
_TYPES: dict[Any, tuple[type, bool]] = {
    kind: (single, many)
    for single in _SINGLE
    for kind, many in ((single, False), (list[single], True))  # type: ignore[valid-type]
}


def value_of(text: str) -> Value:
    """Returns the value that a node reads from a text; a text that is not a value, such as XML, stays a text."""
    if not text:
        return ''
    try:
        value = load_parameters(text)
    except ValueError:
        return text
    if isinstance(value, (*_SINGLE, bytes)):
        return value
    if isinstance(value, list) and value and all(isinstance(item, _SINGLE) for item in value):
        return _uniform(value)
    return text


def _uniform(values: Sequence[Any]) -> Value:
    kinds = {type(value) for value in values}
    if kinds == {int, float}:
        return [float(value) for value in values]
    if len(kinds) > 1:
        raise ValueError(f'{list(values)!r} is not a valid parameter value: its items are of several types')
    return list(values)


def typed(text: str, kind: Any) -> Value:
    """Converts a text to a type: int, list[str], … ValueError if it does not fit."""
    single, many = _type(kind)
    if not many:
        value: Value = _single(text, single)
        return value
    items = load_texts(text)
    if not isinstance(items, list):
        raise ValueError(f"'{text}' is not a list; expected one of {single.__name__}")
    if not all(isinstance(item, str) for item in items):
        raise ValueError(f"'{text}' has lists in it; expected a list of {single.__name__}")
    return [_single(item, single) for item in items]


def _type(kind: Any) -> tuple[type, bool]:
    origin = getattr(kind, '__origin__', None)
    if origin in (list, Sequence):
        kind = list[kind.__args__[0]]  # typing.List[int] too
    if kind not in _TYPES:
        raise ValueError(
            f'{kind!r} is not a valid parameter type; expected bool, int, float, str or a list of one of these'
        )
    return _TYPES[kind]


def _single(text: str, single: type) -> Any:
    if single is str:
        return text
    try:
        if single is bool:
            return {'true': True, 'false': False, 'yes': True, 'no': False, 'on': True, 'off': False}[text.lower()]
        return single(text)
    except (KeyError, ValueError):
        raise ValueError(f"'{text}' is not a valid {single.__name__}") from None


def _scalar(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class ParameterValue:
    """A value with a type; without one, YAML decides the type."""

    def __init__(self, value: Any, *, value_type: Any = None) -> None:
        self.value = value
        self.value_type = value_type

    def evaluate(self, context: LaunchContext) -> Value:
        """Returns the value. ValueError if it is not of the type."""
        value = self.value
        if self.value_type is None:
            return evaluated(context, value)
        if isinstance(value, (bool, int, float)):
            value = _scalar(value)
        if isinstance(value, Sequence) and not isinstance(value, str) and _type(self.value_type)[1]:
            single = _type(self.value_type)[0]
            return [_single(_scalar(item) if isinstance(item, (bool, int, float)) else text_of(context, item), single)
                    for item in value]  # fmt: skip
        return typed(text_of(context, value), self.value_type)


class Parameter:
    """One parameter."""

    def __init__(self, name: SomeSubstitutionsType, value: Any, *, value_type: Any = None) -> None:
        self.name = name
        self.value = value
        self.value_type = value_type

    def evaluate(self, context: LaunchContext) -> tuple[str, Value]:
        """Returns the name and the value. Raises ValueError if the value is not of the type."""
        return text_of(context, self.name), ParameterValue(self.value, value_type=self.value_type).evaluate(context)


class ParameterFile:
    """A parameter file; `allow_substs` replaces the $(…) in it."""

    def __init__(
        self,
        param_file: SomeSubstitutionsType,
        *,
        allow_substs: bool | SomeSubstitutionsType = False,
    ) -> None:
        self.param_file = param_file
        self.allow_substs = allow_substs

    def evaluate(self, context: LaunchContext) -> pathlib.Path:
        """Returns the path of the file or of its evaluated copy. LaunchError if it cannot be read or is invalid."""
        path = pathlib.Path(text_of(context, self.param_file))
        text = _text(path)
        if not bool_of(context, self.allow_substs, 'allow_substs'):
            return path
        return write_temporary_file(context, text_of(context, parse_substitution(text)))


def _text(path: pathlib.Path) -> str:
    try:
        text = path.read_text(encoding='utf-8')
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise LaunchError(f'the parameter file {path} cannot be read: {reason}') from None
    try:
        tree = _parsed(text)
    except ValueError as error:
        raise LaunchError(f'no parameter file: {error}', str(path)) from None
    if tree is not None and not isinstance(tree, dict):
        raise LaunchError('no parameter file; expected a mapping of node names', str(path))
    return text


def _has_section(tree: Any) -> bool:
    """Returns whether a mapping has a section with the parameters of a node, at any depth."""
    return isinstance(tree, Mapping) and any(
        (key == 'ros__parameters' and isinstance(value, Mapping | None)) or _has_section(value)
        for key, value in tree.items()
    )


@lru_cache(16)
def _parsed(text: str) -> Any:
    """Returns the value of a parameter file. Do not change it: nodes with the same parameters share it."""
    return load_parameters(text)


def write_temporary_file(context: LaunchContext, text: str) -> pathlib.Path:
    """Writes a text to a temporary file that is removed at the end of the launch, and returns its path."""
    folder = context.get_locals_as_dict().get('temporary_folder')
    if folder is None:
        folder = tempfile.TemporaryDirectory(prefix='rxros2_launch_')
        context.extend_globals({'temporary_folder': folder})
        context.locals.to_close.append(folder.cleanup)
    path = pathlib.Path(folder.name) / f'{context.next_number("parameter file")}.yaml'
    path.write_text(text, encoding='utf-8')
    return path


def evaluated(context: LaunchContext, value: Any) -> Value:
    """Returns the value of a parameter. ValueError if it is not a parameter value."""
    if isinstance(value, ParameterValue):
        return value.evaluate(context)
    if isinstance(value, (bool, int, float, str, bytes)):
        return value
    if isinstance(value, (Substitution, os.PathLike)):
        return value_of(text_of(context, value))
    if isinstance(value, Sequence):
        if not value:
            raise ValueError('an empty list is not a valid parameter value: its type is unknown')
        if any(isinstance(item, Substitution) for item in value) and all(
            isinstance(item, (str, Substitution)) for item in value
        ):
            return value_of(text_of(context, value))  # parts of one text
        return _uniform([
            item if isinstance(item, _SINGLE) else value_of(text_of(context, item)) for item in value
        ])  # fmt: skip
    raise ValueError(f'{value!r} is not a valid parameter value')


def flat(context: LaunchContext, parameters: Mapping[Any, Any], prefix: str = '') -> dict[str, Value]:
    """Returns names and values; {'a': {'b': 1}} becomes a.b. LaunchError, with the name, for an invalid value."""
    flattened: dict[str, Value] = {}
    for key, value in parameters.items():
        name = prefix + text_of(context, key)
        if isinstance(value, Mapping):
            flattened |= flat(context, value, f'{name}.')
            continue
        try:
            flattened[name] = evaluated(context, value)
        except ValueError as error:
            raise LaunchError(f'the parameter {name}: {error}') from None
    return flattened


SomeParameters: TypeAlias = Iterable[Any]


def checked(parameters: Any, subject: str) -> list[Any]:
    """Returns the parameters of a launch file as a list. TypeError if it is not a list of mappings and files."""
    if isinstance(parameters, (str, Mapping)) or not isinstance(parameters, Iterable):
        raise TypeError(f'{subject}: parameters are {parameters!r}; expected a list of mappings and paths of files')
    items = list(parameters)
    for item in items:
        if not isinstance(item, (Mapping, str, os.PathLike, Substitution, ParameterFile, Parameter, Sequence)):
            raise TypeError(f'{subject}: {item!r} is among the parameters; expected a mapping or the path of a file')
    return items


def evaluate_parameters(context: LaunchContext, parameters: Iterable[Any]) -> list[Evaluated]:
    """Returns mappings of names to values, and paths of files, in the given order."""
    results: list[Evaluated] = []
    for parameter in parameters:
        if isinstance(parameter, Mapping):
            results.append(flat(context, parameter))
        elif isinstance(parameter, Parameter):
            name, value = parameter.evaluate(context)
            results.append({name: value})
        elif isinstance(parameter, ParameterFile):
            results.append(parameter.evaluate(context))
        elif isinstance(parameter, (str, os.PathLike, Substitution, Sequence)):
            normalize_to_list_of_substitutions(parameter)
            results.append(ParameterFile(parameter).evaluate(context))
        else:
            raise TypeError(f'{described(parameter)} is neither a parameter nor a parameter file')
    return results


def of_node(path: pathlib.Path, node: str) -> dict[str, Any]:
    """Returns the values that a file has for a node such as '/ns/name'; exact names override wildcards."""
    tree = _parsed(_text(path))
    values = values_of_node(tree, node)
    if tree and not values and not _has_section(tree):
        raise LaunchError("no parameter file; expected parameters below 'ros__parameters:'", str(path))
    return {name: value for name, value in values.items() if value is not None and value != []}
