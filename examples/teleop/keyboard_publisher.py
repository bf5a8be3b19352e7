# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Each record of a Linux keyboard as a message on /keyboard. Ctrl-C ends it.

keyboard_publisher.py --ros-args -p /keyboard_publisher/device:=/dev/input/event3
"""

import struct
import sys

import events

from rxros2 import rx
from rxros2.interfaces.rxros2_teleop_msgs.msg import Keyboard

INPUT_EVENT = 'llHHi'  # struct input_event: seconds, microseconds, type, code, value
EV_KEY = 1
KEYS = {103: events.UP, 105: events.LEFT, 106: events.RIGHT, 108: events.DOWN, 57: events.SPACE}
failures = []


def to_message(record):
    seconds, microseconds, kind, code, value = record
    acts = kind == EV_KEY and value != 0  # 1: pressed, 2: still held, 0: released
    message = Keyboard(event=KEYS.get(code, events.NONE) if acts else events.NONE)
    message.time.sec, message.time.nanosec = seconds, microseconds * 1000
    return message


def give_up(error):
    """Without its device it has nothing to do."""
    failures.append(error)
    rx.shutdown()


with rx.create_node('keyboard_publisher') as node:
    device = node.declare_parameter('/keyboard_publisher/device', '/dev/input/event1')
    rx.from_device(device, INPUT_EVENT).pipe(
        rx.map(struct.Struct(INPUT_EVENT).unpack),
        rx.map(to_message),
        rx.do_action(on_error=give_up),
        rx.publish_to_topic(node, Keyboard, '/keyboard'),
    )
    rx.spin(node)
sys.exit(failures[0] if failures else 0)  # an exit value that is not a number is printed
