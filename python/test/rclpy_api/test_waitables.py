# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Waitables of a program that wait for entities of their own, as rclpy's C module has them."""

import asyncio
import threading
import types

import pytest
import rclpy
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor, TimeoutException
from rclpy.experimental import AsyncNode
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.qos import QoSProfile
from rclpy.task import Future
from rclpy.waitable import NumberOfEntities, Waitable
from spinning import spin_until
from std_msgs.msg import String
from std_srvs.srv import SetBool

QOS = QoSProfile(depth=10).get_c_qos_profile()


class Collector(Waitable):
    """Takes from one entity and collects the items."""

    def __init__(self, kind, entity, take):
        super().__init__(ReentrantCallbackGroup())
        self.kind, self.entity, self.take, self.items = kind, entity, take, []

    def add_to_wait_set(self, wait_set):
        self.index = getattr(wait_set, f'add_{self.kind}')(self.entity)

    def is_ready(self, wait_set):
        return wait_set.is_ready(self.kind, self.index)

    def take_data(self):
        return self.take(self.entity)

    async def execute(self, taken_data):
        self.items.append(taken_data)

    def get_num_entities(self):
        return NumberOfEntities()


@pytest.fixture
def node():
    with rclpy.init(args=[]):
        waiting_node = rclpy.create_node('waiting')
        yield waiting_node
        waiting_node.destroy_node()


def collect(node, *arguments):
    waitable = Collector(*arguments)
    node.add_waitable(waitable)
    assert waitable in list(node.waitables)
    return waitable


def test_a_subscription(node):
    entity = rclpy_implementation.Subscription(node.handle, String, 'topic', QOS)
    waitable = collect(node, 'subscription', entity, lambda entity: entity.take_message(String, False))
    publisher = node.create_publisher(String, 'topic', 10)
    spin_until(node, lambda: publisher.get_subscription_count() == 1)
    for text in 'abc':
        publisher.publish(String(data=text))
    spin_until(node, lambda: len(waitable.items) == 3)
    assert [message.data for message, _ in waitable.items] == ['a', 'b', 'c']
    assert waitable.items[0][1]['source_timestamp'] > 0
    assert entity.take_message(String, False) is None
    node.remove_waitable(waitable)
    assert list(node.waitables) == []
    entity.destroy_when_not_in_use()


def test_a_client_and_a_service(node):
    service = rclpy_implementation.Service(node.handle, SetBool, 'switch', QOS)
    requests = collect(node, 'service', service, lambda entity: entity.service_take_request(SetBool.Request))
    client = rclpy_implementation.Client(node.handle, SetBool, 'switch', QOS)
    responses = collect(node, 'client', client, lambda entity: entity.take_response(SetBool.Response))
    spin_until(node, client.service_server_is_available)
    number = client.send_request(SetBool.Request(data=True))
    spin_until(node, lambda: requests.items)
    request, header = requests.items[0]
    assert request.data
    service.service_send_response(SetBool.Response(message='done'), header)
    spin_until(node, lambda: responses.items)
    assert [(sequence, response.message) for sequence, response in responses.items] == [(number, 'done')]
    assert client.take_response(SetBool.Response) == (None, None)
    assert service.service_take_request(SetBool.Request) == (None, None)


def test_a_timer_and_a_guard_condition(node):
    clock = Clock(clock_type=ClockType.STEADY_TIME)
    with clock.handle, node.context.handle:
        timer = rclpy_implementation.Timer(clock.handle, node.context.handle, 1_000_000, True)
    calls = collect(node, 'timer', timer, lambda entity: entity.call_timer())
    spin_until(node, lambda: len(calls.items) >= 3)
    timer.cancel_timer()
    assert timer.is_timer_canceled()
    assert not timer.is_timer_ready()
    guard = node.create_guard_condition(None)
    own_guard = rclpy_implementation.GuardCondition(node.context.handle)
    triggers = collect(node, 'guard_condition', own_guard, lambda entity: 'triggered')
    own_guard.trigger_guard_condition()
    spin_until(node, lambda: triggers.items == ['triggered'])
    timer.reset_timer()
    spin_until(node, lambda: len(calls.items) >= 4)
    node.destroy_guard_condition(guard)


@pytest.mark.parametrize('executor_class', [SingleThreadedExecutor, MultiThreadedExecutor])
def test_a_timer_limits_the_wait_of_the_executor(node, monkeypatch, executor_class):
    """It needs no thread, also if another thread starts it while the executor waits."""
    clock = Clock(clock_type=ClockType.STEADY_TIME)
    timer = rclpy_implementation.Timer(clock.handle, node.context.handle, 1_000_000, False)
    calls = collect(node, 'timer', timer, lambda entity: entity.call_timer())
    executor = executor_class()
    executor.add_node(node)
    done = Future()
    monkeypatch.setattr(calls, 'execute', lambda _: done.set_result(True))
    starter = threading.Thread(target=timer.reset_timer)
    monkeypatch.setattr(threading, 'Timer', None)
    executor.create_task(starter.start)
    executor.spin_until_future_complete(done, 60)
    assert done.done()
    starter.join()
    executor.shutdown()


def test_a_timer_of_another_node_does_not_limit_the_wait(node, monkeypatch):
    clock = Clock(clock_type=ClockType.STEADY_TIME)
    timer = rclpy_implementation.Timer(clock.handle, node.context.handle, 1, False)  # always ready
    collect(node, 'timer', timer, lambda entity: entity.call_timer())
    other = rclpy.create_node('other', context=node.context)
    executor = SingleThreadedExecutor(context=node.context)
    executor.add_node(node)
    executor.add_node(other)
    limits = []
    real = executor._notifier
    notifier = types.SimpleNamespace(take=real.take, wait=lambda limit: (limits.append(limit), real.wait(limit)))
    monkeypatch.setattr(executor, '_notifier', notifier)
    with pytest.raises(TimeoutException):
        executor.wait_for_ready_callbacks(timeout_sec=2, nodes=[other])
    assert limits
    assert 0 not in limits
    monkeypatch.undo()
    executor.shutdown()
    other.destroy_node()


def test_a_timer_of_an_async_node():
    async def main():
        async with AsyncNode('waiting') as node:
            clock = Clock(clock_type=ClockType.STEADY_TIME)
            timer = rclpy_implementation.Timer(clock.handle, node.context.handle, 1_000_000, True)
            calls = collect(node, 'timer', timer, lambda entity: entity.call_timer())
            while len(calls.items) < 3:
                await asyncio.sleep(0.01)

    with rclpy.init(args=[]):
        asyncio.run(asyncio.wait_for(main(), 60))


def test_entities_of_a_node_belong_to_its_executor(node):
    subscription = node.create_subscription(String, 'topic', print, 1)
    wait_set = rclpy_implementation.WaitSet()
    with pytest.raises(TypeError, match='the executor takes itself'):
        wait_set.add_subscription(subscription.handle)


def test_named_profiles_of_the_middleware():
    profile = rclpy_implementation.rmw_qos_profile_t.predefined('qos_profile_sensor_data')
    assert QoSProfile(**profile.to_dict()) == rclpy.qos.qos_profile_sensor_data
