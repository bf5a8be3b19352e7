# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""XML elements with file and line, for policies, permissions and governance.

These files come from people and from other machines. A document type definition is rejected, because entities are a
way to attack XML parsers, and so are files that are too long or too deeply nested.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from .errors import SecurityError

LONGEST = 16 * 1024 * 1024
"""Most bytes of a file."""
DEEPEST = 64
"""Most levels of nested elements."""


@dataclass
class Element:
    """An XML element. A namespace in `tag` or `attributes` has the form '{http://…}name'."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    text: str = ''
    """Its text without that of its children, stripped."""
    children: list[Element] = field(default_factory=list)
    file: str = ''
    line: int = 0

    def add(self, tag: str, text: str = '', **attributes: str) -> Element:
        """Appends a new child and returns it."""
        child = Element(tag, attributes, text)
        self.children.append(child)
        return child

    def all(self, *tags: str) -> Iterator[Element]:
        """Yields the descendants on the path of these tags: children with the first tag, their children, and so on."""
        for child in self.children:
            if child.tag == tags[0]:
                if len(tags) == 1:
                    yield child
                else:
                    yield from child.all(*tags[1:])

    def first(self, *tags: str) -> Element | None:
        """Returns the first of all(), or None."""
        return next(self.all(*tags), None)

    @property
    def place(self) -> str:
        """'file:line', for errors."""
        return f'{self.file}:{self.line}'

    def dump(self) -> str:
        """Returns the text of an XML file with this root element."""
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + ''.join(_lines(self, 0))


def _lines(element: Element, depth: int) -> Iterator[str]:
    indent = '  ' * depth
    attributes = ''.join(f' {name}={quoteattr(value)}' for name, value in element.attributes.items())
    if element.children:
        yield f'{indent}<{element.tag}{attributes}>\n'
        for child in element.children:
            yield from _lines(child, depth + 1)
        yield f'{indent}</{element.tag}>\n'
    elif element.text:
        yield f'{indent}<{element.tag}{attributes}>{escape(element.text)}</{element.tag}>\n'
    else:
        yield f'{indent}<{element.tag}{attributes}/>\n'


def read(path: pathlib.Path) -> Element:
    """Returns the root element of a file. SecurityError, with file and line, for invalid XML."""
    try:
        with path.open('rb') as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise SecurityError(f'{path} cannot be read: {error.strerror}') from None
    return parse(data, str(path))


def parse(data: bytes, file: str) -> Element:
    """Returns the root element of XML data; `file` is its name in errors. SecurityError, with line, for invalid XML."""
    if len(data) > LONGEST:
        raise SecurityError(f'{file} is longer than {LONGEST // 1024 // 1024} MiB, which no policy or permissions are')
    parser = expat.ParserCreate(namespace_separator='}')
    parser.buffer_text = True
    roots: list[Element] = []
    open_: list[Element] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(open_) >= DEEPEST:
            raise SecurityError(f'{file}:{parser.CurrentLineNumber}: elements are nested more than {DEEPEST} deep')
        names = {_name(name): value for name, value in attributes.items()}
        element = Element(_name(tag), names, '', [], file, parser.CurrentLineNumber)
        (open_[-1].children if open_ else roots).append(element)
        open_.append(element)

    def end(_: str) -> None:
        element = open_.pop()
        element.text = element.text.strip()

    def text(data: str) -> None:
        open_[-1].text += data

    def refuse(*_: object) -> None:
        raise SecurityError(
            f'{file}:{parser.CurrentLineNumber}: it has a document type (DOCTYPE), which is not read: take it out'
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise SecurityError(f'{file}:{error.lineno}: no XML: {expat.ErrorString(error.code)}') from None
    except (ValueError, LookupError) as error:  # an unknown encoding
        raise SecurityError(f'{file}: no XML that can be read: {error}') from None
    return roots[0]


def _name(name: str) -> str:
    return '{' + name if '}' in name else name
