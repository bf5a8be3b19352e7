# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reader of YAML launch files into elements with line numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import LaunchError
from ..yaml import library
from .element import DEEPEST, Element

MOST = 10_000
"""Most elements and values of a file, including repetitions by aliases."""


def read(path: str, text: str) -> Element:
    """Returns the element `launch`. LaunchError, with file and line, for invalid YAML."""
    yaml = library()
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, 'problem_mark', None)
        why = ' '.join(str(getattr(error, 'problem', None) or error).split())
        raise LaunchError(f'no valid YAML: {why}', path if mark is None else f'{path}:{mark.line + 1}') from None
    except RecursionError:
        raise LaunchError(f'it is nested more than {DEEPEST} deep', path) from None
    return _Reader(path, yaml).document(root)


class _Reader:
    def __init__(self, path: str, yaml: Any) -> None:
        self._path = path
        self._yaml = yaml
        self._depth = self._count = 0

    def _place(self, node: Any) -> str:
        return f'{self._path}:{node.start_mark.line + 1}' if node is not None else self._path

    @contextmanager
    def _inside(self, node: Any) -> Iterator[None]:
        """Limits depth and number of parts, because an alias may stand for many nodes or contain itself."""
        self._depth += 1
        self._count += 1
        if self._depth > DEEPEST:
            raise LaunchError(f'it is nested more than {DEEPEST} deep', self._place(node))
        if self._count > MOST:
            raise LaunchError(f'including repetitions by aliases, it has more than {MOST} parts', self._place(node))
        yield
        self._depth -= 1

    def document(self, root: Any) -> Element:
        pairs = self._pairs(root) if isinstance(root, self._yaml.MappingNode) else []
        if len(pairs) != 1 or pairs[0][0] != 'launch':
            raise LaunchError("no launch file; expected a mapping with the one key 'launch'", self._place(root))
        return self._element('launch', pairs[0][1])

    def _pairs(self, node: Any) -> list[tuple[str, Any]]:
        pairs: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, self._yaml.ScalarNode):
                raise LaunchError('expected a text before the colon', self._place(key))
            if key.value in pairs:
                raise LaunchError(f"'{key.value}' occurs twice", self._place(key))
            pairs[key.value] = value
        return list(pairs.items())

    def _element(self, tag: str, node: Any) -> Element:
        element = Element(tag, self._place(node))
        with self._inside(node):
            if isinstance(node, self._yaml.SequenceNode):
                self._children(element, node)
            elif isinstance(node, self._yaml.MappingNode):
                for name, value in self._pairs(node):
                    self._attribute(element, name, value)
            elif node.value:
                raise LaunchError(f"{tag}: '{node.value}'; expected attributes or a list of actions", self._place(node))
        return element

    def _attribute(self, element: Element, name: str, value: Any) -> None:
        if name == 'children' and isinstance(value, self._yaml.SequenceNode):
            self._children(element, value)
        elif isinstance(value, self._yaml.SequenceNode) and any(
            isinstance(item, self._yaml.MappingNode) for item in value.value
        ):
            for item in value.value:
                element.add(self._element(name, item))
        elif isinstance(value, self._yaml.MappingNode):
            element.add(self._element(name, value))
        else:
            element.values[name] = self._value(value)
            if isinstance(value, self._yaml.ScalarNode):
                element.texts[name] = value.value

    def _children(self, element: Element, node: Any) -> None:
        for item in node.value:
            pairs = self._pairs(item) if isinstance(item, self._yaml.MappingNode) else []
            if len(pairs) != 1:
                raise LaunchError(
                    f"in '{element.type_name}' each item of the list must be one action, '- node: …'",
                    self._place(item),
                )
            child = self._element(*pairs[0])
            child.place = self._place(item)
            element.add(child)

    def _value(self, node: Any) -> Any:
        with self._inside(node):
            if isinstance(node, self._yaml.SequenceNode):
                return [self._value(item) for item in node.value]
        loader = self._yaml.SafeLoader('')
        try:
            return loader.construct_object(node, deep=True)
        except Exception as error:  # PyYAML raises many kinds, for example for the date 2026-02-30
            raise LaunchError(f'no valid YAML: {" ".join(str(error).split())}', self._place(node)) from None
        finally:
            loader.dispose()
