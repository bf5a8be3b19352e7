# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t05: join two topics by the time of their messages. The sensors are simulated."""

from rxros2 import rx
from rxros2.interfaces.geometry_msgs.msg import PointStamped
from rxros2.interfaces.sensor_msgs.msg import Range


def stamped(message, milliseconds):
    message.header.stamp.sec = milliseconds // 1000
    message.header.stamp.nanosec = milliseconds % 1000 * 1_000_000
    return message


def measure_position(k):
    message = PointStamped()
    message.point.x = 0.5 * k
    return stamped(message, 100 * k)


def simulate_sensors(node):
    """Publishes the position of the mower ten times a second and the height of the grass 8 ms later; the third height is lost.

    The stamps are those of a mower; the simulation is five times as fast.
    """
    rx.from_timer(node, 0.02).pipe(
        rx.map(measure_position),
        rx.publish_to_topic(node, PointStamped, 'position'),
    )
    rx.from_timer(node, 0.02).pipe(
        rx.filter(lambda k: k != 3),
        rx.map(lambda k: stamped(Range(range=0.03 + 0.01 * k), 100 * k + 8)),
        rx.publish_to_topic(node, Range, 'grass'),
    )


# snippet main
def show(measured):  # within 20 ms of each other
    position, grass = measured
    print(f'at {position.point.x:.1f} m the grass is {100 * grass.range:.0f} cm high')


with rx.create_node('mower') as node:
    positions = rx.from_topic(node, PointStamped, 'position')
    heights = rx.from_topic(node, Range, 'grass')
    lawn = rx.synchronize(positions, heights, tolerance=0.02)
    lawn.matched().pipe(rx.take(4)).subscribe(show, on_completed=rx.shutdown)
    simulate_sensors(node)
    rx.spin(node)
    print(f'positions without grass: {lawn.statistics().unmatched[0]}')
# end
