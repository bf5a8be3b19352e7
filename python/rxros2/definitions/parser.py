# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parser of .msg, .srv and .action text, by the rules of ROS 2's rosidl_adapter."""

from __future__ import annotations

import ast
import codecs
import math
import pathlib
import re
from collections.abc import Callable
from typing import Any

from .model import (
    FLOATS,
    INTEGERS,
    PRIMITIVES,
    STRINGS,
    Collection,
    Constant,
    DefinitionError,
    Field,
    FieldType,
    Structure,
    action_structures,
    service_structures,
)

_PACKAGE_NAME = re.compile(r'(?!.*__)(?!.*_$)[a-z][a-z0-9_]*')
_FIELD_NAME = _PACKAGE_NAME
TYPE_NAME = re.compile(r'[A-Z][A-Za-z0-9]*')
_CONSTANT_NAME = re.compile(r'(?!.*__)(?!.*_$)[A-Z][A-Z0-9_]*')
_TYPE = re.compile(r'(?P<base>[^\[<]+)(?:<=(?P<bound>\d+))?(?P<brackets>\[(?:(?P<upper><=)?(?P<length>\d+))?\])?')
_NAME = re.compile(r'(?P<package>[^/]+)/(?P<kind>msg|srv|action)/(?P<type>[^/]+)')
_LONGEST_NAME = 255
_MOST_LENGTH = 2**32 - 1
"""The greatest length that CDR can represent."""
ESCAPE = re.compile(r'\\(?:[ntvbrfa\\?\'"]|[0-7]{1,3}|x[0-9a-fA-F]{1,2})')
"""An escape sequence in a string literal of IDL."""

# The sections of each kind of file, as the suffixes of their messages' names.
SECTIONS = {'msg': ('',), 'srv': ('_Request', '_Response'), 'action': ('_Goal', '_Result', '_Feedback')}


def split_name(name: str) -> tuple[str, str, str]:
    """Splits a name such as 'std_msgs/msg/String' into package, kind and type. ValueError for another text."""
    match = _NAME.fullmatch(name)
    if not match or not _PACKAGE_NAME.fullmatch(match['package']) or not TYPE_NAME.fullmatch(match['type']):
        raise ValueError(
            f"'{name}' is not an interface; expected 'package/msg/Name', 'package/srv/Name' or 'package/action/Name'"
        )
    if len(name) > _LONGEST_NAME:  # a name of a folder or file cannot be longer
        raise ValueError(f"'{name[:40]}…' has {len(name)} characters; expected at most {_LONGEST_NAME}")
    return match['package'], match['kind'], match['type']


def read_text(path: pathlib.Path) -> str:
    """Returns the text of a definition. OSError if the file cannot be read, DefinitionError if it is not UTF-8."""
    try:
        return path.read_text(encoding='utf-8-sig')
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b'\n') + 1
        raise DefinitionError(
            f'{path}:{line}: byte {error.object[error.start]:#04x} is not UTF-8; expected UTF-8 text'
        ) from None


def parse(name: str, text: str, source: str) -> dict[str, Structure]:
    """Parses the definition `text` of the interface `name` and returns its structures by name.

    `source` is the file name for error texts. DefinitionError if the text is invalid.
    """
    _, kind, _ = split_name(name)
    parts = [_message(name + suffix, *section, source) for suffix, section in split_sections(kind, text, source)]
    if kind == 'srv':
        return service_structures(name, *parts)
    if kind == 'action':
        return action_structures(name, *parts)
    return {name: parts[0]}


def split_sections(kind: str, text: str, source: str) -> list[tuple[str, tuple[list[str], int]]]:
    """Returns the suffix of each message that a file defines, with its lines and the number of the first one."""
    suffixes = SECTIONS[kind]
    lines = text.splitlines()
    cuts = [i for i, line in enumerate(lines) if line.rstrip() == '---'] if len(suffixes) > 1 else []
    if len(cuts) != len(suffixes) - 1:
        line = cuts[len(suffixes) - 1] + 1 if len(cuts) >= len(suffixes) else max(len(lines), 1)
        raise DefinitionError(
            f"{source}:{line}: {len(cuts)} separator lines '---'; expected {len(suffixes) - 1}, between "
            f'{" and ".join(s[1:].lower() for s in suffixes)}'
        )
    begins = [0] + [cut + 1 for cut in cuts]
    ends = [*cuts, len(lines)]
    return [(suffix, (lines[begin:end], begin + 1)) for suffix, begin, end in zip(suffixes, begins, ends, strict=True)]


