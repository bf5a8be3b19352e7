# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t04: what a sensor says, made into what a motor does. The sensor is simulated."""

from rxros2 import rx
from rxros2.interfaces.sensor_msgs.msg import Range
from rxros2.interfaces.std_msgs.msg import Float32


def simulate_grass(node):
    """The height of the grass below the sensor, every 10 ms; a negative range: it saw nothing."""
    heights = [0.04, 0.04, 0.04, -1.0, 0.11, 0.11, 0.11, 0.04, 0.04]
    rx.from_timer(node, 0.01).pipe(
        rx.take(len(heights)),
        rx.map(lambda tick: Range(range=heights[tick - 1])),
        rx.publish_to_topic(node, Range, 'grass'),
    )


# snippet main
with rx.create_node('mower') as node:
    power = rx.from_topic(node, Range, 'grass').pipe(
        rx.map(lambda message: 100 * message.range),  # centimetres
        rx.filter(lambda cm: cm >= 0),  # what was seen
        rx.scan(lambda mean, cm: (mean + cm) / 2, 0.0),  # smooth
        rx.map(lambda mean: 10 * round(10 * mean / 11)),  # per cent, in tens
        rx.distinct_until_changed(),  # only changes
        rx.map(lambda percent: Float32(data=percent)),
        rx.publish_to_topic(node, Float32, 'blade_power'),
    )
    power.pipe(rx.take(7)).subscribe(
        lambda percent: print(f'blade at {percent.data:.0f} %'),
        on_completed=rx.shutdown,
    )
    simulate_grass(node)
    rx.spin(node)
# end
