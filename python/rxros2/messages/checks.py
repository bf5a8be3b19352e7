# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks of the values that are assigned to the fields of messages."""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ..definitions.model import FLOATS, INTEGERS, STRINGS, Collection, Field, FieldType
from . import rclpy_types
from .plain_numeric import is_bool
from .rclpy_types import field_error

if TYPE_CHECKING:
    from .classes import Message

_FLOAT32_MAX = 3.4028234663852886e38

Check = Callable[[Any], Any]
"""A function that returns the value to store; raises TypeError or ValueError for an invalid one."""


_numeric: Any = None


def numeric() -> Any:
    """Returns the module numeric, which imports numpy, at the first use; plain_numeric if numpy is not installed."""
    global _numeric
    if _numeric is None:
        try:
            from . import numeric as module
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition('.')[0] != 'numpy':
                raise
            from . import plain_numeric as module  # type: ignore[no-redef]
        _numeric = module
    return _numeric


def check_of(field: Field, message: str, nested: type[Message] | None) -> Check:
    """Returns the check of the values of a field; `nested` is the class of its value or items, if that is a message."""
    type_, where = field.type, f"{message}: '{field.name}'"
    if type_.collection is Collection.NONE:
        return _check_value(type_, where, nested)
    if type_.is_numeric_collection:
        return _check_numbers(type_, where)
    return _check_list(type_, where, nested)


def _shown(value: Any) -> str:
    text = repr(value)
    return f'{text if len(text) <= 60 else text[:57] + "..."} ({type(value).__name__})'


def _type_error(where: str, expected: str, value: Any) -> Exception:
    return field_error(TypeError, f'{where}: expected {expected}, found {_shown(value)}')


def _check_value(type_: FieldType, where: str, nested: type[Message] | None) -> Check:
    base = type_.base
    if nested is not None:
        return _check_message(where, nested)
    if base in STRINGS:
        return _check_text(type_, where)
    if base == 'bool':
        return _check_bool(where)
    if base == 'byte':
        return _check_byte(where)
    if base in FLOATS:
        return _check_float(base, where)
    return _check_integer(base, where)


def _check_message(where: str, cls: type[Message]) -> Check:
    def check(value: Any) -> Any:
        if not isinstance(value, cls):
            raise _type_error(where, f'a message {cls._STRUCTURE.name}', value)
        return value

    return check


def _check_text(type_: FieldType, where: str) -> Check:
    bound, wide = type_.string_bound, type_.base == 'wstring'

    def length(text: str) -> int:
        if wide:
            return len(text.encode('utf-16-le', 'surrogatepass')) // 2
        return len(text.encode('utf-8', 'surrogateescape'))  # as a text that is not UTF-8 is received

    def check(value: Any) -> Any:
        if not isinstance(value, str):
            raise _type_error(where, 'a str', value)
        if not bound:
            return value
        try:
            count = length(value)
        except UnicodeEncodeError:
            raise field_error(ValueError, f'{where}: expected a text of Unicode, found {_shown(value)}') from None
        if count > bound:
            unit = 'UTF-16 units' if wide else 'bytes of UTF-8'
            raise field_error(ValueError, f'{where}: expected at most {bound} {unit}, found {count}: {_shown(value)}')
        return value

    return check


def _check_bool(where: str) -> Check:
    def check(value: Any) -> Any:
        if value is True or value is False:
            return value
        if is_bool(value):
            return bool(value)
        raise _type_error(where, 'a bool', value)

    return check


def _check_byte(where: str) -> Check:
    def check(value: Any) -> Any:
        if isinstance(value, bytes) and len(value) == 1:
            return value
        raise _type_error(where, 'bytes of length 1', value)

    return check


def _check_float(base: str, where: str) -> Check:
    narrow = base == 'float32'

    def check(value: Any) -> Any:
        if type(value) is not float:
            if not isinstance(value, numbers.Real):
                raise _type_error(where, 'a float', value)
            try:
                value = float(value)
            except OverflowError:
                raise field_error(ValueError, f'{where}: expected a {base}, found {_shown(value)}') from None
        if narrow and not -_FLOAT32_MAX <= value <= _FLOAT32_MAX and math.isfinite(value):
            raise field_error(
                ValueError, f'{where}: expected a float32, of at most {_FLOAT32_MAX}, found {_shown(value)}'
            )
        return value

    return check


def _check_integer(base: str, where: str) -> Check:
    low, high = INTEGERS[base]

    def check(value: Any) -> Any:
        if type(value) is not int:
            try:
                value = int(operator.index(value))
            except TypeError:
                raise _type_error(where, f'an integer from {low} to {high}', value) from None
        if not low <= value <= high:
            raise field_error(ValueError, f'{where}: expected an integer from {low} to {high}, found {_shown(value)}')
        return value

    return check


def _check_length(type_: FieldType, where: str) -> Callable[[int], None]:
    exact, length = type_.collection is Collection.ARRAY, type_.length

    def check(count: int) -> None:
        if length and (count != length if exact else count > length):
            raise field_error(
                ValueError, f'{where}: expected {"" if exact else "at most "}{length} values, found {count}'
            )

    return check


def _check_numbers(type_: FieldType, where: str) -> Check:
    check_length, base = _check_length(type_, where), type_.base
    is_sequence = type_.collection is Collection.SEQUENCE

    def check(value: Any) -> Any:
        try:
            if rclpy_types.used:
                values = numeric().convert_for_rclpy(base, is_sequence, value)
            else:
                values = numeric().convert(base, value)
        except (TypeError, ValueError) as error:
            raise field_error(type(error), f'{where}: {error}') from None
        check_length(len(values))
        return values

    return check


def _check_list(type_: FieldType, where: str, nested: type[Message] | None) -> Check:
    check_length = _check_length(type_, where)
    item_type = FieldType(type_.base, type_.string_bound)

    def check(value: Any) -> Any:
        if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
            raise _type_error(where, f'a list of {type_.base}', value)
        items = value if type(value) is list else list(value)
        check_length(len(items))
        for index, item in enumerate(items):
            try:
                check_item(item)
            except (TypeError, ValueError) as error:  # the index is needed in the text only
                raise type(error)(str(error).replace(where, f"{where[:-1]}[{index}]'", 1)) from None
        return items

    check_item = _check_value(item_type, where, nested)
    return check
