# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node as a class: for programs that have several, or that test theirs. It lets a lamp blink. Ctrl-C ends it."""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Bool


class Blinker(rx.Node):
    def run(self):  # in a thread of its own; here streams are made, and may also be waited for
        rx.from_timer(self, 0.5).pipe(
            rx.map(lambda tick: Bool(data=tick % 2 == 1)),
            rx.log(self.logger, 'lamp'),
            rx.publish_to_topic(self, Bool, 'lamp'),
        )


blinker = Blinker('blinker')
blinker.start()
rx.spin(blinker)
blinker.close()
