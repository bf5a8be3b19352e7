# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node whose stream ends by an error. It ends at the end of standard input, or as rxros2.on_stream_error says."""

import sys

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import String


def text_of(number):
    return String(data=['one'][number])


rx.init()
with rx.create_node('driver') as node:
    rx.from_timer(node, 0.01).pipe(rx.map(text_of), rx.publish_to_topic(node, String, '/text'))
    if len(sys.argv) == 1:  # not in a launch file
        rx.from_device('/dev/stdin', 'B').subscribe(on_completed=node.end, scheduler=node.scheduler)
    print('ready', flush=True)
    rx.spin(node)
