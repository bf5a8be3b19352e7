# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The attributes and parts of elements in launch files, and the conversion of their texts."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...names import existing
from ..entity import Condition, IfCondition, UnlessCondition
from ..errors import SubstitutionFailure
from ..substitution import TextSubstitution
from ..substitution_text import Parts, parse_substitution
from .element import Element

Convert = Callable[[Element, str], Any]
"""A function of an element and the name of its attribute that returns the attribute's value."""


def substitution(element: Element, name: str) -> Parts:
    """Returns the parts of an attribute with substitutions. LaunchError for a syntax error."""
    try:
        return parse_substitution(element.text(name))
    except SubstitutionFailure as error:
        raise element.fail(f'{name}: {error}') from None


def plain_text(element: Element, name: str) -> str:
    """Returns an attribute that may not contain substitutions."""
    return element.text(name)


def literal_or_substitution(kind: type) -> Convert:
    """Returns a converter to a type that also accepts substitutions."""

    def convert(element: Element, name: str) -> Any:
        return substitution(element, name) if '$(' in element.text(name) else element.get_attr(name, data_type=kind)

    return convert


boolean, number, integer = (literal_or_substitution(kind) for kind in (bool, float, int))


def command_line(element: Element, name: str) -> list[Parts]:
    """Splits an attribute into words as a shell does; values of substitutions are not split."""
    words: list[Parts] = []
    starts_word = True
    for part in substitution(element, name):
        if not isinstance(part, TextSubstitution):
            if starts_word:
                words.append([])
            words[-1].append(part)
            starts_word = False
            continue
        try:
            pieces = shlex.split(part.text)
        except ValueError as error:
            raise element.fail(f'{name}: {error}') from None
        if part.text[:1].isspace():
            starts_word = True
        for at, piece in enumerate(pieces):
            if starts_word or at:
                words.append([])
            words[-1].append(TextSubstitution(text=piece))
            starts_word = False
        if part.text[-1:].isspace():
            starts_word = True
    return words


@dataclass(frozen=True)
class Attribute:
    """An attribute of a tag, and the argument of the action that it sets."""

    argument: str
    convert: Convert = substitution
    required: bool = False


def attributes_of(element: Element, known: Mapping[str, Attribute], suffix: str = '') -> dict[str, Any]:
    """Returns the arguments from an element's attributes. LaunchError for an unknown or missing attribute."""
    arguments: dict[str, Any] = {}
    for name in element.values:
        if name not in known:
            raise element.fail(existing('attribute', name, [*known]))
    for name, attribute in known.items():
        if name in element.values:
            arguments[attribute.argument] = attribute.convert(element, name)
        elif attribute.required:
            raise element.fail(f"no attribute '{name}'{suffix}; it has {', '.join(element.values) or 'none'}")
    return arguments


def pairs(first: str, second: str) -> Callable[[Sequence[Element]], list[tuple[Parts, Parts]]]:
    """Returns a reader of elements that have these two attributes."""
    known = {first: Attribute('0', required=True), second: Attribute('1', required=True)}

    def read(elements: Sequence[Element]) -> list[tuple[Parts, Parts]]:
        pairs_ = []
        for child in elements:
            values = attributes_of(child, known)
            no_children(child)
            pairs_.append((values['0'], values['1']))
        return pairs_

    return read


def mapping(elements: Sequence[Element]) -> dict[Any, Any]:
    """Returns a mapping from elements with the attributes name and value."""
    return {tuple(name): value for name, value in pairs('name', 'value')(elements)}


def no_children(element: Element) -> None:
    """Raises LaunchError if an element has children."""
    if element.children:
        raise element.children[0].fail(f'it is in <{element.type_name}>, which cannot contain elements')


def choices(elements: Sequence[Element]) -> list[str]:
    """Returns the values of <choice> elements."""
    return [attributes_of(child, {'value': Attribute('value', plain_text, True)})['value'] for child in elements]


def condition(element: Element, arguments: dict[str, Any]) -> dict[str, Any]:
    """Moves the attributes if and unless to the argument `condition`. LaunchError if there are both."""
    conditions: list[Condition] = []
    for name, kind in (('if', IfCondition), ('unless', UnlessCondition)):
        if name in arguments:
            conditions.append(kind(arguments.pop(name)))
    if len(conditions) > 1:
        raise element.fail("it has both 'if' and 'unless'; expected one of them")
    return arguments | ({'condition': conditions[0]} if conditions else {})


def parts_of(element: Element, parts: Mapping[str, tuple[str, Callable[[Sequence[Element]], Any]]]) -> dict[str, Any]:
    """Returns the arguments from the children of an element. LaunchError for a child that is not a part."""
    for child in element.children:
        if child.type_name not in parts:
            raise child.fail(f'it is in <{element.type_name}>; {_expected(parts)}')
    return {argument: read(children) for name, (argument, read) in parts.items() if (children := element.parts(name))}


def _expected(names: Iterable[str]) -> str:
    known = ', '.join(f'<{name}>' for name in names)
    return f'expected {known} there' if known else 'expected no elements there'
