# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Splits the text of an .idl file into tokens, each with its line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .model import DefinitionError
from .parser import ESCAPE, idl_text

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<directive>\#[^\n]*)
    |(?P<string>L?"(?:[^"\\\n]|\\.)*")
    |(?P<number>0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dD]?)
    |(?P<name>[A-Za-z][A-Za-z0-9_]*)
    |(?P<sign>::|[][{}()<>;:,=@+-])""",
    re.DOTALL | re.VERBOSE,
)
_WIDE_ESCAPE = re.compile(ESCAPE.pattern + r'|\\u[0-9a-fA-F]{1,4}')


@dataclass(frozen=True)
class Token:
    """A word, number, string or sign of an .idl file; `kind` is 'end' behind the last one."""

    kind: str
    text: str
    line: int


def tokens(text: str, source: str) -> list[Token]:
    """Returns the tokens of a file, without comments. DefinitionError for a character that begins no token."""
    result: list[Token] = []
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise DefinitionError(
                f"{source}:{line}: unexpected '{text[position : position + 20].splitlines()[0]}'; "
                'expected a word, a number, a string in quotes or a sign of IDL'
            )
        if match.lastgroup != 'space':
            result.append(Token(str(match.lastgroup), match[0], line))
        line += match[0].count('\n')
        position = match.end()
    return [*result, Token('end', 'end of file', text.rstrip().count('\n') + 1)]


def string_value(literal: str) -> str:
    """Returns the text of a string literal with its quotes, "…" or L"…"."""
    return idl_text(literal[2:-1], _WIDE_ESCAPE) if literal.startswith('L') else idl_text(literal[1:-1])
