# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Timeouts of rclpy's waits, and shutdown callbacks that fail, block, or belong to destroyed objects."""

import gc
import math
import re
import threading

import pytest
import rclpy
from eventually import eventually
from example_interfaces.action import Fibonacci
from rclpy.action import ActionClient
from rclpy.action.client import ClientGoalHandle
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.impl.deadline import Deadline
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.parameter_client import AsyncParameterClient
from rclpy.task import Future
from rclpy.wait_for_message import wait_for_message
from std_msgs.msg import String
from std_srvs.srv import Trigger
from unique_identifier_msgs.msg import UUID

RCLError = rclpy_implementation.RCLError


@pytest.fixture
def node():
    rclpy.init(args=[])
    node = rclpy.create_node('waits')
    yield node
    node.destroy_node()
    rclpy.try_shutdown()


def test_requests_that_no_server_can_get_are_reported_once(node, capfd):
    client = node.create_client(Trigger, 'nobody')
    client.call_async(Trigger.Request())
    client.call_async(Trigger.Request())
    assert capfd.readouterr().err.count("a request to service '/nobody' is lost") == 1


@pytest.mark.parametrize('kind', [SingleThreadedExecutor, MultiThreadedExecutor])
def test_a_timeout_of_zero_looks_once(node, kind):
    executor = kind()
    executor.add_node(node)
    for timeout in (0, 0.0, -0.0, 1e-9, 1e-300):
        executor.spin_until_future_complete(Future(), timeout)
        executor.spin_once(timeout)
        executor.spin_once_until_future_complete(Future(), timeout)
    executor.shutdown()


@pytest.mark.parametrize('timeout', [None, -1, math.inf, 1e300, -math.inf])
def test_a_timeout_that_never_ends_waits_for_the_future(node, timeout):
    future = Future()
    timer = node.create_timer(0.01, lambda: future.set_result(1))
    rclpy.spin_until_future_complete(node, future, timeout_sec=timeout)
    assert future.result() == 1
    timer.cancel()


def test_a_timeout_that_is_no_number_is_refused(node):
    with pytest.raises(ValueError, match='not a number'):
        rclpy.spin_once(node, timeout_sec=math.nan)
    with pytest.raises(ValueError, match='not a number'):
        node.create_client(Trigger, 'absent').wait_for_service(math.nan)


def test_a_wait_for_ever_without_a_server_is_reported(node, capfd, monkeypatch):
    monkeypatch.setattr('rclpy.client._FIRST_REPORT', 0.05)
    client = node.create_client(Trigger, 'absent')
    assert not client.wait_for_service(0.2)
    assert 'no server of this service' not in capfd.readouterr().err, 'a limit is not reported: it returns False'
    ended = []
    report = r'waits\]: absent: a client has waited \d+ s, and there is no'

    def run(wait):
        try:
            wait()
        except RCLError as error:
            ended.append(str(error))

    for wait in (client.wait_for_service, lambda: client.call(Trigger.Request())):
        thread = threading.Thread(target=run, args=[wait])
        thread.start()
        eventually(lambda: re.search(report, capfd.readouterr().err))
        if wait == client.wait_for_service:
            server = node.create_service(Trigger, 'absent', lambda request, response: response)
            thread.join()
            node.destroy_service(server)
            eventually(lambda: not client.service_is_ready())
    rclpy.shutdown()
    thread.join()
    assert ended == ['absent: the wait for a response was ended by the shutdown of the context']


def test_the_shutdown_of_the_context_ends_each_wait_with_an_exception(node):
    client = node.create_client(Trigger, 'absent')
    action = ActionClient(node, Fibonacci, 'absent')
    goal = ClientGoalHandle(action, UUID(), Fibonacci.Impl.SendGoalService.Response(accepted=True))
    waits = [
        client.wait_for_service,
        lambda: client.wait_for_service(600),
        lambda: client.call(Trigger.Request()),
        lambda: client.call(Trigger.Request(), 600),
        AsyncParameterClient(node, 'absent').wait_for_services,
        lambda: node.wait_for_node('absent', 600),
        action.wait_for_server,
        lambda: action.send_goal(Fibonacci.Goal()),
        goal.get_result,
        goal.cancel_goal,
    ]
    begun, errors = [], []

    def run(wait):
        begun.append(wait)
        try:
            wait()
        except ExternalShutdownException as error:  # what programs expect of spin()
            errors.append(error)

    threads = [threading.Thread(target=run, args=[wait]) for wait in waits]
    for thread in threads:
        thread.start()
    eventually(lambda: len(begun) == len(waits))
    rclpy.shutdown()
    for thread in threads:
        thread.join(60)
    assert len(errors) == len(waits)
    assert all(isinstance(error, RCLError) and 'ended by the shutdown' in str(error) for error in errors)
    with pytest.raises(RCLError, match='absent: the wait for a server was ended by the shutdown of the context'):
        client.wait_for_service(0)  # a loop around a wait ends, too


def test_a_call_returns_none_at_its_timeout(node):
    assert node.create_client(Trigger, 'absent').call(Trigger.Request(), 0.01) is None


def test_waits_for_what_is_absent_end_in_time(node):
    client = node.create_client(Trigger, 'absent')
    for timeout in (0, 0.01):
        assert not client.wait_for_service(timeout)
        assert not node.wait_for_node('absent', timeout)
    assert not node.wait_for_node('absent', -1)


def test_a_deadline_is_never_before_now():
    assert Deadline(0).remaining() == 0 and Deadline(0).over()
    assert Deadline(None).remaining() is None and not Deadline(math.inf).over()
    assert 0 < Deadline(1e300).remaining() < 1e10


def test_all_callbacks_of_a_shutdown_are_called_though_one_raises():
    context = rclpy.Context()
    context.init(args=[])
    calls = []
    context.on_shutdown(lambda: calls.append('first'))
    context.on_shutdown(lambda: 1 / 0)
    context.on_shutdown(lambda: calls.append('last'))
    with pytest.raises(ZeroDivisionError):
        context.shutdown()
    assert calls == ['first', 'last'] and not context.ok()


def test_a_callback_that_comes_after_the_shutdown_runs_without_the_lock():
    context = rclpy.Context()
    context.init(args=[])
    context.shutdown()
    other = []

    def callback():
        thread = threading.Thread(target=lambda: context.on_shutdown(lambda: other.append(1)))
        thread.start()
        thread.join(60)

    context.on_shutdown(callback)
    assert other == [1]


def test_a_context_forgets_destroyed_objects(node):
    def wait():
        assert wait_for_message(String, node, 'nobody', time_to_wait=0.0) == (False, None)

    wait()
    gc.collect()
    before = len(node.context._callbacks)
    for _ in range(20):
        wait()
    gc.collect()
    assert len(node.context._callbacks) <= before


def test_calls_after_the_shutdown_of_the_context(node):
    publisher = node.create_publisher(String, 'after', 10)
    subscription = node.create_subscription(String, 'after', print, 10)
    client = node.create_client(Trigger, 'after')
    publisher.publish(String())
    rclpy.shutdown()
    for call in (
        lambda: publisher.publish(String()),
        lambda: publisher.publish(b'\0\1\0\0\1\0\0\0\0'),
        publisher.get_subscription_count,
        publisher.assert_liveliness,
        publisher.wait_for_all_acked,
        subscription.get_publisher_count,
        client.service_is_ready,
    ):
        with pytest.raises(RCLError, match='after: the context was shut down') as error:
            call()
        assert isinstance(error.value, ExternalShutdownException)
