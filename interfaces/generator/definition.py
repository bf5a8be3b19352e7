# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reads .msg, .srv, .action and .idl files into rosidl_parser's objects; used by generate.py.

The three ROS notations do not go through .idl text and rosidl_parser's grammar (0.2 to 0.5 s a file): their syntax is
simple enough to build the same objects from what rosidl_adapter parsed. A test holds both ways equal.
"""
import contextlib
import io
import math
import pathlib

from rosidl_adapter import parser as adapter
from rosidl_adapter.msg import get_idl_type, MSG_TYPE_TO_IDL, string_to_idl_string_literal, to_idl_literal
from rosidl_parser import definition as idl

SEPARATOR = '---'
# Number of sections that each notation has, and what each is called.
SECTIONS = {
    '.msg': ('',),
    '.srv': ('_Request', '_Response'),
    '.action': ('_Goal', '_Result', '_Feedback'),
}
# Names that a .msg file allows and C++ does not.
CPP_KEYWORDS = frozenset('''
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class co_await
    co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete do
    double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace
    new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires return
    short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef
    typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq'''.split())


class DefinitionError(Exception):
    """A definition that cannot be read; the text names file, line, what was found and what was expected."""


class Service(idl.Service):
    """A service with the event message that introspection publishes; rosidl 3.3.1 knows none."""

    __slots__ = ('event_message', )

    def __init__(self, namespaced_type, request, response):
        super().__init__(namespaced_type, request, response)
        namespaces = namespaced_type.namespaces

        def optional(suffix):
            return idl.BoundedSequence(idl.NamespacedType(namespaces, namespaced_type.name + suffix), 1)

        self.event_message = idl.Message(idl.Structure(
            idl.NamespacedType(namespaces, namespaced_type.name + '_Event'), [
                idl.Member(idl.NamespacedType(['service_msgs', 'msg'], 'ServiceEventInfo'), 'info'),
                idl.Member(optional('_Request'), 'request'),
                idl.Member(optional('_Response'), 'response')]))


def _with_events(element):
    """Gives services, also those inside an action, their event message."""
    if isinstance(element, idl.Service):
        return Service(element.namespaced_type, element.request_message, element.response_message)
    if isinstance(element, idl.Action):
        element.send_goal_service = _with_events(element.send_goal_service)
        element.get_result_service = _with_events(element.get_result_service)
    return element


class Interface:
    """One definition: where it came from, and its rosidl_parser content (`element`: Message, Service or Action)."""

    def __init__(self, package, path, content, specifications=None, lines=None):
        self.package = package
        self.path = pathlib.Path(path)
        self.content = content
        self.specifications = specifications  # rosidl_adapter's, None for .idl
        self._lines = lines or {}
        self.element = next(e for e in content.elements if not isinstance(e, (idl.Include, idl.Constant)))

    @property
    def kind(self):
        return {idl.Message: 'msg', Service: 'srv', idl.Action: 'action'}[type(self.element)]

    @property
    def name(self):
        return self.namespaced_type.name

    @property
    def namespaced_type(self):
        element = self.element
        return element.structure.namespaced_type if isinstance(element, idl.Message) \
            else element.namespaced_type

    @property
    def type_name(self):
        return '/'.join(self.namespaced_type.namespaced_name())

    def messages(self):
        """All messages that the definition stands for, nested ones before their users."""
        return list(_messages(self.element))

    def services(self):
        element = self.element
        if isinstance(element, Service):
            return [element]
        if isinstance(element, idl.Action):
            return [element.send_goal_service, element.get_result_service]
        return []

    def where(self, message_name, member_name):
        """'file:line' of a field."""
        line = self._lines.get((message_name, member_name))
        return f'{self.path}:{line}' if line else str(self.path)


def _messages(element):
    if isinstance(element, idl.Message):
        yield element
    elif isinstance(element, Service):
        yield from (element.request_message, element.response_message, element.event_message)
    else:
        yield from (element.goal, element.result, element.feedback)
        yield from _messages(element.send_goal_service)
        yield from _messages(element.get_result_service)
        yield element.feedback_message


def read(package, path, kind):
    """Reads the definition at path as package/<kind>/<stem>; raises DefinitionError."""
    path = pathlib.Path(path)
    try:
        text = path.read_text(encoding='utf-8-sig')
    except UnicodeDecodeError as error:
        line = path.read_bytes()[:error.start].count(b'\n') + 1
        raise DefinitionError(f'{path}:{line}: byte {error.object[error.start]:#04x} is not UTF-8; '
                              'expected UTF-8 text') from None
    except OSError as error:
        raise DefinitionError(f'{path}: cannot be read: {error.strerror}; expected a definition of '
                              f'{package}/{kind}/{path.stem}') from None
    if path.suffix == '.idl':
        return _read_idl(package, path, text)
    if path.suffix != '.' + kind or path.suffix not in SECTIONS:
        raise DefinitionError(f'{path}: expected a file named *.{kind} or *.idl')
    if not adapter.VALID_MESSAGE_NAME_PATTERN.match(path.stem):
        raise DefinitionError(f"{path}: '{path.stem}' is no name of a type; expected CamelCase: an upper-case "
                              'letter, then letters and digits')
    return _read_ros(package, path, kind, text)


def _read_idl(package, path, text):
    from rosidl_parser.parser import parse_idl_string  # importing it compiles the grammar: only when needed
    try:
        content = parse_idl_string(text)
    except Exception as error:  # lark raises many kinds, rosidl_parser asserts
        raise DefinitionError(_idl_error(path, text, error)) from None
    content.elements = [_with_events(e) for e in content.elements]
    interface = Interface(package, path, content)
    if interface.namespaced_type.namespaces[0] != package or interface.name != path.stem:
        raise DefinitionError(f"{path}: defines '{interface.type_name}'; expected a type "
                              f"'{path.stem}' in module '{package}'")
    return interface


def _idl_error(path, text, error):
    line = getattr(error, 'line', None)
    if line is None:  # found while building objects from a correct syntax tree
        return (f'{path}: {str(error) or "unsupported construct"}; expected what ROS 2 uses of IDL: includes, modules, '
                'constants in modules <Name>_Constants, typedefs of arrays, and 1 (message), 2 (service) or 3 (action) '
                'structs')
    if line < 1:  # lark's value for the end of the text
        line = text.rstrip().count('\n') + 1
    expected = getattr(error, 'allowed', None) or getattr(error, 'expected', None) or ()
    expected = {str(e) for e in expected if not str(e).startswith('__')} or {'IDL'}  # __…: unnamed in the grammar
    token = getattr(error, 'token', None) or getattr(error, 'char', None) or 'end of file'
    return f"{path}:{line}: unexpected '{token}'; expected {' or '.join(sorted(expected))}"


def _read_ros(package, path, kind, text):
    suffixes = SECTIONS[path.suffix]
    lines = text.splitlines()
    cuts = [i for i, line in enumerate(lines) if line.rstrip() == SEPARATOR] if len(suffixes) > 1 else []
    if len(cuts) != len(suffixes) - 1:
        line = cuts[len(suffixes) - 1] + 1 if len(cuts) >= len(suffixes) else max(len(lines), 1)
        raise DefinitionError(
            f"{path}:{line}: {len(cuts)} separator lines '{SEPARATOR}'; expected {len(suffixes) - 1}, "
            f"between {' and '.join(s[1:].lower() for s in suffixes)}")
    begins = [0] + [cut + 1 for cut in cuts]
    ends = cuts + [len(lines)]
    specifications, places = [], {}
    for suffix, begin, end in zip(suffixes, begins, ends):
        name = path.stem + suffix
        places.update(_check(package, path, name, lines[begin:end], begin + 1))
        # What the check let through, rosidl_adapter accepts; it reports on stderr without file and line.
        with contextlib.redirect_stderr(io.StringIO()):
            specifications.append(adapter.parse_message_string(package, name, '\n'.join(lines[begin:end])))
    content = idl.IdlContent()
    for locator in _includes(specifications):
        content.elements.append(idl.Include(locator))
    messages = [_message(package, kind, s) for s in specifications]
    if kind == 'msg':
        content.elements.append(messages[0])
    else:
        element = {'srv': Service, 'action': idl.Action}[kind](
            idl.NamespacedType([package, kind], path.stem), *messages)
        if kind == 'action':
            content.elements += element.implicit_includes
        content.elements.append(_with_events(element))
    return Interface(package, path, content, specifications, places)


def _check(package, path, message_name, lines, first_line):
    """Checks each line with rosidl_adapter's own rules; returns {(message, field): line number}."""
    seen = {}
    for number, line in enumerate(lines, first_line):
        line = line.replace('\t', ' ').partition(adapter.COMMENT_DELIMITER)[0].rstrip()
        if not line:
            continue
        place = f'{path}:{number}'
        if line != line.lstrip():
            raise DefinitionError(f"{place}: '{line.strip()}' is indented; expected the type at the start of the line")
        type_text, _, rest = line.partition(' ')
        rest = rest.strip()
        if not rest:
            raise DefinitionError(f"{place}: '{line}' is not a field; expected '<type> <name> [<default>]' "
                                  "or '<type> <NAME>=<value>'")
        is_constant = adapter.CONSTANT_SEPARATOR in rest
        if is_constant:
            name, _, value = (part.strip() for part in rest.partition(adapter.CONSTANT_SEPARATOR))
        else:
            name, _, value = (part.strip() for part in rest.partition(' '))
        _check_type(place, package, type_text, is_constant)
        if is_constant and not adapter.is_valid_constant_name(name):
            raise DefinitionError(f"{place}: '{name}' is no name of a constant; expected upper-case letters, digits "
                                  "and single '_', beginning with a letter")
        if not is_constant and not adapter.is_valid_field_name(name):
            raise DefinitionError(f"{place}: '{name}' is no name of a field; expected lower-case letters, digits "
                                  "and single '_', beginning with a letter and not ending in '_'")
        if (message_name, name) in seen:
            raise DefinitionError(f"{place}: '{name}' is defined a second time, first in line "
                                  f'{seen[message_name, name]}; expected names that differ')
        if name in CPP_KEYWORDS:
            raise DefinitionError(f"{place}: '{name}' is a keyword of C++; expected a name that C++ allows")
        try:
            if is_constant:
                value = adapter.Constant(type_text, name, value).value
            else:
                value = adapter.Field(
                    adapter.Type(type_text, context_package_name=package), name, value or None).default_value
        except NotImplementedError:
            raise DefinitionError(f"{place}: default '{value}' for the message type '{type_text}'; expected a default "
                                  'only for a primitive type, or for an array of one') from None
        except Exception as error:  # InvalidValue and others: their text says what was expected
            raise DefinitionError(f'{place}: {error}') from None
        for number_value in value if isinstance(value, list) else [value]:
            if isinstance(number_value, float) and not math.isfinite(number_value):
                raise DefinitionError(f"{place}: value '{number_value}' has no literal in IDL; expected a finite number")
        if isinstance(value, str):
            try:
                string_value(value)
            except ValueError:
                raise DefinitionError(f"{place}: bad escape sequence in '{value}'; expected a backslash before one of "
                                      "n t v b r f a \\ ? ' \", up to 3 octal digits, or x and 2 hexadecimal digits "
                                      'that make UTF-8 without line breaks') from None
        elif isinstance(value, list) and not all(str(v).isascii() for v in value):
            raise DefinitionError(f"{place}: non-ASCII text in the default of an array, which ROS 2's .idl files "
                                  'cannot hold; expected ASCII')
        seen[message_name, name] = number
    return seen


