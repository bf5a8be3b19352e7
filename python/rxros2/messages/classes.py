# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Creation of Python classes for messages, services and actions from their definitions, by rclpy's conventions."""

from __future__ import annotations

import keyword
import math
import numbers
import operator
import threading
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NoReturn

from .._caller import GENERATED
from ..definitions.description import place
from ..definitions.description import type_hash as _hash_of
from ..definitions.model import (
    FLOATS,
    INTEGERS,
    PRIMITIVES,
    STRINGS,
    Collection,
    DefinitionError,
    Field,
    FieldType,
    Structure,
)
from ..definitions.parser import split_name
from . import find

_FLOAT32_MAX = 3.4028234663852886e38
_WIDTHS = {
    1: ('bool', 'byte', 'char', 'int8', 'uint8'),
    2: ('int16', 'uint16'),
    8: ('int64', 'uint64', 'float64'),
}
_MOST_BYTES = 2**32 - 1
"""Bytes of the largest possible sample."""
_SIZES = {base: size for size, bases in _WIDTHS.items() for base in bases}
_UNSET: Any = object()

MOST_NESTED = 64
"""Most levels of nested messages, including the outermost."""

Check = Callable[[Any], Any]
"""A function that returns the value to store; raises TypeError or ValueError for an invalid one."""


class Message:
    """Base class of all message classes.

    The constructor takes fields by keyword; other fields have their defaults. Assigned values are checked: TypeError
    for a value of another type, ValueError for one out of range or bound. Lists and arrays are stored without a copy.
    Messages can be compared, copied and pickled. Not thread-safe.
    """

    __slots__: tuple[str, ...] = ()
    __hash__ = None  # type: ignore[assignment]  # a message can change
    _STRUCTURE: ClassVar[Structure]
    _NESTED: ClassVar[dict[str, type[Message]]]
    _MAKER: ClassVar[Maker]
    _DEPTH: ClassVar[int]
    _LEAST: ClassVar[int]
    SLOT_TYPES: ClassVar[tuple[FieldType, ...]] = ()

    @classmethod
    def get_fields_and_field_types(cls) -> dict[str, str]:
        """Returns names and types of the fields: {'header': 'std_msgs/Header', 'name': 'sequence<string>', …}."""
        return {field.name: str(field.type) for field in cls._STRUCTURE.fields}

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        for field in self._STRUCTURE.fields:
            left_value, right_value = getattr(self, field.name), getattr(other, field.name)
            if field.type.is_numeric_collection:
                if not _numeric().equal(left_value, right_value):
                    return False
            elif left_value != right_value:
                return False
        return True

    def __repr__(self) -> str:
        def text(field: Field) -> str:
            value = getattr(self, field.name)
            return _numeric().text(value) if field.type.is_numeric_collection else repr(value)

        package, kind, name = self._STRUCTURE.name.split('/')
        return f'{package}.{kind}.{name}({", ".join(f"{f.name}={text(f)}" for f in self._STRUCTURE.fields)})'


_RESERVED = frozenset(name for name in vars(Message) if not name.startswith('_'))
"""Names of methods, which no field or constant may have."""


