# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks .msg, .srv and .action text line by line; used by definition.py.

The rules are those of rosidl_adapter, whose errors name neither file nor line, and a few whose
violation would otherwise cause errors of IDL or C++ later.
"""

import math

from interface import DefinitionError
from literal import string_value
from rosidl_adapter import parser as adapter
from rosidl_adapter.msg import MSG_TYPE_TO_IDL

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


def check_lines(package, path, message_name, lines, first_line):
    """Checks each line with rosidl_adapter's own rules; returns {(message, field): line number}."""
    seen = {}
    for number, line in enumerate(lines, first_line):
        line = line.replace('\t', ' ').partition(adapter.COMMENT_DELIMITER)[0].rstrip()
        if not line:
            continue
        place = f'{path}:{number}'
        if line != line.lstrip():
            raise DefinitionError(
                f"{place}: '{line.strip()}' is indented; expected the type at the start of the line"
            )
        type_text, _, rest = line.partition(' ')
        rest = rest.strip()
        if not rest:
            raise DefinitionError(
                f"{place}: '{line}' is not a field; expected '<type> <name> [<default>]' "
                "or '<type> <NAME>=<value>'"
            )
        is_constant = adapter.CONSTANT_SEPARATOR in rest
        if is_constant:
            name, _, value = (part.strip() for part in rest.partition(adapter.CONSTANT_SEPARATOR))
        else:
            name, _, value = (part.strip() for part in rest.partition(' '))
        _check_type(place, package, type_text, is_constant)
        if is_constant and not adapter.is_valid_constant_name(name):
            raise DefinitionError(
                f"{place}: '{name}' is not a valid constant name; expected upper-case letters, "
                "digits and single '_', beginning with a letter"
            )
        if not is_constant and not adapter.is_valid_field_name(name):
            raise DefinitionError(
                f"{place}: '{name}' is not a valid field name; expected lower-case letters, digits "
                "and single '_', beginning with a letter and not ending in '_'"
            )
        if (message_name, name) in seen:
            raise DefinitionError(
                f"{place}: '{name}' is defined a second time, first in line "
                f'{seen[message_name, name]}; expected names that differ'
            )
        if name in CPP_KEYWORDS:
            raise DefinitionError(
                f"{place}: '{name}' is a keyword of C++; expected a name that C++ allows"
            )
        try:
            if is_constant:
                value = adapter.Constant(type_text, name, value).value
            else:
                value = adapter.Field(
                    adapter.Type(type_text, context_package_name=package), name, value or None
                ).default_value
        except NotImplementedError:
            raise DefinitionError(
                f"{place}: default '{value}' for the message type '{type_text}'; expected a "
                'default only for a primitive type, or for an array of one'
            ) from None
        except Exception as error:  # InvalidValue and others: their text says what was expected
            raise DefinitionError(f'{place}: {error}') from None
        _check_value(place, value)
        seen[message_name, name] = number
    return seen


def _check_value(place, value):
    for number_value in value if isinstance(value, list) else [value]:
        if isinstance(number_value, float) and not math.isfinite(number_value):
            raise DefinitionError(
                f"{place}: value '{number_value}' has no literal in IDL; expected a finite number"
            )
    if isinstance(value, str):
        try:
            string_value(value)
        except ValueError:
            raise DefinitionError(
                f"{place}: bad escape sequence in '{value}'; expected a backslash before one of "
                'n t v b r f a \\ ? \' ", up to 3 octal digits, or x and 2 hexadecimal digits '
                'that make UTF-8 without line breaks'
            ) from None
    elif isinstance(value, list) and not all(str(v).isascii() for v in value):
        raise DefinitionError(
            f"{place}: non-ASCII text in the default of an array, which ROS 2's .idl files "
            'cannot hold; expected ASCII'
        )


def _check_type(place, package, text, is_constant):
    primitives = [t for t in adapter.PRIMITIVE_TYPES if t in MSG_TYPE_TO_IDL]
    base = text.partition('[')[0].partition('<=')[0]
    if is_constant:
        if text not in primitives:
            raise DefinitionError(
                f"{place}: '{text}' cannot be the type of a constant; expected one of "
                f'{", ".join(primitives)}'
            )
        return
    if base in ('time', 'duration'):
        raise DefinitionError(
            f"{place}: '{base}' is a type of ROS 1; expected builtin_interfaces/{base.title()}"
        )
    try:
        type_ = adapter.Type(text, context_package_name=package)
    except Exception:
        type_ = None
    if type_ is None or (type_.is_array and type_.array_size is None and not text.endswith('[]')):
        raise DefinitionError(
            f"{place}: '{text}' is not a valid type; expected {', '.join(primitives)}, a message "
            "'Name' or 'package/Name', a bounded 'string<=N', or one of these followed by '[]', "
            "'[N]' or '[<=N]' with N > 0"
        )
