# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Executors while entities come and go, and behind exceptions of user code."""

import contextlib
import threading

import pytest
import rclpy
from eventually import eventually
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.task import Future
from rclpy.wait_for_message import wait_for_message
from rclpy.waitable import NumberOfEntities, Waitable
from std_msgs.msg import String


class Watcher(Waitable):
    """Waits for one entity; `take` is user code."""

    def __init__(self, kind, entity, take, group=None):
        super().__init__(group or ReentrantCallbackGroup())
        self.kind, self.entity, self.take, self.count = kind, entity, take, 0

    def add_to_wait_set(self, wait_set):
        self.index = getattr(wait_set, f'add_{self.kind}')(self.entity)

    def is_ready(self, wait_set):
        return wait_set.is_ready(self.kind, self.index)

    def take_data(self):
        return self.take()

    async def execute(self, taken_data):
        self.count += 1

    def get_num_entities(self):
        return NumberOfEntities()


@pytest.fixture
def node():
    with rclpy.init(args=[]):
        waiting_node = rclpy.create_node('waiting')
        yield waiting_node
        waiting_node.destroy_node()


@contextlib.contextmanager
def spinning(node):
    """Spins in another thread, whose end it expects to be that of the program."""
    errors = []

    def spin():
        try:
            rclpy.spin(node)
        except ExternalShutdownException:
            pass
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=spin)
    thread.start()
    try:
        yield
    finally:
        rclpy.try_shutdown()
        thread.join(60)
    assert not errors


def guard_condition(node):
    return rclpy_implementation.GuardCondition(node.context.handle)


def test_the_timer_of_a_waitable_wakes_the_executor(node):
    clock = Clock(clock_type=ClockType.STEADY_TIME)
    timer = rclpy_implementation.Timer(clock.handle, node.context.handle, 10_000_000)
    watcher = Watcher('timer', timer, timer.call_timer)
    node.add_waitable(watcher)
    with spinning(node):
        eventually(lambda: watcher.count >= 3)


def test_waitables_come_and_go_while_another_thread_spins(node):
    guard = guard_condition(node)
    with spinning(node):
        for _ in range(500):
            watcher = Watcher('guard_condition', guard, lambda: None)
            node.add_waitable(watcher)
            guard.trigger_guard_condition()
            node.remove_waitable(watcher)
        calls = []
        node.create_timer(0.001, lambda: calls.append(1))
        eventually(lambda: calls)


def test_an_exception_while_taking_leaves_the_group_free(node):
    guard = guard_condition(node)
    group = MutuallyExclusiveCallbackGroup()

    def fail():
        raise ZeroDivisionError

    node.add_waitable(Watcher('guard_condition', guard, fail, group))
    guard.trigger_guard_condition()
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    with pytest.raises(ZeroDivisionError):
        executor.spin_once(timeout_sec=60)
    calls = []
    node.create_timer(0.001, lambda: calls.append(1), callback_group=group)
    executor.spin_once(timeout_sec=60)
    assert calls


def test_an_empty_round_after_a_coroutine_finds_what_is_ready(node):
    executor = SingleThreadedExecutor()
    executor.add_node(node)

    async def once():
        future = Future(executor=executor)
        executor.create_task(lambda: future.set_result(1))
        await future

    task = executor.create_task(once)
    while not task.done():
        executor.spin_once(timeout_sec=60)
    calls = []
    guard = node.create_guard_condition(lambda: calls.append(1))
    guard.trigger()
    executor.spin_once(timeout_sec=0)
    assert calls


def test_an_executor_of_a_program_overrides_the_step_of_a_future(node):
    class Steps(SingleThreadedExecutor):
        steps = 0

        def spin_once(self, timeout_sec=None):
            raise AssertionError('spin_once() of this executor waits for ever')

        def spin_once_until_future_complete(self, future, timeout_sec=None):
            self.steps += 1
            super().spin_once_until_future_complete(future, timeout_sec)

    executor = Steps()
    executor.add_node(node)
    future = Future(executor=executor)
    executor.create_task(lambda: future.set_result(1))
    executor.spin_until_future_complete(future, timeout_sec=60)
    assert future.done() and executor.steps


def test_a_callback_of_the_node_waits_for_a_message(node):
    node.publisher = node.create_publisher(String, 'words', 1)
    other = rclpy.create_node('other')
    publisher = other.create_publisher(String, 'words', 1)
    ticking = threading.Event()

    def publish():
        while not ticking.wait(0.02):
            publisher.publish(String(data='here'))

    results = []
    timer = node.create_timer(
        0.001, lambda: (timer.cancel(), results.append(wait_for_message(String, node, 'words', time_to_wait=60)))
    )
    thread = threading.Thread(target=publish)
    thread.start()
    try:
        rclpy.spin_once(node, timeout_sec=60)
    finally:
        ticking.set()
        thread.join()
        other.destroy_node()
    assert results == [(True, String(data='here'))]
