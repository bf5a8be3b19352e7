# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Creation of Python classes for messages, services and actions from their definitions, by rclpy's conventions."""

from __future__ import annotations

import contextlib
import copyreg
import gc
import importlib
import keyword
import operator
import pickle
import sys
import threading
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn, cast

from .._caller import GENERATED
from ..definitions.description import place
from ..definitions.description import type_hash as _hash_of
from ..definitions.model import (
    FLOATS,
    PRIMITIVES,
    STRINGS,
    Collection,
    DefinitionError,
    Field,
    FieldType,
    Structure,
)
from ..definitions.parser import split_name
from ..definitions.python_names import module_name
from . import find, rclpy_types
from .checks import Check, check_of, numeric

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


class _InterfaceType(type):
    """Metaclass of all classes: has the attributes by which rclpy's programs see that type support exists."""

    _TYPE_SUPPORT: ClassVar[object] = object()
    _CREATE_ROS_MESSAGE = _CONVERT_FROM_PY = _CONVERT_TO_PY = _DESTROY_ROS_MESSAGE = _TYPE_SUPPORT

    @classmethod
    def __import_type_support__(cls) -> None:
        """Does nothing, because classes need no type support to be loaded."""


class _MessageType(_InterfaceType):
    """Metaclass of messages, whose constants and defaults cannot be changed."""

    _FIXED: frozenset[str]
    _STRUCTURE: Structure

    def __setattr__(cls, name: str, value: Any) -> None:
        """Refuses constants and defaults. Assigns a field to all messages of the class that exist.

        In ROS 2, a value assigned to the class hides the field of each message, and programs rely on it: ros2cli names
        the parameter to delete so. Here later messages are as defined; in ROS 2 none can be made.
        """
        if name in cls._FIXED:
            raise AttributeError(f"{name} of {cls.__name__} cannot be set, because the message's definition defines it")
        if not any(field.name == name for field in cls._STRUCTURE.fields):
            return super().__setattr__(name, value)
        setattr(cls(), name, value)  # raises if the value does not fit, also where no message exists
        for message in gc.get_objects():
            if issubclass(type(message), cls):  # isinstance() would run code of proxies
                setattr(message, name, value)

    def __getattr__(cls, name: str) -> Any:
        """Returns the constants under the private name that generated code of ROS 2 has; ros2cli reads them there."""
        if name == f'_Metaclass_{cls.__name__}__constants':
            structure: Structure = cls.__dict__['_STRUCTURE']
            return {constant.name: constant.value for constant in structure.constants}
        raise AttributeError(f'type object {cls.__name__!r} has no attribute {name!r}')


class _FieldsAndTypes:
    """An attribute of message classes that is computed when it is first read."""

    def __get__(self, instance: Message | None, owner: type[Message]) -> dict[str, str]:
        value = {field.name: str(field.type) for field in owner._STRUCTURE.fields}
        type.__setattr__(owner, '_fields_and_field_types', value)
        return value


class _SlotTypes:
    """The types of the fields: FieldType, or in programs of rclpy's the types of rosidl_parser."""

    def __get__(self, instance: Message | None, owner: type[Message]) -> tuple[Any, ...]:
        if not rclpy_types.used:
            return tuple(field.type for field in owner._STRUCTURE.fields)
        value = rclpy_types.slot_types(owner._STRUCTURE)
        type.__setattr__(owner, 'SLOT_TYPES', value)
        return value


class _Default:
    """The default value of a field: as its definition has it, or in programs of rclpy's a value of rclpy's type."""

    def __init__(self, defined: Any, value: Any, is_factory: bool) -> None:
        self._defined, self._value, self._is_factory = defined, value, is_factory

    def __get__(self, instance: Message | None, owner: type[Message]) -> Any:
        if not rclpy_types.used:
            return self._defined
        return self._value() if self._is_factory else self._value


