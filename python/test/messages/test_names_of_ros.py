# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Classes have the modules, names and attributes that ROS 2's generated code has."""

import importlib
import pickle

import pytest

from rxros2.definitions.python_names import PARTS, snake_case
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.geometry_msgs.msg import Pose, Twist
from rxros2.interfaces.rcl_interfaces.msg import Parameter
from rxros2.interfaces.sensor_msgs.msg import Image, JointState, NavSatFix
from rxros2.interfaces.std_msgs.msg import ByteMultiArray, Header, String
from rxros2.interfaces.std_srvs.srv import SetBool
from rxros2.messages import FieldType, interface
from rxros2.messages.codec import decode, encode


@pytest.mark.parametrize(
    ('name', 'module'),
    [
        ('String', 'string'),
        ('UInt8MultiArray', 'u_int8_multi_array'),
        ('TF2Error', 'tf2_error'),
        ('NavSatFix', 'nav_sat_fix'),
        ('PointCloud2', 'point_cloud2'),
        ('GPSFix', 'gps_fix'),
        ('Float64', 'float64'),
        ('UUID', 'uuid'),
        ('Point32', 'point32'),
        ('QoSProfile', 'qo_s_profile'),
        ('MultiDOFJointState', 'multi_dof_joint_state'),
    ],
)
def test_module_names(name, module):
    assert snake_case(name) == module


def test_names_of_classes():
    for cls, module, name in [
        (String, 'std_msgs.msg._string', 'String'),
        (NavSatFix, 'sensor_msgs.msg._nav_sat_fix', 'NavSatFix'),
        (SetBool, 'std_srvs.srv._set_bool', 'SetBool'),
        (SetBool.Request, 'std_srvs.srv._set_bool', 'SetBool_Request'),
        (SetBool.Event, 'std_srvs.srv._set_bool', 'SetBool_Event'),
        (Fibonacci, 'example_interfaces.action._fibonacci', 'Fibonacci'),
        (Fibonacci.Goal, 'example_interfaces.action._fibonacci', 'Fibonacci_Goal'),
        (Fibonacci.Impl, 'example_interfaces.action._fibonacci', 'Fibonacci.Impl'),
        (Fibonacci.Impl.SendGoalService, 'example_interfaces.action._fibonacci', 'Fibonacci_SendGoal'),
        (Fibonacci.Impl.CancelGoalService, 'action_msgs.srv._cancel_goal', 'CancelGoal'),
    ]:
        assert (cls.__module__, cls.__qualname__) == (module, name)
    assert str(String) == "<class 'std_msgs.msg._string.String'>"


def test_modules_of_definitions():
    from rxros2.interfaces import std_srvs
    from rxros2.interfaces.std_msgs.msg._header import Header as SameHeader
    from rxros2.interfaces.std_msgs.msg._header import Metaclass_Header
    from rxros2.interfaces.std_srvs.srv import _set_bool

    assert SameHeader is Header and type(Header) is Metaclass_Header
    assert _set_bool.SetBool_Response is SetBool.Response and std_srvs.srv._set_bool is _set_bool
    assert [name for name in dir(_set_bool) if name.startswith('Set')] == sorted(
        f'SetBool{part}' for part in PARTS['srv']
    )
    module = importlib.import_module('rxros2.interfaces.example_interfaces.action._fibonacci')
    for part in PARTS['action']:
        assert getattr(module, f'Fibonacci{part}') is interface(f'example_interfaces/action/Fibonacci{part}')
    with pytest.raises(ModuleNotFoundError, match="'std_msgs.msg' has no module '_strong'"):
        importlib.import_module('rxros2.interfaces.std_msgs.msg._strong')
    with pytest.raises(ImportError, match='Header'):
        exec('from rxros2.interfaces.std_msgs.msg._string import Header')


