# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parameters as launch files give them: mappings, files, single ones; and their values when the launch runs."""

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
    """The value that a node sees in a text; what is no value of a parameter, such as XML, is a text."""
    if not text:
        return ''
    try:
        found = load_parameters(text)
    except ValueError:
        return text
    if isinstance(found, (*_SINGLE, bytes)):
        return found
    if isinstance(found, list) and found and all(isinstance(each, _SINGLE) for each in found):
        return _uniform(found)
    return text


def _uniform(values: Sequence[Any]) -> Value:
    kinds = {type(each) for each in values}
    if kinds == {int, float}:
        return [float(each) for each in values]
    if len(kinds) > 1:
        raise ValueError(f'{list(values)!r} is no value of a parameter: its items are of several types')
    return list(values)


def typed(text: str, kind: Any) -> Value:
    """As value_of(), of a text that is to be of this type: int, list[str], … ValueError if it is not."""
    single, many = _type(kind)
    if not many:
        value: Value = _single(text, single)
        return value
    found = load_texts(text)
    if not isinstance(found, list):
        raise ValueError(f"'{text}' is no list; expected one of {single.__name__}")
    if not all(isinstance(each, str) for each in found):
        raise ValueError(f"'{text}' has lists in it; expected a list of {single.__name__}")
    return [_single(each, single) for each in found]


