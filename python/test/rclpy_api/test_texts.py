# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Errors say where they occurred, what was found and what was expected, in our own words.

TEXTS_OF_RCLPY are the exception: programs, and the tests of rclpy's public API, compare these words, so they stay.
"""

import re

import pytest
import rclpy
from rclpy.clock import Clock, ClockType, JumpThreshold, ROSClock
from rclpy.duration import Duration
from rclpy.parameter import Parameter
from rclpy.qos import HistoryPolicy, InvalidQoSProfileException, QoSProfile
from rclpy.time import Time
from std_msgs.msg import String
from std_srvs.srv import Trigger

SECOND = Duration(seconds=1)


@pytest.fixture
def node():
    with rclpy.init(args=[]):
        wrong_node = rclpy.create_node('wrong')
        yield wrong_node
        wrong_node.destroy_node()


TEXTS_OF_RCLPY = {
    'min_forward': (ValueError, lambda n: JumpThreshold(min_forward=Duration(), min_backward=None)),
    'min_backward': (ValueError, lambda n: JumpThreshold(min_forward=None, min_backward=SECOND)),
    'must be enabled': (
        ValueError,
        lambda n: JumpThreshold(min_forward=None, min_backward=None, on_clock_change=False),
    ),
    'clock type does not match': (ValueError, lambda n: Clock().sleep_until(Time(clock_type=ClockType.STEADY_TIME))),
    'must be greater than or equal to zero': (ValueError, lambda n: n.create_publisher(String, 'x', -1)),
    'Expected QoSProfile or int': (TypeError, lambda n: n.create_publisher(String, 'x', 'ten')),
    'Logger name must not be empty': (ValueError, lambda n: rclpy.logging.get_logger('')),
    'Child logger name must not be empty': (ValueError, lambda n: n.get_logger().get_child('')),
    'parameter .* is not one of the recognized': (TypeError, lambda n: n.get_logger().info('x', twice=True)),
}


@pytest.mark.parametrize('words', TEXTS_OF_RCLPY)
def test_words_that_programs_compare(node, words):
    kind, fails = TEXTS_OF_RCLPY[words]
    with pytest.raises(kind, match=words):
        fails(node)


@pytest.mark.parametrize(
    ('kind', 'text', 'fails'),
    [
        (TypeError, "Time: clock_type is 'noon'; expected a ClockType", lambda n: Time(clock_type='noon')),
        (ValueError, 'found -1 s and 0 ns; expected neither below 0', lambda n: Time(seconds=-1)),
        (OverflowError, 'found 9223372036854775808 ns; expected', lambda n: Time(nanoseconds=2**63)),
        (OverflowError, 'Duration: found 9223372036854775808 ns', lambda n: Duration(nanoseconds=2**63)),
        (TypeError, 'cannot compare one of STEADY_TIME; expected SYSTEM', lambda n: compare()),
        (TypeError, "Clock: clock_type is 'noon'; expected", lambda n: Clock(clock_type='noon')),
        (TypeError, 'found 5; expected a Time', lambda n: ROSClock().set_ros_time_override(5)),
        (TypeError, 'on_shutdown.*found 5; expected a function', lambda n: n.context.on_shutdown(5)),
        (RuntimeError, 'valid already', lambda n: n.context.init()),
        (RuntimeError, 'never valid; init.* comes first', lambda n: rclpy.context.Context().shutdown()),
        (TypeError, '/x: the message is a .*Trigger_Request.*expected .*String', lambda n: publish(n)),
        (TypeError, '/y: the request is a .*String.*expected .*Trigger', lambda n: ask(n)),
        (
            RuntimeError,
            'expected a function of the message, or',
            lambda n: n.create_subscription(String, 'x', three, 1),
        ),
        (ValueError, 'frequency is 0 Hz; expected more than 0', lambda n: n.create_rate(0)),
        (TypeError, r'get_parameters: found \[5\]; expected names', lambda n: n.get_parameters([5])),
        (ValueError, 'given the type NOT_SET', lambda n: n.declare_parameter('p', Parameter.Type.NOT_SET)),
        (ValueError, 'no callback .* was added', lambda n: n.remove_on_set_parameters_callback(print)),
        (TypeError, "'p': type_ is 'int'; expected a Parameter.Type", lambda n: Parameter('p', 'int', 5)),
        (ValueError, "'p': found 5; expected .* type STRING", lambda n: Parameter('p', Parameter.Type.STRING, 5)),
        (TypeError, 'there is no policy colour; expected some of history', lambda n: QoSProfile(colour='red')),
        (InvalidQoSProfileException, 'neither history nor depth', lambda n: QoSProfile()),
        (
            InvalidQoSProfileException,
            'KEEP_LAST; expected a depth',
            lambda n: QoSProfile(history=HistoryPolicy.KEEP_LAST),
        ),
    ],
)
def test_errors_contain_found_and_expected_values(node, kind, text, fails):
    with pytest.raises(kind) as raised:
        fails(node)
    assert re.search(text, str(raised.value)), str(raised.value)


def three(one, two, three):
    """Takes too many parameters."""


def compare():
    return Time() < Time(clock_type=ClockType.STEADY_TIME)


def publish(node):
    node.create_publisher(String, '/x', 1).publish(Trigger.Request())


def ask(node):
    node.create_client(Trigger, '/y').call_async(String())
