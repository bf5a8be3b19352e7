# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Times, QoS profiles, contexts, logging calls and names follow rclpy's rules."""

import warnings

import pytest
import rclpy
from builtin_interfaces.msg import Duration as DurationMessage
from builtin_interfaces.msg import Time as TimeMessage
from rclpy.clock import ROSClock
from rclpy.clock_type import ClockType
from rclpy.duration import Duration, Infinite
from rclpy.exceptions import InvalidNamespaceException, InvalidNodeNameException
from rclpy.executors import SingleThreadedExecutor
from rclpy.impl import rcutils_logger
from rclpy.logging import LoggingSeverity, clear_config, get_logger, get_logger_effective_level
from rclpy.parameter import Parameter
from rclpy.qos import HistoryPolicy, QoSProfile, ReliabilityPolicy, qos_profile_sensor_data
from rclpy.time import Time
from rclpy.time_source import TimeSource
from rclpy.timer import TimerInfo
from rclpy.type_support import check_is_valid_msg_type, check_is_valid_srv_type
from std_msgs.msg import String
from std_srvs.srv import SetBool


@pytest.fixture
def context():
    context = rclpy.Context()
    context.init(args=[])
    yield context
    context.try_shutdown()


@pytest.fixture
def node(context):
    node = rclpy.create_node('values', namespace='/ns', context=context)
    yield node
    node.destroy_node()


# --- time ---


def test_a_duration_and_a_time_add_to_a_time():
    time = Time(seconds=5, clock_type=ClockType.STEADY_TIME)
    for total in (Duration(seconds=2) + time, time + Duration(seconds=2)):
        assert isinstance(total, Time) and (total.nanoseconds, total.clock_type) == (7 * 10**9, ClockType.STEADY_TIME)
    for function in (lambda: Duration(seconds=2) - time, lambda: Duration(seconds=2) + 1, lambda: time + 1):
        with pytest.raises(TypeError):
            function()
    with pytest.raises(OverflowError):
        Duration(seconds=1) + Time(nanoseconds=2**63 - 1)
    assert str(Infinite) == 'Infinite' and str(Duration(nanoseconds=5)) == '5 nanoseconds'


def test_a_duration_can_be_multiplied():
    assert Duration(seconds=2) * 2 == Duration(seconds=4) and Duration(seconds=2) * 0.5 == Duration(seconds=1)
    assert Duration(seconds=2) * float('inf') == Infinite
    for error, factor in ((ValueError, float('nan')), (OverflowError, 1e12), (TypeError, 'text')):
        with pytest.raises(error):
            Duration(seconds=2) * factor


def test_the_information_of_a_timer_has_the_time_of_its_clock():
    assert TimerInfo().actual_call_time == Time()
    info = TimerInfo(expected_call_time=5, actual_call_time=7, clock_type=ClockType.STEADY_TIME)
    assert info.expected_call_time == Time(nanoseconds=5, clock_type=ClockType.STEADY_TIME)
    assert (info.actual_call_time - info.expected_call_time).nanoseconds == 2
    with pytest.raises(ValueError, match='below 0'):
        TimerInfo(actual_call_time=-1)


@pytest.mark.parametrize(('kind', 'message'), [(Time, TimeMessage), (Duration, DurationMessage)])
def test_only_its_own_message_becomes_a_time_or_duration(kind, message):
    assert kind.from_msg(message(sec=3, nanosec=4)).nanoseconds == 3 * 10**9 + 4
    for value in (String(), 5, None):
        with pytest.raises(TypeError, match='from_msg: found'):
            kind.from_msg(value)


def test_a_time_source_without_a_node_can_be_activated():
    source, clock, later = TimeSource(), ROSClock(), ROSClock()
    source.attach_clock(clock)
    source.ros_time_is_active = True
    source.attach_clock(later)
    assert source.ros_time_is_active and clock.ros_time_is_active and later.ros_time_is_active
    clock.set_ros_time_override(Time(seconds=3, clock_type=ClockType.ROS_TIME))
    assert clock.now().nanoseconds == 3 * 10**9
    source.ros_time_is_active = False
    assert not clock.ros_time_is_active and clock.now().nanoseconds > 10**18


# --- QoS ---


def test_a_profile_survives_its_values_for_the_middleware():
    profile = QoSProfile(
        history=HistoryPolicy.KEEP_ALL,
        depth=12,
        reliability=ReliabilityPolicy.BEST_EFFORT,
        lifespan=Duration(seconds=5),
        deadline=Infinite,
        avoid_ros_namespace_conventions=True,
    )
    for qos in (profile, qos_profile_sensor_data):
        assert QoSProfile(**qos.get_c_qos_profile().to_dict()) == qos


