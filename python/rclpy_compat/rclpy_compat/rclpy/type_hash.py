# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""TypeHash: the hash of a type, which endpoints announce."""

from __future__ import annotations

from typing import TypedDict

_SIZE = 32


class TypeHashDictionary(TypedDict):
    """The values of a TypeHash by their names."""

    version: int
    value: bytes


class TypeHash:
    """The hash of a type. str() returns 'RIHS01_…', or 'INVALID' if the endpoint does not announce it."""

    __slots__ = ['_value', '_version']

    def __init__(self, version: int = -1, value: bytes = bytes(_SIZE)) -> None:
        self.version = version
        self.value = value

    @classmethod
    def _of(cls, text: str) -> TypeHash:
        """Returns the hash of a text like 'RIHS01_…'; an invalid one for an empty text."""
        return cls(1, bytes.fromhex(text.partition('_')[2])) if text else cls()

    @property
    def version(self) -> int:
        """The version of the rules by which the hash was computed; -1 if there is no hash."""
        return self._version

    @version.setter
    def version(self, value: int) -> None:
        assert isinstance(value, int), f'TypeHash.version: expected an int, found {value!r}'
        self._version = value

    @property
    def value(self) -> bytes:
        """The 32 bytes of the hash."""
        return self._value

    @value.setter
    def value(self, value: bytes) -> None:
        assert isinstance(value, bytes), f'TypeHash.value: expected bytes, found {value!r}'
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypeHash) and (self._version, self._value) == (other._version, other._value)

    def __hash__(self) -> int:
        return hash((self._version, self._value))

    def __str__(self) -> str:
        is_valid = self._version > 0 and len(self._value) == _SIZE
        return f'RIHS{self._version:02}_{self._value.hex()}' if is_valid else 'INVALID'

    def __repr__(self) -> str:
        return f'TypeHash({self})'
