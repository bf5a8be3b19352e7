# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Fills messages from dictionaries, as 'topic pub' does from YAML."""

from __future__ import annotations

import array
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy

from rxros2.definitions.model import Collection
from rxros2.messages import interface
from rxros2.messages.classes import structure_of

from .convert import field_types

_Setters = list[Callable[[Any], None]]


def set_message_fields(
    msg: Any, values: Mapping[str, Any], expand_header_auto: bool = False, expand_time_now: bool = False
) -> _Setters:
    """Assigns `values` to the fields of a message, also to fields of nested messages, and converts them.

    With `expand_header_auto` a Header may be 'auto', with `expand_time_now` a Time may be 'now'. Returns a function for
    each of these, which assigns a Time. AttributeError for a field that the message does not have, TypeError or
    ValueError for a value that does not fit its field.
    """
    setters: _Setters = []
    _assign(msg, values, 'auto' if expand_header_auto else None, 'now' if expand_time_now else None, setters)
    return setters


def _assign(msg: Any, values: Mapping[str, Any], auto: str | None, now: str | None, setters: _Setters) -> None:
    if not isinstance(values, Mapping):
        raise TypeError(
            f'{type(msg).__name__}: expected a dictionary of its fields, found {values!r} ({type(values).__name__})'
        )
    types = field_types(msg)
    for name, value in values.items():
        current = getattr(msg, name)
        type_ = types.get(name)
        if isinstance(value, str) and value == auto and _name(current) == 'std_msgs/msg/Header':
            setters.append(partial(setattr, current, 'stamp'))
            continue
        if isinstance(value, str) and value == now and _name(current) == 'builtin_interfaces/msg/Time':
            setters.append(partial(setattr, msg, name))
            continue
        if type_ is not None and type_.is_message and type_.collection is not Collection.NONE:
            value = [_message(interface(type_.base)(), item, auto, now, setters) for item in value]
        elif isinstance(current, array.array):
            value = array.array(current.typecode, value)
        elif isinstance(current, numpy.ndarray):
            value = numpy.array(value, dtype=current.dtype)
        elif _name(current):
            value = _message(type(current)(), value, auto, now, setters)
        elif isinstance(current, bytes) and isinstance(value, int):
            value = bytes([value])
        elif not isinstance(value, type(current)):
            value = type(current)(value)
        setattr(msg, name, value)


def _message(new: Any, value: Any, auto: str | None, now: str | None, setters: _Setters) -> Any:
    """Returns `value` if it is a message, else `new` with its fields."""
    if isinstance(value, type(new)):
        return value
    _assign(new, value, auto, now, setters)
    return new


def _name(value: Any) -> str:
    """Returns the type of a message, '' for another value."""
    try:
        return structure_of(type(value)).name
    except TypeError:
        return ''
