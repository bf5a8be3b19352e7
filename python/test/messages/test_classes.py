# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Message classes: rclpy's conventions, checked values, numpy arrays, copies and pickles."""

import array
import copy
import importlib
import os
import pathlib
import pickle
import subprocess
import sys
import threading

import numpy
import pytest

import rxros2
from rxros2.interfaces.builtin_interfaces.msg import Time
from rxros2.interfaces.diagnostic_msgs.msg import DiagnosticStatus
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.geometry_msgs.msg import Point, Polygon
from rxros2.interfaces.sensor_msgs.msg import Image, JointState, LaserScan
from rxros2.interfaces.std_msgs.msg import Bool, Byte, Float32, Header, Int8, String
from rxros2.interfaces.std_srvs.srv import SetBool
from rxros2.messages import DefinitionError, InterfaceNotFound, interface_packages

rxros2.add_interface_path(pathlib.Path(__file__).resolve().parents[3] / 'interfaces/test/packages')
from rxros2.interfaces.rxros2_test_msgs.msg import Arrays, BoundedSequences, Empty, Sequences, Strings, WStrings


def test_construction_and_fields():
    message = JointState(name=['a'], position=[1.5])
    assert message.header.frame_id == '' and message.name == ['a'] and message.position.tolist() == [1.5]
    assert JointState().header is not JointState().header and JointState().name is not JointState().name
    assert JointState.get_fields_and_field_types() == {
        'header': 'std_msgs/Header',
        'name': 'sequence<string>',
        'position': 'sequence<double>',
        'velocity': 'sequence<double>',
        'effort': 'sequence<double>',
    }
    assert [str(type_) for type_ in JointState.SLOT_TYPES] == list(JointState.get_fields_and_field_types().values())
    assert JointState.__slots__ == ['_header', '_name', '_position', '_velocity', '_effort']
    assert Empty() == Empty() and Empty.__slots__ == []


def test_unknown_names_are_refused():
    with pytest.raises(TypeError, match=r"String.__init__\(\) got an unexpected keyword argument 'dat'"):
        String(dat='x')
    with pytest.raises(TypeError):
        String('x')
    with pytest.raises(AttributeError):
        String().dat = 'x'
    with pytest.raises(AttributeError):
        del String().data


def test_equality_and_repr():
    assert String(data='x') == String(data='x') != String(data='y')
    assert String() != Header() and String() != ''
    assert JointState(position=[1, 2]) != JointState(position=[1]) != JointState(position=[2])
    assert repr(JointState(name=['a'], effort=[1.0])) == (
        'sensor_msgs.msg.JointState(header=std_msgs.msg.Header(stamp=builtin_interfaces.msg.Time(sec=0, nanosec=0), '
        "frame_id=''), name=['a'], position=[], velocity=[], effort=[1.0])"
    )
    assert len(repr(Image(data=bytes(1_000_000)))) < 400
    with pytest.raises(TypeError, match='unhashable'):
        hash(String())


def test_constants_and_bytes_as_in_rclpy():
    assert DiagnosticStatus.WARN == b'\x01'
    assert DiagnosticStatus(level=DiagnosticStatus.WARN).level == b'\x01'
    with pytest.raises(AttributeError):
        DiagnosticStatus().WARN = b'\x02'


