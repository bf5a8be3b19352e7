# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A program of RxROS2, which spins its node by rclpy, with rxros2.rx in the place of its package rxros2."""

import subprocess
import sys

import pytest

pytest.importorskip('reactivex')

PROGRAM = """
import rclpy
from rxros2 import rx as rxros2
from std_msgs.msg import String


class Talker(rxros2.Node):
    def __init__(self):
        super().__init__('talker')

    def run(self):
        rxros2.interval(0.02).pipe(
            rxros2.map(lambda i: String(data='Hello world ' + str(i))),
            rxros2.publish_to_topic(self, String, '/chatter'))
        rxros2.from_topic(self, String, '/chatter').pipe(rxros2.take(2)).subscribe(
            lambda s: print('Received {0}'.format(s.data)),
            lambda e: print('Error Occurred: {0}'.format(e)),
            rclpy.shutdown)


rclpy.init()
talker = Talker()
talker.start()
rclpy.spin(talker)
talker.destroy_node()
print('ended', rclpy.ok())
"""


def test_rclpy_spins_a_node_of_streams():
    done = subprocess.run([sys.executable, '-c', PROGRAM], capture_output=True, text=True, timeout=60)
    lines = done.stdout.splitlines()
    assert len(lines) == 3 and lines[0].startswith('Received Hello world') and lines[2] == 'ended False', (
        done.stdout + done.stderr
    )
