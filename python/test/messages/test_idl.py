# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions in .idl files, and definitions in folders of other names: classes, texts, and errors with their lines."""

import pathlib

import pytest

import rxros2
from rxros2.definitions.files import definition_names
from rxros2.definitions.idl import parse_idl
from rxros2.definitions.model import Collection, Constant, FieldType
from rxros2.definitions.parser import parse
from rxros2.messages import DefinitionError, InterfaceNotFound, interface_names, interface_packages
from rxros2.messages.definition_text import known_definition, known_service_definition

rxros2.add_interface_path(pathlib.Path(__file__).resolve().parents[3] / 'interfaces/test/packages')

FAN = r"""
/* A fan,
   written by hand. */
#include "std_msgs/msg/Header.idl"
#include <builtin_interfaces/msg/Time.idl>
module pkg {
  module msg {
    enum Unused { @default_literal ONE, TWO };
    typedef sequence<double, 0x10> Speeds;
    typedef double double__3[3];
    module Fan_Constants {
      const short LOW = -23;
      @verbatim (language="comment", text="The number of blades.")
      const unsigned long BLADES = 4;
      const float HALF = .5;
      const double TEN = 1e1;
      const boolean IS_ON = TRUE;
      const string NAME = "a \"fan\"\t" "and more";
      const wstring WIDE = L"\u00e9";
      const octet MASK = 0x0F;
    };
    @verbatim (language="comment", text=
      "A fan of a machine.")
    @transfer_mode(SHMEM_REF)
    struct Fan {
      std_msgs::msg::Header header;
      @key @range (min=-10, max=10)
      long id, other_id;
      @default (value=1.5)
      double speed;
      @default (value="(1, 2)")
      sequence<octet, 4> bytes;
      @default (value=BLADES)
      uint8 count; // of blades
      @unit (value="m/s")
      Speeds speeds;
      double__3 position;
      string<8> text;
      wstring<Fan_Constants::BLADES> wide;
      sequence<string<3>, 2> words;
      ::builtin_interfaces::msg::Time stamps[2];
      unsigned long long serial;
      boolean longName;
    };
  };
};
"""


def test_a_message():
    file = parse_idl('pkg/msg/Fan', FAN, 'Fan.idl')
    (fan,) = file.structures.values()
    assert file.includes == ['std_msgs/msg/Header.idl', 'builtin_interfaces/msg/Time.idl']
    assert {field.name: field.type for field in fan.fields} == {
        'header': FieldType('std_msgs/msg/Header'),
        'id': FieldType('int32'),
        'other_id': FieldType('int32'),
        'speed': FieldType('float64'),
        'bytes': FieldType('byte', collection=Collection.SEQUENCE, length=4),
        'count': FieldType('uint8'),
        'speeds': FieldType('float64', collection=Collection.SEQUENCE, length=16),
        'position': FieldType('float64', collection=Collection.ARRAY, length=3),
        'text': FieldType('string', 8),
        'wide': FieldType('wstring', 4),
        'words': FieldType('string', 3, Collection.SEQUENCE, 2),
        'stamps': FieldType('builtin_interfaces/msg/Time', collection=Collection.ARRAY, length=2),
        'serial': FieldType('uint64'),
        'longName': FieldType('bool'),
    }
    assert fan.constants == (
        Constant('LOW', 'int16', -23),
        Constant('BLADES', 'uint32', 4),
        Constant('HALF', 'float32', 0.5),
        Constant('TEN', 'float64', 10.0),
        Constant('IS_ON', 'bool', True),
        Constant('NAME', 'string', 'a "fan"\tand more'),
        Constant('WIDE', 'wstring', 'é'),
        Constant('MASK', 'byte', 15),
    )
    defaults = {field.name: field.default for field in fan.fields if field.default is not None}
    assert defaults == {'speed': 1.5, 'bytes': [1, 2], 'count': 4}
    assert file.annotations['pkg/msg/Fan', ''][1] == ('transfer_mode', 'SHMEM_REF')
    assert file.annotations['pkg/msg/Fan', 'id'] == [('key', None), ('range', {'min': -10, 'max': 10})]
    assert file.annotations['pkg/msg/Fan', 'BLADES'][0][1]['text'] == 'The number of blades.'


