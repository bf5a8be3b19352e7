# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Measures encoding and decoding of messages: µs of CPU time, best of 5 rounds. `--with rosbags` measures rosbags."""

import time
import timeit

import common
import numpy

from rxros2.interfaces.sensor_msgs.msg import Image, JointState
from rxros2.interfaces.std_msgs.msg import Header, String
from rxros2.messages import type_name
from rxros2.messages.codec import decode, encode

NINE = numpy.arange(9.0)
MESSAGES = {
    'string': String(data='x' * 20),
    'joint_state': JointState(
        header=Header(frame_id='base'),
        name=[f'joint_{i}' for i in range(9)],
        position=NINE,
        velocity=NINE,
        effort=NINE,
    ),
    'image': Image(height=480, width=640, encoding='rgb8', step=1920, data=numpy.zeros(640 * 480 * 3, numpy.uint8)),
}


def cost(call):
    timer = timeit.Timer(call, timer=time.process_time)
    count = max(1, timer.autorange()[0] // 4)
    return min(timer.repeat(5, count)) / count * 1e6


def ours(message):
    """Functions that encode and decode it."""
    sample, cls = encode(message), message.__class__
    return lambda: encode(message), lambda: decode(cls, sample)


def rosbags(message):
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_JAZZY)
    sample, name = encode(message), type_name(message.__class__)
    other = store.deserialize_cdr(sample, name)
    return lambda: store.serialize_cdr(other, name), lambda: store.deserialize_cdr(sample, name)


def main():
    options = common.arguments(__doc__, **{'with': ('rxros2', 'rosbags')})
    calls = {'rxros2': ours, 'rosbags': rosbags}[vars(options)['with']]
    figures = []
    for name, message in MESSAGES.items():
        for operation, call in zip(('encode', 'decode'), calls(message), strict=True):
            figures.append(common.value(f'{name}_{operation}', 'us', cost(call)))
    common.report('messages', vars(options), *figures)


if __name__ == '__main__':
    main()
