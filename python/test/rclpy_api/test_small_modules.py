# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Small modules and methods of rclpy: services of loggers and types, events of parameters, names of other modules."""

import signal
import threading

import builtin_interfaces.msg
import pytest
import rcl_interfaces.msg
import rclpy
import rosgraph_msgs.msg
from rcl_interfaces.srv import GetLoggerLevels, SetLoggerLevels
from rclpy.action import ActionClient, ActionServer
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.clock import ClockType, JumpHandle, JumpThreshold, ROSClock
from rclpy.endpoint_info import EndpointTypeEnum, ServiceEndpointInfo, TopicEndpointInfo
from rclpy.event_handler import (
    EventHandler,
    PublisherEventCallbacks,
    QoSSubscriptionEventType,
    SubscriptionEventCallbacks,
    UnsupportedEventTypeError,
)
from rclpy.executors import TimeoutObject, await_or_execute
from rclpy.impl.logging_severity import LoggingSeverity
from rclpy.logging_service import LoggingService
from rclpy.parameter_client import AsyncParameterClient
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rclpy.signals import SignalHandlerGuardCondition
from rclpy.task import Task
from rclpy.time import Time
from rclpy.time_source import TimeSource
from rclpy.type_description_service import START_TYPE_DESCRIPTION_SERVICE_PARAM, TypeDescriptionService
from rclpy.waitable import NumberOfEntities, Waitable
from spinning import spin_until
from std_msgs.msg import String
from std_srvs.srv import SetBool, Trigger

from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.messages import type_hash


@pytest.fixture
def node():
    with rclpy.init(args=[]):
        small_node = rclpy.create_node('small')
        yield small_node
        small_node.destroy_node()


def response(node, client, request):
    assert client.wait_for_service(60)
    future = client.call_async(request)
    rclpy.spin_until_future_complete(node, future, timeout_sec=60)
    return future.result()


def test_a_logging_service(node):
    LoggingService(node)
    reader = node.create_client(GetLoggerLevels, 'small/get_logger_levels')
    setter = node.create_client(SetLoggerLevels, 'small/set_logger_levels')
    levels = [rcl_interfaces.msg.LoggerLevel(name=name, level=level) for name, level in (('a.b', 40), ('a.c', 22))]
    results = response(node, setter, SetLoggerLevels.Request(levels=levels)).results
    assert [result.successful for result in results] == [True, False]
    assert results[1].reason
    levels = response(node, reader, GetLoggerLevels.Request(names=['a.b', 'a.b.c', 'a'])).levels
    assert [level.level for level in levels] == [40, 0, 0]
    assert rclpy.logging.get_logger_effective_level('a.b.c') is LoggingSeverity.ERROR
    rclpy.logging.clear_config()
    assert rclpy.logging.get_logger_level('a.b') is LoggingSeverity.UNSET


def test_the_service_of_type_descriptions(node):
    service = TypeDescriptionService(node)
    assert service.enabled
    assert service.service_name == 'small/get_type_description'
    assert f'/{service.service_name}' in dict(node.get_service_names_and_types())
    service.destroy()
    override = rclpy.Parameter(START_TYPE_DESCRIPTION_SERVICE_PARAM, value=False)
    silent = rclpy.create_node('silent', parameter_overrides=[override])
    assert not TypeDescriptionService(silent).enabled
    silent.destroy_node()


def test_events_of_parameters(node):
    node.declare_parameter('first', 1)
    events = []
    AsyncParameterClient(node, 'small').on_parameter_event(events.append)
    publisher_count = node.count_publishers('/parameter_events')
    assert publisher_count == 1
    while not any(event.changed_parameters for event in events):
        node.set_parameters([rclpy.Parameter('first', value=2)])
        rclpy.spin_once(node, timeout_sec=1)
    assert {event.node for event in events} == {'/small'}


