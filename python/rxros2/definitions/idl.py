# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parser of .idl text: the part of OMG IDL that ROS 2's rosidl_parser accepts.

A file includes others and has modules <package> and <kind>, in which one struct defines a message, two a service and
three an action. Constants of a struct are in a module <struct>_Constants. Typedefs and names of constants are resolved.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from .idl_tokens import Token, string_value, tokens
from .model import (
    EMPTY_MEMBER,
    FLOATS,
    INTEGERS,
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
from .parser import SECTIONS

_MOST_LENGTH = 2**32 - 1
_BASIC = {
    'short': 'int16',
    'unsigned short': 'uint16',
    'long': 'int32',
    'unsigned long': 'uint32',
    'long long': 'int64',
    'unsigned long long': 'uint64',
    **{name: name for name in INTEGERS if name != 'char'},
    'float': 'float32',
    'double': 'float64',
    'long double': 'long double',
    'boolean': 'bool',
    'octet': 'byte',
    'char': 'IDL char',
    'wchar': 'wchar',
}
_INTEGER_WORDS = ('long', 'short', 'double')
_INCLUDE = re.compile(r'#\s*include\s*(?:<([^>]+)>|"([^"]+)")\s*(?://.*)?')
_DECLARATIONS = "'module', 'const', 'typedef', 'enum', 'struct' or '#include'"

Annotations = list[tuple[str, Any]]
"""Names and values of annotations; the value is None, one value, or a dictionary of parameters."""


@dataclass
class IdlFile:
    """The contents of an .idl file."""

    includes: list[str] = field(default_factory=list)
    messages: list[Structure] = field(default_factory=list)
    """The structs of the file, in their order."""
    structures: dict[str, Structure] = field(default_factory=dict)
    """All structures that the file defines, by name, as parse() of a .msg, .srv or .action file returns them."""
    annotations: dict[tuple[str, str], Annotations] = field(default_factory=dict)
    """The annotations of a struct's field or constant, by the names of both; of the struct itself with ''."""


def parse_idl(name: str, text: str, source: str) -> IdlFile:
    """Parses the .idl `text` that defines the interface `name`, such as 'std_msgs/msg/String'.

    `source` is the file name for error texts. DefinitionError if the text is invalid or defines another interface.
    """
    return _Parser(text, source).file(name)


class _Parser:
    """Reads one file from its tokens."""

    def __init__(self, text: str, source: str) -> None:
        self._source = source
        self._tokens = tokens(text, source)
        self._position = 0
        self._modules: list[str] = []
        self._typedefs: dict[tuple[str, ...], FieldType] = {}
        self._enumerations: set[tuple[str, ...]] = set()
        self._constants: dict[tuple[str, ...], Constant] = {}
        self._lines: dict[str, int] = {}
        self._result = IdlFile()

    def file(self, name: str) -> IdlFile:
        try:
            self._definitions()
        except (RecursionError, MemoryError):
            self._fail(self._token.line, 'too deeply nested; expected modules, types and values of a few levels')
        except OverflowError:
            self._fail(self._token.line, 'a number is too large; expected one that fits its type')
        if self._token.kind != 'end':
            self._unexpected(_DECLARATIONS)
        self._name_structures(name)
        return self._result

    # Tokens

    @property
    def _token(self) -> Token:
        return self._tokens[self._position]

    def _next(self) -> Token:
        token = self._token
        self._position += token.kind != 'end'
        return token

    def _accept(self, *texts: str) -> bool:
        """Skips a word or sign if it is the next token."""
        if self._token.kind in ('name', 'sign') and self._token.text in texts:
            self._next()
            return True
        return False

    def _expect(self, text: str, alternatives: str = '') -> None:
        if not self._accept(text):
            self._unexpected(f"'{text}'{alternatives}")

    def _name(self, expected: str) -> str:
        if self._token.kind != 'name':
            self._unexpected(expected)
        return self._next().text

    def _unexpected(self, expected: str) -> NoReturn:
        self._fail(self._token.line, f"unexpected '{self._token.text}'; expected {expected}")

    def _fail(self, line: int, text: str) -> NoReturn:
        raise DefinitionError(f'{self._source}:{line}: {text}')

    # Declarations

    def _definitions(self) -> None:
        while self._token.kind != 'end' and self._token.text != '}':
            annotations = self._annotations()
            if self._token.kind == 'directive':
                self._include(self._next())
                continue
            if self._accept('module'):
                self._modules.append(self._name('the name of the module'))
                self._expect('{')
                self._definitions()
                self._expect('}', f' or {_DECLARATIONS}')
                self._modules.pop()
            elif self._accept('const'):
                self._constant(annotations)
            elif self._accept('typedef'):
                self._typedef()
            elif self._accept('enum'):
                self._enumeration()
            elif self._accept('struct'):
                self._struct(annotations)
            else:
                self._unexpected(_DECLARATIONS)
            self._expect(';')

    def _include(self, directive: Token) -> None:
        match = _INCLUDE.fullmatch(directive.text.rstrip())
        if match is None:
            self._fail(
                directive.line,
                f"unexpected '{directive.text.rstrip()}'; expected '#include <package/msg/Name.idl>', the only "
                'directive that ROS 2 knows in .idl files',
            )
        self._result.includes.append(match[1] or match[2])

    def _constant(self, annotations: Annotations) -> None:
        line = self._token.line
        type_ = self._type()
        if type_.is_message or type_.collection is not Collection.NONE:
            self._fail(line, f"'{type_}' cannot be the type of a constant; expected a number, 'boolean' or a string")
        name = self._name('the name of the constant')
        self._expect('=')
        value = self._checked(type_, self._value(), line)
        self._constants[(*self._modules, name)] = Constant(name, type_.base, value, line)
        owner = self._modules[-1].removesuffix('_Constants') if self._modules else ''
        self._result.annotations['/'.join([*self._modules[:-1], owner]), name] = annotations

    def _typedef(self) -> None:
        type_ = self._type()
        for name, declared in self._declarators(type_):
            self._typedefs[(*self._modules, name.text)] = declared

    def _enumeration(self) -> None:
        self._enumerations.add((*self._modules, self._name('the name of the enumeration')))
        self._expect('{')
        while True:
            self._annotations()
            self._name('the name of a value')
            if not self._accept(','):
                break
        self._expect('}', " or ','")

    def _struct(self, annotations: Annotations) -> None:
        line = self._token.line
        name = '/'.join([*self._modules, self._name('the name of the struct')])
        self._expect('{', ' and the fields; structs of ROS 2 have no base')
        fields: dict[str, Field] = {}
        while not self._accept('}'):
            field_annotations = self._annotations()
            type_ = self._type("a field or '}'")
            for token, declared in self._declarators(type_):
                if token.text in fields:
                    first = fields[token.text].line
                    self._fail(
                        token.line,
                        f"'{token.text}' is defined a second time, first in line {first}; expected names that differ",
                    )
                default = self._default(declared, field_annotations, token.line)
                fields[token.text] = Field(token.text, declared, default, token.line)
                self._result.annotations[name, token.text] = field_annotations
            self._expect(';', " or ','")
        if not fields:
            self._fail(line, f"struct '{name}' is empty; expected a field, such as 'uint8 {EMPTY_MEMBER};'")
        if name in self._lines:
            first = self._lines[name]
            self._fail(line, f"'{name}' is defined a second time, first in line {first}; expected names that differ")
        self._lines[name] = line
        self._result.annotations[name, ''] = annotations
        real = tuple(field for field in fields.values() if field.name != EMPTY_MEMBER)
        self._result.messages.append(Structure(name, real, source=self._source))

    def _declarators(self, type_: FieldType) -> Iterable[tuple[Token, FieldType]]:
        while True:
            token = self._token
            self._name('a name')
            declared = type_
            if self._accept('['):
                if type_.collection is not Collection.NONE:
                    self._fail(token.line, f"'{token.text}' is an array of arrays or sequences; expected one of values")
                declared = replace(type_, collection=Collection.ARRAY, length=self._bound())
                self._expect(']')
                if self._token.text == '[':
                    self._fail(token.line, f"'{token.text}' has more than one dimension; expected one")
            yield token, declared
            if not self._accept(','):
                return

    # Types

    def _type(self, expected: str = 'a type') -> FieldType:
        token = self._token
        if token.text == '::':
            return self._named_type()
        if token.kind != 'name':
            self._unexpected(expected)
        if self._accept('sequence'):
            self._expect('<')
            line = self._token.line
            item = self._type()
            if item.collection is not Collection.NONE:
                self._fail(line, 'a sequence of arrays or sequences; expected one of values')
            length = self._bound() if self._accept(',') else 0
            self._expect('>', '' if length else " or ','")
            return replace(item, collection=Collection.SEQUENCE, length=length)
        if self._accept(*STRINGS):
            bound = 0
            if self._accept('<'):
                bound = self._bound()
                self._expect('>')
            return FieldType(token.text, bound)
        words = [self._next().text] if token.text in ('unsigned', *_BASIC) else []
        while words and words[-1] in ('unsigned', 'long') and self._token.text in _INTEGER_WORDS:
            words.append(self._next().text)
        if not words:
            return self._named_type()
        basic = _BASIC.get(' '.join(words))
        if basic is None:
            self._fail(token.line, f"'{' '.join(words)}' is not a type; expected one of {', '.join(_BASIC)}")
        return FieldType(basic)

    def _named_type(self) -> FieldType:
        line = self._token.line
        parts = self._scoped_name()
        type_: FieldType | None = _declared(self._typedefs, parts)
        if type_ is not None:
            return type_
        shown = '::'.join(parts)
        if _declared(dict.fromkeys(self._enumerations, True), parts):
            self._fail(
                line,
                f"'{shown}' is an enumeration, which ROS 2's messages cannot contain; expected an integer, and "
                'constants in a module <struct>_Constants',
            )
        if len(parts) != 3:
            self._fail(
                line,
                f"unknown type '{shown}'; expected a basic type such as 'long' or 'double', string, wstring, "
                "sequence<…>, a typedef of this file or a message 'package::msg::Name'",
            )
        return FieldType('/'.join(parts))

    def _scoped_name(self) -> tuple[str, ...]:
        self._accept('::')
        parts = [self._name('a name')]
        while self._accept('::'):
            parts.append(self._name('a name'))
        return tuple(parts)

    def _bound(self) -> int:
        line = self._token.line
        bound = self._value()
        if type(bound) is not int or not 0 < bound <= _MOST_LENGTH:
            self._fail(line, f"'{bound}' is not a length; expected an integer from 1 to {_MOST_LENGTH}")
        return bound

    # Values

    def _annotations(self) -> Annotations:
        annotations: Annotations = []
        while self._accept('@'):
            name = '::'.join(self._scoped_name())
            value: Any = None
            if self._accept('('):
                value = self._parameters()
                self._expect(')', " or ','")
            if name == 'default' and not isinstance(value, dict):
                value = {'value': value}
            annotations.append((name, value))
        return annotations

    def _parameters(self) -> Any:
        following = self._tokens[min(self._position + 1, len(self._tokens) - 1)]
        if self._token.kind != 'name' or following.text != '=':
            return self._value(words=True)
        values = {}
        while True:
            name = self._name('the name of a parameter')
            self._expect('=')
            values[name] = self._value(words=True)
            if not self._accept(','):
                return values

    def _value(self, words: bool = False) -> Any:
        """Reads a literal or the name of a constant; with `words`, an unknown name is a text."""
        negative = False
        while self._token.text in ('-', '+'):
            negative ^= self._next().text == '-'
        token = self._token
        if token.kind == 'number':
            try:
                number = _number(self._next().text)
            except ValueError:  # Python limits the digits of an integer, too
                self._fail(token.line, f"'{token.text[:20]}…' is not a number; expected one of at most 20 digits")
            return -number if negative else number
        if token.kind == 'string' and not negative:
            text = ''
            while self._token.kind == 'string':  # adjacent strings are one
                text += string_value(self._next().text)
            return text
        if token.kind != 'name' and token.text != '::':
            self._unexpected('a number, a string, TRUE, FALSE or the name of a constant')
        if token.text in ('TRUE', 'FALSE'):
            return self._next().text == 'TRUE'
        parts = self._scoped_name()
        constant = _declared(self._constants, parts)
        if constant is not None:
            if negative and constant.base not in (*INTEGERS, *FLOATS):
                self._fail(token.line, f"'-{'::'.join(parts)}' negates a {constant.base}; expected a number")
            return -constant.value if negative else constant.value
        if not words:
            self._fail(token.line, f"unknown constant '{'::'.join(parts)}'; expected a value or a constant above it")
        return '::'.join(parts)

    def _default(self, type_: FieldType, annotations: Annotations, line: int) -> Any:
        defaults = [value for name, value in annotations if name == 'default']
        if not defaults:
            return None
        value = defaults[0].get('value')
        if type_.is_message:
            self._fail(line, f"a default for the message type '{type_}'; expected one only for numbers and strings")
        if type_.collection is Collection.NONE:
            return self._checked(type_, value, line)
        try:
            items = list(ast.literal_eval(value))
        except (SyntaxError, TypeError, ValueError):
            self._fail(line, f"'{value}' is not the default of '{type_}'; expected a text such as \"(1, 2)\"")
        exact = type_.collection is Collection.ARRAY
        if type_.length and (len(items) != type_.length if exact else len(items) > type_.length):
            most = '' if exact else 'at most '
            self._fail(line, f"default '{value}' has {len(items)} values; expected {most}{type_.length}")
        return [self._checked(replace(type_, collection=Collection.NONE), item, line) for item in items]

    def _checked(self, type_: FieldType, value: Any, line: int) -> Any:
        """Returns a constant or default in its type."""
        low, high = INTEGERS.get(type_.base, (0, 255))
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if type_.base == 'bool':
            fits, expected = isinstance(value, bool), 'TRUE or FALSE'
        elif type_.base in STRINGS:
            fits = isinstance(value, str) and (not type_.string_bound or len(value) <= type_.string_bound)
            expected = f'a string of at most {type_.string_bound} characters' if type_.string_bound else 'a string'
        elif type_.base in (*FLOATS, 'long double'):
            fits, expected = is_number, 'a number'
            value = float(value) if fits else value
        elif type_.base == 'byte' or type_.base in INTEGERS:
            fits, expected = is_number and isinstance(value, int) and low <= value <= high, f'from {low} to {high}'
            expected = f'an integer {expected}'
        else:
            fits, expected = False, 'a type that ROS 2 has values of'
        if not fits:
            self._fail(line, f"'{value}' is not a value of '{type_}'; expected {expected}")
        return value

    # Structures

    def _name_structures(self, name: str) -> None:
        """Adds constants to the structs, and fills IdlFile.structures."""
        result = self._result
        result.messages = [self._with_constants(message) for message in result.messages]
        names = [message.name for message in result.messages]
        is_part = '_' in name.rpartition('/')[2]  # of a service or action, as recordings have them
        suffixes = ('',) if is_part else SECTIONS[name.split('/')[1]]
        if len(names) != len(suffixes):
            raise DefinitionError(
                f'{self._source}: {len(names)} structs; expected one for a message, two for a service '
                '(<Name>_Request, <Name>_Response) or three for an action (<Name>_Goal, <Name>_Result, <Name>_Feedback)'
            )
        for defined_name, suffix in zip(names, suffixes, strict=True):
            if defined_name != name + suffix:
                self._fail(self._lines[defined_name], f"defines '{defined_name}'; expected '{name + suffix}'")
        if len(names) == 1:
            result.structures = {name: result.messages[0]}
        else:
            make = service_structures if len(names) == 2 else action_structures
            result.structures = make(name, *result.messages)

    def _with_constants(self, message: Structure) -> Structure:
        module = message.name.rpartition('/')[2] + '_Constants'
        constants = [constant for path, constant in self._constants.items() if path[-2:-1] == (module,)]
        lines = {field.name: field.line for field in message.fields}
        for constant in constants:
            if constant.name in lines:
                self._fail(
                    lines[constant.name],
                    f"'{constant.name}' is defined a second time, first in line {constant.line}; expected names that "
                    'differ',
                )
        return replace(message, constants=tuple(constants))


def _number(text: str) -> int | float:
    if text[-1] in 'dD' and not text.lower().startswith('0x'):
        return float(text[:-1])
    if text.lower().startswith('0x'):
        return int(text, 16)
    if re.fullmatch(r'\d+', text):
        return int(text, 8) if re.fullmatch(r'0[0-7]+', text) else int(text)
    return float(text)


def _declared(declared: dict[tuple[str, ...], Any], parts: tuple[str, ...]) -> Any:
    """Returns what was last declared with a name that ends with `parts`, else None."""
    return next((value for path, value in reversed(declared.items()) if path[-len(parts) :] == parts), None)
