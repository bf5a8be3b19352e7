# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t12: a node that others configure and activate."""

# snippet program
import reactivex

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Int32


class Blades(rx.LifecycleNode):
    def __init__(self, name, **options):
        super().__init__(name, **options)
        rx.from_timer(self, 0.01).pipe(
            rx.while_active(self),  # no timer runs in other states
            rx.map(lambda _: Int32(data=3000)),
            rx.publish_to_topic(self, Int32, 'speed'),
        )

    def on_configure(self, state):
        print('motor: found')

    def on_activate(self, state):
        print('motor: on')

    def on_deactivate(self, state):
        print('motor: off')


rx.init()
with rx.create_node('mower') as mower, Blades('blades', share=mower):

    def step(transition):
        changed = rx.change_state(mower, 'blades', transition, timeout=5)
        return changed.pipe(rx.map(lambda state: f'blades: {state.label}'))

    speed = rx.from_topic(mower, Int32, 'speed').pipe(rx.take(1), rx.map(lambda rpm: f'{rpm.data} rpm'))
    steps = reactivex.concat(step('configure'), step('activate'), speed, step('deactivate'), step('activate'))
    steps.subscribe(print, on_completed=rx.shutdown, scheduler=mower.scheduler)
    rx.spin(mower)
# end
