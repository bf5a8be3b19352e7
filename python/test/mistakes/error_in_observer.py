# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An observer raises, behind observe_on().

says: [ERROR] […] [mower]: ValueError: too fast (…error_in_observer.py:14 in on_next, called at …):
    from_timer(0.1) ended by an error that nothing handles:…
group: streams
"""

from rxros2 import rx


class Wheels:
    def on_next(self, speed):
        raise ValueError('too fast')

    def on_error(self, error):
        raise error

    def on_completed(self):
        pass


with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.observe_on(node.scheduler)).subscribe(Wheels())
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
