# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Types of the fields of messages, as SLOT_TYPES contains them. Types are equal if their classes and attributes are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

SIGNED_NONEXPLICIT_INTEGER_TYPES = ('short', 'long', 'long long')
UNSIGNED_NONEXPLICIT_INTEGER_TYPES = tuple(f'unsigned {name}' for name in SIGNED_NONEXPLICIT_INTEGER_TYPES)
NONEXPLICIT_INTEGER_TYPES = SIGNED_NONEXPLICIT_INTEGER_TYPES + UNSIGNED_NONEXPLICIT_INTEGER_TYPES
SIGNED_EXPLICIT_INTEGER_TYPES = ('int8', 'int16', 'int32', 'int64')
UNSIGNED_EXPLICIT_INTEGER_TYPES = ('uint8', 'uint16', 'uint32', 'uint64')
EXPLICIT_INTEGER_TYPES = SIGNED_EXPLICIT_INTEGER_TYPES + UNSIGNED_EXPLICIT_INTEGER_TYPES
SIGNED_INTEGER_TYPES = SIGNED_NONEXPLICIT_INTEGER_TYPES + SIGNED_EXPLICIT_INTEGER_TYPES
UNSIGNED_INTEGER_TYPES = UNSIGNED_NONEXPLICIT_INTEGER_TYPES + UNSIGNED_EXPLICIT_INTEGER_TYPES
INTEGER_TYPES = SIGNED_INTEGER_TYPES + UNSIGNED_INTEGER_TYPES
FLOATING_POINT_TYPES = ('float', 'double', 'long double')
CHARACTER_TYPES = ('char', 'wchar')
BOOLEAN_TYPE = 'boolean'
OCTET_TYPE = 'octet'
BASIC_TYPES = (*INTEGER_TYPES, *FLOATING_POINT_TYPES, *CHARACTER_TYPES, BOOLEAN_TYPE, OCTET_TYPE)

EMPTY_STRUCTURE_REQUIRED_MEMBER_NAME = 'structure_needs_at_least_one_member'
CONSTANT_MODULE_SUFFIX = '_Constants'
SERVICE_REQUEST_MESSAGE_SUFFIX = '_Request'
SERVICE_RESPONSE_MESSAGE_SUFFIX = '_Response'
SERVICE_EVENT_MESSAGE_SUFFIX = '_Event'
ACTION_GOAL_SUFFIX = '_Goal'
ACTION_RESULT_SUFFIX = '_Result'
ACTION_FEEDBACK_SUFFIX = '_Feedback'
ACTION_GOAL_SERVICE_SUFFIX = '_SendGoal'
ACTION_RESULT_SERVICE_SUFFIX = '_GetResult'
ACTION_FEEDBACK_MESSAGE_SUFFIX = '_FeedbackMessage'


class AbstractType:
    """Base class of all types."""

    __slots__: tuple[str, ...] = ()
    __hash__ = None  # type: ignore[assignment]  # attributes can change

    def _values(self) -> list[Any]:
        names = [name for cls in reversed(type(self).__mro__) for name in getattr(cls, '__slots__', ())]
        return [getattr(self, name) for name in names]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, AbstractType) and self._values() == other._values()

    def __repr__(self) -> str:
        return f'{type(self).__name__}({", ".join(map(repr, self._values()))})'


class AbstractNestableType(AbstractType):
    """Base class of the types that items of collections can have."""

    __slots__ = ()


class BasicType(AbstractNestableType):
    """A number, a character, a bool or a byte, by its name in IDL."""

    __slots__ = ('typename',)

    def __init__(self, typename: str) -> None:
        if typename not in BASIC_TYPES:
            raise AssertionError(f'expected one of {", ".join(BASIC_TYPES)}; found {typename!r}')
        self.typename = typename


class NamedType(AbstractNestableType):
    """A type whose name has no namespaces."""

    __slots__ = ('name',)

    def __init__(self, name: str) -> None:
        self.name = name


class NamespacedType(AbstractNestableType):
    """A message, by its namespaces ['std_msgs', 'msg'] and its name."""

    __slots__ = ('namespaces', 'name')  # noqa: RUF023  # in the order of the constructor

    def __init__(self, namespaces: Iterable[str], name: str) -> None:
        self.namespaces = namespaces
        self.name = name

    def namespaced_name(self) -> tuple[str, ...]:
        """Returns the namespaces and the name: ('std_msgs', 'msg', 'String')."""
        return (*self.namespaces, self.name)


class AbstractGenericString(AbstractNestableType):
    """Base class of all texts."""

    __slots__ = ()

    def has_maximum_size(self) -> bool:
        """Returns whether the length has a bound, which is the attribute maximum_size."""
        return hasattr(self, 'maximum_size')


class AbstractString(AbstractGenericString):
    """Base class of texts of 8-bit characters."""

    __slots__ = ()


class BoundedString(AbstractString):
    """A text of at most `maximum_size` characters."""

    __slots__ = ('maximum_size',)

    def __init__(self, maximum_size: int) -> None:
        self.maximum_size = maximum_size


class UnboundedString(AbstractString):
    """A text of any length."""

    __slots__ = ()


class AbstractWString(AbstractGenericString):
    """Base class of texts of 16-bit characters."""

    __slots__ = ()


class BoundedWString(AbstractWString):
    """A wide text of at most `maximum_size` characters."""

    __slots__ = ('maximum_size',)

    def __init__(self, maximum_size: int) -> None:
        self.maximum_size = maximum_size


class UnboundedWString(AbstractWString):
    """A wide text of any length."""

    __slots__ = ()


class AbstractNestedType(AbstractType):
    """Base class of collections, whose items have the type `value_type`."""

    __slots__ = ('value_type',)

    def __init__(self, value_type: AbstractNestableType) -> None:
        if not isinstance(value_type, AbstractNestableType):
            raise AssertionError(f'expected a type that items can have; found {value_type!r}')
        self.value_type = value_type

    def has_maximum_size(self) -> bool:
        """Returns whether the number of items has a bound, which is the attribute size or maximum_size."""
        return hasattr(self, 'maximum_size') or hasattr(self, 'size')


class Array(AbstractNestedType):
    """A collection of exactly `size` items."""

    __slots__ = ('size',)

    def __init__(self, value_type: AbstractNestableType, size: int) -> None:
        super().__init__(value_type)
        self.size = size


class AbstractSequence(AbstractNestedType):
    """Base class of collections of variable length."""

    __slots__ = ()


class BoundedSequence(AbstractSequence):
    """A collection of at most `maximum_size` items."""

    __slots__ = ('maximum_size',)

    def __init__(self, value_type: AbstractNestableType, maximum_size: int) -> None:
        super().__init__(value_type)
        self.maximum_size = maximum_size


class UnboundedSequence(AbstractSequence):
    """A collection of any number of items."""

    __slots__ = ()
