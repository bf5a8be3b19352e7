# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Types of fields in programs that are written for rclpy.

A program is one of rclpy's as soon as it imports `rclpy` or a package such as `std_msgs` that rclpy_compat provides,
in any order. There, numeric sequences are array.array, collections of bools and bytes are lists, errors of fields are
AssertionErrors too, and SLOT_TYPES are objects of rosidl_parser. Elsewhere all numeric collections are numpy arrays.
Where numpy is not installed, plain_numeric.py has their types.
"""

from __future__ import annotations

import importlib
from typing import Any

from ..definitions.model import IDL_NAMES, Collection, FieldType, Structure

used = False
"""The program is one of rclpy's."""


def use() -> None:
    """Gives fields rclpy's types from now on, in the whole process. Messages that exist already keep their values."""
    global used
    used = True


class FieldTypeError(TypeError, AssertionError):
    """Raised for a value of another type than that of its field. Generated code of ROS 2 raises AssertionError."""


class FieldValueError(ValueError, AssertionError):
    """Raised for a value out of range. Generated code of ROS 2 raises AssertionError."""


_ERRORS: dict[type[Exception], type[Exception]] = {TypeError: FieldTypeError, ValueError: FieldValueError}


def field_error(kind: type[Exception], text: str) -> Exception:
    """Returns the TypeError or ValueError of a field, which in a program of rclpy's is an AssertionError too."""
    return (_ERRORS.get(kind, kind) if used else kind)(text)


def slot_types(structure: Structure) -> tuple[Any, ...]:
    """Returns the types of the fields as objects of rosidl_parser, of the installed one or of rclpy_compat's."""
    definition: Any = importlib.import_module('rosidl_parser.definition')
    return tuple(_slot_type(definition, field.type) for field in structure.fields)


def _slot_type(definition: Any, type_: FieldType) -> Any:
    if type_.is_message:
        *namespaces, name = type_.base.split('/')
        item = definition.NamespacedType(namespaces, name)
    elif type_.base in ('string', 'wstring'):
        text = 'WString' if type_.base == 'wstring' else 'String'
        bound = type_.string_bound
        item = getattr(definition, f'Bounded{text}')(bound) if bound else getattr(definition, f'Unbounded{text}')()
    else:
        item = definition.BasicType(IDL_NAMES.get(type_.base, type_.base))
    if type_.collection is Collection.ARRAY:
        return definition.Array(item, type_.length)
    if type_.collection is Collection.SEQUENCE:
        return definition.BoundedSequence(item, type_.length) if type_.length else definition.UnboundedSequence(item)
    return item
