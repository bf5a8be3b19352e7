# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Texts of strangers on a terminal and in logs: what others send never controls the terminal nor forges a line."""

from __future__ import annotations

import re
from typing import Any

_CONTROL = re.compile('[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]')
_CONTROL_OR_BREAK = re.compile('[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]')
_SURROGATE = re.compile('[\ud800-\udfff]')
_SURROGATE_IN_REPR = re.compile(r'((?<!\\)(?:\\\\)*)\\ud[89a-f][0-9a-f]{2}')
_REPLACEMENT = '\ufffd'


def printable(text: str) -> str:
    r"""Control characters but for tabs and newlines as \u001b, which JSON and YAML understand; U+FFFD for no UTF-8."""
    return _CONTROL.sub(_escaped, text)


def one_line(text: str) -> str:
    """The same, with tabs and newlines escaped as well."""
    return _CONTROL_OR_BREAK.sub(_escaped, text)


def printable_repr(value: object) -> str:
    """repr(), with U+FFFD for what is no Unicode."""
    return _SURROGATE_IN_REPR.sub(rf'\1{_REPLACEMENT}', repr(value))


def replaced(text: str) -> str:
    """The text with U+FFFD for what is no Unicode, as decode() makes it of bytes that are no UTF-8."""
    return text if text.isascii() else _SURROGATE.sub(_REPLACEMENT, text)


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return _REPLACEMENT if 0xD800 <= code < 0xE000 else f'\\u{code:04x}'


class PrintableStream:
    """A stream of text that makes what is written to it printable, and never fails for what it cannot encode."""

    def __init__(self, stream: Any) -> None:
        self.raw = stream
        if hasattr(stream, 'reconfigure'):
            stream.reconfigure(errors='replace')

    def write(self, text: str) -> int:
        self.raw.write(printable(text))
        return len(text)

    def writelines(self, lines: Any) -> None:
        for each in lines:
            self.write(each)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


def raw(stream: Any) -> Any:
    """The stream below a PrintableStream, for what may control the terminal: colours of our own."""
    return stream.raw if isinstance(stream, PrintableStream) else stream
