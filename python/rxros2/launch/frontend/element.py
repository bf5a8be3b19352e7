# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Element: a tag of a launch file with its attributes, its children and its place, in XML and YAML alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import LaunchError

DEEPEST = 100
"""Elements in elements."""


class Element:
    """Entity, as launch.frontend calls it. Values of attributes are texts or, of YAML, also other scalars and lists."""

    def __init__(self, type_name: str, place: str, values: Mapping[str, Any] | None = None) -> None:
        self.type_name = type_name
        self.place = place
        self.parent: Element | None = None
        self.values: dict[str, Any] = dict(values or {})
        self.texts: dict[str, str] = {}
        """As the file has them, where the values are no texts."""
        self.children: list[Element] = []
        self._read: set[str] = set()

    def add(self, child: Element) -> None:
        child.parent = self
        self.children.append(child)

    def fail(self, why: str) -> LaunchError:
        return LaunchError(f'<{self.type_name}>: {why}', self.place)

    def text(self, name: str) -> str:
        """Of an attribute that is there."""
        return self.texts.get(name, self.values[name] if isinstance(self.values[name], str) else str(self.values[name]))

    def parts(self, name: str) -> list[Element]:
        """Children of this tag."""
        return [each for each in self.children if each.type_name == name]

    # What launch.frontend offers to actions of others.

    def get_attr(self, name: str, *, data_type: Any = str, optional: bool = False, can_be_str: bool = True) -> Any:
        """An attribute, or, of the type list[Entity], the children of this tag. LaunchError if it is not there."""
        self._read.add(name)
        if getattr(data_type, '__origin__', None) is list and name not in self.values:
            found = self.parts(name)
            if not found and not optional:
                raise self.fail(f"no element '{name}' in it")
            return found or None
        if name not in self.values:
            if optional:
                return None
            raise self.fail(f"no attribute '{name}'")
        if data_type is str:
            return self.text(name)
        value = self.values[name]
        if data_type in (int, float, bool) and isinstance(value, str):
            if can_be_str and '$(' in value:
                return value
            return _converted(self, name, value, data_type)
        return value

    def assert_entity_completely_parsed(self) -> None:
        """LaunchError if it has attributes or children that nobody asked for."""
        for name in [*self.values, *(each.type_name for each in self.children)]:
            if name not in self._read and name not in ('if', 'unless'):
                raise self.fail(f"'{name}' is not known here")


def _converted(of: Element, name: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text.lower() in ('true', 'false'):
            return text.lower() == 'true'
    else:
        try:
            return kind(text)
        except ValueError:
            pass
    raise of.fail(f"{name} is '{text}'; expected {'true or false' if kind is bool else 'a number'}")