def test_pending_requests(node):
    client = node.create_client(Trigger, 'pending')
    future = client.call_async(Trigger.Request())
    (number,) = [number for pending, number in client._pending.values() if pending is future]
    assert client.get_pending_request(number) is future
    client.remove_pending_request(future)
    with pytest.raises(KeyError, match='pending'):
        client.get_pending_request(number)


def test_actions_are_waitables(node):
    client, server = ActionClient(node, Fibonacci, 'fib'), ActionServer(node, Fibonacci, 'fib', print)
    assert client.get_num_entities() == NumberOfEntities(num_subs=2, num_clients=3)
    assert server.get_num_entities() == NumberOfEntities(num_timers=1, num_services=3)
    for waitable in (client, server):
        assert isinstance(waitable, Waitable)
        assert node.default_callback_group.has_entity(waitable)
        waitable.destroy()


def test_event_handlers_of_a_handle(node):
    group = ReentrantCallbackGroup()
    callbacks = PublisherEventCallbacks(matched=print, deadline=print, use_default_callbacks=False)
    publisher = node.create_publisher(String, 'events', 1, event_callbacks=callbacks)
    subscription = node.create_subscription(String, 'events', print, 1)
    handlers = callbacks.create_event_handlers(group, publisher.handle, 'events')
    assert [handler.event_type.name for handler in handlers] == [
        'RCL_PUBLISHER_OFFERED_DEADLINE_MISSED',
        'RCL_PUBLISHER_MATCHED',
    ]
    assert all(handler.get_num_entities().num_events == 1 and group.has_entity(handler) for handler in handlers)
    assert SubscriptionEventCallbacks().create_event_handlers(group, subscription.handle, 'events') == []
    with pytest.raises(UnsupportedEventTypeError, match=r'subscription of events.*RCL_SUBSCRIPTION_REQUESTED_INCOMP'):
        SubscriptionEventCallbacks(incompatible_qos=print).create_event_handlers(group, subscription.handle, 'events')
    with pytest.raises(TypeError):
        PublisherEventCallbacks(message_lost=print)


def test_an_event_handler_of_an_endpoint_without_callbacks(node):
    events = []
    subscription = node.create_subscription(String, 'events', print, 1)
    handler = EventHandler(
        callback_group=node.default_callback_group,
        callback=events.append,
        event_type=QoSSubscriptionEventType.RCL_SUBSCRIPTION_MATCHED,
        parent_impl=subscription.handle,
    )
    node.add_waitable(handler)
    node.create_publisher(String, 'events', 1)
    spin_until(node, lambda: events)
    assert (events[0].current_count, events[0].total_count_change) == (1, 1)
    assert list(node.waitables) == [handler]
    node.remove_waitable(handler)
    assert list(node.waitables) == []


def test_endpoints_of_services(node):
    server = node.create_service(SetBool, 'own', print)
    clients = [node.create_client(SetBool, 'own') for _ in range(2)]
    spin_until(node, lambda: len(node.get_clients_info_by_service('own')) == 2)
    infos = [*node.get_servers_info_by_service('own'), *node.get_clients_info_by_service('/own')]
    assert [info.endpoint_type for info in infos] == [EndpointTypeEnum.SERVER, *[EndpointTypeEnum.CLIENT] * 2]
    for info in infos:
        assert (info.node_name, info.node_namespace) == (node.get_name(), '/')
        assert info.service_type == 'std_srvs/srv/SetBool'
        assert str(info.service_type_hash) == type_hash(SetBool)
        assert info.endpoint_count == len(info.endpoint_gids) == len(info.qos_profiles) == 2
        assert info.qos_profiles[1].reliability == ReliabilityPolicy.RELIABLE
    assert len({bytes(gid) for info in infos for gid in info.endpoint_gids}) == 6
    text = str(infos[1]).splitlines()
    gids = ['.'.join(f'{byte:02x}' for byte in bytes(gid)) for gid in infos[1].endpoint_gids]
    assert text[5:7] == ['Endpoint count: 2', 'GIDs:'] and text[7].removeprefix(' - Request Writer : ') in gids
    assert text[9:12] == ['QoS profiles:', ' - Request Writer :', '      Reliability: RELIABLE']
    assert node.get_servers_info_by_service('rq/ownX', no_mangle=True) == []
    assert infos[1] == infos[1] != infos[2] and infos[0] != TopicEndpointInfo() != ServiceEndpointInfo()
    with pytest.raises(AssertionError, match=r'ServiceEndpointInfo.endpoint_gids: expected int'):
        infos[0].endpoint_gids = [['a']]
    for entity in (server, *clients):
        entity.destroy()