def test_star_imports_include_parts_of_services():
    names = {}
    exec('from rxros2.interfaces.std_srvs.srv import *', names)
    assert names['SetBool_Request'] is SetBool.Request and names['Trigger_Event'].__name__ == 'Trigger_Event'
    from rxros2.interfaces.example_interfaces import action

    assert 'Fibonacci_SendGoal_Request' in dir(action) and 'Fibonacci_Goal' not in dir(action)


def test_fields_and_types():
    types = ByteMultiArray.get_fields_and_field_types()
    assert types == {'layout': 'std_msgs/MultiArrayLayout', 'data': 'sequence<octet>'} == types
    types.clear()
    assert ByteMultiArray.get_fields_and_field_types() == ByteMultiArray()._fields_and_field_types != {}
    assert String.__slots__ == ['_data'] and (FieldType('string'),) == String.SLOT_TYPES


def test_type_support():
    for cls in (String, SetBool, SetBool.Request, Fibonacci, Fibonacci.Impl.GetResultService):
        cls.__class__.__import_type_support__()
        assert cls.__class__._TYPE_SUPPORT is not None and cls._TYPE_SUPPORT is not None
        assert None not in (cls.__class__._CREATE_ROS_MESSAGE, cls.__class__._CONVERT_TO_PY)
    with pytest.raises(NotImplementedError):
        SetBool()


def test_constants_and_defaults_cannot_be_set():
    for cls, name in ((NavSatFix, 'COVARIANCE_TYPE_KNOWN'), (interface('geometry_msgs/msg/Quaternion'), 'W__DEFAULT')):
        value = getattr(cls, name)
        with pytest.raises(AttributeError, match=f'{name} of {cls.__name__} cannot be set'):
            setattr(cls, name, 7)
        assert getattr(cls, name) == value


def test_a_field_assigned_to_the_class_is_assigned_to_its_messages():
    """ros2cli does so to delete a parameter."""
    message, other = Parameter(), String(data='other')
    Parameter.name = 'speed'
    assert message.name == 'speed' and decode(Parameter, encode(message)).name == 'speed'
    assert Parameter(name='size').name == 'size' and Parameter().name == '' and other.data == 'other'
    with pytest.raises(TypeError, match="Parameter: 'name'"):
        Parameter.name = 5
    assert message.name == 'speed'


def test_check_fields_is_accepted():
    assert String(data='x', check_fields=True) == String(data='x', check_fields=False) == String(data='x')
    assert String()._check_fields


@pytest.mark.parametrize('protocol', range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_of_all_protocols(protocol):
    state = JointState(header=Header(frame_id='a'), name=['x'], position=[1.0])
    for value in (state, Twist(), SetBool.Request(data=True), Image(data=b'abc'), [String, SetBool, Fibonacci]):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
        assert pickle.loads(pickle._dumps(value, protocol)) == value


def test_a_pickle_of_generated_code_can_be_loaded():
    """Such code stores whether fields are checked, too, and may have been loaded under this package's module."""
    message = String.__new__(String)
    for name, value in {'_data': 'x', '_check_fields': False}.items():
        setattr(message, name, value)
    assert message == String(data='x')
    assert pickle.loads(b'crxros2.interfaces.std_msgs.msg\nString\n.') is String


class Derived(Pose):
    """A class of a program, which inherits from a message."""


def test_derived_classes_are_pickled_by_their_own_names():
    derived = Derived()
    derived.position.x, derived.extra = 3.0, 'more'
    loaded = pickle.loads(pickle.dumps(derived))
    assert type(loaded) is Derived and loaded == derived and loaded.extra == 'more'


def test_constants_have_the_private_name_of_ros():
    assert NavSatFix._Metaclass_NavSatFix__constants['COVARIANCE_TYPE_KNOWN'] == NavSatFix.COVARIANCE_TYPE_KNOWN == 3
    with pytest.raises(AttributeError, match="'NavSatFix' has no attribute 'COVARIANCE_TYPE_LOST'"):
        NavSatFix.COVARIANCE_TYPE_LOST  # noqa: B018
