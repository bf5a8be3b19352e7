# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""`rxros2 topic echo` of a field that the messages do not have.

says: rxros2: no 'value' of --field value in std_msgs/msg/Float32; it has data
group: command line
"""

import subprocess

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float32

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.map(lambda n: Float32(data=n)), rx.publish_to_topic(node, Float32, 'speed'))
    command = subprocess.Popen(['rxros2', 'topic', 'echo', '/speed', '--field', 'value'])
    rx.from_timer(node, 0.1).subscribe(lambda _: command.poll() is None or rx.shutdown())
    rx.spin(node)