class Message(metaclass=_MessageType):
    """Base class of all message classes.

    The constructor takes fields by keyword; other fields have their defaults. Assigned values are checked: TypeError
    for a value of another type, ValueError for one out of range or bound. Lists and arrays are stored without a copy.
    Messages can be compared, copied and pickled. Not thread-safe.
    """

    __slots__: tuple[str, ...] | list[str] = ()
    __hash__ = None  # type: ignore[assignment]  # a message can change
    _FIXED: frozenset[str] = frozenset()
    _STRUCTURE: ClassVar[Structure]
    _NESTED: ClassVar[dict[str, type[Message]]]
    _MAKER: ClassVar[Maker]
    _DEPTH: ClassVar[int]
    _LEAST: ClassVar[int]
    _fields_and_field_types = _FieldsAndTypes()
    SLOT_TYPES: ClassVar[Any] = _SlotTypes()

    @classmethod
    def get_fields_and_field_types(cls) -> dict[str, str]:
        """Returns names and types of the fields: {'header': 'std_msgs/Header', 'name': 'sequence<string>', …}."""
        return cls._fields_and_field_types.copy()

    @property
    def _check_fields(self) -> bool:
        """Values are always checked. Generated code of ROS 2 stores here whether they are."""
        return True

    @_check_fields.setter
    def _check_fields(self, check: bool) -> None:
        pass

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        for field in self._STRUCTURE.fields:
            left_value, right_value = getattr(self, field.name), getattr(other, field.name)
            if field.type.is_numeric_collection:
                if not numeric().equal(field.type.base, left_value, right_value):
                    return False
            elif left_value != right_value:
                return False
        return True

    def __repr__(self) -> str:
        def text(field: Field) -> str:
            value = getattr(self, field.name)
            if not field.type.is_numeric_collection:
                return repr(value)
            return str(numeric().text(field.type.collection is Collection.SEQUENCE, value))

        package, kind, name = self._STRUCTURE.name.split('/')
        return f'{package}.{kind}.{name}({", ".join(f"{f.name}={text(f)}" for f in self._STRUCTURE.fields)})'

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickles the slots, as generated code of ROS 2 does, whose pickles can therefore be loaded here."""
        return super().__reduce_ex__(max(protocol, 2))  # the older protocols cannot pickle slots by themselves


_RESERVED = frozenset(name for name in vars(Message) if not name.startswith('_'))
"""Names of methods, which no field or constant may have."""


class NoInstancesError(TypeError, NotImplementedError):
    """Raised when a service or action is instantiated. Generated code of ROS 2 raises NotImplementedError."""


class _NoInstances(_InterfaceType):
    def __call__(cls, *args: Any, **kwargs: Any) -> NoReturn:
        raise NoInstancesError(
            f'{cls.__name__} has no instances; make one of its parts, e.g. of {cls.__name__}.{cls._FIRST}'
        )

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


_lock = threading.RLock()  # guards _maker


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


def _reduce(cls: type) -> Any:
    """Pickles a class: by the name that it has in ROS 2, if it can be imported by that, else by interface()."""
    structure = cls.__dict__.get('_STRUCTURE')
    if structure is None:  # a class of the program that inherits from one of ours
        return cls.__qualname__
    if rclpy_types.used:
        with contextlib.suppress(ImportError):
            module = sys.modules.get(cls.__module__) or importlib.import_module(cls.__module__)
            if getattr(module, cls.__name__, None) is cls:
                return cls.__qualname__
    if _maker.classes.get(structure.name) is not cls:
        raise pickle.PicklingError(f'{cls!r} cannot be pickled, because its definition was received from a node')
    return interface, (structure.name,)


for _metaclass in (_MessageType, _NoInstances):
    copyreg.pickle(_metaclass, _reduce)


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
    _, kind, name = structure.name.split('/')
    module = module_name(structure.name)
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


def _check_names(structure: Structure) -> None:
    """Raises DefinitionError if Python does not support a type of the message, or a name in it."""
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


def _make_message(structure: Structure, module: str, name: str, maker: Maker) -> type[Message]:
    _check_names(structure)
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
    scope: dict[str, Any] = {'_unset': _UNSET, '_refuse': _refuse_unknown}
    lines = []
    members: dict[str, Any] = {
        '__module__': module,
        '__slots__': [f'_{field.name}' for field in structure.fields],
        '__doc__': f'The message {structure.name}, from {structure.source}.',
        '_STRUCTURE': structure,
        '_NESTED': nested,
        '_MAKER': maker,
        '_DEPTH': depth,
        '_LEAST': max(least, 1),
    }
    fixed = {constant.name for constant in structure.constants}
    for field in structure.fields:
        check = check_of(field, structure.name, nested.get(field.type.base))
        default, is_factory = _default(field, nested.get(field.type.base))
        scope[f'_check_{field.name}'] = check
        scope[f'_default_{field.name}'] = default
        lines.append(
            f'    _._{field.name} = _default_{field.name}{"()" if is_factory else ""} if {field.name} is _unset '
            f'else _check_{field.name}({field.name})'
        )
        members[field.name] = _property(field, check)
        if field.default is not None:
            name_of_default = f'{field.name.upper()}__DEFAULT'
            members[name_of_default] = _Default(field.default, default, is_factory)
            fixed.add(name_of_default)
    for constant in structure.constants:
        members[constant.name] = bytes([constant.value]) if constant.base == 'byte' else constant.value
    members['_FIXED'] = frozenset(fixed)
    parameters = ''.join(f'{field.name}=_unset, ' for field in structure.fields)
    star = '*, ' if parameters else ''
    lines.append('    if _unknown: _refuse(_, _unknown)')
    text = f'def __init__(_, {star}{parameters}**_unknown):\n' + '\n'.join(lines)
    exec(compile(text, GENERATED, 'exec'), scope)
    members['__init__'] = scope['__init__']
    members['__init__'].__qualname__ = f'{name}.__init__'
    return cast(type[Message], _MessageType(name, (Message,), members))


def _refuse_unknown(message: Message, unknown: dict[str, Any]) -> None:
    unknown.pop('check_fields', None)  # rclpy's programs may pass it; values are always checked
    for name in unknown:
        text = f"{type(message).__name__}.__init__() got an unexpected keyword argument '{name}'"
        raise rclpy_types.field_error(TypeError, text)


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
    base = type_.base
    if length or given:
        return (lambda: numeric().default(base, length or None, given)), True
    return (lambda: numeric().empty_sequence(base)), True