def _message(name: str, lines: list[str], first_line: int, source: str) -> Structure:
    package = name.partition('/')[0]
    fields: list[Field] = []
    constants: list[Constant] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, first_line):
        line = line.replace('\t', ' ').partition('#')[0].rstrip()
        if not line:
            continue
        try:
            item = _line(package, line, number)
        except ValueError as error:
            raise DefinitionError(f'{source}:{number}: {error}') from None
        if item.name in seen:
            raise DefinitionError(
                f"{source}:{number}: '{item.name}' is defined a second time, first in line {seen[item.name]}; "
                'expected names that differ'
            )
        seen[item.name] = number
        if isinstance(item, Field):
            fields.append(item)
        else:
            constants.append(item)
    return Structure(name, tuple(fields), tuple(constants), source)


def _line(package: str, line: str, number: int) -> Field | Constant:
    if line != line.lstrip():
        raise ValueError(f"'{line.strip()}' is indented; expected the type at the start of the line")
    type_text, _, rest = line.partition(' ')
    rest = rest.strip()
    if not rest:
        raise ValueError(f"'{line}' is not a field; expected '<type> <name> [<default>]' or '<type> <NAME>=<value>'")
    if '=' in rest:
        name, _, value = (part.strip() for part in rest.partition('='))
        return _constant(type_text, name, value, number)
    name, _, value = (part.strip() for part in rest.partition(' '))
    if not _FIELD_NAME.fullmatch(name):
        raise ValueError(
            f"'{name}' is not a valid field name; expected lower-case letters, digits and single '_', beginning with a "
            "letter and not ending in '_'"
        )
    type_ = _type(package, type_text)
    return Field(name, type_, _default(type_, type_text, value) if value else None, number)


def _constant(type_text: str, name: str, value: str, line: int) -> Constant:
    if type_text not in PRIMITIVES:
        raise ValueError(f"'{type_text}' cannot be the type of a constant; expected one of {', '.join(PRIMITIVES)}")
    if not _CONSTANT_NAME.fullmatch(name):
        raise ValueError(
            f"'{name}' is not a valid constant name; expected upper-case letters, digits and single '_', beginning "
            'with a letter'
        )
    parsed = _value(type_text, value)
    return Constant(name, type_text, _unescaped(parsed) if type_text in STRINGS else parsed, line)


def _type(package: str, text: str) -> FieldType:
    match = _TYPE.fullmatch(text)
    base = match['base'] if match else ''
    if base in ('time', 'duration'):
        raise ValueError(f"'{base}' is a type of ROS 1; expected builtin_interfaces/{base.title()}")
    bound = int(match['bound']) if match and match['bound'] else None
    length = int(match['length']) if match and match['length'] else None
    fits = match is not None and bound != 0 and length != 0 and (bound is None or base in STRINGS)
    if (length or 0) > _MOST_LENGTH or (bound or 0) > _MOST_LENGTH:
        raise ValueError(f"'{text}' has a length that no message can have; expected at most {_MOST_LENGTH}")
    if fits and base not in PRIMITIVES:
        owner, slash, name = base.rpartition('/')
        owner = owner if slash else package
        fits = bool(_PACKAGE_NAME.fullmatch(owner) and TYPE_NAME.fullmatch(name))
        base = f'{owner}/msg/{name}'
    if not fits or match is None:
        raise ValueError(
            f"'{text}' is not a valid type; expected {', '.join(PRIMITIVES)}, a message 'Name' or 'package/Name', a "
            "bounded 'string<=N', or one of these followed by '[]', '[N]' or '[<=N]' with N > 0"
        )
    collection = Collection.NONE
    if match['brackets']:
        collection = Collection.ARRAY if length and not match['upper'] else Collection.SEQUENCE
    return FieldType(base, bound or 0, collection, length or 0)


