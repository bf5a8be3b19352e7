# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reads .msg, .srv, .action and .idl files; used by generate.py.

They are not read by rosidl_parser's grammar: the package `definitions` reads them in a tenth of the
time, and its errors name the user's lines. A test checks that both ways give equal results.
"""

import contextlib
import io
import pathlib

from definitions.idl import parse_idl
from definitions.model import DefinitionError, Field
from definitions.parser import SECTIONS, TYPE_NAME, parse, read_text, split_sections
from interface import Interface, Service, annotations_of, idl_message, with_events
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
    if kind not in SECTIONS:
        raise DefinitionError(
            f"{path}: the folder '{kind}' names no kind of interface; "
            "expected 'msg', 'srv' or 'action'"
        )
    if path.suffix == '.idl':
        return _read_idl(package, path, kind, text)
    if path.suffix != '.' + kind:
        raise DefinitionError(f'{path}: expected a file named *.{kind} or *.idl')
    if not TYPE_NAME.fullmatch(path.stem):
        raise DefinitionError(
            f"{path}: '{path.stem}' is not a valid type name; expected CamelCase: an upper-case "
            'letter, then letters and digits'
        )
    return _read_ros(package, path, kind, text)


def _read_idl(package, path, kind, text):
    name = f'{package}/{kind}/{path.stem}'
    file = parse_idl(name, text, str(path))
    for structure in file.structures.values():
        _check_generated(structure)
    messages = []
    for structure in file.messages:
        annotations = {
            item: annotations
            for (owner, item), annotations in file.annotations.items()
            if owner == structure.name and (item or kind == 'msg')  # as annotations_of()
        }
        messages.append(idl_message(structure, annotations))
    content = _content(package, path, kind, file.includes, messages)
    return Interface(package, path, kind, file.structures, content)


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
    messages = []
    for specification in specifications:
        structure = structures[f'{package}/{kind}/{specification.msg_name}']
        messages.append(idl_message(structure, annotations_of(specification, structure)))
    content = _content(package, path, kind, _includes(specifications), messages)
    return Interface(package, path, kind, structures, content, specifications)


def _content(package, path, kind, includes, messages):
    """Returns what rosidl_parser would read from the .idl file of an interface."""
    content = idl.IdlContent()
    content.elements += [idl.Include(locator) for locator in includes]
    if kind == 'msg':
        content.elements.append(messages[0])
        return content
    element = {'srv': Service, 'action': idl.Action}[kind](
        idl.NamespacedType([package, kind], path.stem), *messages
    )
    if kind == 'action':
        content.elements += [i for i in element.implicit_includes if i.locator not in includes]
    content.elements.append(with_events(element))
    return content


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