@pytest.mark.parametrize(
    ('make', 'error', 'text'),
    [
        (
            lambda: Int8(data=128),
            ValueError,
            "std_msgs/msg/Int8: 'data': expected an integer from -128 to 127, found 128",
        ),
        (
            lambda: Int8(data=1.0),
            TypeError,
            "std_msgs/msg/Int8: 'data': expected an integer from -128 to 127, found 1.0 (float)",
        ),
        (lambda: Int8(data='1'), TypeError, "found '1' (str)"),
        (lambda: Bool(data=1), TypeError, "std_msgs/msg/Bool: 'data': expected a bool, found 1 (int)"),
        (lambda: Byte(data=1), TypeError, 'expected bytes of length 1, found 1 (int)'),
        (lambda: Byte(data=b'12'), TypeError, 'expected bytes of length 1'),
        (lambda: Float32(data='1'), TypeError, "expected a float, found '1' (str)"),
        (lambda: Float32(data=1e39), ValueError, 'expected a float32, of at most 3.4028234663852886e+38, found 1e+39'),
        (lambda: Float32(data=10**400), ValueError, 'expected a float32'),
        (lambda: String(data=b'x'), TypeError, "std_msgs/msg/String: 'data': expected a str, found b'x' (bytes)"),
        (
            lambda: Header(stamp=3),
            TypeError,
            "std_msgs/msg/Header: 'stamp': expected a message builtin_interfaces/msg/Time, found 3",
        ),
        (
            lambda: Header(stamp=String()),
            TypeError,
            'expected a message builtin_interfaces/msg/Time, found std_msgs.msg.String',
        ),
        (lambda: JointState(name='abc'), TypeError, "'name': expected a list of string, found 'abc' (str)"),
        (
            lambda: JointState(name=['a', 3]),
            TypeError,
            "sensor_msgs/msg/JointState: 'name[1]': expected a str, found 3 (int)",
        ),
        (lambda: Polygon(points=[Point()]), TypeError, "'points[0]': expected a message geometry_msgs/msg/Point32"),
        (lambda: JointState(position='abc'), TypeError, "'position': expected numbers of type float64, found str"),
        (lambda: JointState(position=3), TypeError, "'position': expected numbers of type float64, found int"),
        (lambda: JointState(position=['x']), TypeError, "'position': expected float64, found 'x' at index 0"),
        (lambda: JointState(position=numpy.array('x')), TypeError, "'position': expected numbers of type float64"),
        (lambda: Image(data=[1, 256]), ValueError, "'data': expected uint8, found 256 at index 1"),
        (lambda: Image(data=[1, 2.0]), TypeError, "'data': expected uint8, found 2.0 at index 1"),
        (lambda: Image(data=numpy.array([0, -1])), ValueError, "'data': expected uint8, found -1 at index 1"),
        (
            lambda: Image(data=numpy.array([1.0])),
            TypeError,
            'expected numbers of type uint8, found an array of float64',
        ),
        (lambda: LaserScan(ranges=[0.0, 1e39]), ValueError, "'ranges': expected float32, found 1e+39 at index 1"),
        (lambda: JointState(position=b'12345678'), TypeError, 'expected numbers of type float64, found bytes'),
        (lambda: Arrays(float64_values=[1.0]), ValueError, "'float64_values': expected 3 values, found 1"),
        (lambda: BoundedSequences(float64_values=range(4)), ValueError, 'expected at most 3 values, found 4'),
        (lambda: Strings(bounded='sixsix'), ValueError, "'bounded': expected at most 5 bytes of UTF-8, found 6"),
        (lambda: Strings(bounded='äää'), ValueError, 'expected at most 5 bytes of UTF-8, found 6'),
        (
            lambda: Strings(few_bounded_strings=['', 'sixsix']),
            ValueError,
            "'few_bounded_strings[1]': expected at most 5",
        ),
        (lambda: Strings(strings=['']), ValueError, "'strings': expected 3 values, found 1"),
        (lambda: WStrings(bounded='😀😀😀'), ValueError, 'expected at most 5 UTF-16 units, found 6'),
    ],
)
def test_wrong_values(make, error, text):
    with pytest.raises(error) as caught:
        make()
    assert text in str(caught.value)


def test_assignment_is_checked_and_keeps_the_old_value():
    message = Int8(data=3)
    with pytest.raises(ValueError):
        message.data = 200
    assert message.data == 3


def test_numbers_of_numpy_and_integers_for_floats():
    assert type(Int8(data=numpy.int64(5)).data) is int
    assert type(Float32(data=3).data) is float and type(Float32(data=numpy.float32(1.5)).data) is float
    assert Float32(data=float('inf')).data == float('inf')
    assert Bool(data=numpy.bool_(True)).data is True


def test_numeric_sequences_share_buffers():
    values = numpy.arange(5.0)
    message = JointState(position=values)
    assert message.position is values
    data = array.array('d', [1.0, 2.0])
    message.position = data
    data[0] = 7.0
    assert message.position.tolist() == [7.0, 2.0]
    pixels = bytearray(12)
    image = Image(data=pixels)
    pixels[3] = 9
    assert image.data[3] == 9 and image.data.dtype == numpy.uint8
    frame = numpy.zeros((2, 2, 3), numpy.uint8)
    image.data = frame
    assert image.data.shape == (12,) and numpy.shares_memory(image.data, frame)
    image.data = memoryview(b'abc')
    assert image.data.tobytes() == b'abc'


def test_numeric_sequences_convert_other_values():
    message = Sequences()
    for name, value, expected in [
        ('float64_values', (1, 2), [1.0, 2.0]),
        ('float32_values', numpy.array([1.5, 2.5]), [1.5, 2.5]),
        ('float32_values', numpy.arange(6.0)[::2], [0.0, 2.0, 4.0]),
        ('int64_values', numpy.array([1, 2], '>i4'), [1, 2]),
        ('uint64_values', [0, 2**64 - 1], [0, 2**64 - 1]),
        ('int64_values', [-(2**63), 2**63 - 1], [-(2**63), 2**63 - 1]),
        ('int8_values', range(3), [0, 1, 2]),
        ('bool_values', [True, False], [True, False]),
        ('byte_values', [b'\x01', b'\xff'], [1, 255]),
        ('byte_values', b'\x02', [2]),
        ('uint8_values', [], []),
        ('float64_values', (x for x in (1.0, 2.0)), [1.0, 2.0]),
    ]:
        setattr(message, name, value)
        stored = getattr(message, name)
        assert stored.tolist() == expected and stored.flags.c_contiguous and stored.dtype.isnative, name
    for name, value in [
        ('bool_values', [1, 0]),
        ('uint64_values', [-1, 2**63]),
        ('int8_values', [None]),
        ('float64_values', [[1.0], [2.0, 3.0]]),
    ]:
        with pytest.raises((TypeError, ValueError), match=f"'{name}': expected"):
            setattr(message, name, value)


