# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Programs on machines without numpy: topics, parameters, and numeric arrays as array.array."""

import os
import pathlib
import subprocess
import sys

import rxros2

# One process for all: it must start without numpy. Its output is the samples as hexadecimal text.
PROGRAM = """
import sys
sys.modules['numpy'] = None  # an import of it fails as if it were not installed
import asyncio
from array import array
import rxros2.aio
import rxros2.node
from rxros2.aio import ros2
from rxros2.interfaces.rcl_interfaces.msg import ParameterValue
from rxros2.interfaces.sensor_msgs.msg import Image, Imu, LaserScan
from rxros2.interfaces.std_msgs.msg import Float32MultiArray, Int8MultiArray, String, UInt64MultiArray
from rxros2.messages.codec import decode, encode

def error_of(kind, make):
    try:
        make()
    except kind as error:
        return str(error)
    raise AssertionError(f'expected {kind}')

async def main():
    with ros2.auto_context('small'):
        async with rxros2.aio.Scope():
            words, scans = ros2.Sub(String, 'words'), ros2.Sub(LaserScan, 'scan')
            ros2.Pub(String, 'words').publish(String(data='hello'))
            assert (await words.wait_for_value()).data == 'hello'
            ros2.Pub(LaserScan, 'scan').publish(LaserScan(ranges=[1, 2.5]))
            scan = await scans.wait_for_value()
            assert scan.ranges == array('f', [1, 2.5]) and min(scan.ranges) == 1, scan
asyncio.run(main())

with rxros2.node.Node('settings') as node:
    for value in (3.0, [1.0, 2.0], [True, False], [1, -2], b'ab', ['a']):
        name = f'parameter_{type(value).__name__}_{len(str(value))}'
        assert node.declare_parameter(name, value) == value == node.get_parameter(name), name

messages = [
    LaserScan(ranges=(1, 2), intensities=array('f', [3])),
    Image(data=b'abc'), Image(data=memoryview(bytearray(b'abc'))),
    Imu(orientation_covariance=range(9)), Int8MultiArray(data=[-1]), UInt64MultiArray(data=[2**64 - 1]),
    ParameterValue(bool_array_value=[True, False], byte_array_value=[b'a', b'b'], integer_array_value=[1, -1]),
]
for message in messages:
    copy = decode(type(message), encode(message))
    assert copy == message, (copy, message)
    print(bytes(encode(message)).hex())

assert Imu().orientation_covariance == array('d', [0] * 9) and ParameterValue().bool_array_value == []
assert repr(Int8MultiArray(data=[1, 2]).data) == "array('b', [1, 2])"
assert 'data=[1, 2]' in repr(Int8MultiArray(data=[1, 2])), repr(Int8MultiArray(data=[1, 2]))
assert 'data=[0, 1, 2, ..., 198, 199, 200]' in repr(UInt64MultiArray(data=range(201)))

def refused(text, kind, make):
    assert text in error_of(kind, make)

refused('expected int8, from -128 to 127, found 200 at index 1', ValueError, lambda: Int8MultiArray(data=[0, 200]))
refused("'data': expected float32, found 'x' at index 0", TypeError, lambda: Float32MultiArray(data=['x']))
refused("'data': expected float32, found 1e+39 at index 0", ValueError, lambda: Float32MultiArray(data=[1e39]))
refused("'data': expected numbers of type float32, found float", TypeError, lambda: Float32MultiArray(data=1.0))
refused('expected 9 values, found 2', ValueError, lambda: Imu(orientation_covariance=[1, 2]))
refused('expected bool, found 1 at index 0', TypeError, lambda: ParameterValue(bool_array_value=[1]))
"""


def test_topics_parameters_and_arrays_work_without_numpy():
    environment = {**os.environ, 'PYTHONPATH': str(pathlib.Path(rxros2.__file__).parents[1])}
    result = subprocess.run(
        [sys.executable, '-c', PROGRAM], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == [bytes(sample).hex() for sample in _samples_with_numpy()]


def _samples_with_numpy():
    from rxros2.interfaces.rcl_interfaces.msg import ParameterValue
    from rxros2.interfaces.sensor_msgs.msg import Image, Imu, LaserScan
    from rxros2.interfaces.std_msgs.msg import Int8MultiArray, UInt64MultiArray
    from rxros2.messages.codec import encode

    flags = ParameterValue(bool_array_value=[True, False], byte_array_value=[b'a', b'b'], integer_array_value=[1, -1])
    messages = [LaserScan(ranges=[1, 2], intensities=[3]), *[Image(data=b'abc')] * 2]
    messages += [Imu(orientation_covariance=range(9)), Int8MultiArray(data=[-1])]
    return map(encode, [*messages, UInt64MultiArray(data=[2**64 - 1]), flags])
