# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What a definition says, as data: the structs that a .msg, .srv or .action file stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

# Numeric range, and the type's name in IDL, which rclpy shows.
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
"""The uint8 that stands on the wire, and in the type's hash, for a message without fields."""


class DefinitionError(ValueError):
    """A wrong definition; the text names file, line, what was found and what was expected."""


class Collection(Enum):
    """How many values a field holds."""

    NONE = 0
    ARRAY = 1
    SEQUENCE = 2


@dataclass(frozen=True)
class FieldType:
    """The type of a field. `str()` gives the text that rclpy's get_fields_and_field_types() has."""

    base: str
    """Of the value, or of each value of the collection: a primitive's name, or a message's 'pkg/msg/Name'."""
    string_bound: int = 0
    """A string has at most so many characters; 0: no bound."""
    collection: Collection = Collection.NONE
    length: int = 0
    """Of an array; the upper bound of a sequence, 0: none."""

    @property
    def is_message(self) -> bool:
        return '/' in self.base

    @property
    def is_numeric_collection(self) -> bool:
        """Its values are a numpy array."""
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
    """None: the type's own, 0, '' or empty. Numbers, strings, and lists of them."""


@dataclass(frozen=True)
class Constant:
    """One constant of a message."""

    name: str
    base: str
    value: Any


@dataclass(frozen=True)
class Structure:
    """A message, or one of those that services and actions are made of; also these, as ROS describes them."""

    name: str
    """'pkg/msg/Name', 'pkg/srv/Name_Request', …"""
    fields: tuple[Field, ...] = ()
    constants: tuple[Constant, ...] = ()
    source: str = ''
    """The file."""


Structures = Mapping[str, Structure]


def _optional(name: str) -> FieldType:
    return FieldType(name, collection=Collection.SEQUENCE, length=1)


def service_structures(name: str, request: Structure, response: Structure) -> dict[str, Structure]:
    """The structs of a service: request, response, the event of its introspection, and the service itself."""
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
    """The structs of an action: its three parts, those of its two services, the feedback message, the action itself."""
    source = goal.source
    goal_id = Field('goal_id', FieldType('unique_identifier_msgs/msg/UUID'))
    send, get = f'{name}_SendGoal', f'{name}_GetResult'
    found = {structure.name: structure for structure in (goal, result, feedback)}
    found |= service_structures(
        send,
        Structure(f'{send}_Request', (goal_id, Field('goal', FieldType(goal.name))), source=source),
        Structure(
            f'{send}_Response',
            (Field('accepted', FieldType('bool')), Field('stamp', FieldType('builtin_interfaces/msg/Time'))),
            source=source,
        ),
    )
    found |= service_structures(
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
    return found | {message.name: message, name: action}