def test_copies_and_pickles():
    message = JointState(header=Header(stamp=Time(sec=3)), name=['a'], position=[1.0])
    for other in (copy.deepcopy(message), pickle.loads(pickle.dumps(message))):
        assert other == message
        other.position[0] = 2.0
        other.header.stamp.sec = 4
        other.name.append('b')
        assert message.position[0] == 1.0 and message.header.stamp.sec == 3 and message.name == ['a']
    assert copy.copy(message).header is message.header
    assert pickle.loads(pickle.dumps(SetBool.Request(data=True))) == SetBool.Request(data=True)
    assert pickle.loads(pickle.dumps(SetBool)) is SetBool
    assert pickle.loads(pickle.dumps(JointState)) is JointState


def test_services_and_actions():
    assert SetBool.Request(data=True).data is True and SetBool.Response(message='x').success is False
    assert len(SetBool.Event().request) == 0
    assert repr(SetBool.Request()) == 'std_srvs.srv.SetBool_Request(data=False)'
    for cls, part in ((SetBool, 'Request'), (Fibonacci, 'Goal')):
        with pytest.raises(TypeError, match=rf'has no instances; make one of its parts, e.g. of \w+.{part}'):
            cls()
    goal = Fibonacci.Impl.SendGoalService.Request(goal=Fibonacci.Goal(order=5))
    assert goal.goal.order == 5 and goal.goal_id.uuid.shape == (16,)
    assert Fibonacci.Impl.FeedbackMessage().feedback == Fibonacci.Feedback()
    assert rxros2.interface('std_srvs/srv/SetBool_Request') is SetBool.Request


def test_imports_and_their_errors():
    from rxros2.interfaces.std_msgs import msg as module

    assert rxros2.interface('std_msgs/msg/String') is module.String is String
    assert 'String' in dir(module) and 'Header' in module.__all__
    with pytest.raises(ImportError, match='Strong'):
        exec('from rxros2.interfaces.std_msgs.msg import Strong')
    with pytest.raises(ModuleNotFoundError, match="no package 'std_massages' with interfaces; searched in"):
        importlib.import_module('rxros2.interfaces.std_massages.msg')
    with pytest.raises(ModuleNotFoundError, match="package 'std_msgs' has no 'srv'; expected msg"):
        importlib.import_module('rxros2.interfaces.std_msgs.srv')
    with pytest.raises(
        InterfaceNotFound, match=r'no file std_msgs/msg/Strong.msg for std_msgs/msg/Strong; searched in'
    ):
        rxros2.interface('std_msgs/msg/Strong')
    with pytest.raises(ValueError, match="'std_msgs/String' is not an interface"):
        rxros2.interface('std_msgs/String')
    with pytest.raises(ValueError, match="'std_msgs' is not an interface"):
        rxros2.interface('std_msgs')


def test_own_definitions(tmp_path):
    folder = tmp_path / 'own_msgs/msg'
    folder.mkdir(parents=True)
    (folder / 'Good.msg').write_text('std_msgs/Header header\nBad[] bad\nint32 SIX=6\n')
    (folder / 'Bad.msg').write_text('int32 ok\nint33 no\n')
    (folder / 'Alone.msg').write_text('int32 from\n')
    (folder / 'Latin.msg').write_bytes(b'int32 a # \xe4\n')
    with pytest.raises(NotADirectoryError, match='is not a folder; expected one that holds'):
        rxros2.add_interface_path(tmp_path / 'none')
    rxros2.add_interface_path(tmp_path)
    with pytest.raises(DefinitionError, match=r"Bad.msg:2: 'int33' is not a valid type"):
        rxros2.interface('own_msgs/msg/Good')
    (folder / 'Bad.msg').write_text('int32 ok\n')
    assert rxros2.interface('own_msgs/msg/Good').SIX == 6
    with pytest.raises(DefinitionError, match="Alone.msg: 'from' of own_msgs/msg/Alone is a keyword of Python"):
        rxros2.interface('own_msgs/msg/Alone')
    with pytest.raises(DefinitionError, match=r'Latin.msg:1: byte 0xe4 is not UTF-8'):
        rxros2.interface('own_msgs/msg/Latin')


