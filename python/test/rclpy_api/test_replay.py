# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A program for rclpy in a replay: callbacks, timers, services and parameters in virtual time, repeatable."""

import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from std_msgs.msg import Int32
from std_srvs.srv import SetBool

from rxros2 import bag, replay
from rxros2.messages.codec import decode, encode

MS = 10**6
BEGIN = 17 * 10**17


class Robot(Node):
    def __init__(self):
        super().__init__('robot')
        factor = self.declare_parameter('factor', 1).value
        self.out = self.create_publisher(Int32, '/out', 10)
        self.create_subscription(Int32, '/in', lambda n: self.out.publish(Int32(data=n.data * factor)), 10)
        self.create_timer(0.15, self.ask)
        self.light = self.create_client(SetBool, '/light')
        self.create_service(SetBool, '/light', self.switch)

    def switch(self, request, response):
        response.success = not request.data
        return response

    def ask(self):
        answer = self.light.call_async(SetBool.Request(data=False))
        answer.add_done_callback(lambda done: self.out.publish(Int32(data=-int(done.result().success))))


def main():
    rclpy.init()
    robot = Robot()
    try:
        rclpy.spin(robot)
    except ExternalShutdownException:
        pass
    finally:
        robot.destroy_node()
        rclpy.try_shutdown()


def test_a_program_for_rclpy(tmp_path):
    with bag.Writer(tmp_path / 'in.mcap') as writer:
        writer.add_topic('/in', 'std_msgs/msg/Int32')
        for i in range(5):
            writer.write('/in', encode(Int32(data=i)), BEGIN + 100 * i * MS)
    for name in ('1.mcap', '2.mcap'):
        arguments = ['--ros-args', '-p', 'factor:=10']
        report = replay.run(tmp_path / 'in.mcap', main, record=tmp_path / name, arguments=arguments)
        assert report.warnings == []
    assert (tmp_path / '1.mcap').read_bytes() == (tmp_path / '2.mcap').read_bytes()
    messages = bag.Reader(tmp_path / '1.mcap').messages(['/out'])
    assert [((message.log_time - BEGIN) / MS, decode(Int32, message.sample).data) for message in messages] == [
        (0, 0),
        (100, 10),
        (150, -1),
        (200, 20),
        (300, -1),
        (300, 30),
        (400, 40),
    ]
