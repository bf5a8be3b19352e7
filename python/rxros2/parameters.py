# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Conversion of parameter values between Python and the messages of rcl_interfaces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any

from ._core import InvalidParameterException as InvalidParameterException
from ._core import InvalidParameterTypeException as InvalidParameterTypeException
from ._core import InvalidParameterValueException as InvalidParameterValueException
from ._core import ParameterAlreadyDeclaredException as ParameterAlreadyDeclaredException
from ._core import ParameterImmutableException as ParameterImmutableException
from ._core import ParameterNotDeclaredException as ParameterNotDeclaredException
from ._core import ParameterUninitializedException as ParameterUninitializedException
from .messages import interface
from .messages.codec import decode


class ParameterType(IntEnum):
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


class ParameterRefused(ValueError):
    """A parameter was not set; the text names it and gives the reason."""


_FIELDS = {
    ParameterType.BOOL: 'bool_value',
    ParameterType.INTEGER: 'integer_value',
    ParameterType.DOUBLE: 'double_value',
    ParameterType.STRING: 'string_value',
    ParameterType.BYTE_ARRAY: 'byte_array_value',
    ParameterType.BOOL_ARRAY: 'bool_array_value',
    ParameterType.INTEGER_ARRAY: 'integer_array_value',
    ParameterType.DOUBLE_ARRAY: 'double_array_value',
    ParameterType.STRING_ARRAY: 'string_array_value',
}


def type_of(value: Any) -> ParameterType:
    """Returns the parameter type of a value; an empty list counts as a list of strings.

    Raises TypeError for a value that is not a parameter value.
    """
    if value is None:
        return ParameterType.NOT_SET
    single = _single_type(value)
    if single is not None:
        return single
    if isinstance(value, (bytes, bytearray, memoryview)):
        return ParameterType.BYTE_ARRAY
    if isinstance(value, Iterable) and not isinstance(value, Mapping):
        items = _items(value)
        types = {_single_type(item) for item in items}
        if types == {ParameterType.INTEGER, ParameterType.DOUBLE}:
            return ParameterType.DOUBLE_ARRAY
        if not types or types == {ParameterType.STRING}:
            return ParameterType.STRING_ARRAY
        if len(types) == 1 and None not in types:
            kind = types.pop()
            assert kind is not None
            return ParameterType(kind + 5)
        if all(isinstance(item, bytes) and len(item) == 1 for item in items):
            return ParameterType.BYTE_ARRAY
    raise TypeError(
        f'expected a value of a parameter: bool, int, float, str, bytes or a list of one of these, '
        f'found {value!r} ({type(value).__name__})'
    )


def _single_type(value: Any) -> ParameterType | None:
    if isinstance(value, bool):
        return ParameterType.BOOL
    if isinstance(value, int):
        return ParameterType.INTEGER
    if isinstance(value, float):
        return ParameterType.DOUBLE
    if isinstance(value, str):
        return ParameterType.STRING
    return None


def _bytes(value: Any) -> bytes:
    """Returns bytes of an array of bytes or, as rclpy has it, of a list of single bytes."""
    is_array = isinstance(value, (bytes, bytearray)) or hasattr(value, 'tobytes')
    return bytes(value) if is_array else b''.join(value)


def _items(value: Any) -> list[Any]:
    """Returns a list of Python's own values, also for a numpy array."""
    return value.tolist() if hasattr(value, 'tolist') else list(value)


def to_message(value: Any, like: ParameterType | int | None = None) -> Any:
    """Returns the rcl_interfaces/msg/ParameterValue of a value.

    `like`: the type to convert to, where possible: an integer may become a double, an empty list any list. Raises
    TypeError for a value that is not a parameter value.
    """
    kind = type_of(value)
    if like is not None and kind != like:
        integer = (kind, like) == (ParameterType.INTEGER, ParameterType.DOUBLE)
        integers = (kind, like) == (ParameterType.INTEGER_ARRAY, ParameterType.DOUBLE_ARRAY)
        nothing = kind is ParameterType.STRING_ARRAY and like >= ParameterType.BYTE_ARRAY and not len(value)
        if integer or integers or nothing:
            kind = ParameterType(like)
    message = interface('rcl_interfaces/msg/ParameterValue')(type=int(kind))
    if kind is not ParameterType.NOT_SET:
        if kind is ParameterType.BYTE_ARRAY:
            value = _bytes(value)
        elif kind > ParameterType.BYTE_ARRAY:
            value = _items(value)
        setattr(message, _FIELDS[kind], value)
    return message


def from_message(message: Any) -> Any:
    """Returns the value of an rcl_interfaces/msg/ParameterValue; None if it is not set.

    Arrays become lists, and byte arrays bytes.
    """
    if message.type == ParameterType.NOT_SET:
        return None
    try:
        kind = ParameterType(message.type)
    except ValueError:
        raise ValueError(f'{message.type} is not a valid parameter type; expected 0 to 9') from None
    value = getattr(message, _FIELDS[kind])
    if kind is ParameterType.BYTE_ARRAY:
        return _bytes(value)
    return _items(value) if kind > ParameterType.BYTE_ARRAY else value


def named(name: str, value: Any, like: ParameterType | int | None = None) -> Any:
    """Returns the rcl_interfaces/msg/Parameter of a name and a value. Raises TypeError, which names the parameter."""
    try:
        return interface('rcl_interfaces/msg/Parameter')(name=name, value=to_message(value, like))
    except (TypeError, ValueError) as error:
        raise type(error)(f"parameter '{name}': {error}") from None


def unpack(name: str, samples: Iterable[bytes]) -> list[Any]:
    """Decodes samples of the type 'rcl_interfaces/msg/' + name."""
    cls = interface(f'rcl_interfaces/msg/{name}')
    return [decode(cls, sample) for sample in samples]
