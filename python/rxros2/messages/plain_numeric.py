# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Numeric arrays and sequences of messages where numpy is not installed: array.array, and lists of bools.

It has the functions of the module numeric, and the checks of single items that both share.
"""

from __future__ import annotations

import array as array_module
import contextlib
import functools
import math
import operator
from collections.abc import Callable
from typing import Any

from ..definitions.model import FLOATS, INTEGERS
from . import rclpy_types

CODES = {
    **{'byte': 'B', 'char': 'B', 'int8': 'b', 'uint8': 'B', 'int16': 'h', 'uint16': 'H', 'int32': 'i', 'uint32': 'I'},
    **{'int64': 'q', 'uint64': 'Q', 'float32': 'f', 'float64': 'd'},
}
"""The type codes of array.array, which has none for bool."""

DTYPES = dict.fromkeys(('bool', *CODES))
"""Numpy's types of the items, of which there are none here."""

_SINGLE_BYTES = [bytes([byte]) for byte in range(256)]
_FLOAT32_MAX = 3.4028234663852886e38


def empty(base: str) -> Any:
    """Returns an empty collection, which the encoder compares by identity."""
    return ()


def empty_sequence(base: str) -> Any:
    """Returns the empty sequence of a new message."""
    return _collection(base, [])


def default(base: str, length: int | None, given: list[Any] | None) -> Any:
    """Returns a new default value; `length` is that of an array, and `given` are the values in the definition."""
    return _collection(base, given or [0] * (length or 0))


def _collection(base: str, items: list[Any]) -> Any:
    if base == 'bool':
        return [bool(item) for item in items]
    if base == 'byte' and rclpy_types.used:
        return [_SINGLE_BYTES[item] for item in items]
    return array_module.array(CODES[base], items)


def from_bytes(base: str, is_sequence: bool) -> Callable[[memoryview], Any]:
    """Returns a function that copies the bytes of a sample into a value."""

    def copied(data: memoryview) -> Any:
        result: Any = array_module.array(CODES[base])
        result.frombytes(data)
        return result

    is_list = base == 'bool' or (base == 'byte' and rclpy_types.used)
    return functools.partial(listed, base) if is_list else copied


def listed(base: str, data: memoryview) -> list[Any]:
    """Returns a list of the bools or the single bytes in these bytes."""
    return list(map(bool, data)) if base == 'bool' else [_SINGLE_BYTES[byte] for byte in data]


def equal(base: str, first: Any, second: Any) -> bool:
    """Returns whether two collections of a field have equal lengths and values, of whatever types they are."""
    if type(first) is not type(second):
        first, second = convert(base, first), convert(base, second)
    return bool(first == second)


def text(is_sequence: bool, value: Any) -> str:
    """Returns the values for repr(), abbreviated beyond 100 values."""
    if len(value) <= 100:
        return repr(list(value))
    return f'{repr(list(value[:3]))[:-1]}, ..., {repr(list(value[-3:]))[1:]}'


def convert_for_rclpy(base: str, is_sequence: bool, value: Any) -> Any:
    """Converts a value to rclpy's type where that needs no numpy: arrays are array.array, too."""
    converted = convert(base, value)
    return listed(base, memoryview(converted)) if base == 'byte' else converted


def convert(base: str, value: Any) -> Any:
    """Converts a value to an array.array or a list of bools, without a copy where possible.

    TypeError or ValueError, which name the expected and the found value, if it does not fit.
    """
    code = CODES.get(base)
    if isinstance(value, array_module.array) and value.typecode == code:
        return value
    if isinstance(value, (bytes, bytearray)) and code in ('b', 'B'):
        return array_module.array(code, bytes(value))
    if isinstance(value, (str, bytes, bytearray)) or not hasattr(value, '__iter__'):
        raise TypeError(f'expected numbers of type {base}, found {type(value).__name__}')
    if code is not None:
        with contextlib.suppress(TypeError):  # not an object with a buffer
            view = memoryview(value)
            if view.format == code and view.contiguous:
                result: Any = array_module.array(code)
                result.frombytes(view.cast('B'))
                return result
    items = list(value)
    if code is None:
        return [checked_item(base, index, item) for index, item in enumerate(items)]
    if base == 'byte' and items and all(isinstance(item, bytes) and len(item) == 1 for item in items):
        return array_module.array(code, b''.join(items))  # rclpy's notation
    if base != 'float32':  # there array.array converts large numbers to infinity
        with contextlib.suppress(TypeError, OverflowError):  # explained below
            return array_module.array(code, items)
    return array_module.array(code, [checked_item(base, index, item) for index, item in enumerate(items)])


def is_bool(value: Any) -> bool:
    """Returns whether a value is a bool of Python or of numpy."""
    type_ = type(value)
    return type_ is bool or (type_.__module__ == 'numpy' and type_.__name__ in ('bool', 'bool_'))


def checked_item(base: str, index: int, item: Any) -> Any:
    """Returns the item of a collection as Python's own value.

    TypeError or ValueError, which name the item and its index, if it does not fit.
    """
    try:
        if base == 'bool':
            if not is_bool(item):
                raise TypeError
            return bool(item)
        if base in FLOATS:
            if isinstance(item, (str, bytes)):
                raise TypeError
            value = float(item)
            if base == 'float32' and math.isfinite(value) and abs(value) > _FLOAT32_MAX:
                raise OverflowError
            return value
        number = operator.index(item)
    except (TypeError, ValueError):
        raise TypeError(f'expected {base}, found {item!r} at index {index}') from None
    except OverflowError:
        raise ValueError(f'expected {base}, found {item!r} at index {index}') from None
    low, high = INTEGERS.get(base, (0, 255))
    if not low <= number <= high:
        raise ValueError(f'expected {base}, from {low} to {high}, found {number} at index {index}')
    return number