def test_policies_that_are_not_given_are_not_specified():
    profile = QoSProfile(depth=1)
    assert [profile.deadline, profile.lifespan, profile.liveliness_lease_duration] == [Duration()] * 3
    assert tuple(profile.get_c_qos_profile()) == tuple(QoSProfile(depth=1, deadline=Infinite).get_c_qos_profile())


def test_topics_outside_ros_are_refused_at_their_endpoint(node):
    with pytest.raises(ValueError, match='avoid_ros_namespace_conventions'):
        node.create_publisher(String, 'x', QoSProfile(depth=1, avoid_ros_namespace_conventions=True))


def test_a_depth_of_zero_warns_at_the_line_of_the_program():
    with pytest.warns(UserWarning, match='zero depth') as caught:
        profile = QoSProfile(history=HistoryPolicy.KEEP_LAST, depth=0)
    assert caught[0].filename == __file__ and profile.history is HistoryPolicy.KEEP_LAST
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        QoSProfile(history=HistoryPolicy.KEEP_ALL, depth=0)
        profile.depth = 1
    with pytest.warns(UserWarning, match='zero depth') as caught:
        profile.depth = 0
    assert caught[0].filename == __file__


# --- the context ---


def test_a_program_shuts_its_context_down_once():
    context = rclpy.Context()
    with pytest.raises(RuntimeError, match='never valid'):
        context.shutdown()
    context.init(args=[])
    rclpy.shutdown(context=context)
    with pytest.raises(RuntimeError, match='shut down already'):
        rclpy.shutdown(context=context)
    rclpy.try_shutdown(context=context)
    context.init(args=[])
    context.try_shutdown()  # as a signal does
    context.shutdown()


def test_invalid_arguments_of_a_context_are_refused():
    with pytest.raises(UnicodeEncodeError):
        rclpy.Context().init(args=['program', 'caf\udcc3\udca9'])
    for domain_id in (-1, 233):
        with pytest.raises(RuntimeError, match=f'domain id is {domain_id}; expected 0 to 232'):
            rclpy.Context().init(args=[], domain_id=domain_id)


# --- nodes ---


def test_an_invalid_name_or_namespace_has_its_own_error(context):
    with pytest.raises(InvalidNodeNameException):
        rclpy.create_node('a?', context=context)
    for namespace in ('/n?', 'n?'):
        with pytest.raises(InvalidNamespaceException):
            rclpy.create_node('a', namespace=namespace, context=context)


@pytest.mark.parametrize(
    'function',
    [
        'count_publishers',
        'count_subscribers',
        'count_clients',
        'count_services',
        'get_publishers_info_by_topic',
        'get_subscriptions_info_by_topic',
    ],
)
def test_an_invalid_name_is_named(node, function):
    with pytest.raises(ValueError, match="the name '42' is invalid"):
        getattr(node, function)('42')
    with pytest.raises(TypeError):
        getattr(node, function)(42)


def test_the_executor_of_a_node_can_be_assigned(node, context):
    first, second = SingleThreadedExecutor(context=context), SingleThreadedExecutor(context=context)
    node.executor = first
    assert node.executor is first and first.get_nodes() == [node]
    node.executor = second
    assert node.executor is second and (first.get_nodes(), second.get_nodes()) == ([], [node])
    node.executor = None
    assert node.executor is None and second.get_nodes() == []


def test_a_program_takes_messages_without_an_executor(node):
    publisher = node.create_publisher(String, 'polled', 10)
    subscription = node.create_subscription(String, 'polled', lambda message: None, 10)
    assert subscription.handle.take_message(String, False) is None
    for text in ('a', 'b'):
        publisher.publish(String(data=text))
    with subscription.handle:
        message, info = subscription.handle.take_message(subscription.msg_type, False)
        sample, _ = subscription.handle.take_message(String, True)
    assert message.data == 'a' and info['source_timestamp'] > 0
    assert isinstance(sample, bytes) and rclpy.serialization.deserialize_message(sample, String).data == 'b'


def test_a_type_of_another_kind_is_refused():
    check_is_valid_msg_type(String)
    check_is_valid_srv_type(SetBool)
    with pytest.raises(RuntimeError, match='expected a class of messages'):
        check_is_valid_msg_type(SetBool)
    with pytest.raises(RuntimeError, match='expected a class of a service'):
        check_is_valid_srv_type(String)
    with pytest.raises(AttributeError):
        check_is_valid_msg_type(object())


