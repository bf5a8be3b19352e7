# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t08: where work runs. The camera is simulated, and so is the slow search for hedgehogs."""

import time

from reactivex.scheduler import NewThreadScheduler

from rxros2 import rx
from rxros2.interfaces.sensor_msgs.msg import Image

IMAGES = 20


def make_image(k):
    image = Image()
    image.header.frame_id = 'hedgehog' if k == IMAGES else 'grass'
    return image


def simulate_camera(node):
    """An image every 10 ms; the last one is the one with the hedgehog."""
    rx.from_timer(node, 0.01).pipe(
        rx.take(IMAGES),
        rx.map(make_image),
        rx.publish_to_topic(node, Image, 'camera'),
    )


def search(image):
    time.sleep(0.04)
    return image.header.frame_id


# snippet main
def stop(animal):
    print(f'stop, a {animal}')
    rx.shutdown()


with rx.create_node('mower') as node:
    turns, seen = [], []  # of the wheels, and images: only the thread that spins uses them
    rx.from_timer(node, 0.01).subscribe(turns.append)
    rx.from_topic(node, Image, 'camera').pipe(
        rx.observe_on(NewThreadScheduler(), 'latest'),  # now on its own thread
        rx.map(search),
        rx.observe_on(node.scheduler),  # now on the one that spins
        rx.do_action(seen.append),
        rx.filter(lambda animal: animal == 'hedgehog'),
    ).subscribe(stop)
    simulate_camera(node)
    rx.spin(node)
    print('searched every image:', 'yes' if len(seen) == IMAGES else 'no')
    print('the wheels kept turning:', 'yes' if len(turns) > len(seen) else 'no')
# end
