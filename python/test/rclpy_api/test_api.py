# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parts of rclpy's API, one by one."""

import copy
import gc
import math
import os
import pathlib
import pickle
import threading
import time
import weakref
from array import array

import numpy
import pytest
import rclpy
from rcl_interfaces.msg import ParameterEvent, ParameterValue
from rclpy.callback_groups import CallbackGroup
from rclpy.clock import Clock, ClockChange, ClockType, JumpThreshold, ROSClock
from rclpy.duration import Duration
from rclpy.event_handler import PublisherEventCallbacks, SubscriptionEventCallbacks
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter, parameter_dict_from_yaml_file
from rclpy.parameter_client import AsyncParameterClient
from rclpy.parameter_event_handler import ParameterEventHandler
from rclpy.qos import (
    DurabilityPolicy,
    HistoryPolicy,
    LivelinessPolicy,
    QoSCompatibility,
    QoSPolicyKind,
    QoSProfile,
    ReliabilityPolicy,
    qos_check_compatible,
)
from rclpy.qos_overriding_options import InvalidQosOverridesError, QosCallbackResult, QoSOverridingOptions
from rclpy.time import Time
from rclpy.time_source import TimeSource
from rclpy.type_support import check_for_type_support
from sensor_msgs.msg import Image, Imu, JointState, LaserScan
from spinning import spin_until
from std_msgs.msg import Int64, String
from std_srvs.srv import SetBool


@pytest.fixture
def node():
    with rclpy.init(args=[]):
        api_node = rclpy.create_node('api', allow_undeclared_parameters=True)
        yield api_node
        api_node.destroy_node()


def test_spin_once_finds_items_that_arrived_between_calls(node):
    """The node leaves the executor between two calls; two nodes take turns."""
    counts, answers = [], []
    node.create_subscription(Int64, 'count', lambda message: counts.append(message.data), 10)
    node.create_service(SetBool, 'switch', lambda request, response: answers.append(request.data) or response)
    publisher, client = node.create_publisher(Int64, 'count', 10), node.create_client(SetBool, 'switch')
    other = rclpy.create_node('other')
    spin_until(node, lambda: publisher.get_subscription_count() == 1 and client.service_is_ready())
    for number in range(5):
        publisher.publish(Int64(data=number))
        client.call_async(SetBool.Request(data=number % 2 == 1))
    spin_until(node, lambda: counts and answers)
    for _ in range(100):
        rclpy.spin_once(other, timeout_sec=0)
        rclpy.spin_once(node, timeout_sec=0)
    assert counts == [0, 1, 2, 3, 4]
    assert answers == [False, True, False, True, False]
    other.destroy_node()


def test_spin_once_starves_nobody(node):
    """Messages wait for the first subscription all the time."""
    received = []
    for name in ('first', 'second'):
        node.create_subscription(String, name, lambda message: received.append(message.data), 100)
    publishers = [node.create_publisher(String, name, 100) for name in ('first', 'second')]
    spin_until(node, lambda: all(publisher.get_subscription_count() == 1 for publisher in publishers))
    for _ in range(20):
        for publisher in publishers:
            publisher.publish(String(data=publisher.topic_name))
    spin_until(node, lambda: len(received) >= 10)
    assert {'/first', '/second'} <= set(received[:10])
    spin_until(node, lambda: len(received) == 40)


def test_events_of_an_endpoint_leave_its_executor_with_it(node):
    executor = SingleThreadedExecutor(context=node.context)
    executor.add_node(node)
    before, references = len(executor._entities), []
    for direct in (False, True):
        callbacks = SubscriptionEventCallbacks(matched=lambda info: None)
        subscription = node.create_subscription(String, 'events', lambda message: None, 10, event_callbacks=callbacks)
        callbacks = PublisherEventCallbacks(matched=lambda info: None)
        publisher = node.create_publisher(String, 'events', 10, event_callbacks=callbacks)
        assert len(executor._entities) == before + 3
        references += [
            weakref.ref(reference) for reference in (subscription.event_handlers[0], publisher.event_handlers[0])
        ]
        if direct:
            subscription.destroy()
            publisher.destroy()
        else:
            node.destroy_subscription(subscription)
            node.destroy_publisher(publisher)
        assert len(executor._entities) == before
    del subscription, publisher, callbacks
    gc.collect()
    assert [reference() for reference in references[:2]] == [None, None]
    executor.shutdown()