def _default(type_: FieldType, type_text: str, text: str) -> Any:
    if type_.is_message:
        raise ValueError(
            f"default '{text}' for the message type '{type_text}'; expected a default only for a primitive type, or "
            'for an array of one'
        )
    if type_.collection is Collection.NONE:
        value = _value(type_.base, text, type_.string_bound)
        return _unescaped(value) if type_.base in STRINGS else value
    if not (text.startswith('[') and text.endswith(']')):
        raise ValueError(f"default '{text}' of '{type_text}'; expected values between '[' and ']'")
    inner = text[1:-1]
    texts = _split_strings(inner) if type_.base in STRINGS else inner.split(',') if inner else []
    exact = type_.collection is Collection.ARRAY
    if type_.length and (len(texts) != type_.length if exact else len(texts) > type_.length):
        raise ValueError(
            f"default '{text}' has {len(texts)} values; expected {'' if exact else 'at most '}{type_.length}"
        )
    values = [_value(type_.base, item.strip(), type_.string_bound) for item in texts]
    return _unescaped_list(values) if type_.base in STRINGS else values


def _value(base: str, text: str, string_bound: int = 0) -> Any:
    if base == 'bool':
        if text.lower() not in ('true', '1', 'false', '0'):
            raise ValueError(f"'{text}' is not a valid bool; expected true, 1, false or 0")
        return text.lower() in ('true', '1')
    if base in FLOATS:
        return _number(float, base, text, math.isfinite, 'a finite number')
    if base not in STRINGS:
        low, high = INTEGERS.get(base, (0, 255))  # byte
        return _number(_integer, base, text, lambda n: low <= n <= high, f'an integer from {low} to {high}')
    for quote in '"\'':
        if text.startswith(quote) and text.endswith(quote):
            text = text[1:-1]
            if re.search(rf'(?<!\\){quote}', text):
                raise ValueError(f'quotes inside <{text}> are not escaped; expected \\{quote}')
            text = text.replace('\\' + quote, quote)
            break
    if string_bound and len(text) > string_bound:
        raise ValueError(f"'{text}' has {len(text)} characters; expected at most {string_bound}")
    return text


def _number(convert: Callable[[str], Any], base: str, text: str, fits: Callable[[Any], bool], expected: str) -> Any:
    try:
        value = convert(text)
    except ValueError:
        value = None
    if value is None or not fits(value):
        raise ValueError(f"'{text}' is not a valid {base}; expected {expected}")
    return value


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return int(text, 0)


def _split_strings(text: str) -> list[str]:
    """Splits a list of texts at commas; quoted texts may contain commas."""
    texts: list[str] = []
    rest = text
    while rest:
        rest = rest.lstrip()
        match = re.match(r'"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\'|([^,"\'][^,]*)', rest)
        after = rest[match.end() :].lstrip() if match else ''
        if match is None or (after and not after.startswith(',')):
            raise ValueError(
                f"'[{text}]' is not a list of strings; expected strings, quoted if they hold commas, between commas"
            )
        quote = '"' if match[1] is not None else "'"
        value = match[1] if match[1] is not None else match[2]
        texts.append(match[3] if value is None else value.replace('\\' + quote, quote))
        rest = after[1:]
    return texts


def _unescaped(text: str) -> str:
    """Decodes escape sequences twice, as ROS 2 does on the way through IDL."""
    if '\\' not in text:
        return text
    try:
        decoded = codecs.decode(text.encode(), 'unicode_escape').replace('"', '\\"').encode('latin-1').decode()
    except ValueError:
        decoded = '\n'
    if '\n' in decoded or '\r' in decoded:
        raise ValueError(
            f"bad escape sequence in '{text}'; expected a backslash before one of n t v b r f a \\ ? ' \", up to 3 "
            'octal digits, or x and 2 hexadecimal digits that make UTF-8 without line breaks'
        )
    return idl_text(decoded)


def _unescaped_list(texts: list[str]) -> list[str]:
    """Decodes the escape sequences of a list. In ROS 2's IDL the whole list is one text in Python's notation."""
    if not any('\\' in text for text in texts):
        return texts
    try:
        return list(ast.literal_eval(idl_text(repr(tuple(texts)).replace('\\', '\\\\').replace('"', '\\"'))))
    except (SyntaxError, ValueError):
        raise ValueError(f'bad escape sequence in {texts}; expected those of Python') from None


def idl_text(literal: str, escape: re.Pattern[str] = ESCAPE) -> str:
    """Returns the value of an IDL string literal without its quotes, as ROS 2's rosidl_parser decodes it."""
    decoded = escape.sub(lambda match: _character(match[0]), literal)
    return re.sub(r'\\(["\\])', r'\1', decoded)


def _character(escape: str) -> str:
    return chr(int(escape[2:], 16)) if escape[1] == 'u' else codecs.decode(escape, 'unicode_escape')