def test_a_sourced_workspace_goes_first(tmp_path):
    folder = tmp_path / 'share/std_msgs/msg'
    folder.mkdir(parents=True)
    (folder / 'String.msg').write_text('string data\nint32 more\n')
    program = 'from rxros2.interfaces.std_msgs.msg import String, Int8; print(String(more=3), Int8())'
    environment = {'AMENT_PREFIX_PATH': str(tmp_path), 'PYTHONPATH': str(pathlib.Path(rxros2.__file__).parents[1])}
    result = subprocess.run(
        [sys.executable, '-c', program], env=environment, capture_output=True, text=True, check=True
    )
    assert result.stdout == "std_msgs.msg.String(data='', more=3) std_msgs.msg.Int8(data=0)\n"


def test_packages_of_prefixes_are_found_without_opening_other_folders(tmp_path, monkeypatch):
    """/usr/share, for example, has thousands of folders of other programs."""
    files = ('by_hand/msg/A.msg', 'by_manifest/package.xml', 'by_manifest/srvs/B.srv', 'doc/program/C.msg', 'D/x')
    for file in (*files, 'ament_index/resource_index/rosidl_interfaces/indexed', 'indexed/action/E.action'):
        path = tmp_path / 'share' / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.setenv('AMENT_PREFIX_PATH', str(tmp_path))
    opened = []
    monkeypatch.setattr(os, 'scandir', lambda path, scan=os.scandir: opened.append(str(path)) or scan(path))
    assert {'by_hand', 'by_manifest', 'indexed', 'std_msgs'} <= set(interface_packages())
    assert not {'doc', 'D', 'ament_index'} & set(interface_packages())
    assert str(tmp_path / 'share/doc/program') not in opened and str(tmp_path / 'share/indexed') not in opened
    assert str(tmp_path / 'share/by_manifest/srvs') in opened


def test_numpy_is_imported_only_when_a_message_needs_it():
    program = (
        'import sys; from rxros2.interfaces.std_msgs.msg import String, Int32MultiArray; String(data="x");'
        'assert "numpy" not in sys.modules; Int32MultiArray(); assert "numpy" in sys.modules'
    )
    environment = {'PYTHONPATH': str(pathlib.Path(rxros2.__file__).parents[1])}
    subprocess.run([sys.executable, '-c', program], env=environment, check=True)


def test_threads_get_one_class():
    text = []
    threads = [
        threading.Thread(target=lambda: text.append(rxros2.interface('nav_msgs/msg/Odometry'))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(text) == 8 and len(set(map(id, text))) == 1


@pytest.mark.parametrize(
    ('files', 'expected'),
    [
        ({'Self': 'Self[] a\n'}, 'circle_msgs/msg/Self contains itself'),
        ({'One': 'Two a\n', 'Two': 'One a\n'}, 'contains itself, by way of circle_msgs/msg/One -> circle_msgs/msg/Two'),
        ({f'D{i}': f'D{i + 1} a\n' for i in range(70)} | {'D70': 'bool a\n'}, 'is nested more than 64 deep'),
        ({'Hidden': 'bool get_fields_and_field_types\n'}, 'a member that all message classes have'),
        ({'Constant': 'int8 SLOT_TYPES=1\n'}, 'a member that all message classes have'),
        ({'Huge': 'Part[4294967295] a\n', 'Part': 'uint8[2] a\n'}, 'has at least 8589934590 bytes'),
    ],
)
def test_refuses_impossible_definitions(tmp_path, monkeypatch, files, expected):
    from rxros2.messages import classes, find

    for name, value in (('_structures', {}), ('_added', [])):
        monkeypatch.setattr(find, name, value)
    monkeypatch.setattr(classes, '_maker', classes.Maker(find.structure))
    (tmp_path / 'circle_msgs/msg').mkdir(parents=True)
    for name, text in files.items():
        (tmp_path / f'circle_msgs/msg/{name}.msg').write_text(text)
    rxros2.add_interface_path(tmp_path)
    for _ in range(2):  # also at the second attempt
        with pytest.raises(DefinitionError, match=expected):
            rxros2.interface(f'circle_msgs/msg/{next(iter(files))}')


def test_bounded_texts_with_surrogates():
    message = Strings()
    message.bounded = b'\xff'.decode('utf-8', 'surrogateescape')  # as one is received
    with pytest.raises(ValueError, match='expected a text of Unicode'):
        message.bounded = '\ud800'


def test_a_module_of_a_broken_definition_has_no_class(tmp_path):
    (tmp_path / 'broken_msgs/msg').mkdir(parents=True)
    (tmp_path / 'broken_msgs/msg/Bad.msg').write_text('int32 3x\n')
    rxros2.add_interface_path(tmp_path)
    module = importlib.import_module('rxros2.interfaces.broken_msgs.msg._bad')
    assert not hasattr(module, 'Bad')