def _type(kind: Any) -> tuple[type, bool]:
    origin = getattr(kind, '__origin__', None)
    if origin in (list, Sequence):
        kind = list[kind.__args__[0]]  # typing.List[int] too
    if kind not in _TYPES:
        raise ValueError(
            f'{kind!r} is no type of a parameter; expected bool, int, float, str or a list of one of these'
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
        raise ValueError(f"'{text}' is no {single.__name__}") from None


def _scalar(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class ParameterValue:
    """A value, and its type, which else is that which YAML sees in the text."""

    def __init__(self, value: Any, *, value_type: Any = None) -> None:
        self.value = value
        self.value_type = value_type

    def evaluate(self, context: LaunchContext) -> Value:
        """ValueError for what is not of the type."""
        value = self.value
        if self.value_type is None:
            return evaluated(context, value)
        if isinstance(value, (bool, int, float)):
            value = _scalar(value)
        if isinstance(value, Sequence) and not isinstance(value, str) and _type(self.value_type)[1]:
            single = _type(self.value_type)[0]
            return [_single(_scalar(each) if isinstance(each, (bool, int, float)) else text_of(context, each), single)
                    for each in value]  # fmt: skip
        return typed(text_of(context, value), self.value_type)


class Parameter:
    """One parameter."""

    def __init__(self, name: SomeSubstitutionsType, value: Any, *, value_type: Any = None) -> None:
        self.name = name
        self.value = value
        self.value_type = value_type

    def evaluate(self, context: LaunchContext) -> tuple[str, Value]:
        return text_of(context, self.name), ParameterValue(self.value, value_type=self.value_type).evaluate(context)


class ParameterFile:
    """A file of parameters; with `allow_substs` the $(…) in it are replaced."""

    def __init__(
        self,
        param_file: SomeSubstitutionsType,
        *,
        allow_substs: bool | SomeSubstitutionsType = False,
    ) -> None:
        self.param_file = param_file
        self.allow_substs = allow_substs

    def evaluate(self, context: LaunchContext) -> pathlib.Path:
        """Where it is, or where a copy of it is. LaunchError if it cannot be read, or is no YAML."""
        path = pathlib.Path(text_of(context, self.param_file))
        text = _text(path)
        if not bool_of(context, self.allow_substs, 'allow_substs'):
            return path
        return written(context, text_of(context, parse_substitution(text)))


def _text(path: pathlib.Path) -> str:
    try:
        text = path.read_text(encoding='utf-8')
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise LaunchError(f'the parameter file {path} cannot be read: {reason}') from None
    try:
        found = _parsed(text)
    except ValueError as error:
        raise LaunchError(f'no parameter file: {error}', str(path)) from None
    if found is not None and not isinstance(found, dict):
        raise LaunchError('no parameter file; expected a mapping of node names', str(path))
    return text


@lru_cache(16)
def _parsed(text: str) -> Any:
    """Not to be changed: nodes often have the same parameters."""
    return load_parameters(text)


def written(context: LaunchContext, text: str) -> pathlib.Path:
    """A file with this text for the time of the launch."""
    folder = context.get_locals_as_dict().get('temporary_folder')
    if folder is None:
        folder = tempfile.TemporaryDirectory(prefix='rxros2_launch_')
        context.extend_globals({'temporary_folder': folder})
        context.locals.to_close.append(folder.cleanup)
    path = pathlib.Path(folder.name) / f'{context.next_number("parameter file")}.yaml'
    path.write_text(text, encoding='utf-8')
    return path


def evaluated(context: LaunchContext, value: Any) -> Value:
    """A value of a parameter. ValueError for what is none."""
    if isinstance(value, ParameterValue):
        return value.evaluate(context)
    if isinstance(value, (bool, int, float, str, bytes)):
        return value
    if isinstance(value, (Substitution, os.PathLike)):
        return value_of(text_of(context, value))
    if isinstance(value, Sequence):
        if not value:
            raise ValueError('an empty list is no value of a parameter: its type is not known')
        if any(isinstance(each, Substitution) for each in value) and all(
            isinstance(each, (str, Substitution)) for each in value
        ):
            return value_of(text_of(context, value))  # parts of one text
        return _uniform([
            each if isinstance(each, _SINGLE) else value_of(text_of(context, each)) for each in value
        ])  # fmt: skip
    raise ValueError(f'{value!r} is no value of a parameter')


def flat(context: LaunchContext, parameters: Mapping[Any, Any], prefix: str = '') -> dict[str, Value]:
    """Names and values: {'a': {'b': 1}} is a.b. LaunchError, which names the parameter, for what is no value."""
    found: dict[str, Value] = {}
    for key, value in parameters.items():
        name = prefix + text_of(context, key)
        if isinstance(value, Mapping):
            found |= flat(context, value, f'{name}.')
            continue
        try:
            found[name] = evaluated(context, value)
        except ValueError as error:
            raise LaunchError(f'the parameter {name}: {error}') from None
    return found


SomeParameters: TypeAlias = Iterable[Any]


def checked(parameters: Any, of: str) -> list[Any]:
    """What a launch file gave as parameters. TypeError for what is no list of mappings and files."""
    if isinstance(parameters, (str, Mapping)) or not isinstance(parameters, Iterable):
        raise TypeError(f'{of}: parameters are {parameters!r}; expected a list of mappings and paths of files')
    found = list(parameters)
    for each in found:
        if not isinstance(each, (Mapping, str, os.PathLike, Substitution, ParameterFile, Parameter, Sequence)):
            raise TypeError(f'{of}: {each!r} is among the parameters; expected a mapping or the path of a file')
    return found


def evaluate_parameters(context: LaunchContext, parameters: Iterable[Any]) -> list[Evaluated]:
    """Mappings of names to values, and paths of files, in the order given."""
    found: list[Evaluated] = []
    for each in parameters:
        if isinstance(each, Mapping):
            found.append(flat(context, each))
        elif isinstance(each, Parameter):
            name, value = each.evaluate(context)
            found.append({name: value})
        elif isinstance(each, ParameterFile):
            found.append(each.evaluate(context))
        elif isinstance(each, (str, os.PathLike, Substitution, Sequence)):
            normalize_to_list_of_substitutions(each)
            found.append(ParameterFile(each).evaluate(context))
        else:
            raise TypeError(f'{described(each)} is no parameter and no file of parameters')
    return found


def of_node(path: pathlib.Path, node: str) -> dict[str, Any]:
    """What a file says of a node, '/ns/name': sections with wildcards first, then those of its own name."""
    values = values_of_node(_parsed(_text(path)), node)
    return {name: value for name, value in values.items() if value is not None and value != []}
