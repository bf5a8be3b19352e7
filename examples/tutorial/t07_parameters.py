# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t07: a parameter as a stream."""

# snippet program
from rxros2 import rx
from rxros2.interfaces.rcl_interfaces.msg import FloatingPointRange, ParameterDescriptor

HEIGHT = ParameterDescriptor(
    description='height of the lawn behind the mower [cm]',
    floating_point_range=[FloatingPointRange(from_value=2.0, to_value=8.0)],
)


def operate(tick_and_height):
    """Sets the parameter as an operator does from another process: `rxros2 param set /mower cutting_height 2.5`."""
    _, cm = tick_and_height
    try:
        node.set_parameter('cutting_height', cm)
    except ValueError:
        print(f'{cm:.0f} cm is refused')


with rx.create_node('mower') as node:
    node.declare_parameter('cutting_height', 4.0, HEIGHT)
    rx.from_parameter(node, 'cutting_height').pipe(  # the value that it has, then each that is set
        rx.map(lambda cm: 'slowly' if cm < 3 else 'fast'),
        rx.distinct_until_changed(),
        rx.take(3),
    ).subscribe(lambda speed: print(f'drive {speed}'), on_completed=rx.shutdown)
    rx.from_timer(node, 0.02).pipe(rx.zip(rx.of(5.0, 2.5, 20.0, 6.0))).subscribe(operate)
    rx.spin(node)
# end
