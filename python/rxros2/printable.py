# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes texts of other machines safe for terminals and logs: they neither control the terminal nor forge a line."""

from __future__ import annotations

import re
from typing import Any

_CONTROL = re.compile('[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]')
_CONTROL_OR_BREAK = re.compile('[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]')
_SURROGATE = re.compile('[\ud800-\udfff]')
_SURROGATE_IN_REPR = re.compile(r'((?<!\\)(?:\\\\)*)\\ud[89a-f][0-9a-f]{2}')
_REPLACEMENT = '\ufffd'


def printable(text: str) -> str:
    r"""Escapes control characters except tabs and newlines, as in JSON and YAML. Lone surrogates become U+FFFD."""
    return _CONTROL.sub(_escaped, text)


def one_line(text: str) -> str:
    """Does what printable() does, and escapes tabs and newlines as well."""
    return _CONTROL_OR_BREAK.sub(_escaped, text)


def printable_repr(value: object) -> str:
    """Returns repr(value), with U+FFFD for lone surrogates."""
    return _SURROGATE_IN_REPR.sub(rf'\1{_REPLACEMENT}', repr(value))


def replaced(text: str) -> str:
    """Returns the text with U+FFFD for lone surrogates, as decode() does for bytes that are not UTF-8."""
    return text if text.isascii() else _SURROGATE.sub(_REPLACEMENT, text)


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return _REPLACEMENT if 0xD800 <= code < 0xE000 else f'\\u{code:04x}'


class PrintableStream:
    """A text stream that makes everything written to it printable, and never fails because of an encoding."""

    def __init__(self, stream: Any) -> None:
        self.raw = stream
        if hasattr(stream, 'reconfigure'):
            stream.reconfigure(errors='replace')

    def write(self, text: str) -> int:
        """Writes the text made printable; returns the length of the original."""
        self.raw.write(printable(text))
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Writes each line."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


def raw(stream: Any) -> Any:
    """Returns the stream below a PrintableStream, for our own escape sequences such as colours."""
    return stream.raw if isinstance(stream, PrintableStream) else stream
