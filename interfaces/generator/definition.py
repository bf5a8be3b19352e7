# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reads .msg, .srv, .action and .idl files into rosidl_parser's objects; used by generate.py.

The three ROS notations are not converted to .idl text for rosidl_parser's grammar: their syntax is
simple enough to build the same objects from rosidl_adapter's result, in a tenth of the time, and
errors name the user's lines. A test checks that both ways give equal results.
"""

import contextlib
import io
import pathlib

from check import check_lines
from interface import DefinitionError, Interface, Service, with_events
from literal import array_value, string_value
from rosidl_adapter import parser as adapter
from rosidl_adapter.msg import MSG_TYPE_TO_IDL
from rosidl_parser import definition as idl

SEPARATOR = '---'
# The sections of each notation, by the suffix of their messages.
SECTIONS = {
    '.msg': ('',),
    '.srv': ('_Request', '_Response'),
    '.action': ('_Goal', '_Result', '_Feedback'),
}


def read(package, path, kind):
    """Reads the definition at path as package/<kind>/<stem>; raises DefinitionError."""
    path = pathlib.Path(path)
    try:
        text = path.read_text(encoding='utf-8-sig')
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b'\n') + 1
        raise DefinitionError(
            f'{path}:{line}: byte {error.object[error.start]:#04x} is not UTF-8; '
            'expected UTF-8 text'
        ) from None
    except OSError as error:
        raise DefinitionError(
            f'{path}: cannot be read: {error.strerror}; expected a definition of '
            f'{package}/{kind}/{path.stem}'
        ) from None
    if path.suffix == '.idl':
        return _read_idl(package, path, text)
    if path.suffix != '.' + kind or path.suffix not in SECTIONS:
        raise DefinitionError(f'{path}: expected a file named *.{kind} or *.idl')
    if not adapter.VALID_MESSAGE_NAME_PATTERN.match(path.stem):
        raise DefinitionError(
            f"{path}: '{path.stem}' is not a valid type name; expected CamelCase: an upper-case "
            'letter, then letters and digits'
        )
    return _read_ros(package, path, kind, text)


def _read_idl(package, path, text):
    from rosidl_parser.parser import parse_idl_string  # lark: only when needed

    try:
        content = parse_idl_string(text)
    except Exception as error:  # lark raises many kinds, rosidl_parser asserts
        raise DefinitionError(_idl_error(path, text, error)) from None
    content.elements = [with_events(e) for e in content.elements]
    interface = Interface(package, path, content)
    if interface.namespaced_type.namespaces[0] != package or interface.name != path.stem:
        raise DefinitionError(
            f"{path}: defines '{interface.type_name}'; expected a type "
            f"'{path.stem}' in module '{package}'"
        )
    return interface


def _idl_error(path, text, error):
    line = getattr(error, 'line', None)
    if line is None:  # found while building objects from a correct syntax tree
        return (
            f'{path}: {str(error) or "unsupported construct"}; expected what ROS 2 uses of IDL: '
            'includes, modules, constants in modules <Name>_Constants, typedefs of arrays, and '
            '1 (message), 2 (service) or 3 (action) structs'
        )
    if line < 1:  # lark's value for the end of the text
        line = text.rstrip().count('\n') + 1
    expected = getattr(error, 'allowed', None) or getattr(error, 'expected', None) or ()
    # Terminals whose name begins with '__' have no name in the grammar.
    expected = {str(e) for e in expected if not str(e).startswith('__')} or {'IDL'}
    token = getattr(error, 'token', None) or getattr(error, 'char', None) or 'end of file'
    return f"{path}:{line}: unexpected '{token}'; expected {' or '.join(sorted(expected))}"


def _read_ros(package, path, kind, text):
    suffixes = SECTIONS[path.suffix]
    lines = text.splitlines()
    cuts = (
        [i for i, line in enumerate(lines) if line.rstrip() == SEPARATOR]
        if len(suffixes) > 1
        else []
    )
    if len(cuts) != len(suffixes) - 1:
        line = cuts[len(suffixes) - 1] + 1 if len(cuts) >= len(suffixes) else max(len(lines), 1)
        raise DefinitionError(
            f"{path}:{line}: {len(cuts)} separator lines '{SEPARATOR}'; expected "
            f'{len(suffixes) - 1}, between {" and ".join(s[1:].lower() for s in suffixes)}'
        )
    begins = [0] + [cut + 1 for cut in cuts]
    ends = cuts + [len(lines)]
    specifications, places = [], {}
    for suffix, begin, end in zip(suffixes, begins, ends, strict=True):
        name = path.stem + suffix
        places.update(check_lines(package, path, name, lines[begin:end], begin + 1))
        # rosidl_adapter accepts lines that passed the check; for others it would write to stderr.
        with contextlib.redirect_stderr(io.StringIO()):
            specifications.append(
                adapter.parse_message_string(package, name, '\n'.join(lines[begin:end]))
            )
    content = idl.IdlContent()
    for locator in _includes(specifications):
        content.elements.append(idl.Include(locator))
    messages = [_message(package, kind, s) for s in specifications]
    if kind == 'msg':
        content.elements.append(messages[0])
    else:
        element = {'srv': Service, 'action': idl.Action}[kind](
            idl.NamespacedType([package, kind], path.stem), *messages
        )
        if kind == 'action':
            content.elements += element.implicit_includes
        content.elements.append(with_events(element))
    return Interface(package, path, content, specifications, places)


def _includes(specifications):
    return sorted(
        {
            f'{f.type.pkg_name}/msg/{f.type.type}.idl'
            for s in specifications
            for f in s.fields
            if not f.type.is_primitive_type()
        }
    )


def _message(package, kind, specification):
    """Returns the object that rosidl_parser would build from rosidl_adapter's .idl text."""
    structure = idl.Structure(idl.NamespacedType([package, kind], specification.msg_name))
    for field in specification.fields:
        member = idl.Member(_type(field.type), field.name)
        _annotate(member, field)
        if field.default_value is not None:
            value = field.default_value
            if field.type.is_array:
                value = array_value(field.type, value)
            elif isinstance(value, str):
                value = string_value(value)
            member.annotations.append(idl.Annotation('default', {'value': value}))
        if 'unit' in field.annotations:
            member.annotations.append(idl.Annotation('unit', {'value': field.annotations['unit']}))
        structure.members.append(member)
    if not structure.members:
        structure.members.append(
            idl.Member(idl.BasicType('uint8'), idl.EMPTY_STRUCTURE_REQUIRED_MEMBER_NAME)
        )
    message = idl.Message(structure)
    if kind == 'msg':  # rosidl_parser keeps no comment of a part of a service or action
        _annotate(structure, specification)
    for constant in specification.constants:
        value = constant.value
        if constant.type in ('string', 'wstring'):
            bounded = idl.BoundedString if constant.type == 'string' else idl.BoundedWString
            value = string_value(value)
            type_ = bounded(len(value))
        else:
            type_ = idl.BasicType(MSG_TYPE_TO_IDL[constant.type])
        item = idl.Constant(constant.name, type_, value)
        _annotate(item, constant)
        message.constants.append(item)
    return message


def _annotate(item, source):
    if source.annotations.get('comment'):
        text = '\n'.join(source.annotations['comment'])
        item.annotations.append(idl.Annotation('verbatim', {'language': 'comment', 'text': text}))


def _type(type_):
    if not type_.is_primitive_type():
        base = idl.NamespacedType([type_.pkg_name, 'msg'], type_.type)
    elif type_.type in ('string', 'wstring'):
        wide = type_.type == 'wstring'
        bound = type_.string_upper_bound
        if bound:
            base = (idl.BoundedWString if wide else idl.BoundedString)(bound)
        else:
            base = (idl.UnboundedWString if wide else idl.UnboundedString)()
    else:
        base = idl.BasicType(MSG_TYPE_TO_IDL[type_.type])
    if not type_.is_array:
        return base
    if type_.is_fixed_size_array():
        return idl.Array(base, type_.array_size)
    if type_.is_upper_bound:
        return idl.BoundedSequence(base, type_.array_size)
    return idl.UnboundedSequence(base)
