# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Nodes as users write them: with attributes of any name, texts of any peer, and calls at any time."""

import json
import threading

import pytest
import rclpy
from rclpy.exceptions import InvalidHandle, InvalidTopicNameException
from rclpy.node import Node
from rclpy.validate_topic_name import validate_topic_name
from std_msgs.msg import String
from std_srvs.srv import Trigger


@pytest.fixture(autouse=True)
def context():
    with rclpy.init(args=[]):
        yield


class Busy(Node):
    """Has attributes and methods of names that our class could have used for itself."""

    def __init__(self):
        super().__init__('busy', parameter_overrides=[rclpy.parameter.Parameter('ids', value=[1, 2])])
        self._lock, self._tasks, self._handle = threading.Lock(), {'a': 1}, None
        self._entities, self._executor_, self._full = 1, 2, 3
        self.calls = []
        with self._lock:
            self.create_timer(0.001, lambda: self.calls.append(1))
        self.declare_parameter('ids', [0])

    def _notify(self, *_):
        raise AssertionError("this method is the user's")

    _declare = _store = _set = _samples = _fault = _refusal = _destroy = _group = _added = _notify


def test_attributes_of_a_user_stay_as_they_are():
    node = Busy()
    rclpy.spin_once(node, timeout_sec=60)
    assert node.calls
    node.set_parameters([rclpy.parameter.Parameter('ids', value=[3])])
    publisher = node.create_publisher(String, 'words', 1)
    node.destroy_publisher(publisher)
    assert (node._tasks, node._handle, node._entities) == ({'a': 1}, None, 1)
    node.destroy_node()


def test_overrides_are_lists():
    node = rclpy.create_node('listed', cli_args=['--ros-args', '-p', 'ids:=[1,2]', '-p', 'gains:=[0.5]'])
    ids = node.declare_parameter('ids', [0]).value
    assert (
        ids == [1, 2] and ids.copy() == [1, 2] and json.dumps(node.declare_parameter('gains', [0.0]).value) == '[0.5]'
    )
    node.destroy_node()


def test_a_text_that_is_not_utf_8_is_logged(capfd):
    node = rclpy.create_node('listener')
    node.get_logger().info('I heard: ' + b'a\xff'.decode('utf-8', 'surrogateescape'))
    assert 'I heard: a' in capfd.readouterr().err
    node.destroy_node()


def test_two_nodes_of_one_name_throttle_by_their_own_clocks():
    for _ in range(2):
        node = rclpy.create_node('restarted')
        node.get_logger().info('x', throttle_duration_sec=1, throttle_time_source_type=node.get_clock())
        node.destroy_node()


def test_a_declaration_that_fails_can_be_repeated():
    node = rclpy.create_node('corrected')
    with pytest.raises((ValueError, OverflowError, TypeError)):
        node.declare_parameter('big', 2**70)
    assert node.declare_parameter('big', 7).value == 7
    node.destroy_node()


def test_destroyed_entities_raise_invalid_handle():
    node = rclpy.create_node('ended')
    publisher, client = node.create_publisher(String, 'words', 1), node.create_client(Trigger, 'ready')
    timer = node.create_timer(1, lambda: None)
    node.destroy_node()
    for call in (
        lambda: publisher.publish(String()),
        lambda: client.call_async(Trigger.Request()),
        timer.reset,
        node.get_node_names,
    ):
        with pytest.raises(InvalidHandle):
            call()


def test_a_slash_is_no_topic():
    with pytest.raises(InvalidTopicNameException):
        validate_topic_name('/')
