# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""usage: pilot.py DRAUGHT CLEARANCE (both in dm)

A ship calls the service of a pilot, which a second thread executes, for the depth of water that the ship needs.
"""

import sys
import threading

import rclpy
from example_interfaces.srv import AddTwoInts as Depth
from rclpy.executors import SingleThreadedExecutor


def depth_needed(request, response):
    response.sum = request.a + request.b
    return response


def ask(ship, draught, clearance):
    pilot = ship.create_client(Depth, 'pilot/depth')
    while not pilot.wait_for_service(timeout_sec=0.5):
        ship.get_logger().warning(f'nobody serves {pilot.srv_name} yet')
    future = pilot.call_async(Depth.Request(a=draught, b=clearance))
    rclpy.spin_until_future_complete(ship, future)
    return future.result().sum


with rclpy.init(args=sys.argv):
    pilot, ship = rclpy.create_node('pilot'), rclpy.create_node('ship')
    pilot.create_service(Depth, 'pilot/depth', depth_needed)
    executor = SingleThreadedExecutor()
    executor.add_node(pilot)
    thread = threading.Thread(target=executor.spin)
    thread.start()
    print(f'needs {ask(ship, *map(int, sys.argv[1:3]))} dm of water')
    executor.shutdown()
    thread.join()
    for node in (pilot, ship):
        node.destroy_node()
