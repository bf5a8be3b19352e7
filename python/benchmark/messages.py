# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What encoding and decoding cost, beside rosbags; µs, the best of 5 rounds. Needs rxros2 and rosbags."""

import timeit

import numpy
from rosbags.typesys import Stores, get_typestore

from rxros2.interfaces.sensor_msgs.msg import Image, JointState
from rxros2.interfaces.std_msgs.msg import Header, String
from rxros2.messages import type_name
from rxros2.messages.codec import decode, encode

NINE = numpy.arange(9.0)
MESSAGES = [
    String(data='x' * 20),
    JointState(
        header=Header(frame_id='base'),
        name=[f'joint_{i}' for i in range(9)],
        position=NINE,
        velocity=NINE,
        effort=NINE,
    ),
    Image(height=480, width=640, encoding='rgb8', step=1920, data=numpy.zeros(640 * 480 * 3, numpy.uint8)),
]


def cost(call):
    timer = timeit.Timer(call)
    count = max(1, timer.autorange()[0] // 4)
    return min(timer.repeat(5, count)) / count * 1e6


def main():
    store = get_typestore(Stores.ROS2_JAZZY)
    print(f'{"message":28} {"bytes":>8} {"encode":>8} {"decode":>8}   rosbags: encode, decode')
    for message in MESSAGES:
        name, sample, cls = type_name(message.__class__), encode(message), message.__class__
        theirs = store.deserialize_cdr(sample, name)
        ours = cost(lambda m=message: encode(m)), cost(lambda c=cls, s=sample: decode(c, s))
        peer = (
            cost(lambda t=theirs, n=name: store.serialize_cdr(t, n)),
            cost(lambda s=sample, n=name: store.deserialize_cdr(s, n)),
        )
        print(f'{name:28} {len(sample):8} {ours[0]:8.2f} {ours[1]:8.2f}   {peer[0]:8.2f} {peer[1]:8.2f}')


if __name__ == '__main__':
    main()
