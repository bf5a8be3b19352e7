# ruff: noqa
# The classical parameter node: a timer reads it, and sets it back. Ends by shutdown() in a callback.
import rclpy
import rclpy.node
from rcl_interfaces.msg import ParameterDescriptor, SetParametersResult


class MinimalParam(rclpy.node.Node):
    def __init__(self):
        super().__init__('minimal_param_node')
        self.declare_parameter('my_parameter', 'world', ParameterDescriptor(description='This parameter is mine!'))
        self.add_on_set_parameters_callback(self.check)
        self.timer = self.create_timer(0.02, self.timer_callback)
        self.count = 0

    def check(self, params):
        return SetParametersResult(successful=all(p.value != 'bad' for p in params), reason='bad is not allowed')

    def timer_callback(self):
        my_param = self.get_parameter('my_parameter').get_parameter_value().string_value
        print('Hello %s!' % my_param, flush=True)
        value = ['world', 'bad'][self.count % 2]
        results = self.set_parameters([rclpy.parameter.Parameter('my_parameter', rclpy.Parameter.Type.STRING, value)])
        print(results[0].successful, flush=True)
        self.count += 1
        if self.count == 2:
            rclpy.shutdown()


def main():
    rclpy.init()
    rclpy.spin(MinimalParam())


if __name__ == '__main__':
    main()
