# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Messages in programs of rclpy's: types of fields, SLOT_TYPES, errors, defaults, pickles, names of modules."""

import copy
import importlib
import pathlib
import pickle
import subprocess
import sys
from array import array

import numpy
import pytest
import rclpy.serialization
from rcl_interfaces.msg import ParameterValue, SetParametersResult
from rosidl_parser.definition import (
    AbstractNestedType,
    AbstractSequence,
    AbstractString,
    Array,
    BasicType,
    BoundedSequence,
    BoundedString,
    BoundedWString,
    NamespacedType,
    UnboundedSequence,
    UnboundedString,
    UnboundedWString,
)
from sensor_msgs.msg import Imu, JointState, LaserScan
from shape_msgs.msg import SolidPrimitive
from std_msgs.msg import ByteMultiArray, Int8, String, UInt8MultiArray
from std_msgs.msg._string import String as SameString
from std_srvs.srv import SetBool, SetBool_Request
from unique_identifier_msgs.msg import UUID

import rxros2

rxros2.add_interface_path(pathlib.Path(__file__).resolve().parents[3] / 'interfaces/test/packages')
from rxros2_test_msgs.msg import Defaults, WStrings

TYPES = """
from {package}std_msgs.msg import ByteMultiArray, UInt8MultiArray
from {package}rcl_interfaces.msg import ParameterValue
print(*(type(value).__name__ for value in (
    UInt8MultiArray().data, UInt8MultiArray(data=[1]).data, UInt8MultiArray(data=b'a').data,
    ByteMultiArray().data, ByteMultiArray(data=[b'a']).data, ParameterValue().bool_array_value)))
"""


@pytest.mark.parametrize(
    ('program', 'expected'),
    [
        ('import rclpy' + TYPES.format(package=''), 'array array array list list list'),
        (TYPES.format(package='') + 'import rclpy', 'array array array list list list'),
        (TYPES.format(package='rxros2.interfaces.'), ' '.join(['ndarray'] * 6)),
    ],
)
def test_types_do_not_depend_on_the_order_of_imports(program, expected):
    run = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == expected


def received(message):
    return rclpy.serialization.deserialize_message(rclpy.serialization.serialize_message(message), type(message))


def test_bytes_and_bools_are_lists():
    for value in ([b'a', b'b'], (b'a', b'b'), b'ab', numpy.frombuffer(b'ab', numpy.uint8), [97, 98]):
        message = ByteMultiArray(data=value)
        assert message.data == [b'a', b'b'] and message == received(message)
        assert repr(message).endswith("data=[b'a', b'b'])")
    mine = [b'a']
    assert ByteMultiArray(data=mine).data is mine
    flags = ParameterValue(bool_array_value=numpy.array([True, False]))
    assert flags.bool_array_value == [True, False] and received(flags).bool_array_value == [True, False]
    with pytest.raises(AssertionError, match=r"'data': expected byte, found b'ab' at index 0"):
        ByteMultiArray(data=[b'ab'])


def test_numeric_sequences_are_arrays():
    for value in (
        numpy.array([1, 2], 'u1'),
        b'\1\2',
        bytearray(b'\1\2'),
        [1, 2],
        (1, 2),
        range(1, 3),
        memoryview(b'\1\2'),
    ):
        assert UInt8MultiArray(data=value).data == array('B', [1, 2])
    assert JointState(position=numpy.arange(4.0).reshape(2, 2)).position == array('d', [0, 1, 2, 3])
    assert JointState(position=array('f', [1])).position == array('d', [1])
    assert JointState(position=array('d', [1, 2]).tobytes()).position == array('d', [1, 2])
    assert JointState(position=[numpy.float32(1), 2]).position == array('d', [1, 2])
    assert LaserScan(ranges=[1, float('inf')]).ranges == array('f', [1, float('inf')])
    with pytest.raises(AssertionError, match='found 1e\\+39 at index 0'):
        LaserScan(ranges=[1e39])
    with pytest.raises(AssertionError, match="found 'x' at index 1"):
        JointState(position=[1, 'x'])
    assert repr(UInt8MultiArray(data=bytes(300))).count('0') > 300


def test_arrays_are_of_numpy():
    imu = Imu(orientation_covariance=range(9))
    assert imu.orientation_covariance.dtype == numpy.float64 and imu.orientation_covariance.flags.writeable
    assert 'orientation_covariance=array([0., 1., 2.,' in repr(imu)
    identity = UUID(uuid=bytes(range(16)))
    identity.uuid[0] = 7
    assert identity.uuid.tolist() == [7, *range(1, 16)] and received(identity) == identity


