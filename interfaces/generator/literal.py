# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Decodes strings of .msg files as ROS 2 does; for definition.py and check.py.

ROS 2 passes them to generators through an IDL literal, in which escape sequences are decoded.
"""

from rosidl_adapter.msg import get_idl_type, string_to_idl_string_literal, to_idl_literal


def string_value(text):
    """Returns the decoded text of a string; raises ValueError if no IDL literal can hold it."""
    if '\\' not in text:
        return text
    return _literal_value(string_to_idl_string_literal(text).encode('iso-8859-1').decode())


def array_value(type_, value):
    """Returns the default of an array in rosidl_parser's form: a tuple in Python's notation."""
    literal = to_idl_literal(get_idl_type(type_), value)
    return _literal_value(literal) if '\\' in literal else literal[1:-1]


def _literal_value(literal):
    from lark import Token, Tree  # only needed for backslashes
    from rosidl_parser.parser import get_string_literal_value

    if '\n' in literal or '\r' in literal:
        raise ValueError(literal)
    return get_string_literal_value(Tree('string_literal', [Token('ESCAPED_STRING', literal)]))
