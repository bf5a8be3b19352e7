# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rosidl_runtime_py: messages as text, filled from dictionaries, and classes by their names."""

import warnings
from types import SimpleNamespace

import numpy
import pytest
import rosidl_runtime_py
from builtin_interfaces.msg import Time
from example_interfaces.action import Fibonacci
from geometry_msgs.msg import Point32, Polygon, PoseWithCovariance
from rosidl_runtime_py import (
    get_action_interfaces,
    get_interface_packages,
    get_interface_path,
    get_interfaces,
    get_message_interfaces,
    get_message_slot_types,
    get_service_interfaces,
    message_to_csv,
    message_to_ordereddict,
    message_to_yaml,
    set_message_fields,
)
from rosidl_runtime_py.import_message import import_message_from_namespaced_type
from rosidl_runtime_py.utilities import get_action, get_interface, get_message, get_service, is_message, is_service
from sensor_msgs.msg import CompressedImage, JointState
from std_msgs.msg import Bool, Byte, ColorRGBA, Header, String
from std_srvs.srv import SetBool

STATE = JointState(name=['elbow', 'wrist'], position=[1.0, 2.5])
STATE.header.frame_id = 'arm'


def test_yaml():
    assert message_to_yaml(ColorRGBA(a=1.0)) == 'r: 0.0\ng: 0.0\nb: 0.0\na: 1.0\n'
    assert message_to_yaml(ColorRGBA(a=1.0), flow_style=True) == 'r: 0.0\ng: 0.0\nb: 0.0\na: 1.0\n'
    lines = message_to_yaml(STATE, flow_style=True).splitlines()
    assert lines[0] == 'header:' and lines[5:7] == ['name: [elbow, wrist]', 'position: [1.0, 2.5]']
    assert message_to_yaml(STATE) == (
        'header:\n  stamp:\n    sec: 0\n    nanosec: 0\n  frame_id: arm\nname:\n- elbow\n- wrist\n'
        'position:\n- 1.0\n- 2.5\nvelocity: []\neffort: []\n'
    )
    assert message_to_yaml(String(data='ä: b')) == "data: 'ä: b'\n"


def test_dictionaries():
    values = message_to_ordereddict(STATE)
    assert list(values) == ['header', 'name', 'position', 'velocity', 'effort']
    assert values['header'] == {'stamp': {'sec': 0, 'nanosec': 0}, 'frame_id': 'arm'}
    assert values['position'] == [1.0, 2.5] and type(values['position'][0]) is float
    assert message_to_ordereddict(Byte(data=b'\x07')) == {'data': '\x07'}
    short = message_to_ordereddict(STATE, truncate_length=1)
    assert (short['name'], short['position'], short['header']['frame_id']) == (['e...', '...'], [1.0, '...'], 'a...')
    types = message_to_ordereddict(STATE, no_arr=True, no_str=True)
    assert types['header']['frame_id'] == '<string length: <3>>'
    assert types['name'] == '<sequence type: string, length: 2>'
    assert types['position'] == '<sequence type: double, length: 2>'
    assert message_to_ordereddict(PoseWithCovariance(), no_arr=True)['covariance'] == '<array type: double[36]>'
    polygon = message_to_ordereddict(Polygon(points=[Point32()]), no_arr=True)
    assert polygon['points'] == '<sequence type: geometry_msgs/msg/Point32, length: 1>'


def test_csv():
    assert message_to_csv(STATE) == '0,0,arm,elbow,wrist,1.0,2.5,,'
    assert message_to_csv(STATE, truncate_length=1) == '0,0,a...,e...,...,1.0,...,,'
    assert message_to_csv(Polygon(points=[Point32(x=1.0)] * 2), no_arr=True).startswith('<sequence type')
    assert message_to_csv(Bool(data=True)) == 'True'


def test_fields_are_converted():
    state = JointState()
    values = {'name': ('a', 'b'), 'position': [1, 2], 'header': {'frame_id': 7}}
    assert set_message_fields(state, values) == []
    assert state.name == ['a', 'b'] and list(state.position) == [1.0, 2.0] and state.header.frame_id == '7'
    polygon = Polygon()
    set_message_fields(polygon, {'points': [{'x': 1}, Point32(y=2.0)]})
    assert polygon == Polygon(points=[Point32(x=1.0), Point32(y=2.0)])
    color = ColorRGBA()
    set_message_fields(color, {'r': '0.5'})
    assert color.r == 0.5
    pose = PoseWithCovariance()
    set_message_fields(pose, {'covariance': range(36)})
    assert numpy.array_equal(pose.covariance, numpy.arange(36.0))
    image = CompressedImage()
    set_message_fields(image, {'data': [1, 2], 'header': Header(frame_id='camera')})
    assert list(image.data) == [1, 2] and image.header.frame_id == 'camera'
    byte = Byte()
    set_message_fields(byte, {'data': 3})
    assert byte.data == b'\x03'