def test_services_and_actions_equal_those_of_the_other_notations():
    def text(kind, *structs):
        return f'module p {{ module {kind} {{ {" ".join(f"struct {s} {{ {f} }};" for s, f in structs)} }}; }};'

    idl = text('srv', ('A_Request', 'uint8 structure_needs_at_least_one_member;'), ('A_Response', 'long b;'))
    assert parse_idl('p/srv/A', idl, 'A.idl').structures == parse('p/srv/A', '---\nint32 b', 'A.idl')
    idl = text('action', ('A_Goal', 'float a;'), ('A_Result', 'string b;'), ('A_Feedback', 'p::msg::C c;'))
    action = parse('p/action/A', 'float32 a\n---\nstring b\n---\nC c', 'A.idl')
    assert parse_idl('p/action/A', idl, 'A.idl').structures == action


def message(fields, before=''):
    return f'module p {{ module msg {{\n{before}struct A {{\n{fields}\n}}; }}; }};'


@pytest.mark.parametrize(
    ('text', 'error'),
    [
        ('module p {\nmodule msg {\nstruct A { long a };', "A.idl:3: unexpected '}'; expected ';' or ','"),
        ('module p {\n\n', "A.idl:1: unexpected 'end of file'; expected '}' or 'module', 'const',"),
        ('struct A { long a; }; $', "A.idl:1: unexpected '$'; expected a word"),
        ('module p { interface B {}; };', "unexpected 'interface'; expected 'module', 'const', 'typedef'"),
        ('\n#ifndef A_IDL\n', "A.idl:2: unexpected '#ifndef A_IDL'; expected '#include <package/msg/Name.idl>'"),
        (message('map<long, long> a;'), "A.idl:3: unknown type 'map'; expected a basic type"),
        (message('Point a;'), "unknown type 'Point'; expected a basic type such as 'long' or 'double', string"),
        (message('unsigned double a;'), "'unsigned double' is not a type; expected one of short"),
        (message('B a;', 'enum B { ONE };\n'), "A.idl:4: 'B' is an enumeration, which ROS 2's messages cannot"),
        (message('sequence<sequence<long>> a;'), 'A.idl:3: a sequence of arrays or sequences'),
        (message('long a[2][3];'), "'a' has more than one dimension; expected one"),
        (message('string<0> a;'), "A.idl:3: '0' is not a length; expected an integer from 1 to"),
        (message('string<N> a;'), "A.idl:3: unknown constant 'N'"),
        (message('long a;\nlong a;'), "A.idl:4: 'a' is defined a second time, first in line 3"),
        (message('@default(value=300)\nuint8 a;'), "A.idl:4: '300' is not a value of 'uint8'; expected an integer"),
        (message('@default(value="(1, 2)") long a[3];'), "default '(1, 2)' has 2 values; expected 3"),
        (message('@default(value=3) long a[3];'), "A.idl:3: '3' is not the default of 'int32[3]'"),
        (message('', ''), "A.idl:2: struct 'p/msg/A' is empty; expected a field"),
        (message('long a;', 'struct B : C { long a; };\n'), "A.idl:2: unexpected ':'; expected '{' and the fields"),
        (message('long a;', 'const string C = 3;\n'), "A.idl:2: '3' is not a value of 'string'; expected a string"),
        ('const long C = 3;', 'A.idl: 0 structs; expected one for a message, two for a service'),
        (message('long a;').replace(' msg ', ' srv '), "A.idl:2: defines 'p/srv/A'; expected 'p/msg/A'"),
    ],
)
def test_errors_name_the_line_and_what_was_expected(text, error):
    with pytest.raises(DefinitionError) as caught:
        parse_idl('p/msg/A', text, 'A.idl')
    assert error in str(caught.value) and str(caught.value).startswith('A.idl:')


def test_a_class_of_an_idl_file():
    cls = rxros2.interface('rxros2_test_msgs/msg/FromIdl')
    assert (cls.LIMIT, cls.NAME, cls().double_value) == (7, 'idl', 1.5)
    text, encoding = known_definition('rxros2_test_msgs/msg/FromIdl')
    assert encoding == 'ros2idl' and 'const unsigned long LIMIT = 7;' in text
    assert 'IDL: rxros2_test_msgs/msg/Point\n' in text