def _check_type(place, package, text, is_constant):
    primitives = [t for t in adapter.PRIMITIVE_TYPES if t in MSG_TYPE_TO_IDL]
    base = text.partition('[')[0].partition('<=')[0]
    if is_constant:
        if text not in primitives:
            raise DefinitionError(f"{place}: '{text}' cannot be the type of a constant; expected one of "
                                  f"{', '.join(primitives)}")
        return
    if base in ('time', 'duration'):
        raise DefinitionError(f"{place}: '{base}' is a type of ROS 1; expected builtin_interfaces/{base.title()}")
    try:
        type_ = adapter.Type(text, context_package_name=package)
    except Exception:
        type_ = None
    if type_ is None or (type_.is_array and type_.array_size is None and not text.endswith('[]')):
        raise DefinitionError(
            f"{place}: '{text}' is no type; expected {', '.join(primitives)}, a message 'Name' or 'package/Name', "
            "a bounded 'string<=N', or one of these followed by '[]', '[N]' or '[<=N]' with N > 0")


def string_value(text):
    """What a string in a .msg file stands for: it passes through an IDL literal, where escape sequences are decoded.

    Raises ValueError if there is no such literal.
    """
    if '\\' not in text:
        return text
    return _literal_value(string_to_idl_string_literal(text).encode('iso-8859-1').decode())


