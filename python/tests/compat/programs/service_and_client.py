# ruff: noqa
# The classical service, and its client in the same process, each in its own node.
import sys
import threading

import rclpy
from example_interfaces.srv import AddTwoInts
from rclpy.node import Node


class MinimalService(Node):
    def __init__(self):
        super().__init__('minimal_service')
        self.srv = self.create_service(AddTwoInts, 'add_two_ints', self.add_two_ints_callback)

    def add_two_ints_callback(self, request, response):
        response.sum = request.a + request.b
        self.get_logger().info('Incoming request\na: %d b: %d' % (request.a, request.b))
        return response


class MinimalClientAsync(Node):
    def __init__(self):
        super().__init__('minimal_client_async')
        self.cli = self.create_client(AddTwoInts, 'add_two_ints')
        while not self.cli.wait_for_service(timeout_sec=1.0):
            self.get_logger().info('service not available, waiting again...')
        self.req = AddTwoInts.Request()

    def send_request(self, a, b):
        self.req.a = a
        self.req.b = b
        self.future = self.cli.call_async(self.req)
        rclpy.spin_until_future_complete(self, self.future)
        return self.future.result()


def main():
    rclpy.init()
    service = MinimalService()
    executor = rclpy.executors.SingleThreadedExecutor()
    executor.add_node(service)
    thread = threading.Thread(target=executor.spin, daemon=True)
    thread.start()
    client = MinimalClientAsync()
    response = client.send_request(int(sys.argv[1]), int(sys.argv[2]))
    print('Result of add_two_ints: %d' % response.sum, flush=True)
    client.destroy_node()
    executor.shutdown()
    thread.join()
    rclpy.shutdown()


if __name__ == '__main__':
    main()
