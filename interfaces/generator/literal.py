# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Strings of .msg files as ROS 2 understands them; used by definition.py and check.py.

On their way to a generator they pass through an IDL literal, where escape sequences are decoded.
"""

from rosidl_adapter.msg import get_idl_type, string_to_idl_string_literal, to_idl_literal


def string_value(text):
    """What the text of a string stands for; ValueError if no IDL literal can hold it."""
    if '\\' not in text:
        return text
    return _literal_value(string_to_idl_string_literal(text).encode('iso-8859-1').decode())


def array_value(type_, value):
    """The default of an array as rosidl_parser has it: a tuple in Python's notation."""
    literal = to_idl_literal(get_idl_type(type_), value)
    return _literal_value(literal) if '\\' in literal else literal[1:-1]


def _literal_value(literal):
    from lark import Token, Tree  # only needed where somebody writes a backslash
    from rosidl_parser.parser import get_string_literal_value

    if '\n' in literal or '\r' in literal:
        raise ValueError(literal)
    return get_string_literal_value(Tree('string_literal', [Token('ESCAPED_STRING', literal)]))
