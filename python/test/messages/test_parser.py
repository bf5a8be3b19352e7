# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parsing of definitions: valid ones, invalid ones, and error texts."""

import pytest

from rxros2.definitions.model import Collection, Constant, Field, FieldType
from rxros2.definitions.parser import parse
from rxros2.messages import DefinitionError


def fields(text, kind='msg'):
    structures = parse(f'pkg/{kind}/Name', text, f'Name.{kind}')
    return structures['pkg/msg/Name'].fields if kind == 'msg' else structures


def test_types():
    assert [
        field.type for field in fields('bool a\nstring<=5[<=3] b\nOther[2] c\nother_pkg/Name[] d\nwstring e # f g')
    ] == [
        FieldType('bool'),
        FieldType('string', 5, Collection.SEQUENCE, 3),
        FieldType('pkg/msg/Other', collection=Collection.ARRAY, length=2),
        FieldType('other_pkg/msg/Name', collection=Collection.SEQUENCE),
        FieldType('wstring'),
    ]


def test_types_as_rclpy_writes_them():
    text = 'bool a\nbyte[] b\nchar[3] c\nfloat32[<=4] d\nfloat64 e\nstring<=5[] f\nother_pkg/Name[] g'
    assert [str(field.type) for field in fields(text)] == [
        'boolean',
        'sequence<octet>',
        'uint8[3]',
        'sequence<float, 4>',
        'double',
        'sequence<string<5>>',
        'sequence<other_pkg/Name>',
    ]


@pytest.mark.parametrize(
    ('line', 'value'),
    [
        ('bool x TRUE', True),
        ('uint8 x 0xC8', 200),
        ('int64 x -9223372036854775808', -(2**63)),
        ('float32 x 1.5e3', 1500.0),
        ('string x "with \'quotes\' and \\"more\\""', 'with \'quotes\' and "more"'),
        ('string x two words  ', 'two words'),
        (r'string x "a\\tb"', 'a\tb'),
        ('string x "ä€"', 'ä€'),
        ('string[] x ["one, two", \'three\', four]', ['one, two', 'three', 'four']),
        ('string[] x ["say \\"hi\\"", ""]', ['say "hi"', '']),
        ('int32[<=3] x [1, -2]', [1, -2]),
        ('uint8[] x []', []),
    ],
)
def test_defaults(line, value):
    (field,) = fields(line)
    assert field.default == value and type(field.default) is type(value)


def test_constants():
    structure = parse('pkg/msg/Name', "int8 A=-1\nstring B_2 = 'x = y'\nbyte C=7\nfloat64 D=1", 'Name.msg')[
        'pkg/msg/Name'
    ]
    assert structure.constants == (
        Constant('A', 'int8', -1),
        Constant('B_2', 'string', 'x = y'),
        Constant('C', 'byte', 7),
        Constant('D', 'float64', 1.0),
    )
    assert structure.fields == ()


def test_a_service_and_an_action_are_made_of_messages():
    service = fields('int32 a\n---\nint32 b', 'srv')
    assert service['pkg/srv/Name_Request'].fields == (Field('a', FieldType('int32')),)
    assert list(service) == [f'pkg/srv/Name{suffix}' for suffix in ('_Request', '_Response', '_Event', '')]
    action = fields('int32 a\n---\nint32 b\n---\nint32 c', 'action')
    assert [f.name for f in action['pkg/action/Name_SendGoal_Request'].fields] == ['goal_id', 'goal']
    assert action['pkg/action/Name_Feedback'].fields[0].name == 'c'


@pytest.mark.parametrize(
    ('text', 'error'),
    [
        ('int32 a\n\nint33 b', "Name.msg:3: 'int33' is not a valid type; expected bool, byte,"),
        ('int32[-1] b', "'int32[-1]' is not a valid type"),
        ('int32[0] b', "'int32[0]' is not a valid type"),
        (
            'int32[4294967296] b',
            "'int32[4294967296]' has a length that no message can have; expected at most 429496729",
        ),
        ('int32[<=4294967296] b', 'has a length that no message can have'),
        ('string<=4294967296 b', 'has a length that no message can have'),
        ('int32<=3 b', "'int32<=3' is not a valid type"),
        ('string<=0 b', "'string<=0' is not a valid type"),
        ('a/b/C b', "'a/b/C' is not a valid type"),
        ('int32[3 b', "'int32[3' is not a valid type"),
        ('time b', "Name.msg:1: 'time' is a type of ROS 1; expected builtin_interfaces/Time"),
        ('int32', "'int32' is not a field; expected '<type> <name> [<default>]'"),
        ('  int32 a', "'int32 a' is indented"),
        ('int32 Abc', "'Abc' is not a valid field name; expected lower-case"),
        ('int32 a__b', "'a__b' is not a valid field name"),
        ('int32 a_', "'a_' is not a valid field name"),
        ('int32 abc=3', "'abc' is not a valid constant name; expected upper-case"),
        ('int32[] A=3', "'int32[]' cannot be the type of a constant; expected one of bool"),
        ('int32 a\nint8 a', "Name.msg:2: 'a' is defined a second time, first in line 1"),
        ('int8 a 200', "'200' is not a valid int8; expected an integer from -128 to 127"),
        ('byte a x', "'x' is not a valid byte; expected an integer from 0 to 255"),
        ('float32 a x', "'x' is not a valid float32; expected a finite number"),
        ('float32 a inf', "'inf' is not a valid float32; expected a finite number"),
        ('bool a yes', "'yes' is not a valid bool; expected true, 1, false or 0"),
        ('Other a 3', "default '3' for the message type 'Other'"),
        ('int32[2] a [1]', "default '[1]' has 1 values; expected 2"),
        ('int32[<=2] a [1,2,3]', "default '[1,2,3]' has 3 values; expected at most 2"),
        ('int32[] a 1', "default '1' of 'int32[]'; expected values between '[' and ']'"),
        ('string<=2 a abc', "'abc' has 3 characters; expected at most 2"),
        ('string[] a ["x" "y"]', 'is not a list of strings'),
        ('string[] a [ ]', "'[ ]' is not a list of strings"),
        ('string[] a [b, ]', "'[b, ]' is not a list of strings"),
        ('string a "x"y"', 'quotes inside <x"y> are not escaped'),
        (r'string a \q\x', 'bad escape sequence'),
    ],
)
def test_error_texts(text, error):
    with pytest.raises(DefinitionError) as caught:
        fields(text)
    assert error in str(caught.value) and str(caught.value).startswith('Name.msg:')


@pytest.mark.parametrize(
    ('kind', 'text', 'error'),
    [
        ('srv', 'int32 a', "Name.srv:1: 0 separator lines '---'; expected 1, between request and response"),
        ('srv', '---\n---', "Name.srv:2: 2 separator lines '---'; expected 1"),
        ('action', '---', 'expected 2, between goal and result and feedback'),
        ('srv', 'int32 a\n---\nint3 b', "Name.srv:3: 'int3' is not a valid type"),
    ],
)
def test_sections_are_counted(kind, text, error):
    with pytest.raises(DefinitionError) as caught:
        fields(text, kind)
    assert error in str(caught.value)


@pytest.mark.parametrize(
    'name', ['std_msgs/String', 'std_msgs.msg.String', 'Std/msg/String', 'a/msg/string', 'a/foo/B', '']
)
def test_refuses_invalid_names(name):
    with pytest.raises(ValueError, match="expected 'package/msg/Name'"):
        parse(name, '', 'x')
