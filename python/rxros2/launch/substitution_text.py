# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Substitutions as text, $(name arguments…): in XML, in YAML and in parameter files."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..names import existing
from .errors import SubstitutionFailure
from .substitution import Substitution, TextSubstitution

DEEPEST = 100
"""Substitutions in substitutions."""

Parts = list[Substitution]
MAKERS: dict[str, tuple[Callable[..., Substitution], int, int]] = {}
"""By name: what makes it of its arguments, and how many it takes, at least and at most."""


def add_maker(name: str, make: Callable[..., Substitution], least: int, most: int) -> None:
    MAKERS[name] = make, least, most


def parse_substitution(text: str) -> Parts:
    """The parts of a text. SubstitutionFailure for what is not well formed."""
    reader = _Reader(text)
    parts = reader.template('')
    return parts or [TextSubstitution(text='')]


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = self._depth = 0

    def _fail(self, why: str) -> SubstitutionFailure:
        return SubstitutionFailure(f"'{' '.join(self._text.split())}': {why}")

    def template(self, ends: str) -> Parts:
        """Text and substitutions, up to one of `ends`, or, of '', to the end of all."""
        parts: Parts = []
        plain: list[str] = []

        def flush() -> None:
            if plain:
                parts.append(TextSubstitution(text=''.join(plain)))
                plain.clear()

        while self._at < len(self._text):
            char = self._text[self._at]
            if char in ends:
                break
            if char == '\\' and self._at + 1 < len(self._text):
                plain.append(self._text[self._at + 1])
                self._at += 2
            elif self._text.startswith('$(', self._at):
                flush()
                parts.append(self._substitution())
            else:
                plain.append(char)
                self._at += 1
        flush()
        return parts

    def _substitution(self) -> Substitution:
        begin = self._at
        self._at += 2
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._fail(f'substitutions are nested more than {DEEPEST} deep')
        found = re.compile(r'\s*([\w-]*)\s*').match(self._text, self._at)
        assert found is not None
        name, self._at = found[1], found.end()
        arguments: list[Parts] = []
        while self._at < len(self._text) and self._text[self._at] != ')':
            quote = self._text[self._at]
            if quote in '"\'':
                self._at += 1
                arguments.append(self.template(quote) or [TextSubstitution(text='')])
                if self._at >= len(self._text):
                    raise self._fail(f'a {quote} is not closed')
                self._at += 1
            else:
                arguments.append(self.template(') \t\n'))
            while self._at < len(self._text) and self._text[self._at].isspace():
                self._at += 1
        if self._at >= len(self._text):
            raise self._fail(f"'{self._text[begin:]}' is not closed; expected ')'")
        self._at += 1
        self._depth -= 1
        return self._made(name, arguments)

    def _made(self, name: str, arguments: Sequence[Parts]) -> Substitution:
        if name not in MAKERS:
            raise self._fail(existing('substitution', name, MAKERS))
        make, least, most = MAKERS[name]
        if not least <= len(arguments) <= most:
            count = str(least) if least == most else f'{least} to {most}'
            raise self._fail(f'{name} has {len(arguments)} arguments; expected {count}')
        return make(*arguments)