def test_types_that_only_idl_has(tmp_path):
    folder = tmp_path / 'letter_msgs/msg'
    folder.mkdir(parents=True)
    (folder / 'Letter.idl').write_text('module letter_msgs { module msg { struct Letter {\nwchar a; }; }; };')
    rxros2.add_interface_path(tmp_path)
    with pytest.raises(DefinitionError, match=r"Letter.idl:2: 'a' of .* is of IDL's type 'wchar', which"):
        rxros2.interface('letter_msgs/msg/Letter')


def test_folders_of_any_name(tmp_path):
    package = tmp_path / 'mapper_msgs'
    for name, text in {
        'srvs/Pause.srv': 'Pose pose\n---\nbool status # paused\n',
        'messages/Pose.msg': 'float64 x\n',
        'srv/Reset.idl': 'module mapper_msgs { module srv {\n'
        'struct Reset_Request { sequence<string<3>, 2> words; }; struct Reset_Response { mapper_msgs::msg::Pose p; };'
        '}; };',
        'srv/Pause.idl': 'generated by a build',
        'config/lower.msg': 'no definition',
    }.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    rxros2.add_interface_path(package)
    assert 'mapper_msgs' in interface_packages()
    assert interface_names('mapper_msgs', 'srv') == ['Pause', 'Reset']
    assert interface_names('mapper_msgs', 'msg') == ['Pose']

    from rxros2.interfaces.mapper_msgs.srv import Pause, Reset

    assert Pause.Request().pose.x == 0.0 and Reset.Response().p.x == 0.0
    request, response = known_service_definition('mapper_msgs/srv/Reset')
    assert request == 'string<=3[<=2] words\n' and response.startswith('mapper_msgs/Pose p\n')


def test_an_unknown_type_is_named_with_the_line_that_uses_it(tmp_path):
    folder = tmp_path / 'lonely_msgs/msg'
    folder.mkdir(parents=True)
    (folder / 'Inner.msg').write_text('int32 a\nmissing_msgs/Part part\n')
    (folder / 'Outer.msg').write_text('Inner inner\n')
    rxros2.add_interface_path(tmp_path)
    expected = r'^.*Inner.msg:2: no file missing_msgs/msg/Part.msg for missing_msgs/msg/Part; searched in'
    with pytest.raises(InterfaceNotFound, match=expected):
        rxros2.interface('lonely_msgs/msg/Outer')


@pytest.mark.parametrize(
    'text',
    [
        'module m { const string S = "a"; const string T = -S; };',
        f'module pkg {{ module msg {{ struct A {{ @default (value={"9" * 400}) double x; }}; }}; }};',
        'module a { ' * 2000,
        'typedef ' + 'sequence<' * 2000,
        f'const long N = {"1" * 5000};',
        f'module pkg {{ module msg {{ struct A {{ @default (value="{"-" * 100000}1") sequence<long> x; }}; }}; }};',
    ],
)
def test_every_fault_of_a_text_is_a_definition_error(text):
    with pytest.raises(DefinitionError, match='^A.idl:1: '):
        parse_idl('pkg/msg/A', text, 'A.idl')


def test_the_kind_decides_on_the_number_of_structs():
    structs = 'struct A_Request { long x; }; struct A_Response { long x; };'
    with pytest.raises(DefinitionError, match='2 structs'):
        parse_idl('pkg/msg/A', f'module pkg {{ module msg {{ {structs} }}; }};', 'A.idl')


def test_a_constant_and_a_field_have_different_names():
    text = 'module pkg { module msg { module A_Constants { const long x = 1; };\nstruct A { long x; }; }; };'
    with pytest.raises(DefinitionError, match="A.idl:2: 'x' is defined a second time, first in line 1"):
        parse_idl('pkg/msg/A', text, 'A.idl')


def test_a_loop_of_links_is_no_folder(tmp_path):
    (tmp_path / 'loop').symlink_to('loop')
    assert definition_names(tmp_path) == {}
