# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reads .msg, .srv, .action and .idl files; used by generate.py.

The three ROS notations are not converted to .idl text for rosidl_parser's grammar: the package
`definitions` reads them in a tenth of the time, and its errors name the user's lines. A test checks
that both ways give equal results.
"""

import contextlib
import io
import pathlib

from definitions.model import DefinitionError, Field
from definitions.parser import SECTIONS, TYPE_NAME, parse, read_text, split_sections
from interface import Interface, Service, idl_message, structures_of, with_events
from rosidl_adapter import parser as adapter
from rosidl_parser import definition as idl

# Names that a .msg file allows and C++ does not.
CPP_KEYWORDS = frozenset(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class co_await co_return co_yield compl concept const const_cast consteval
    constexpr constinit continue decltype default delete do double dynamic_cast else enum
    explicit export extern false float for friend goto if inline int long mutable namespace new
    noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast requires return short signed sizeof static static_assert static_cast struct
    switch template this thread_local throw true try typedef typeid typename union unsigned
    using virtual void volatile wchar_t while xor xor_eq
    """.split()  # noqa: SIM905
)


def read(package, path, kind):
    """Reads the definition at path as package/<kind>/<stem>; raises DefinitionError."""
    path = pathlib.Path(path)
    try:
        text = read_text(path)
    except OSError as error:
        raise DefinitionError(
            f'{path}: cannot be read: {error.strerror}; expected a definition of '
            f'{package}/{kind}/{path.stem}'
        ) from None
    if path.suffix == '.idl':
        return _read_idl(package, path, text)
    if path.suffix != '.' + kind or kind not in SECTIONS:
        raise DefinitionError(f'{path}: expected a file named *.{kind} or *.idl')
    if not TYPE_NAME.fullmatch(path.stem):
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
    element = next(e for e in content.elements if not isinstance(e, (idl.Include, idl.Constant)))
    structures = structures_of(element)
    *_, type_name = structures  # the last one contains the others
    owner, kind, name = type_name.split('/')
    if owner != package or name != path.stem:
        raise DefinitionError(
            f"{path}: defines '{type_name}'; expected a type '{path.stem}' in module '{package}'"
        )
    return Interface(package, path, kind, structures, content)


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
    name = f'{package}/{kind}/{path.stem}'
    structures = parse(name, text, str(path))
    for structure in structures.values():
        _check_generated(structure)
    specifications = []
    for suffix, (lines, _) in split_sections(kind, text, str(path)):
        # rosidl_adapter, which reads comments and writes .idl files, accepts what parse() accepts.
        with contextlib.redirect_stderr(io.StringIO()):
            specifications.append(
                adapter.parse_message_string(package, path.stem + suffix, '\n'.join(lines))
            )
    messages = [
        idl_message(structures[f'{package}/{kind}/{s.msg_name}'], s) for s in specifications
    ]
    content = idl.IdlContent()
    for locator in _includes(specifications):
        content.elements.append(idl.Include(locator))
    if kind == 'msg':
        content.elements.append(messages[0])
    else:
        element = {'srv': Service, 'action': idl.Action}[kind](
            idl.NamespacedType([package, kind], path.stem), *messages
        )
        if kind == 'action':
            content.elements += element.implicit_includes
        content.elements.append(with_events(element))
    return Interface(package, path, kind, structures, content, specifications)


def _includes(specifications):
    return sorted(
        {
            f'{f.type.pkg_name}/msg/{f.type.type}.idl'
            for s in specifications
            for f in s.fields
            if not f.type.is_primitive_type()
        }
    )


def _check_generated(structure):
    """Raises DefinitionError for what ROS 2 accepts, but neither IDL nor C++ can hold."""
    for item in (*structure.fields, *structure.constants):
        place = f'{structure.source}:{item.line}'
        if item.name in CPP_KEYWORDS:
            raise DefinitionError(
                f"{place}: '{item.name}' is a keyword of C++; expected a name that C++ allows"
            )
        default = item.default if isinstance(item, Field) else None
        if isinstance(default, list) and not all(str(value).isascii() for value in default):
            raise DefinitionError(
                f"{place}: non-ASCII text in the default of an array, which ROS 2's .idl files "
                'cannot hold; expected ASCII'
            )
