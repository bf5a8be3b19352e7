# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parameter: a name and a value."""

from __future__ import annotations

from array import array
from enum import Enum
from typing import Any, TypeVar

from rxros2.parameters import ParameterType as TypeNumber
from rxros2.parameters import from_message, to_message, type_of

from .impl.reexports import reexports

__getattr__ = reexports(__name__)

PARAMETER_SEPARATOR_STRING = '.'

AllowableParameterValue = Any
AllowableParameterValueT = TypeVar('AllowableParameterValueT', bound=AllowableParameterValue)


class Parameter:
    """A name and a value with its type; immutable."""

    class Type(Enum):
        """The types of parameters, numbered as in rcl_interfaces/msg/ParameterType."""

        NOT_SET = 0
        BOOL = 1
        INTEGER = 2
        DOUBLE = 3
        STRING = 4
        BYTE_ARRAY = 5
        BOOL_ARRAY = 6
        INTEGER_ARRAY = 7
        DOUBLE_ARRAY = 8
        STRING_ARRAY = 9

        @classmethod
        def from_parameter_value(cls, parameter_value: Any) -> Parameter.Type:
            """Returns the type of a value. Raises TypeError for a value that is not a parameter value."""
            if not isinstance(parameter_value, (str, bytes, dict)) and hasattr(parameter_value, '__len__'):
                if len(parameter_value) == 0:
                    return cls.BYTE_ARRAY
                if isinstance(parameter_value[0], bytes):
                    return cls.BYTE_ARRAY
            return cls(type_of(parameter_value).value)

        def check(self, parameter_value: Any) -> bool:
            """Returns whether a parameter of this type can have the value."""
            if self is Parameter.Type.NOT_SET:
                return parameter_value is None
            if hasattr(parameter_value, '__len__') and not isinstance(parameter_value, str) and self.value >= 5:
                return len(parameter_value) == 0 or Parameter.Type.from_parameter_value(parameter_value) is self
            try:
                return bool(type_of(parameter_value) == self.value)
            except TypeError:
                return False

    def __init__(self, name: str, type_: Parameter.Type | None = None, value: Any = None) -> None:
        """The type is by default that of the value.

        ValueError if they do not match, TypeError if `type_` is not a valid type.
        """
        if type_ is None:
            type_ = Parameter.Type.from_parameter_value(value)
        if not isinstance(type_, Parameter.Type):
            raise TypeError(f"Parameter '{name}': type_ is {type_!r}; expected a Parameter.Type")
        if not type_.check(value):
            raise ValueError(f"Parameter '{name}': found {value!r}; expected a value of the type {type_.name}")
        self._name, self._type, self._value = name, type_, value

    @classmethod
    def from_parameter_msg(cls, param_msg: Any) -> Parameter:
        """Returns the Parameter of an rcl_interfaces/msg/Parameter."""
        kind = Parameter.Type(param_msg.value.type)
        return cls(param_msg.name, kind, _value_of(param_msg.value))

    @property
    def name(self) -> str:
        """The name."""
        return self._name

    @property
    def type_(self) -> Parameter.Type:
        """The type."""
        return self._type

    @property
    def value(self) -> Any:
        """The value."""
        return self._value

    def get_parameter_value(self) -> Any:
        """Returns the rcl_interfaces/msg/ParameterValue."""
        return to_message(self._value, TypeNumber(self._type.value))

    def to_parameter_msg(self) -> Any:
        """Returns the rcl_interfaces/msg/Parameter."""
        from rxros2.interfaces.rcl_interfaces.msg import Parameter as Message

        return Message(name=self._name, value=self.get_parameter_value())

    def __repr__(self) -> str:
        return f'Parameter({self._name!r}, {self._type}, {self._value!r})'

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Parameter):
            return NotImplemented
        return (self._name, self._type, self._value) == (other._name, other._type, other._value)

    __hash__ = None  # type: ignore[assignment]


def _value_of(message: Any) -> Any:
    """Returns the value in rclpy's types: a list of single bytes, and array.array for numbers."""
    value = from_message(message)
    if message.type == TypeNumber.BYTE_ARRAY:
        return [bytes([byte]) for byte in value]
    if message.type == TypeNumber.INTEGER_ARRAY:
        return array('q', value)
    if message.type == TypeNumber.DOUBLE_ARRAY:
        return array('d', value)
    return value


def parameter_value_to_python(parameter_value: Any) -> Any:
    """Returns the value of an rcl_interfaces/msg/ParameterValue, arrays as lists. RuntimeError for an unknown type."""
    try:
        value = _value_of(parameter_value)
    except ValueError as error:
        raise RuntimeError(f'unexpected parameter type: {error}') from None
    return list(value) if isinstance(value, array) else value


def get_parameter_value(string_value: str) -> Any:
    """Returns the ParameterValue of a text, as on a command line: a bool, a number or a list in YAML, else the text."""
    try:
        value = _value_of_text(string_value)
        return to_message(string_value if value is None else value)
    except (TypeError, ValueError, OverflowError):  # a mapping, a list of several kinds, a number beyond 64 bits
        return to_message(string_value)


def _value_of_text(text: str) -> Any:
    """Returns the value of a text in YAML. Raises ValueError for a text that is not YAML."""
    import importlib

    try:
        yaml: Any = importlib.import_module('yaml')
    except ModuleNotFoundError:  # PyYAML is optional: numbers, lists and the usual words are enough without it
        import ast

        words = {'true': True, 'false': False}
        lower = text.strip().lower()
        try:
            return words[lower] if lower in words else ast.literal_eval(text)
        except SyntaxError as error:
            raise ValueError(str(error)) from None
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from None


def parameter_dict_from_yaml_file(
    parameter_file: str,
    use_wildcard: bool = False,
    target_nodes: list[str] | None = None,
    namespace: str = '',
) -> dict[str, Any]:
    """Returns the rcl_interfaces/msg/Parameters of a parameter file by name, for `target_nodes` (None: all nodes).

    `use_wildcard` includes the section '/**', which sections of nodes override. `namespace` is put before each name.
    Raises RuntimeError for a file that is no parameter file or has no parameters for these nodes. Needs PyYAML.
    """
    import importlib

    yaml: Any = importlib.import_module('yaml')
    with open(parameter_file, encoding='utf-8') as file:
        content = yaml.safe_load(file)
    if not isinstance(content, dict):
        raise RuntimeError(f'{parameter_file}: expected a mapping of nodes to their parameters, found {content!r}')
    sections = {_absolute(name): section for name, section in content.items()}
    node_names = [_absolute(name) for name in target_nodes] if target_nodes else [n for n in sections if n != '/**']
    chosen = (['/**'] if use_wildcard else []) + node_names
    values: dict[str, Any] = {}
    for name in chosen:
        section = sections.get(name)
        if section is None:
            continue
        if not isinstance(section, dict) or 'ros__parameters' not in section:
            raise RuntimeError(f"{parameter_file}: {name}: expected 'ros__parameters'")
        values.update(_flat(section['ros__parameters'] or {}, namespace))
    if not values:
        raise RuntimeError(f'{parameter_file}: there are no parameters for {", ".join(node_names) or "any node"}')
    return {name: Parameter(name, value=value).to_parameter_msg() for name, value in values.items()}


def _absolute(name: str) -> str:
    return name if name.startswith('/') else f'/{name}'


def _flat(parameters: dict[str, Any], prefix: str) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in parameters.items():
        full = f'{prefix}{name}'
        if isinstance(value, dict):
            flat.update(_flat(value, full + PARAMETER_SEPARATOR_STRING))
        else:
            flat[full] = value
    return flat