def test_a_mapping_is_not_a_parameter():
    with pytest.raises(TypeError):
        Parameter('p', value={'a': 1})


# --- logging ---


class Clock:
    """A clock whose time is set by a test, in seconds."""

    seconds = 0.0

    def now(self):
        return Time(nanoseconds=self.seconds * 1e9)


def test_a_place_throttles_then_skips_the_first_then_logs_once():
    clock, logger = Clock(), get_logger('places')

    def log_at(times, **options):
        results = []
        for seconds in times:
            clock.seconds = seconds
            results.append(logger.info('text', throttle_duration_sec=2, throttle_time_source_type=clock, **options))
        return results

    assert log_at([0, 1, 2, 3, 4]) == [False, False, True, False, True]  # as the time of a simulation begins with 0
    logger = get_logger('skipping')
    assert log_at([10, 11, 12, 13, 14], skip_first=True) == [False, False, True, False, True]
    logger = get_logger('once')
    assert log_at([10, 12, 14], skip_first=True, once=True) == [False, True, False]
    logger = get_logger('backward')
    assert log_at([10, 5, 6, 7]) == [True, True, False, True]  # a simulation that starts again


def test_each_logger_object_remembers_its_own_calls():
    def log(logger, severity=LoggingSeverity.INFO):
        return logger.log('text', severity, throttle_duration_sec=2, throttle_time_source_type=Clock())

    Clock.seconds = 10.0
    try:
        assert [log(get_logger('again'), severity) for severity in (LoggingSeverity.INFO, LoggingSeverity.WARN)] == [
            True
        ] * 2
    finally:
        Clock.seconds = 0.0


def test_two_calls_in_one_line_are_two_places():
    logger = get_logger('line')
    assert [(logger.info('a', once=True), logger.info('b', once=True)) for _ in range(2)] == [(True,) * 2, (False,) * 2]


@pytest.mark.parametrize(
    ('error', 'text', 'calls'),
    [
        (ValueError, 'severity cannot be changed', [{}, {'severity': LoggingSeverity.ERROR}]),
        (ValueError, 'name cannot be changed', [{'name': 'a'}, {'name': 'b'}]),
        (ValueError, 'parameters cannot be changed', [{'throttle_duration_sec': 1}, {'throttle_duration_sec': 2}]),
        (TypeError, "'throttle_duration_sec' is not specified", [{'throttle_time_source_type': Clock()}]),
        (ValueError, 'expected a Clock', [{'throttle_duration_sec': 1, 'throttle_time_source_type': 'ROS_TIME'}]),
        (TypeError, "'colour' is not one of the recognized", [{'colour': 'red'}]),
    ],
)
def test_a_place_has_one_name_severity_and_set_of_options(error, text, calls):
    logger = get_logger(text)
    with pytest.raises(error, match=text):
        for options in calls:
            logger.log('text', **{'severity': LoggingSeverity.INFO, **options})


def test_a_call_has_only_the_severity_of_its_function():
    with pytest.raises(TypeError, match='severity'):
        get_logger('functions').fatal('text', severity=LoggingSeverity.DEBUG)


def test_levels_of_logger_objects_are_reset_with_the_others():
    logger = get_logger('reset')
    logger.set_level(LoggingSeverity.ERROR)
    assert get_logger_effective_level('reset.child') is LoggingSeverity.ERROR
    with pytest.raises(ValueError, match='11'):
        logger.set_level(11)
    clear_config()
    assert logger.get_effective_level() is LoggingSeverity.INFO


def test_the_root_logger_without_a_level_logs_everything():
    root = rclpy.logging._root_logger
    before = root.get_effective_level()
    root.set_level(LoggingSeverity.UNSET)
    try:
        assert root.get_effective_level() is LoggingSeverity.UNSET and get_logger('below').debug('text')
    finally:
        root.set_level(before)
    assert not get_logger('below').debug('text')


def test_a_wrapper_of_a_logger_is_not_the_place_of_its_calls(monkeypatch):
    wrapper = {'__name__': 'wrapper'}
    exec(compile('def log(logger): return logger.info("text", once=True)', '/wrapper.py', 'exec'), wrapper)
    logger = get_logger('wrapped')
    monkeypatch.setattr(rcutils_logger, '_internal_callers', [*rcutils_logger._internal_callers, '/wrapper.py'])
    results = [wrapper['log'](logger), wrapper['log'](logger)]
    assert results == [True, True]