def _array_value(type_, value):
    """The default of an array as rosidl_parser hands it to generators: a tuple in Python's notation."""
    literal = to_idl_literal(get_idl_type(type_), value)
    return _literal_value(literal) if '\\' in literal else literal[1:-1]


def _literal_value(literal):
    from lark import Token, Tree  # only needed where somebody writes a backslash
    from rosidl_parser.parser import get_string_literal_value
    if '\n' in literal or '\r' in literal:
        raise ValueError(literal)
    return get_string_literal_value(Tree('string_literal', [Token('ESCAPED_STRING', literal)]))


def _includes(specifications):
    return sorted({f'{f.type.pkg_name}/msg/{f.type.type}.idl'
                   for s in specifications for f in s.fields if not f.type.is_primitive_type()})


def _message(package, kind, specification):
    """The rosidl_parser object that the grammar would make of rosidl_adapter's .idl text."""
    structure = idl.Structure(idl.NamespacedType([package, kind], specification.msg_name))
    for field in specification.fields:
        member = idl.Member(_type(field.type), field.name)
        _annotate(member, field)
        if field.default_value is not None:
            value = field.default_value
            if field.type.is_array:
                value = _array_value(field.type, value)
            elif isinstance(value, str):
                value = string_value(value)
            member.annotations.append(idl.Annotation('default', {'value': value}))
        if 'unit' in field.annotations:
            member.annotations.append(idl.Annotation('unit', {'value': field.annotations['unit']}))
        structure.members.append(member)
    if not structure.members:
        structure.members.append(idl.Member(idl.BasicType('uint8'), idl.EMPTY_STRUCTURE_REQUIRED_MEMBER_NAME))
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
