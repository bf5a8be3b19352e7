# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""usage: pilot.py DRAUGHT CLEARANCE (in dm); a pilot, served by a thread, says how much water the ship needs."""

import sys
import threading

import rclpy
from example_interfaces.srv import AddTwoInts as Depth
from rclpy.executors import SingleThreadedExecutor


def depth_needed(ship, answer):
    answer.sum = ship.a + ship.b
    return answer


def ask(ship, draught, clearance):
    pilot = ship.create_client(Depth, 'pilot/depth')
    while not pilot.wait_for_service(timeout_sec=0.5):
        ship.get_logger().warning(f'nobody serves {pilot.srv_name} yet')
    answer = pilot.call_async(Depth.Request(a=draught, b=clearance))
    rclpy.spin_until_future_complete(ship, answer)
    return answer.result().sum


with rclpy.init(args=sys.argv):
    pilot, ship = rclpy.create_node('pilot'), rclpy.create_node('ship')
    pilot.create_service(Depth, 'pilot/depth', depth_needed)
    on_duty = SingleThreadedExecutor()
    on_duty.add_node(pilot)
    thread = threading.Thread(target=on_duty.spin)
    thread.start()
    print(f'needs {ask(ship, *map(int, sys.argv[1:3]))} dm of water')
    on_duty.shutdown()
    thread.join()
    for node in (pilot, ship):
        node.destroy_node()
