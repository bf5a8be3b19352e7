# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t14: a bridge from a robot to the cloud, as pipes between two contexts."""

# snippet program
import asyncio
import os

import reactivex

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float64
from rxros2.interfaces.std_srvs.srv import SetBool


def bridge(robot, cloud):
    """The bridge: what the cloud may see and do, under the names of a fleet."""
    rx.from_topic(robot, Float64, 'battery').pipe(
        rx.filter(lambda volts: volts.data > 0),  # 0 as it starts
        rx.distinct_until_changed(lambda volts: volts.data),
        rx.publish_to_topic(cloud, Float64, 'mower7/battery'),
    )

    def forward(request):
        blades = rx.send_request(robot, SetBool, 'blades', timeout=5)
        reactivex.of(request.request).pipe(blades).subscribe(request.respond)

    rx.serve(cloud, SetBool, 'mower7/blades').subscribe(forward)


def blades(request):
    print('robot: blades', 'on' if request.request.data else 'off')
    request.respond(SetBool.Response(success=True))


async def main():
    done = asyncio.Event()
    # Another domain stands for the cloud. On a fleet it is Zenoh: engine='zenoh'.
    fleet = {'domain_id': int(os.environ.get('ROS_DOMAIN_ID', '0')) + 1}
    with rx.create_node('mower') as robot, rx.create_node('mower7', **fleet) as cloud:
        bridge(robot, cloud)
        rx.serve(robot, SetBool, 'blades').subscribe(blades)
        # The cloud stops the blades when the battery is low.
        rx.from_topic(cloud, Float64, 'mower7/battery').pipe(
            rx.do_action(lambda volts: print(f'cloud: {volts.data:.1f} V')),
            rx.filter(lambda volts: volts.data < 11.0),
            rx.take(1),
            rx.map(lambda volts: SetBool.Request(data=False)),
            rx.send_request(cloud, SetBool, 'mower7/blades', timeout=5),
        ).subscribe(on_completed=done.set)
        reactivex.of(0.0, 12.4, 12.4, 11.7, 10.9).pipe(
            rx.map(lambda volts: Float64(data=volts)),
            rx.publish_to_topic(robot, Float64, 'battery'),
        )
        await done.wait()


asyncio.run(main())
# end
