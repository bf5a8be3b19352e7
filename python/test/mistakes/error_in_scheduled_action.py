# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A function that runs later in the node's scheduler raises.

says: [ERROR] […] [mower]: RuntimeError: the blade is stuck (…error_in_scheduled_action.py:13 in start): a scheduled
    action has failed
group: streams
"""

from rxros2 import rx


def start(*_):
    raise RuntimeError('the blade is stuck')


with rx.create_node('mower') as node:
    node.scheduler.schedule_relative(0.1, start)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
