# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parser of substitutions in text, $(name arguments…), in XML, YAML and parameter files."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..names import existing
from .errors import SubstitutionFailure
from .substitution import Substitution, TextSubstitution

DEEPEST = 100
"""Most levels of nested substitutions."""

Parts = list[Substitution]
MAKERS: dict[str, tuple[Callable[..., Substitution], int, int]] = {}
"""By name: the function that creates the substitution, and the least and most number of its arguments."""


def add_maker(name: str, make: Callable[..., Substitution], least: int, most: int) -> None:
    """Registers a substitution; it takes `least` to `most` arguments."""
    MAKERS[name] = make, least, most


def parse_substitution(text: str) -> Parts:
    """Parses a text into its parts. SubstitutionFailure for a syntax error."""
    reader = _Reader(text)
    parts = reader.template('')
    return parts or [TextSubstitution(text='')]


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._position = self._depth = 0

    def _fail(self, why: str) -> SubstitutionFailure:
        return SubstitutionFailure(f"'{' '.join(self._text.split())}': {why}")

    def template(self, ends: str) -> Parts:
        """Parses text and substitutions up to one of the characters `ends`; '': up to the end of the text."""
        parts: Parts = []
        plain: list[str] = []

        def flush() -> None:
            if plain:
                parts.append(TextSubstitution(text=''.join(plain)))
                plain.clear()

        while self._position < len(self._text):
            char = self._text[self._position]
            if char in ends:
                break
            if char == '\\' and self._position + 1 < len(self._text):
                plain.append(self._text[self._position + 1])
                self._position += 2
            elif self._text.startswith('$(', self._position):
                flush()
                parts.append(self._substitution())
            else:
                plain.append(char)
                self._position += 1
        flush()
        return parts

    def _substitution(self) -> Substitution:
        begin = self._position
        self._position += 2
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._fail(f'substitutions are nested more than {DEEPEST} deep')
        match = re.compile(r'\s*([\w-]*)\s*').match(self._text, self._position)
        assert match is not None
        name, self._position = match[1], match.end()
        arguments: list[Parts] = []
        while self._position < len(self._text) and self._text[self._position] != ')':
            quote = self._text[self._position]
            if quote in '"\'':
                self._position += 1
                arguments.append(self.template(quote) or [TextSubstitution(text='')])
                if self._position >= len(self._text):
                    raise self._fail(f'a {quote} is not closed')
                self._position += 1
            else:
                arguments.append(self.template(') \t\n'))
            while self._position < len(self._text) and self._text[self._position].isspace():
                self._position += 1
        if self._position >= len(self._text):
            raise self._fail(f"'{self._text[begin:]}' is not closed; expected ')'")
        self._position += 1
        self._depth -= 1
        return self._create(name, arguments)

    def _create(self, name: str, arguments: Sequence[Parts]) -> Substitution:
        if name not in MAKERS:
            raise self._fail(existing('substitution', name, MAKERS))
        make, least, most = MAKERS[name]
        if not least <= len(arguments) <= most:
            count = str(least) if least == most else f'{least} to {most}'
            raise self._fail(f'{name} has {len(arguments)} arguments; expected {count}')
        return make(*arguments)
