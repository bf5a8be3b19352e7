# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Numeric arrays and sequences as numpy arrays. Imported when the first message needs one, and numpy with it."""

from __future__ import annotations

import array as array_module
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy
import numpy.typing

from .definition import FLOATS, INTEGERS

Array = numpy.typing.NDArray[Any]

_ODD_NAMES = {'bool': 'bool', 'byte': 'uint8', 'char': 'uint8'}
DTYPES = {base: numpy.dtype(_ODD_NAMES.get(base, base)) for base in ('bool', 'byte', *INTEGERS, *FLOATS)}
# Of array.array, as rclpy has them.
_CODES = {base: {'int64': 'q', 'uint64': 'Q'}.get(base, dtype.char) for base, dtype in DTYPES.items()}
del _CODES['bool'], _CODES['byte']
_EMPTY = {base: numpy.empty(0, dtype) for base, dtype in DTYPES.items()}
_FLOAT32_MAX = float(numpy.finfo(numpy.float32).max)


def empty(base: str) -> Array:
    """The one empty array of this type: nothing in it can change, so all messages share it."""
    return _EMPTY[base]


def zeros(base: str, length: int) -> Array:
    return numpy.zeros(length, DTYPES[base])


def array(base: str, values: list[Any]) -> Array:
    return numpy.array(values, DTYPES[base])


def growing(base: str, values: Any) -> Any:
    """An array.array of the same values, which can grow; the numpy array itself if there is none of the type."""
    code = _CODES.get(base)
    if code is None:
        return values
    made: Any = array_module.array(code)
    made.frombytes(values.tobytes())
    return made


def own(base: str, grows: bool) -> Callable[[memoryview], Any]:
    """A function that copies the bytes of numbers into an array that can be changed; `grows`: see growing()."""
    code, dtype = _CODES.get(base) if grows else None, DTYPES[base]

    def fixed(data: memoryview) -> Any:
        return numpy.ndarray(len(data) // dtype.itemsize, dtype, data).copy()

    def grown(data: memoryview) -> Any:
        made: Any = array_module.array(str(code))
        made.frombytes(data)
        return made

    return fixed if code is None else grown


def equal(left: Array, right: Array) -> bool:
    return bool(numpy.array_equal(left, right))


def text(value: Array) -> str:
    """For repr: the values, abbreviated beyond 100."""
    value = numpy.asarray(value)
    if value.size <= 100:
        return repr(value.tolist())
    return numpy.array2string(value, separator=', ', threshold=100, max_line_width=100_000)


def convert(base: str, value: Any, grows: bool = False) -> Any:
    """A one-dimensional, contiguous array of the type; `value` itself if it is one, and where possible its memory.

    `grows`: an array.array, unless `value` is a numpy array, bytes or the like.
    TypeError or ValueError, whose text says what was expected and found.
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
            value = memoryview(value)  # array.array and others that have a buffer
        except TypeError:
            return _from_items(base, list(value))
    found = numpy.asarray(value)
    if found.ndim == 0:
        raise TypeError(f'expected numbers of type {base}, found a single value')
    return numpy.ascontiguousarray(_cast(base, found)).reshape(-1)


def _from_items(base: str, items: list[Any]) -> Array:
    if base == 'byte' and items and all(isinstance(item, bytes) and len(item) == 1 for item in items):
        return numpy.frombuffer(b''.join(items), numpy.uint8)  # rclpy's notation
    try:
        found = numpy.array(items) if items else _EMPTY[base]
    except ValueError:  # of lists of several lengths
        found = numpy.array(items, object)
    fits = 'b' if base == 'bool' else 'biuf' if base in FLOATS else 'biu'
    if found.ndim == 1 and found.dtype.kind in fits:
        return _cast(base, found)
    # Something is not a number, or there are integers of which numpy made floats: item by item.
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


def _cast(base: str, found: Array) -> Array:
    dtype = DTYPES[base]
    if found.dtype == dtype:
        return found
    kind = found.dtype.kind
    if base == 'bool' or kind not in ('biuf' if base in FLOATS else 'biu'):
        raise TypeError(f'expected numbers of type {base}, found an array of {found.dtype}')
    if found.size and not numpy.can_cast(found.dtype, dtype):
        if base in FLOATS:
            out = numpy.isfinite(found) & (numpy.abs(found) > numpy.finfo(dtype).max)
        else:
            low, high = INTEGERS.get(base, (0, 255))
            # Python's integers: numpy's would overflow when compared with another width.
            out = numpy.zeros(found.shape, bool)
            if int(found.min()) < low or int(found.max()) > high:
                flat = [not low <= int(item) <= high for item in found.reshape(-1)]
                out = numpy.array(flat).reshape(found.shape)
        if out.any():
            index = int(numpy.flatnonzero(out)[0])
            raise ValueError(f'expected {base}, found {found.reshape(-1)[index]} at index {index}')
    return found.astype(dtype)
