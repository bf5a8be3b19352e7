# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Numeric arrays and sequences as numpy arrays. The first message that needs one imports this module and numpy."""

from __future__ import annotations

import array as array_module
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy
import numpy.typing

from ..definitions.model import FLOATS, INTEGERS

Array = numpy.typing.NDArray[Any]

_ODD_NAMES = {'bool': 'bool', 'byte': 'uint8', 'char': 'uint8'}
DTYPES = {base: numpy.dtype(_ODD_NAMES.get(base, base)) for base in ('bool', 'byte', *INTEGERS, *FLOATS)}
# Type codes of array.array, as in rclpy.
_CODES = {base: {'int64': 'q', 'uint64': 'Q'}.get(base, dtype.char) for base, dtype in DTYPES.items()}
del _CODES['bool'], _CODES['byte']
_EMPTY = {base: numpy.empty(0, dtype) for base, dtype in DTYPES.items()}
_FLOAT32_MAX = float(numpy.finfo(numpy.float32).max)


def empty(base: str) -> Array:
    """Returns the empty array of this type, which all messages share because it cannot change."""
    return _EMPTY[base]


def zeros(base: str, length: int) -> Array:
    """Returns an array of zeros."""
    return numpy.zeros(length, DTYPES[base])


def array(base: str, values: list[Any]) -> Array:
    """Returns an array of the values."""
    return numpy.array(values, DTYPES[base])


def growing(base: str, values: Any) -> Any:
    """Returns an array.array of the same values, which can grow; the numpy array itself if the type has none."""
    code = _CODES.get(base)
    if code is None:
        return values
    grown: Any = array_module.array(code)
    grown.frombytes(values.tobytes())
    return grown


def own(base: str, grows: bool) -> Callable[[memoryview], Any]:
    """Returns a function that copies bytes into a writable array; with `grows`, into one that can grow."""
    code, dtype = _CODES.get(base) if grows else None, DTYPES[base]

    def fixed(data: memoryview) -> Any:
        return numpy.ndarray(len(data) // dtype.itemsize, dtype, data).copy()

    def grown(data: memoryview) -> Any:
        result: Any = array_module.array(str(code))
        result.frombytes(data)
        return result

    return fixed if code is None else grown


def equal(first: Array, second: Array) -> bool:
    """Returns whether two arrays have equal shapes and values."""
    return bool(numpy.array_equal(first, second))


def text(value: Array) -> str:
    """Returns the values for repr(), abbreviated beyond 100 values."""
    value = numpy.asarray(value)
    if value.size <= 100:
        return repr(value.tolist())
    return numpy.array2string(value, separator=', ', threshold=100, max_line_width=100_000)


def convert(base: str, value: Any, grows: bool = False) -> Any:
    """Converts a value to a one-dimensional, contiguous array of the type, without a copy where possible.

    `grows`: the result is an array.array, unless `value` is a numpy array, bytes or the like. TypeError or ValueError,
    which name the expected and the found value, if it does not fit.
    """
    dtype = DTYPES[base]
    if type(value) is numpy.ndarray and value.dtype == dtype and value.ndim == 1 and value.flags.c_contiguous:
        return value
    if grows and not hasattr(value, '__array__') and not isinstance(value, (bytes, bytearray, memoryview)):
        if isinstance(value, array_module.array) and value.typecode == _CODES.get(base):
            return value
        return growing(base, convert(base, value))
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
    return numpy.array([_item(base, index, item) for index, item in enumerate(items)], DTYPES[base])


def _item(base: str, index: int, item: Any) -> Any:
    try:
        if base == 'bool':
            if not isinstance(item, (bool, numpy.bool_)):
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
