# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Numeric arrays and sequences of messages. The first message that needs one imports this module and numpy."""

from __future__ import annotations

import array as array_module
import contextlib
import functools
from collections.abc import Callable
from typing import Any

import numpy
import numpy.typing

from ..definitions.model import FLOATS, INTEGERS
from . import rclpy_types
from .plain_numeric import CODES, checked_item, listed

Array = numpy.typing.NDArray[Any]

_ODD_NAMES = {'bool': 'bool', 'byte': 'uint8', 'char': 'uint8'}
DTYPES = {base: numpy.dtype(_ODD_NAMES.get(base, base)) for base in ('bool', 'byte', *INTEGERS, *FLOATS)}
# Type codes of array.array, as in rclpy.
_CODES = {base: code for base, code in CODES.items() if base != 'byte'}
_EMPTY = {base: numpy.empty(0, dtype) for base, dtype in DTYPES.items()}


def empty(base: str) -> Array:
    """Returns the empty array of this type, which all messages share because it cannot change."""
    return _EMPTY[base]


def empty_sequence(base: str) -> Any:
    """Returns the empty sequence of a new message."""
    if not rclpy_types.used:
        return _EMPTY[base]
    code = _CODES.get(base)
    return [] if code is None else array_module.array(code)


def default(base: str, length: int | None, given: list[Any] | None) -> Any:
    """Returns a new default value; `length` is that of an array, and `given` are the values in the definition."""
    values = numpy.array(given, DTYPES[base]) if given else numpy.zeros(length or 0, DTYPES[base])
    if rclpy_types.used and (length is None or base not in _CODES):
        return array_for_rclpy(base, values)
    return values


def array_for_rclpy(base: str, values: Array) -> Any:
    """Returns a sequence of rclpy's type with the same values: an array.array, or a list of bools or single bytes."""
    data = values.view(numpy.uint8).data
    if base not in _CODES:
        return listed(base, data)
    result: Any = array_module.array(_CODES[base])
    result.frombytes(data)
    return result


def from_bytes(base: str, is_sequence: bool) -> Callable[[memoryview], Any]:
    """Returns a function that copies the bytes of a sample into a value of rclpy's type."""
    code, dtype = _CODES.get(base), DTYPES[base]

    def fixed(data: memoryview) -> Any:
        return numpy.ndarray(len(data) // dtype.itemsize, dtype, data).copy()

    def growing(data: memoryview) -> Any:
        result: Any = array_module.array(str(code))
        result.frombytes(data)
        return result

    if code is None:
        return functools.partial(listed, base)
    return growing if is_sequence else fixed


def equal(base: str, first: Any, second: Any) -> bool:
    """Returns whether two collections of a field have equal lengths and values, of whatever types they are."""
    if type(first) is type(second) is not numpy.ndarray:
        return bool(first == second)
    if isinstance(first, list) or isinstance(second, list):
        first, second = convert(base, first), convert(base, second)
    return bool(numpy.array_equal(first, second))


def text(is_sequence: bool, value: Any) -> str:
    """Returns the values for repr(): numpy arrays abbreviated beyond 100 values, others as rclpy shows them."""
    if not isinstance(value, numpy.ndarray):
        return repr(value.tolist() if hasattr(value, 'tolist') else value)
    if not is_sequence and rclpy_types.used:
        return repr(value)
    if value.size <= 100:
        return repr(value.tolist())
    return numpy.array2string(value, separator=', ', threshold=100, max_line_width=100_000)


def convert_for_rclpy(base: str, is_sequence: bool, value: Any) -> Any:
    """Converts a value to rclpy's type, without a copy if it has this type already.

    Raises the errors of convert().
    """
    code = _CODES.get(base)
    if code is None:
        return value if _is_listed(base, value) else array_for_rclpy(base, convert(base, value))
    if not is_sequence:
        values = convert(base, value)
        return values if values.flags.writeable or values is value else values.copy()
    if isinstance(value, array_module.array) and value.typecode == code:
        return value
    if isinstance(value, (bytes, bytearray)) and len(value) % DTYPES[base].itemsize == 0:
        return from_bytes(base, True)(memoryview(value))  # as array.array does
    if isinstance(value, (list, tuple)) and base != 'float32':  # there array.array converts large numbers to infinity
        with contextlib.suppress(TypeError, OverflowError):  # convert() explains these
            return array_module.array(code, value)
    return array_for_rclpy(base, convert(base, value))


def _is_listed(base: str, value: Any) -> bool:
    if type(value) is not list:
        return False
    if base == 'bool':
        return all(type(item) is bool for item in value)
    return all(type(item) is bytes and len(item) == 1 for item in value)


def convert(base: str, value: Any) -> Array:
    """Converts a value to a one-dimensional, contiguous numpy array, without a copy where possible.

    TypeError or ValueError, which name the expected and the found value, if it does not fit.
    """
    dtype = DTYPES[base]
    if type(value) is numpy.ndarray and value.dtype == dtype and value.ndim == 1 and value.flags.c_contiguous:
        return value
    if isinstance(value, (bytes, bytearray)):
        if dtype.itemsize != 1 or base == 'bool':
            raise TypeError(f'expected numbers of type {base}, found {type(value).__name__}')
        return numpy.frombuffer(value, dtype)
    if isinstance(value, str) or not hasattr(value, '__iter__'):
        raise TypeError(f'expected numbers of type {base}, found {type(value).__name__}')
    if not hasattr(value, '__array__'):
        try:
            value = memoryview(value)  # array.array and other objects with a buffer
        except TypeError:
            return _from_items(base, list(value))
    converted = numpy.asarray(value)
    if converted.ndim == 0:
        raise TypeError(f'expected numbers of type {base}, found a single value')
    return numpy.ascontiguousarray(_cast(base, converted)).reshape(-1)


def _from_items(base: str, items: list[Any]) -> Array:
    if base == 'byte' and items and all(isinstance(item, bytes) and len(item) == 1 for item in items):
        return numpy.frombuffer(b''.join(items), numpy.uint8)  # rclpy's notation
    try:
        converted = numpy.array(items) if items else _EMPTY[base]
    except ValueError:  # nested lists of different lengths
        converted = numpy.array(items, object)
    fits = 'b' if base == 'bool' else 'biuf' if base in FLOATS else 'biu'
    if converted.ndim == 1 and converted.dtype.kind in fits:
        return _cast(base, converted)
    # An item is not a number, or numpy has converted large integers to floats: convert each item by itself.
    return numpy.array([checked_item(base, index, item) for index, item in enumerate(items)], DTYPES[base])


def _cast(base: str, values: Array) -> Array:
    dtype = DTYPES[base]
    if values.dtype == dtype:
        return values
    kind = values.dtype.kind
    if base == 'bool' or kind not in ('biuf' if base in FLOATS else 'biu'):
        raise TypeError(f'expected numbers of type {base}, found an array of {values.dtype}')
    if values.size and not numpy.can_cast(values.dtype, dtype):
        if base in FLOATS:
            out = numpy.isfinite(values) & (numpy.abs(values) > numpy.finfo(dtype).max)
        else:
            low, high = INTEGERS.get(base, (0, 255))
            # Python's integers do not overflow; numpy's would in a comparison with another width.
            out = numpy.zeros(values.shape, bool)
            if int(values.min()) < low or int(values.max()) > high:
                flat = [not low <= int(item) <= high for item in values.reshape(-1)]
                out = numpy.array(flat).reshape(values.shape)
        if out.any():
            index = int(numpy.flatnonzero(out)[0])
            raise ValueError(f'expected {base}, found {values.reshape(-1)[index]} at index {index}')
    return values.astype(dtype)
