# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Entities of rclpy are made and destroyed while messages arrive and an executor spins."""

import threading

import pytest
import rclpy
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from std_msgs.msg import Int64
from std_srvs.srv import Trigger


@pytest.mark.filterwarnings('error::pytest.PytestUnhandledThreadExceptionWarning')
@pytest.mark.parametrize('kind', [SingleThreadedExecutor, MultiThreadedExecutor])
def test_creation_and_destruction_against_traffic(kind):
    with rclpy.init(args=[]) as init:
        node, executor, received = rclpy.create_node('stressed'), kind(context=init.context), []
        executor.add_node(node)
        future = rclpy.task.Future()
        spinner = threading.Thread(target=executor.spin_until_future_complete, args=(future,))
        spinner.start()
        stop, errors = threading.Event(), []
        publisher = node.create_publisher(Int64, 'traffic', 10)

        def publish():
            while not stop.wait(0.0002):
                publisher.publish(Int64(data=1))

        def come_and_go(number):
            try:
                for i in range(50):
                    subscription = node.create_subscription(Int64, 'traffic', received.append, 10)
                    timer = node.create_timer(0.0005, lambda: None)
                    service = node.create_service(Trigger, f'service_{number}', lambda _, response: response)
                    client = node.create_client(Trigger, f'service_{number}')
                    client.call_async(Trigger.Request())
                    for entity in (subscription, timer, client, service):
                        assert node._Node__destroy(entity), i
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=come_and_go, args=(i,)) for i in range(3)]
        traffic = threading.Thread(target=publish)
        for thread in [traffic, *threads]:
            thread.start()
        for thread in threads:
            thread.join()
        stop.set()
        traffic.join()
        future.set_result(None)
        spinner.join(60)
        assert not spinner.is_alive() and not errors, errors
        assert not [*node.subscriptions] and not [*node.timers] and len(executor._entities) == len(node._all_entities())
        executor.shutdown()
        node.destroy_node()