def test_stamps_can_be_set_later():
    state, other = JointState(), Header()
    setters = set_message_fields(state, {'header': 'auto'}, expand_header_auto=True)
    setters += set_message_fields(other, {'stamp': 'now', 'frame_id': 'map'}, expand_time_now=True)
    for setter in setters:
        setter(Time(sec=5))
    assert (state.header.stamp.sec, other.stamp.sec, other.frame_id) == (5, 5, 'map')


@pytest.mark.parametrize(
    ('values', 'error', 'text'),
    [
        ({'nmae': []}, AttributeError, 'nmae'),
        ({'header': 'auto'}, TypeError, r"Header: expected a dictionary of its fields, found 'auto' \(str\)"),
        ('text', TypeError, 'JointState: expected a dictionary of its fields'),
        ({'header': {'stamp': {'sec': 'x'}}}, ValueError, "'x'"),
    ],
)
def test_errors_of_fields(values, error, text):
    with pytest.raises(error, match=text):
        set_message_fields(JointState(), values)


def test_classes_by_name():
    assert get_message('std_msgs/String') is get_message('std_msgs/msg/String') is get_interface('std_msgs/msg/String')
    assert get_message('std_msgs/msg/String') is String
    assert get_service('std_srvs/SetBool') is SetBool and get_action('example_interfaces/Fibonacci') is Fibonacci
    assert is_message(String) and not is_message(SetBool) and is_service(SetBool) and not is_service(Fibonacci)
    with pytest.raises(ValueError, match="expected the full name of a message, found 'std_srvs/srv/SetBool'"):
        get_message('std_srvs/srv/SetBool')
    with pytest.raises(ModuleNotFoundError):
        get_message('no_such_msgs/msg/String')
    type_ = SimpleNamespace(namespaces=['example_interfaces', 'action'], name='Fibonacci_FeedbackMessage')
    assert import_message_from_namespaced_type(type_) is Fibonacci.Impl.FeedbackMessage
    with pytest.warns(DeprecationWarning, match='a collection is deprecated'):
        import_message_from_namespaced_type(SimpleNamespace(value_type=type_))
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        import_message_from_namespaced_type(type_)
    assert list(get_message_slot_types(String())) == ['data']


def test_lists_of_interfaces():
    assert 'msg/String' in get_message_interfaces(['std_msgs', 'std_srvs'])['std_msgs']
    assert get_service_interfaces(['std_msgs', 'std_srvs'])['std_srvs'] == ['srv/Empty', 'srv/SetBool', 'srv/Trigger']
    assert 'std_msgs' not in get_service_interfaces()
    assert get_action_interfaces(['example_interfaces']) == {'example_interfaces': ['action/Fibonacci']}
    assert {'msg/Bool', 'srv/SetBool', 'action/Fibonacci'} <= set(get_interfaces()['example_interfaces'])
    with pytest.raises(LookupError, match='no package no_such_msgs'):
        get_interfaces(['no_such_msgs'])


def test_files_of_interfaces(monkeypatch, tmp_path):
    package = tmp_path / 'share/map_msgs'
    for file in ('srvs/Pause.srv', 'srv/Pause.idl', 'msg/Pose.idl'):
        (package / file).parent.mkdir(parents=True, exist_ok=True)
        (package / file).touch()
    for type_ in ('packages', 'rosidl_interfaces'):
        (tmp_path / 'share/ament_index/resource_index' / type_).mkdir(parents=True)
        (tmp_path / 'share/ament_index/resource_index' / type_ / 'map_msgs').touch()
    monkeypatch.setenv('AMENT_PREFIX_PATH', str(tmp_path))
    assert get_interface_packages()['map_msgs'] == str(tmp_path)
    assert get_interface_path('map_msgs/srv/Pause') == str(package / 'srvs/Pause.srv')
    assert get_interface_path('map_msgs/srv/Pause.idl') == str(package / 'srv/Pause.idl')
    assert get_interface_path('map_msgs/msg/Pose') == str(package / 'msg/Pose.idl')
    assert get_interfaces(['map_msgs']) == {'map_msgs': ['msg/Pose', 'srv/Pause']}
    with pytest.raises(LookupError, match="no file of 'map_msgs/msg/No' in"):
        get_interface_path('map_msgs/msg/No')
    with pytest.raises(ValueError, match="'map_msgs' is not an interface"):
        get_interface_path('map_msgs')


def test_all_names_are_there():
    assert all(hasattr(rosidl_runtime_py, name) for name in rosidl_runtime_py.__all__)
