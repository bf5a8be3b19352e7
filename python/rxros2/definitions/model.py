# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Data model of definitions: the structures that a .msg, .srv or .action file defines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

# Numeric ranges, and below the names in IDL, which rclpy shows.
INTEGERS = {
    **{f'int{bits}': (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f'uint{bits}': (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
    'char': (0, 255),
}
FLOATS = ('float32', 'float64')
STRINGS = ('string', 'wstring')
PRIMITIVES = ('bool', 'byte', *INTEGERS, *FLOATS, *STRINGS)
IDL_NAMES = {'bool': 'boolean', 'byte': 'octet', 'char': 'uint8', 'float32': 'float', 'float64': 'double'}

EMPTY_MEMBER = 'structure_needs_at_least_one_member'
"""Name of the uint8 field that represents a message without fields in CDR and in the type hash."""


class DefinitionError(ValueError):
    """Raised for an invalid definition; the text names file and line, and what was found and expected."""


class Collection(Enum):
    """Kind of a field: a single value, an array of fixed length, or a sequence."""

    NONE = 0
    ARRAY = 1
    SEQUENCE = 2


@dataclass(frozen=True)
class FieldType:
    """The type of a field. `str()` returns the text that rclpy's get_fields_and_field_types() uses."""

    base: str
    """Type of the value, or of each item of a collection: a primitive's name, or a message's 'pkg/msg/Name'."""
    string_bound: int = 0
    """Most characters of a string; 0: no bound."""
    collection: Collection = Collection.NONE
    length: int = 0
    """Length of an array, or upper bound of a sequence; 0: no bound."""

    @property
    def is_message(self) -> bool:
        """The type, or that of the items, is a message."""
        return '/' in self.base

    @property
    def is_numeric_collection(self) -> bool:
        """The field is a numpy array, or an array.array where numpy is not installed."""
        return self.collection is not Collection.NONE and not self.is_message and self.base not in STRINGS

    def __str__(self) -> str:
        if self.is_message:
            package, _, name = self.base.split('/')
            text = f'{package}/{name}'
        else:
            text = IDL_NAMES.get(self.base, self.base)
            if self.string_bound:
                text += f'<{self.string_bound}>'
        if self.collection is Collection.ARRAY:
            return f'{text}[{self.length}]'
        if self.collection is Collection.SEQUENCE:
            return f'sequence<{text}, {self.length}>' if self.length else f'sequence<{text}>'
        return text


@dataclass(frozen=True)
class Field:
    """One field of a message."""

    name: str
    type: FieldType
    default: Any = None
    """Default value: a number, a string or a list of these; None: 0, '' or empty, by the type."""
    line: int = field(default=0, compare=False)
    """Line of the file; 0 if the file does not name the field."""


@dataclass(frozen=True)
class Constant:
    """One constant of a message."""

    name: str
    base: str
    value: Any
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Structure:
    """A message, a part of a service or action, or a service or action as ROS 2 describes it."""

    name: str
    """Full name: 'pkg/msg/Name', 'pkg/srv/Name_Request', …"""
    fields: tuple[Field, ...] = ()
    constants: tuple[Constant, ...] = ()
    source: str = ''
    """Path of the file."""

    @property
    def members(self) -> tuple[Field, ...]:
        """The fields, or the one that represents a message without fields."""
        return self.fields or (Field(EMPTY_MEMBER, FieldType('uint8')),)


Structures = Mapping[str, Structure]


def _optional(name: str) -> FieldType:
    return FieldType(name, collection=Collection.SEQUENCE, length=1)


def service_structures(name: str, request: Structure, response: Structure) -> dict[str, Structure]:
    """Returns the structures of a service: request, response, introspection event, and the service itself."""
    event = Structure(
        f'{name}_Event',
        (
            Field('info', FieldType('service_msgs/msg/ServiceEventInfo')),
            Field('request', _optional(request.name)),
            Field('response', _optional(response.name)),
        ),
        source=request.source,
    )
    service = Structure(
        name,
        tuple(
            Field(f'{part}_message', FieldType(f'{name}_{part.title()}')) for part in ('request', 'response', 'event')
        ),
        source=request.source,
    )
    return {structure.name: structure for structure in (request, response, event, service)}


def action_structures(name: str, goal: Structure, result: Structure, feedback: Structure) -> dict[str, Structure]:
    """Returns the structures of an action: its parts, its two services, the feedback message, and the action itself."""
    source = goal.source
    goal_id = Field('goal_id', FieldType('unique_identifier_msgs/msg/UUID'))
    send, get = f'{name}_SendGoal', f'{name}_GetResult'
    structures = {structure.name: structure for structure in (goal, result, feedback)}
    structures |= service_structures(
        send,
        Structure(f'{send}_Request', (goal_id, Field('goal', FieldType(goal.name))), source=source),
        Structure(
            f'{send}_Response',
            (Field('accepted', FieldType('bool')), Field('stamp', FieldType('builtin_interfaces/msg/Time'))),
            source=source,
        ),
    )
    structures |= service_structures(
        get,
        Structure(f'{get}_Request', (goal_id,), source=source),
        Structure(
            f'{get}_Response',
            (Field('status', FieldType('int8')), Field('result', FieldType(result.name))),
            source=source,
        ),
    )
    message = Structure(
        f'{name}_FeedbackMessage', (goal_id, Field('feedback', FieldType(feedback.name))), source=source
    )
    parts = {
        'goal': 'Goal',
        'result': 'Result',
        'feedback': 'Feedback',
        'send_goal_service': 'SendGoal',
        'get_result_service': 'GetResult',
        'feedback_message': 'FeedbackMessage',
    }
    action = Structure(
        name,
        tuple(Field(field, FieldType(f'{name}_{suffix}')) for field, suffix in parts.items()),
        source=source,
    )
    return structures | {message.name: message, name: action}