class Bucket(CallbackGroup):
    """Lets as many callbacks run as it has tokens."""

    def __init__(self):
        super().__init__()
        self.tokens = 2

    def can_execute(self, entity):
        return self.tokens > 0

    def beginning_execution(self, entity):
        if self.tokens == 0:
            return False
        self.tokens -= 1
        return True

    def ending_execution(self, entity):
        pass


def test_a_custom_group_is_asked_again(node):
    bucket, ticks = Bucket(), []
    node.create_timer(0.002, lambda: ticks.append('tick'), callback_group=bucket)
    spin_until(node, lambda: len(ticks) == 2)
    for _ in range(5):
        rclpy.spin_once(node, timeout_sec=0.01)
    assert len(ticks) == 2

    def refill():
        bucket.tokens = 3
        ticks.append('refill')

    refilling = node.create_timer(0.01, refill)
    spin_until(node, lambda: 'refill' in ticks)
    node.destroy_timer(refilling)
    spin_until(node, lambda: ticks.count('tick') >= 5)
    assert bucket.tokens == 0


def test_jumps_of_a_clock():
    clock, seen = ROSClock(), []
    threshold = JumpThreshold(min_forward=Duration(seconds=1), min_backward=Duration(seconds=-1))
    handle = clock.create_jump_callback(
        threshold,
        pre_callback=lambda: seen.append('before'),
        post_callback=lambda jump: seen.append((jump.clock_change, jump.delta.nanoseconds)),
    )
    clock.set_ros_time_override(Time(seconds=100, clock_type=ClockType.ROS_TIME))
    clock._set_ros_time_is_active(True)
    assert seen[0] == 'before' and seen[1][0] is ClockChange.ROS_TIME_ACTIVATED
    seen.clear()
    clock.set_ros_time_override(Time(seconds=100.5, clock_type=ClockType.ROS_TIME))
    assert not seen  # not so far
    clock.set_ros_time_override(Time(seconds=102, clock_type=ClockType.ROS_TIME))
    clock.set_ros_time_override(Time(seconds=90, clock_type=ClockType.ROS_TIME))
    change = ClockChange.ROS_TIME_NO_CHANGE
    assert seen == ['before', (change, 1_500_000_000), 'before', (change, -12_000_000_000)]
    handle.unregister()
    clock.set_ros_time_override(Time(seconds=200, clock_type=ClockType.ROS_TIME))
    assert len(seen) == 4
    with pytest.raises(ValueError, match='min_forward is -1000000000 ns; expected a duration above 0'):
        JumpThreshold(min_forward=Duration(seconds=-1), min_backward=None)
    with pytest.raises(ValueError, match='neither pre_callback nor post_callback'):
        clock.create_jump_callback(threshold)


def test_a_jump_of_the_nodes_clock_while_python_is_busy(node):
    """The callback runs in the node's thread, which waits for the interpreter."""
    from rosgraph_msgs.msg import Clock as ClockMessage

    jumped = threading.Event()
    handle = node.get_clock().create_jump_callback(
        JumpThreshold(min_forward=None, min_backward=None), post_callback=lambda jump: jumped.set()
    )
    node.set_parameters([Parameter('use_sim_time', value=True)])
    publisher = node.create_publisher(ClockMessage, '/clock', 10)
    deadline = time.monotonic() + 60
    while node.get_clock().now().nanoseconds != 5 * 10**9:
        publisher.publish(ClockMessage(clock=Time(seconds=5).to_msg()))
        assert time.monotonic() < deadline
    assert jumped.wait(60)
    handle.unregister()

    other = ROSClock()
    source = TimeSource(node=node)
    source.attach_clock(other)
    assert source.ros_time_is_active and other.now().nanoseconds == 5 * 10**9
    source.detach_node()
    assert not source.ros_time_is_active and other.now().nanoseconds > 10**18
    with pytest.raises(ValueError, match='ROS_TIME'):
        source.attach_clock(Clock())


