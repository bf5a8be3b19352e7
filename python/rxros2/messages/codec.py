# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Serialization of messages to CDR, the format of DDS and of recordings. Needs the extension module rxros2._core."""

from __future__ import annotations

import contextlib
import threading
from typing import Any, TypeVar

from .._core import Codec, register_service_hash, register_type
from ..definitions.model import STRINGS, Collection, DefinitionError, Structure
from .checks import numeric
from .classes import Message, Service, interface, structure_of, type_hash
from .find import InterfaceNotFound

_MessageType = TypeVar('_MessageType', bound=Message)

# In the order of cdr::kind; byte and char are uint8.
_KINDS = [
    *('bool', 'int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64'),
    *STRINGS,
    'structure',
]
_lock = threading.RLock()  # held while a codec is made and set in its class


class CdrError(ValueError):
    """Raised for bytes that are no message of a type; the text names type, field, position and the expected value."""


def encode(message: Message) -> bytes:
    """Serializes a message: CDR header and body, in this machine's byte order.

    TypeError or ValueError if a list of the message has an item that does not fit its field.
    """
    return codec_of(type(message)).encode(message)


def decode(cls: type[_MessageType], sample: Any, growing: bool = False) -> _MessageType:
    """Deserializes a message from bytes or another object with a buffer. CdrError if it is not a message of this type.

    Numeric arrays are read-only views of the sample (zero-copy) if it is immutable and the numbers are aligned, else
    read-only copies. With `growing` they have rclpy's types: sequences are array.array, arrays are writable numpy
    arrays, and collections of bools and bytes are lists. Without numpy they are array.array, or lists of bools.
    """
    message: _MessageType = codec_of(cls, growing).decode(sample)
    return message


def codec_of(cls: Any, growing: bool = False) -> Codec:
    """Returns the codec of a message class and caches it; `growing`: see decode(). TypeError for another class."""
    try:
        codec: Codec = cls.__dict__['_GROWING_CODEC' if growing else '_CODEC']
    except (AttributeError, KeyError):
        codec = _make(cls, growing)
    return codec


def announced(cls: Any) -> str:
    """Registers the type hash of a message or service class, which its endpoints then announce in discovery.

    Returns the name of the type. TypeError for another class.
    """
    structure = structure_of(cls)
    if '_ANNOUNCED' not in cls.__dict__:
        parts = (cls.Request, cls.Response) if issubclass(cls, Service) else (cls,)
        for part in parts:
            register_type(codec_of(part), type_hash(part))
        if issubclass(cls, Service):
            register_service_hash(structure.name, type_hash(cls))
        cls._ANNOUNCED = True
    return structure.name


def announced_if_known(type_: str) -> str:
    """Does what announced() does for the name of a type, if this machine knows it. Returns the name unchanged.

    A peer of ROS 2 prints a warning about each endpoint without a type hash.
    """
    with contextlib.suppress(InterfaceNotFound, DefinitionError, OSError, TypeError, ValueError):
        announced(interface(type_))
    return type_


def _make(cls: Any, growing: bool) -> Codec:
    structure = structure_of(cls)
    if not issubclass(cls, Message):
        raise TypeError(f'expected the class of a message, found {structure.name}; expected one of its parts')
    name = '_GROWING_CODEC' if growing else '_CODEC'
    with _lock:
        if name not in cls.__dict__:
            setattr(cls, name, Codec(cls, structure.name, _fields(cls, structure, growing)))
        return codec_of(cls, growing)


def _fields(cls: type[Message], structure: Structure, growing: bool) -> list[tuple[Any, ...]]:
    fields = []
    for field in structure.fields:
        type_, dtype, empty, own = field.type, None, None, None
        if type_.is_numeric_collection:
            dtype, empty = numeric().DTYPES[type_.base], numeric().empty(type_.base)
            if growing or dtype is None:
                own = numeric().from_bytes(type_.base, type_.collection is Collection.SEQUENCE)
        kind = 'structure' if type_.is_message else {'byte': 'uint8', 'char': 'uint8'}.get(type_.base, type_.base)
        nested = codec_of(cls._NESTED[type_.base], growing) if type_.is_message else None
        fields.append(
            (
                field.name,
                _KINDS.index(kind),
                type_.collection.value,
                type_.length,
                type_.string_bound,
                type_.base == 'byte',
                nested,
                dtype,
                empty,
                own,
            )
        )
    return fields
