# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Conversion of plain values from a YAML argument into messages, as in ROS 2's command line."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ..messages import Collection, FieldType, Message, interface
from .frame import CommandError

_BOOLS = {
    **dict.fromkeys(('true', 'yes', 'on', '1'), True),
    **dict.fromkeys(('false', 'no', 'off', '0'), False),
}


def filled(cls: Any, values: Any, *, now: int | None = None) -> Any:
    """Returns a message of class `cls` with `values`, a dict by field names; None keeps the defaults.

    `now` is a time in nanoseconds: it replaces the text 'now' of a Time and the stamp of a Header that is 'auto'.
    CommandError, which names the field, for a value that does not fit.
    """
    return _message(cls(), values, '', now)


def _message(message: Message, values: Any, where: str, now: int | None) -> Message:
    types = {field.name: field.type for field in message._STRUCTURE.fields}
    name = message._STRUCTURE.name
    if values is None:
        return message
    if values == 'now' and name == 'builtin_interfaces/msg/Time' and now is not None:
        values = {'sec': now // 10**9, 'nanosec': now % 10**9}
    elif values == 'auto' and name == 'std_msgs/msg/Header':
        values = {'stamp': 'now'}
    if not isinstance(values, dict):
        raise CommandError(f'{where or name}: expected fields of {name}, as {{{_example(types)}}}; found {values!r}', 2)
    for key, value in values.items():
        inner = f'{where}.{key}' if where else str(key)
        if key not in types:
            raise CommandError(f"{name} has no field '{key}'; it has {', '.join(types) or 'none'}", 2)
        try:
            setattr(message, key, _value(types[key], value, inner, now))
        except (TypeError, ValueError) as error:
            raise CommandError(str(error), 2) from None
    return message


def _example(types: dict[str, FieldType]) -> str:
    return ', '.join(f'{name}: ...' for name in types)


def _value(type_: FieldType, value: Any, where: str, now: int | None) -> Any:
    if type_.collection is not Collection.NONE:
        if isinstance(value, list):
            item = FieldType(type_.base, type_.string_bound)
            return [_value(item, item_value, f'{where}[{i}]', now) for i, item_value in enumerate(value)]
        return value
    if type_.is_message:
        return _message(interface(type_.base)(), value, where, now)
    with suppress(ValueError):  # the message, which gets such a value as it is, names the field
        return _scalar(type_.base, value)
    return value


def _scalar(base: str, value: Any) -> Any:
    """Returns a value of YAML converted to the type of a field, as Python's types of ROS 2's command line do.

    A value that would lose something, such as 1.5 for an integer, is not converted.
    """
    if base in ('string', 'wstring') and not isinstance(value, (str, bytes, list, dict)):
        return str(value)
    if base in ('float32', 'float64') and isinstance(value, (str, bool)):
        return float(value)  # YAML 1.1 reads 1e3 as a text
    if base == 'byte' and isinstance(value, int):
        return bytes([value])
    if base == 'bool':
        if value is None or isinstance(value, (int, float)):
            return bool(value)
        return _BOOLS.get(value.lower(), value) if isinstance(value, str) else value
    if base.startswith(('int', 'uint')) and (
        isinstance(value, (bool, str)) or (isinstance(value, float) and value.is_integer())
    ):
        return int(value)
    return value
