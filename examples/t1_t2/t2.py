# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""t2: what t1 does, as streams. Sends a mebibyte on /T2T twenty times a second, and logs how old what comes is."""

from rxros2 import rx
from rxros2.interfaces.ros2_msg.msg import Test

NANOSECONDS = 1_000_000_000


class T2(rx.Node):
    def run(self):
        rx.from_topic(self, Test, '/T1T').subscribe(self.log_age)
        rx.from_timer(self, 0.05).pipe(rx.map(self.message), rx.publish_to_topic(self, Test, '/T2T'))
        self.logger.info('sends')

    def message(self, tick):
        message = Test(msg_no=tick - 1, data='.' * 2**20)
        message.time_stamp.sec, message.time_stamp.nanosec = divmod(self.now(), NANOSECONDS)
        return message

    def log_age(self, received):
        sent = received.time_stamp.sec * NANOSECONDS + received.time_stamp.nanosec
        self.logger.info(f'{received.msg_no}: {len(received.data)} bytes, {self.now() - sent} ns old')


t2 = T2('T2')
t2.start()
rx.spin(t2)
t2.close()
