# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Creates actions from the elements of XML and YAML launch files, and registers tags that users add."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ...names import existing
from ..actions import loops
from ..entity import Action, LaunchDescription
from ..errors import LaunchError, words_of
from ..sources import READERS
from ..substitution import Substitution
from ..substitution_text import MAKERS, Parts, add_maker, parse_substitution
from . import xml, yaml
from .attributes import attributes_of, condition, parts_of
from .element import Element
from .substitutions import SUBSTITUTIONS
from .tags import CONDITIONS, TAGS

OTHERS: dict[str, Callable[[Element, Any], tuple[Callable[..., Action], dict[str, Any]]]] = {}
"""The parse() functions of actions that launch.frontend.expose_action has registered."""


def action(element: Element) -> Action:
    """Creates the action of an element. LaunchError, with its place, if the element is invalid."""
    if element.type_name in OTHERS:
        make, arguments = OTHERS[element.type_name](element, Parser())
        element.assert_entity_completely_parsed()
        return _create(element, make, arguments)
    tag = TAGS.get(element.type_name)
    if tag is None:
        raise LaunchError(existing('action', element.type_name, [*TAGS, *OTHERS]), element.place)
    arguments = condition(element, attributes_of(element, {**tag.attributes, **CONDITIONS}))
    inner = [child for child in element.children if tag.actions and child.type_name not in tag.parts]
    if tag.actions:
        actions = [action(child) for child in inner]
        if tag.loop:
            arguments['function'] = partial(_round, inner)
        else:
            arguments['actions'] = actions
        parts = {name: read(children) for name, (_, read) in tag.parts.items() if (children := element.parts(name))}
        arguments |= {tag.parts[name][0]: value for name, value in parts.items()}
    else:
        arguments |= parts_of(element, tag.parts)
    if element.type_name == 'arg' and 'value' in element.values:
        raise element.fail("an argument has a 'default'; to set its value is <let>")
    return _create(element, tag.make, arguments)


def _round(elements: Sequence[Element], **values: Any) -> list[Action]:
    """Returns the actions of a loop for one set of values."""
    return [loops.EnterLoop(values), *map(action, elements), loops.LeaveLoop()]


def _create(element: Element, make: Callable[..., Action], arguments: dict[str, Any]) -> Action:
    try:
        created = make(**arguments)
    except LaunchError as error:
        raise element.fail(error.text) from None
    except (TypeError, ValueError, RuntimeError) as error:
        raise element.fail(words_of(error)) from None
    created.place = element.place
    return created


def description(root: Element) -> LaunchDescription:
    """Creates the launch description of the outermost element."""
    if root.type_name != 'launch':
        raise root.fail('expected <launch> as the outermost element')
    for name in root.values:
        if name not in ('version', 'deprecated'):
            raise root.fail(existing('attribute', name, ['version', 'deprecated']))
    return LaunchDescription(
        [action(child) for child in root.children],
        deprecated_reason=root.text('deprecated') if 'deprecated' in root.values else None,
    )


class Parser:
    """The part of launch.frontend.Parser that custom actions use in parse()."""

    def parse_action(self, entity: Element) -> Action:
        """Creates the action of an element."""
        return action(entity)

    def parse_substitution(self, value: str) -> Parts:
        """Parses a text with substitutions."""
        return parse_substitution(value)

    def parse_if_substitutions(self, value: Any) -> Any:
        """Parses a text with substitutions; returns another value unchanged."""
        return parse_substitution(value) if isinstance(value, str) else value

    def escape_characters(self, value: str) -> str:
        """Returns the text unchanged."""
        return value

    def parse_description(self, entity: Element) -> LaunchDescription:
        """Creates the launch description of an outermost element."""
        return description(entity)


def expose_action(name: str) -> Callable[[Any], Any]:
    """Registers the class of an action as an XML and YAML tag, by its parse(entity, parser)."""

    def exposed(cls: Any) -> Any:
        OTHERS[name] = cls.parse
        return cls

    return exposed


def expose_substitution(name: str) -> Callable[[Any], Any]:
    """Registers the class of a substitution as $(name …), by its parse(arguments)."""

    def exposed(cls: Any) -> Any:
        def make(*arguments: Parts) -> Substitution:
            kind, kwargs = cls.parse(list(arguments))
            created: Substitution = kind(**kwargs)
            return created

        add_maker(name, make, 0, 99)
        return cls

    return exposed


MAKERS.update(SUBSTITUTIONS)
READERS['.xml'] = lambda path, text: description(xml.read(path, text))
READERS['.yaml'] = READERS['.yml'] = lambda path, text: description(yaml.read(path, text))
