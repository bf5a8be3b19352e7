# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The keys of a Linux keyboard on /keyboard. Ctrl-C ends it.

keyboard_publisher.py --ros-args -p /keyboard_publisher/device:=/dev/input/event3
"""

import struct
import sys

import events

from rxros2 import rx
from rxros2.interfaces.rxros2_teleop_msgs.msg import Keyboard

INPUT_EVENT = 'llHHi'  # struct input_event: seconds, microseconds, type, code, value
EV_KEY, AUTO_REPEAT = 1, 2
KEYS = {103: events.UP, 105: events.LEFT, 106: events.RIGHT, 108: events.DOWN, 57: events.SPACE}


def to_message(record):
    seconds, microseconds, kind, code, value = record
    message = Keyboard(event=events.NONE)
    message.time.sec, message.time.nanosec = seconds, microseconds * 1000
    if kind == EV_KEY and value not in (0, AUTO_REPEAT):
        message.event = KEYS.get(code, events.NONE)
    return message


node = rx.create_node('keyboard_publisher', args=sys.argv)
device = node.declare_parameter('/keyboard_publisher/device', '/dev/input/event1')
rx.from_device(device, INPUT_EVENT).pipe(
    rx.map(struct.Struct(INPUT_EVENT).unpack),
    rx.map(to_message),
    rx.publish_to_topic(node, Keyboard, '/keyboard'),
)
rx.spin(node)
node.close()