def test_qos_overrides():
    arguments = ['--ros-args']
    for name, value in (('reliability', 'best_effort'), ('depth', 3), ('deadline', 5_000_000)):
        arguments += ['-p', f'qos_overrides./chatter.publisher.{name}:={value}']
    arguments += ['-p', 'qos_overrides./chatter.subscription_a.history:=keep_all']
    arguments += ['-p', 'qos_overrides./wrong.publisher.durability:=sometimes']
    with rclpy.init(args=arguments):
        node = rclpy.create_node('overridden')
        policies = [QoSPolicyKind.RELIABILITY, QoSPolicyKind.DEPTH, QoSPolicyKind.DEADLINE, QoSPolicyKind.DURABILITY]
        profile = QoSProfile(depth=10, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        publisher = node.create_publisher(
            String, 'chatter', profile, qos_overriding_options=QoSOverridingOptions(policies)
        )
        assert publisher.qos_profile == QoSProfile(
            depth=3,
            reliability=ReliabilityPolicy.BEST_EFFORT,
            durability=DurabilityPolicy.TRANSIENT_LOCAL,
            deadline=Duration(nanoseconds=5_000_000),
        )
        assert profile.depth == 10
        assert node.get_parameter('qos_overrides./chatter.publisher.durability').value == 'transient_local'
        subscription = node.create_subscription(
            String,
            'chatter',
            lambda message: None,
            10,
            qos_overriding_options=QoSOverridingOptions.with_default_policies(entity_id='a'),
        )
        assert subscription.qos_profile.history is HistoryPolicy.KEEP_ALL
        with pytest.raises(InvalidQosOverridesError, match=r"publisher\.durability: 'sometimes' is not a valid value"):
            node.create_publisher(String, 'wrong', 10, qos_overriding_options=QoSOverridingOptions(policies))
        refusing = QoSOverridingOptions([], callback=lambda qos: QosCallbackResult(qos.depth > 10, 'too shallow'))
        with pytest.raises(InvalidQosOverridesError, match='too shallow'):
            node.create_publisher(String, 'other', 10, qos_overriding_options=refusing)
        node.destroy_node()


def test_compatibility_of_qos_and_its_warning(node, capfd):
    automatic = LivelinessPolicy.AUTOMATIC  # with the default it would depend on the middleware
    reliable = QoSProfile(depth=1, liveliness=automatic)
    best_effort = QoSProfile(depth=1, liveliness=automatic, reliability=ReliabilityPolicy.BEST_EFFORT)
    assert qos_check_compatible(reliable, best_effort) == (QoSCompatibility.OK, '')
    level, reason = qos_check_compatible(best_effort, reliable)
    assert level is QoSCompatibility.ERROR and 'offers best_effort and the subscription requires reliable' in reason
    node.create_publisher(String, 'mismatch', best_effort)
    node.create_subscription(String, 'mismatch', lambda message: None, reliable)
    logged = []

    def has_both():
        logged.append(capfd.readouterr().err)
        return 'offering incompatible QoS' in ''.join(logged) and 'requesting incompatible QoS' in ''.join(logged)

    spin_until(node, has_both)


def test_event_callbacks_replace_the_log_of_mismatches(node, capfd):
    best_effort = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
    reported = []
    node.create_publisher(
        String, 'silent', best_effort, event_callbacks=PublisherEventCallbacks(use_default_callbacks=False)
    )
    callbacks = SubscriptionEventCallbacks(incompatible_qos=reported.append)
    node.create_subscription(String, 'silent', lambda message: None, 10, event_callbacks=callbacks)
    spin_until(node, lambda: reported)
    assert capfd.readouterr().err == ''


def test_parameter_events_and_files(node, tmp_path):
    node.declare_parameter('gain', 1.0)
    seen, events = [], []
    handler = ParameterEventHandler(node)
    handle = handler.add_parameter_callback('gain', 'api', lambda parameter: seen.append(parameter.value.double_value))
    handler.add_parameter_callback('gain', 'another_node', lambda parameter: seen.append('another'))
    everything = handler.add_parameter_event_callback(events.append)
    node.set_parameters([Parameter('gain', value=2.0)])
    spin_until(node, lambda: seen and events)
    assert seen == [2.0] and isinstance(events[-1], ParameterEvent)
    assert [message.name for message in handler.get_parameters_from_event(events[-1])] == ['gain']
    handler.remove_parameter_callback(handle)
    handler.remove_parameter_event_callback(everything)
    handler.destroy()

    file = tmp_path / 'parameters.yaml'
    file.write_text(
        '/**:\n  ros__parameters: {gain: 3.0, all: 1}\napi:\n  ros__parameters: {gain: 4.0, pid: {p: 0.5}}\n'
    )
    by_name = parameter_dict_from_yaml_file(str(file), use_wildcard=True, target_nodes=['api'])
    assert {name: Parameter.from_parameter_msg(message).value for name, message in by_name.items()} == {
        'gain': 4.0,
        'all': 1,
        'pid.p': 0.5,
    }
    with pytest.raises(RuntimeError, match='no parameters for /nobody'):
        parameter_dict_from_yaml_file(str(file), target_nodes=['nobody'])
    client = AsyncParameterClient(node, 'api')
    future = client.load_parameter_file(str(file))
    rclpy.spin_until_future_complete(node, future, timeout_sec=60)
    assert all(message.successful for message in future.result().results)
    assert node.get_parameter('gain').value == 4.0 and node.get_parameter('pid.p').value == 0.5
    future = client.delete_parameters(['pid.p'])
    rclpy.spin_until_future_complete(node, future, timeout_sec=60)
    assert future.result().results[0].successful and not node.has_parameter('pid.p')


@pytest.mark.parametrize('kind', ['pre_set', 'on_set'])
def test_parameters_are_refused_when_a_callback_raises(node, kind, capfd):
    node.declare_parameter('gain', 1.0)
    client = AsyncParameterClient(node, 'api')
    assert client.wait_for_services(60)

    def failing(parameters):
        raise ZeroDivisionError('no gain')

    def answer(call):
        future = call([Parameter('gain', value=2.0)])
        spin_until(node, future.done)
        response = future.result()
        return response.results[0] if hasattr(response, 'results') else response.result

    getattr(node, f'add_{kind}_parameters_callback')(failing)
    for call in (client.set_parameters, client.set_parameters_atomically):
        refused = answer(call)
        assert not refused.successful and refused.reason == 'ZeroDivisionError: no gain'
    assert node.get_parameter('gain').value == 1.0
    with pytest.raises(ZeroDivisionError):
        node.set_parameters([Parameter('gain', value=2.0)])
    getattr(node, f'remove_{kind}_parameters_callback')(failing)
    assert answer(client.set_parameters).successful and node.get_parameter('gain').value == 2.0
    assert capfd.readouterr().err.count('gain not set, as this was raised') == 2


def test_sequences_grow_and_arrays_do_not():
    state = JointState(position=[1, 2])
    assert state.position == array('d', [1, 2]) and state.velocity == array('d')
    state.position.append(3)
    state.velocity.extend([4.5])
    assert JointState().velocity == array('d')  # each has its own
    decoded = rclpy.serialization.deserialize_message(rclpy.serialization.serialize_message(state), JointState)
    assert decoded == state and decoded.velocity.tolist() == [4.5] and 'position=[1.0, 2.0, 3.0]' in repr(state)
    assert copy.deepcopy(state) == pickle.loads(pickle.dumps(state)) == state
    mine = array('d', [5])
    state.effort = mine
    assert state.effort is mine
    state.effort = numpy.ones(2)
    assert state.effort == array('d', [1, 1])
    with pytest.raises(OverflowError):
        Image(data=[1]).data.append(300)
    with pytest.raises(ValueError, match='found 300 at index 1'):
        Image(data=[1, 300])
    assert isinstance(Imu().orientation_covariance, numpy.ndarray)


def copy_of(message):
    return rclpy.serialization.deserialize_message(rclpy.serialization.serialize_message(message), type(message))


def test_received_messages_are_mutable():
    """Sequences are array.array and arrays are numpy arrays, as in rclpy; all are mutable."""
    scan = copy_of(LaserScan(ranges=[1, 2]))
    assert scan.ranges == array('f', [1, 2]) and scan.intensities == array('f')
    assert scan.ranges and not scan.intensities and scan.ranges + array('f', [3]) == array('f', [1, 2, 3])
    scan.ranges[0] = math.inf
    scan.intensities.append(4)
    scan.ranges[1:] = array('f')
    assert copy_of(scan) == scan and not copy_of(LaserScan()).intensities
    assert copy_of(Image(data=b'abc')).data.tobytes() == b'abc'
    imu = copy_of(Imu())
    imu.orientation_covariance[4] = 0.5
    assert copy_of(imu).orientation_covariance.tolist() == [0, 0, 0, 0, 0.5, 0, 0, 0, 0]
    parameter = copy_of(ParameterValue(bool_array_value=[True, False], byte_array_value=[b'a']))
    parameter.bool_array_value[1] = True
    parameter.byte_array_value.append(b'b')
    assert copy_of(parameter).bool_array_value == [True, True] and copy_of(ParameterValue()).bool_array_value == []
    assert copy_of(parameter).byte_array_value == [b'a', b'b']


def test_missing_features_raise_clear_errors(node):
    with pytest.raises(NotImplementedError, match='content filters are not supported'):
        node.create_subscription(String, 'filtered', lambda message: None, 10, content_filter_options=object())


def test_small_things(node, monkeypatch):
    check_for_type_support(String)
    check_for_type_support(SetBool)
    for invalid in (int, 'std_msgs/msg/String'):
        with pytest.raises(AttributeError, match='expected a class of interfaces'):
            check_for_type_support(invalid)
    message = rclpy.serialization.deserialize_message(rclpy.serialization.serialize_message(Int64(data=5)), Int64)
    assert message.data == 5
    rclpy.logging.set_logger_level('some', rclpy.logging.LoggingSeverity.ERROR)
    assert rclpy.logging.get_logger_effective_level('some') is rclpy.logging.LoggingSeverity.ERROR
    rclpy.logging.clear_config()
    assert rclpy.logging.get_logger_effective_level('some') is rclpy.logging.LoggingSeverity.INFO
    monkeypatch.setenv('ROS_LOG_DIR', '/tmp/logs')
    assert rclpy.logging.get_logging_directory() == pathlib.Path('/tmp/logs')
    monkeypatch.delenv('ROS_LOG_DIR')
    monkeypatch.setenv('ROS_HOME', '/tmp/home')
    assert os.fspath(rclpy.logging.get_logging_directory()) == '/tmp/home/log'
    assert rclpy.topic_or_service_is_hidden.topic_or_service_is_hidden('/a/_b')
    assert rclpy.node.HIDDEN_NODE_PREFIX == '_'
    executor = rclpy.experimental.EventsExecutor(context=node.context)
    executor.add_node(node)
    called = []
    node.create_timer(0.01, lambda: called.append(1))
    deadline = time.monotonic() + 60
    while not called and time.monotonic() < deadline:
        executor.spin_once(timeout_sec=0.1)
    assert called
    executor.shutdown()
