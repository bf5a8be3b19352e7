# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions that a recording contains, as .idl text: of messages, and of the parts of services and actions."""

import pytest

from rxros2.messages import DefinitionError
from rxros2.messages.codec import decode, encode
from rxros2.messages.definition_text import known_definition
from rxros2.messages.recorded_definitions import class_of

SEPARATOR = '=' * 80
WHOLE = """#include "other_pkg/msg/Inner.idl"
module other_pkg {
  module msg {
    typedef double double__3[3];
    module Whole_Constants { const long SIX = 6; };
    struct Whole { other_pkg::msg::Inner inner; double__3 position; builtin_interfaces::msg::Time stamp; };
  };
};
"""
INNER = 'module other_pkg { module msg { struct Inner { sequence<string, 4> words; }; }; };\n'


@pytest.mark.parametrize('first', ['', f'{SEPARATOR}\nIDL: other_pkg/msg/Whole\n'])
def test_idl_of_a_message(first):
    text = f'{first}{WHOLE}{SEPARATOR}\nIDL: other_pkg/msg/Inner\n{INNER}'
    cls = class_of('other_pkg/msg/Whole', '', text, 'ros2idl')
    message = cls(position=[1, 2, 3])
    message.inner.words, message.stamp.sec = ['a'], 5
    assert decode(cls, encode(message)) == message and cls.SIX == 6
    assert class_of('other_pkg/msg/Whole', '', text, 'ros2idl') is cls


@pytest.mark.parametrize(
    ('package', 'part', 'field'),
    [
        ('std_srvs', 'srv/SetBool_Event', 'request'),
        ('example_interfaces', 'action/Fibonacci_FeedbackMessage', 'feedback'),
    ],
)
def test_idl_of_a_part(package, part, field):
    text, encoding = known_definition(f'{package}/{part}')
    cls = class_of(f'unknown/{part}', '', text.replace(package, 'unknown'), encoding)
    assert encoding == 'ros2idl' and cls.__module__.startswith('unknown.')
    assert encode(cls()) == encode(class_of(f'{package}/{part}', '', '', '')()) and hasattr(cls(), field)


def test_invalid_idl():
    mistakes = ('struct {', 'expected the name'), (INNER, "defines 'other_pkg/msg/Inner'"), ('', '0 structs')
    for text, expected in mistakes:
        with pytest.raises(DefinitionError, match=f'of other_pkg/msg/Whole cannot be used: .*{expected}'):
            class_of('other_pkg/msg/Whole', '', text + '\n', 'ros2idl')
    with pytest.raises(DefinitionError, match='of other_pkg/msg/Whole is protobuf; expected the package other_pkg'):
        class_of('other_pkg/msg/Whole', '', 'message Whole {}', 'protobuf')