def test_slot_types():
    assert (UnboundedString(),) == String.SLOT_TYPES
    assert JointState.SLOT_TYPES[:3] == (
        NamespacedType(['std_msgs', 'msg'], 'Header'),
        UnboundedSequence(UnboundedString()),
        UnboundedSequence(BasicType('double')),
    )
    assert Imu.SLOT_TYPES[2] == Array(BasicType('double'), 9) != Array(BasicType('double'), 8)
    assert SolidPrimitive.SLOT_TYPES[:2] == (BasicType('uint8'), BoundedSequence(BasicType('double'), 3))
    assert ByteMultiArray.SLOT_TYPES[1].value_type.typename == 'octet'
    assert SetBool.Event.SLOT_TYPES[1] == BoundedSequence(NamespacedType(['std_srvs', 'srv'], 'SetBool_Request'), 1)
    sequence, text = UnboundedSequence(BasicType('uint8')), BoundedString(5)
    assert isinstance(sequence, AbstractSequence) and isinstance(sequence, AbstractNestedType)
    assert not sequence.has_maximum_size() and Array(text, 2).has_maximum_size() and text.has_maximum_size()
    assert isinstance(text, AbstractString) and not UnboundedString().has_maximum_size() and text.maximum_size == 5
    assert NamespacedType(['a', 'msg'], 'B').namespaced_name() == ('a', 'msg', 'B')
    for refused in (lambda: BasicType('float64'), lambda: UnboundedSequence(sequence)):
        with pytest.raises(AssertionError):
            refused()


def test_errors_are_assertion_errors_too():
    with pytest.raises(AssertionError) as caught:
        String(data=3)
    assert isinstance(caught.value, TypeError)
    with pytest.raises(AssertionError) as caught:
        Int8().data = 128
    assert isinstance(caught.value, ValueError)
    with pytest.raises(AssertionError, match="unexpected keyword argument 'dat'"):
        String(dat='x')


def test_defaults_are_of_these_types():
    message = Defaults()
    assert message.bools == Defaults.BOOLS__DEFAULT == [True, False, True]
    assert message.uint8s == Defaults.UINT8S__DEFAULT == array('B', [0, 127, 255])
    assert type(message.int32s) is type(Defaults.INT32S__DEFAULT) is numpy.ndarray
    assert message.byte_value == Defaults.BYTE_VALUE__DEFAULT == b'2'
    assert message.strings == Defaults.STRINGS__DEFAULT == ['one, two', 'three']
    Defaults.UINT8S__DEFAULT.append(1)
    Defaults().uint8s.append(1)
    assert message == Defaults() == received(message)


def test_slot_types_of_texts():
    bounded, few = WStrings.SLOT_TYPES[1], WStrings.SLOT_TYPES[5]
    assert (type(bounded), bounded.maximum_size) == (BoundedWString, 5) and few == BoundedSequence(bounded, 3)
    assert (UnboundedWString(), Array(UnboundedWString(), 3)) == (WStrings.SLOT_TYPES[0], WStrings.SLOT_TYPES[2])
    assert repr(few) == 'BoundedSequence(BoundedWString(5), 3)'


@pytest.mark.parametrize('protocol', range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_name_the_modules_of_ros(protocol):
    message = ParameterValue(bool_array_value=[True], byte_array_value=[b'a'], integer_array_value=[1])
    pickled = pickle.dumps(message, protocol)
    assert b'rcl_interfaces.msg._parameter_value' in pickled and b'rxros2' not in pickled
    assert pickle.loads(pickled) == message == copy.deepcopy(message)
    assert b'std_srvs.srv._set_bool' in pickle.dumps(SetBool, protocol)


def test_modules_of_definitions():
    import std_msgs.msg

    assert SameString is String is std_msgs.msg._string.String and SetBool_Request is SetBool.Request
    assert std_msgs.msg._string.__name__ == 'std_msgs.msg._string' == String.__module__
    assert importlib.import_module(SetParametersResult.__module__).SetParametersResult is SetParametersResult
    for name in ('std_msgs.msg._strong', 'std_msgs.msg._string.more', 'std_msgs._string'):
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(name)
    assert not hasattr(std_msgs.msg, '_strong') and not hasattr(std_msgs.msg, 'Strong')
