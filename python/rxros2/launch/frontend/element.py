# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Element: an XML or YAML element of a launch file with its attributes, children and place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import LaunchError

DEEPEST = 100
"""Most levels of nested elements."""


class Element:
    """An element, called Entity in launch.frontend. Attributes are texts; in YAML also other scalars and lists."""

    def __init__(self, type_name: str, place: str, values: Mapping[str, Any] | None = None) -> None:
        self.type_name = type_name
        self.place = place
        self.parent: Element | None = None
        self.values: dict[str, Any] = dict(values or {})
        self.texts: dict[str, str] = {}
        """Texts of attributes in the file, where the values are no texts."""
        self.children: list[Element] = []
        self._read: set[str] = set()

    def add(self, child: Element) -> None:
        """Appends a child."""
        child.parent = self
        self.children.append(child)

    def fail(self, reason: str) -> LaunchError:
        """Returns an error with the place of the element."""
        return LaunchError(f'<{self.type_name}>: {reason}', self.place)

    def text(self, name: str) -> str:
        """Returns the text of an attribute. KeyError if it does not exist."""
        return self.texts.get(name, self.values[name] if isinstance(self.values[name], str) else str(self.values[name]))

    def parts(self, name: str) -> list[Element]:
        """Returns the children with this tag."""
        return [child for child in self.children if child.type_name == name]

    # The interface of launch.frontend for custom actions.

    def get_attr(self, name: str, *, data_type: Any = str, optional: bool = False, can_be_str: bool = True) -> Any:
        """Returns an attribute, or for the type list[Entity] the children with this tag. LaunchError if missing."""
        self._read.add(name)
        if getattr(data_type, '__origin__', None) is list and name not in self.values:
            children = self.parts(name)
            if not children and not optional:
                raise self.fail(f"no element '{name}' in it")
            return children or None
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
        """Raises LaunchError if an attribute or child has not been read."""
        for name in [*self.values, *(child.type_name for child in self.children)]:
            if name not in self._read and name not in ('if', 'unless'):
                raise self.fail(f"'{name}' is not known here")


def _converted(element: Element, name: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text.lower() in ('true', 'false'):
            return text.lower() == 'true'
    else:
        try:
            return kind(text)
        except ValueError:
            pass
    raise element.fail(f"{name} is '{text}'; expected {'true or false' if kind is bool else 'a number'}")