class _NoInstances(type):
    def __call__(cls, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(f'{cls.__name__} has no instances; make one of its parts, e.g. of {cls.__name__}.{cls._FIRST}')

    _FIRST: str


class Service(metaclass=_NoInstances):
    """Base class of all service classes, which hold the classes of their messages and have no instances."""

    _FIRST = 'Request'
    _STRUCTURE: ClassVar[Structure]
    Request: ClassVar[type[Message]]
    Response: ClassVar[type[Message]]
    Event: ClassVar[type[Message]]


class Action(metaclass=_NoInstances):
    """Base class of all action classes, which hold the classes of their messages and have no instances.

    Impl holds the services and topics by which clients and servers communicate.
    """

    _FIRST = 'Goal'
    _STRUCTURE: ClassVar[Structure]
    Goal: ClassVar[type[Message]]
    Result: ClassVar[type[Message]]
    Feedback: ClassVar[type[Message]]
    Impl: ClassVar[type]


_lock = threading.RLock()


class Maker:
    """Creates one class for each structure that `find` returns by name. Not thread-safe."""

    def __init__(self, find: Callable[[str], Structure]) -> None:
        self._find = find
        self.classes: dict[str, Any] = {}
        self._unfinished: list[str] = []

    def make(self, name: str) -> Any:
        """Returns the class of a name. DefinitionError for a structure that contains itself or is nested too deeply."""
        if name not in self.classes:
            if name in self._unfinished or len(self._unfinished) > MOST_NESTED:
                raise DefinitionError(_too_deep([*self._unfinished, name]))
            self._unfinished.append(name)
            try:
                self.classes[name] = _make(self._structure(name), self)
            finally:
                self._unfinished.pop()
        return self.classes[name]

    def _structure(self, name: str) -> Structure:
        """Returns the structure of a name; a LookupError names the file and line that use it."""
        try:
            return self._find(name)
        except LookupError as error:
            if len(self._unfinished) < 2:
                raise
            user = self._find(self._unfinished[-2])
            uses = [field for field in user.fields if field.type.base == name]
            raise type(error)(f'{place(user, uses[0]) if uses else user.source}: {error}') from None

    def hash_of(self, structure: Structure) -> str:
        """Returns the type hash of a structure."""
        return _hash_of(structure, self._find)


def _too_deep(names: list[str]) -> str:
    if names[-1] in names[:-1]:
        cycle = names[names.index(names[-1]) :]
        return f'{names[-1]} contains itself, by way of {" -> ".join(cycle)}; expected a definition that ends'
    return f'{names[0]} is nested more than {MOST_NESTED} deep; expected at most that'


_maker = Maker(find.structure)


def interface(name: str) -> Any:
    """Returns the class of 'std_msgs/msg/String', 'std_srvs/srv/SetBool' or 'example_interfaces/action/Fibonacci'.

    Also of a part of a service or action, 'std_srvs/srv/SetBool_Request'. Each name has one class. ValueError for an
    invalid name, InterfaceNotFound if no definition exists, DefinitionError if it is invalid. Thread-safe.
    """
    with _lock:
        if name not in _maker.classes and '_' not in name.rpartition('/')[2]:
            split_name(name)
        return _maker.make(name)


def structure_of(cls: Any) -> Structure:
    """Returns the definition of a class from interface(). TypeError for another class."""
    structure = getattr(cls, '_STRUCTURE', None)
    if not isinstance(cls, type) or not isinstance(structure, Structure):
        hint = f': rxros2.interface({cls!r}) is its class' if isinstance(cls, str) else ''
        raise TypeError(f'expected a class of rxros2.interfaces, found {cls!r}{hint}')
    return structure


def type_name(cls: Any) -> str:
    """Returns the type name of a class from interface(): 'std_msgs/msg/String'. TypeError for another class."""
    return structure_of(cls).name


def type_hash(cls: Any) -> str:
    """Returns the RIHS01 hash of a type, which all communicating nodes share. TypeError for another class."""
    maker: Maker = getattr(cls, '_MAKER', _maker)
    return maker.hash_of(structure_of(cls))


def _make(structure: Structure, maker: Maker) -> Any:
    package, kind, name = structure.name.split('/')
    module = f'rxros2.interfaces.{package}.{kind}'
    parts = {field.name: field.type.base for field in structure.fields}
    if kind != 'msg' and 'request_message' in parts and 'event_message' in parts:
        members: dict[str, Any] = {
            'Request': maker.make(parts['request_message']),
            'Response': maker.make(parts['response_message']),
            'Event': maker.make(parts['event_message']),
        }
        return _NoInstances(name, (Service,), {'__module__': module, '_STRUCTURE': structure, **members})
    if kind == 'action' and 'send_goal_service' in parts:
        impl = {
            'SendGoalService': maker.make(parts['send_goal_service']),
            'GetResultService': maker.make(parts['get_result_service']),
            'FeedbackMessage': maker.make(parts['feedback_message']),
            'CancelGoalService': maker.make('action_msgs/srv/CancelGoal'),
            'GoalStatusMessage': maker.make('action_msgs/msg/GoalStatusArray'),
        }
        members = {
            'Goal': maker.make(parts['goal']),
            'Result': maker.make(parts['result']),
            'Feedback': maker.make(parts['feedback']),
            'Impl': type('Impl', (), {'__module__': module, '__qualname__': f'{name}.Impl', **impl}),
        }
        return _NoInstances(name, (Action,), {'__module__': module, '_STRUCTURE': structure, **members})
    return _make_message(structure, module, name, maker)


def _make_message(structure: Structure, module: str, name: str, maker: Maker) -> type[Message]:
    for field in structure.fields:
        if not field.type.is_message and field.type.base not in PRIMITIVES:
            raise DefinitionError(
                f"{place(structure, field)}: '{field.name}' of {structure.name} is of IDL's type "
                f"'{field.type.base.removeprefix('IDL ')}', which Python does not support; expected one of "
                f'{", ".join(PRIMITIVES)}'
            )
        if keyword.iskeyword(field.name):
            raise DefinitionError(
                f"{structure.source}: '{field.name}' of {structure.name} is a keyword of Python; expected another name"
            )
    for member in [*(field.name for field in structure.fields), *(constant.name for constant in structure.constants)]:
        if member in _RESERVED:
            raise DefinitionError(
                f"{structure.source}: '{member}' of {structure.name} is a member that all message classes have; "
                'expected another name'
            )
    nested = {field.type.base: maker.make(field.type.base) for field in structure.fields if field.type.is_message}
    depth = 1 + max((message_class._DEPTH for message_class in nested.values()), default=0)
    if depth > MOST_NESTED:
        raise DefinitionError(_too_deep([structure.name]))
    least = sum(_least_size(field.type, nested.get(field.type.base)) for field in structure.fields)
    if least > _MOST_BYTES:
        raise DefinitionError(
            f'{structure.source}: a message {structure.name} has at least {least} bytes; expected less than 4 GiB'
        )
    # These names begin with '_', which names of fields cannot.
    scope: dict[str, Any] = {'_unset': _UNSET}
    lines = []
    members: dict[str, Any] = {
        '__module__': module,
        '__slots__': tuple(f'_{field.name}' for field in structure.fields),
        '__doc__': f'The message {structure.name}, from {structure.source}.',
        '_STRUCTURE': structure,
        '_NESTED': nested,
        '_MAKER': maker,
        '_DEPTH': depth,
        '_LEAST': max(least, 1),
        'SLOT_TYPES': tuple(field.type for field in structure.fields),
    }
    for field in structure.fields:
        check = _check(field, structure.name, nested.get(field.type.base))
        default, is_factory = _default(field, nested.get(field.type.base))
        scope[f'_check_{field.name}'] = check
        scope[f'_default_{field.name}'] = default
        lines.append(
            f'    _._{field.name} = _default_{field.name}{"()" if is_factory else ""} if {field.name} is _unset '
            f'else _check_{field.name}({field.name})'
        )
        members[field.name] = _property(field, check)
        if field.default is not None:
            members[f'{field.name.upper()}__DEFAULT'] = field.default
    for constant in structure.constants:
        members[constant.name] = bytes([constant.value]) if constant.base == 'byte' else constant.value
    parameters = ''.join(f', {field.name}=_unset' for field in structure.fields)
    text = f'def __init__(_{", *" if parameters else ""}{parameters}):\n' + ('\n'.join(lines) or '    pass')
    exec(compile(text, GENERATED, 'exec'), scope)
    members['__init__'] = scope['__init__']
    members['__init__'].__qualname__ = f'{name}.__init__'
    return type(name, (Message,), members)


def _least_size(type_: FieldType, nested: type[Message] | None) -> int:
    """Returns the smallest number of bytes of a field of this type in a sample."""
    if type_.collection is Collection.SEQUENCE:
        return 4
    one = nested._LEAST if nested is not None else _SIZES.get(type_.base, 4)
    return one * type_.length if type_.collection is Collection.ARRAY else one


def _property(field: Field, check: Check) -> property:
    slot = f'_{field.name}'

    def put(message: Message, value: Any) -> None:
        setattr(message, slot, check(value))

    return property(operator.attrgetter(slot), put, doc=str(field.type))


def _default(field: Field, nested: type[Message] | None) -> tuple[Any, bool]:
    """Returns a default value, and whether it is a function that creates a new value for each message."""
    type_, given = field.type, field.default
    length = type_.length if type_.collection is Collection.ARRAY else 0
    if type_.collection is Collection.NONE:
        if nested is not None:
            return nested, True
        if given is None:
            given = '' if type_.base in STRINGS else False if type_.base == 'bool' else 0
        if type_.base in FLOATS:
            given = float(given)
        return (bytes([given]) if type_.base == 'byte' else given), False
    if nested is not None:
        return (lambda: [nested() for _ in range(length)]), True
    if type_.base in STRINGS:
        return (lambda: list(given or [''] * length)), True
    if type_.collection is Collection.ARRAY:
        if given:
            return (lambda: _numeric().array(type_.base, given)), True
        return (lambda: _numeric().zeros(type_.base, length)), True

    def values() -> Any:
        sequence = _numeric().array(type_.base, given) if given else _numeric().empty(type_.base)
        return _numeric().growing(type_.base, sequence) if _sequences_grow else sequence

    return values, True


_sequences_grow = False


def let_sequences_grow() -> None:
    """Makes numeric sequences array.array, as in rclpy, in new messages and where lists are assigned.

    An array.array has append(). Decoded sequences and assigned numpy arrays stay numpy arrays.
    """
    global _sequences_grow
    _sequences_grow = True


def _numeric() -> Any:
    """Returns the module numeric, which imports numpy, at the first use."""
    global _numeric
    from . import numeric

    _numeric = lambda: numeric  # noqa: E731
    return numeric


def _check(field: Field, message: str, nested: type[Message] | None) -> Check:
    type_, where = field.type, f"{message}: '{field.name}'"
    if type_.collection is Collection.NONE:
        return _check_value(type_, where, nested)
    if type_.is_numeric_collection:
        return _check_numbers(type_, where)
    return _check_list(type_, where, nested)


def _shown(value: Any) -> str:
    text = repr(value)
    return f'{text if len(text) <= 60 else text[:57] + "..."} ({type(value).__name__})'


def _type_error(where: str, expected: str, value: Any) -> TypeError:
    return TypeError(f'{where}: expected {expected}, found {_shown(value)}')


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
        return len(text.encode('utf-16-le', 'surrogatepass')) // 2 if wide else len(text.encode())

    def check(value: Any) -> Any:
        if not isinstance(value, str):
            raise _type_error(where, 'a str', value)
        if bound and length(value) > bound:
            unit = 'UTF-16 units' if wide else 'bytes of UTF-8'
            raise ValueError(f'{where}: expected at most {bound} {unit}, found {length(value)}: {_shown(value)}')
        return value

    return check


def _check_bool(where: str) -> Check:
    def check(value: Any) -> Any:
        if value is True or value is False:
            return value
        if type(value).__module__ == 'numpy' and type(value).__name__ in ('bool', 'bool_'):
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
                raise ValueError(f'{where}: expected a {base}, found {_shown(value)}') from None
        if narrow and not -_FLOAT32_MAX <= value <= _FLOAT32_MAX and math.isfinite(value):
            raise ValueError(f'{where}: expected a float32, of at most {_FLOAT32_MAX}, found {_shown(value)}')
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
            raise ValueError(f'{where}: expected an integer from {low} to {high}, found {_shown(value)}')
        return value

    return check


def _check_length(type_: FieldType, where: str) -> Callable[[int], None]:
    exact, length = type_.collection is Collection.ARRAY, type_.length

    def check(count: int) -> None:
        if length and (count != length if exact else count > length):
            raise ValueError(f'{where}: expected {"" if exact else "at most "}{length} values, found {count}')

    return check


def _check_numbers(type_: FieldType, where: str) -> Check:
    check_length, base = _check_length(type_, where), type_.base
    sequence = type_.collection is not Collection.ARRAY

    def check(value: Any) -> Any:
        try:
            values = _numeric().convert(base, value, sequence and _sequences_grow)
        except (TypeError, ValueError) as error:
            raise type(error)(f'{where}: {error}') from None
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
