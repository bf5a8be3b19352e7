# ruff: noqa
# The classical action: a server that counts and may be cancelled, and its client, each in a node of its own.
import sys
import threading
import time

import rclpy
from example_interfaces.action import Fibonacci
from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient, ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from rclpy.node import Node


class FibonacciActionServer(Node):
    def __init__(self):
        super().__init__('fibonacci_action_server')
        self._action_server = ActionServer(
            self,
            Fibonacci,
            'fibonacci',
            execute_callback=self.execute_callback,
            callback_group=ReentrantCallbackGroup(),
            goal_callback=self.goal_callback,
            cancel_callback=self.cancel_callback,
        )

    def goal_callback(self, goal_request):
        return GoalResponse.ACCEPT if goal_request.order < 100 else GoalResponse.REJECT

    def cancel_callback(self, goal_handle):
        self.get_logger().info('Received cancel request')
        return CancelResponse.ACCEPT

    async def execute_callback(self, goal_handle):
        feedback = Fibonacci.Feedback()
        feedback.sequence = [0, 1]
        for i in range(1, goal_handle.request.order):
            if goal_handle.is_cancel_requested:
                goal_handle.canceled()
                return Fibonacci.Result()
            feedback.sequence.append(feedback.sequence[i] + feedback.sequence[i - 1])
            goal_handle.publish_feedback(feedback)
            time.sleep(0.05)
        goal_handle.succeed()
        result = Fibonacci.Result()
        result.sequence = feedback.sequence
        return result


class FibonacciActionClient(Node):
    def __init__(self, cancel):
        super().__init__('fibonacci_action_client')
        self._action_client = ActionClient(self, Fibonacci, 'fibonacci')
        self._cancel = cancel
        self.done = rclpy.task.Future()

    def send_goal(self, order):
        goal_msg = Fibonacci.Goal()
        goal_msg.order = order
        self._action_client.wait_for_server()
        future = self._action_client.send_goal_async(goal_msg, feedback_callback=self.feedback_callback)
        future.add_done_callback(self.goal_response_callback)

    def goal_response_callback(self, future):
        self.goal_handle = future.result()
        if not self.goal_handle.accepted:
            print('Goal rejected', flush=True)
            self.done.set_result(None)
            return
        print('Goal accepted', flush=True)
        self.goal_handle.get_result_async().add_done_callback(self.get_result_callback)

    def feedback_callback(self, feedback_msg):
        if self._cancel and len(feedback_msg.feedback.sequence) == 4:
            self.goal_handle.cancel_goal_async().add_done_callback(self.cancel_done)

    def cancel_done(self, future):
        print(f'Canceling {len(future.result().goals_canceling)}', flush=True)

    def get_result_callback(self, future):
        status = {GoalStatus.STATUS_SUCCEEDED: 'succeeded', GoalStatus.STATUS_CANCELED: 'canceled'}
        print('Goal', status[future.result().status], future.result().result.sequence.tolist(), flush=True)
        self.done.set_result(None)


def main():
    rclpy.init()
    server = FibonacciActionServer()
    executor = MultiThreadedExecutor()
    executor.add_node(server)
    thread = threading.Thread(target=executor.spin, daemon=True)
    thread.start()
    client = FibonacciActionClient(cancel='cancel' in sys.argv)
    client.send_goal(int(sys.argv[1]))
    rclpy.spin_until_future_complete(client, client.done)
    client.destroy_node()
    executor.shutdown()
    server.destroy_node()
    thread.join()
    rclpy.shutdown()


if __name__ == '__main__':
    main()