def test_the_executor_makes_futures():
    with rclpy.init(args=[]):
        executor, ran = rclpy.executors.SingleThreadedExecutor(), []
        future = executor.create_future()
        future.add_done_callback(lambda _: ran.append(threading.get_ident()))
        setter = threading.Thread(target=future.set_result, args=[5])
        setter.start()
        setter.join()
        assert not ran
        executor.spin_once(60)
        assert future.result() == 5 and ran == [threading.get_ident()]


def test_clocks(node):
    clock, jumps = ROSClock(), []
    threshold = JumpThreshold(min_forward=None, min_backward=None)
    source = TimeSource()
    source.attach_clock(clock)
    with JumpHandle(clock=clock, threshold=threshold, pre_callback=None, post_callback=jumps.append):
        source.ros_time_is_active = True
    source.clock_callback(rosgraph_msgs.msg.Clock(clock=builtin_interfaces.msg.Time(sec=7)))
    assert clock.now() == Time(seconds=7, clock_type=ClockType.ROS_TIME)
    assert len(jumps) == 1
    assert ClockType.UNINITIALIZED == 0
    with clock.handle:
        timer = node.create_timer(1, print, clock=clock)
    assert timer.clock is clock


def test_guard_conditions_of_signals():
    with rclpy.init(args=[]) as manager:
        guard = SignalHandlerGuardCondition()
        assert not guard.handle.take()
        signal.raise_signal(signal.SIGTERM)
        assert guard.handle.take()
        assert not manager.context.ok()
        guard.destroy()


def test_names_of_later_releases():
    from rclpy.endpoint_info import EndpointTypeEnum, TopicEndpointInfo
    from rclpy.parameter import AllowableParameterValue, AllowableParameterValueT
    from rclpy.type_support import Msg, MsgT, SrvEventT, SrvRequestT, SrvResponseT, SrvT

    assert issubclass(String, Msg)
    assert TopicEndpointInfo(endpoint_type=1).endpoint_type is EndpointTypeEnum.PUBLISHER
    assert None not in (AllowableParameterValue, AllowableParameterValueT, MsgT, SrvEventT, SrvRequestT)
    assert None not in (SrvResponseT, SrvT)
    context = rclpy.Context()
    with rclpy.InitContextManager([], context, None, None) as manager:
        assert manager.context is context
        assert context.ok()
    assert not context.ok()


def test_parts_of_executors():
    timeout = TimeoutObject(1.5)
    timeout.timeout += 1
    assert timeout.timeout == 2.5

    async def twice(number):
        return 2 * number

    results = []
    for function in (twice, lambda number: 3 * number):
        task = Task(await_or_execute, [function, 2])
        task()
        results.append(task.result())
    assert results == [4, 6]


def test_names_are_found_in_modules_that_import_them():
    assert rclpy.node.ParameterDescriptor is rcl_interfaces.msg.ParameterDescriptor
    assert rclpy.node.ParameterMsg is rcl_interfaces.msg.Parameter
    assert rclpy.node.Parameter is rclpy.Parameter
    assert rclpy.node.InvalidHandle is rclpy.exceptions.InvalidHandle
    with pytest.raises(ImportError):
        from rclpy.node import Descriptor  # noqa: F401
    with pytest.raises(AttributeError, match=r"module 'rclpy\.node' has no attribute 'Descriptor'"):
        _ = rclpy.node.Descriptor
    assert 'depth=3' in str(QoSProfile(depth=3))
