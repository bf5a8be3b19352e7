# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Executors: those that programs write, waitables, the order of callbacks, and threads that spin at the end."""

import asyncio
import subprocess
import sys
import threading

import pytest
import rclpy
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import (
    ConditionReachedException,
    Executor,
    ExternalShutdownException,
    MultiThreadedExecutor,
    ShutdownException,
    SingleThreadedExecutor,
    TimeoutException,
)
from rclpy.guard_condition import GuardCondition
from rclpy.waitable import NumberOfEntities, Waitable


@pytest.fixture
def node():
    with rclpy.init(args=[]):
        node = rclpy.create_node('executors')
        yield node
        node.destroy_node()


class Recording(Executor):
    """Notes the entity and the node of each callback that it runs."""

    def __init__(self):
        super().__init__()
        self.ran = []

    def spin_once(self, timeout_sec=None):
        try:
            handler, entity, node = self.wait_for_ready_callbacks(timeout_sec=timeout_sec)
        except TimeoutException:
            return
        handler()
        if handler.exception() is not None:
            raise handler.exception()
        self.ran.append((entity, node))


def test_an_executor_of_a_program_gets_each_callback_with_its_entity_and_node(node):
    other = rclpy.create_node('other')
    executor = Recording()
    executor.add_node(node)
    executor.add_node(other)
    guards = [owner.create_guard_condition(lambda: None) for owner in (node, other)]
    for guard in guards:
        guard.trigger()
    future = executor.create_task(lambda: 3)
    executor.spin_until_future_complete(future, 60)
    while len(executor.ran) < 3:
        executor.spin_once(60)
    assert {(guards[0], node), (guards[1], other), (None, None)} == set(executor.ran)
    assert future.result() == 3

    failing = node.create_guard_condition(lambda: 1 / 0)
    failing.trigger()
    with pytest.raises(ZeroDivisionError):
        while True:  # a task that has ended may wake the executor before
            executor.spin_once(60)
    other.destroy_node()


def test_a_destroyed_node_that_is_spun_is_reported_once(node, capfd):
    other = rclpy.create_node('other')
    other.destroy_node()
    rclpy.spin_once(other, timeout_sec=0)
    rclpy.spin_once(other, timeout_sec=0)
    rclpy.spin_once(node, timeout_sec=0)
    assert [line.split('[other]: ')[1].split(' before ')[0] for line in capfd.readouterr().err.splitlines()] == [
        'the node /other was destroyed'
    ]


def test_a_wait_for_callbacks_ends_with_its_reason(node):
    executor = Recording()
    executor.add_node(node)
    while True:
        try:
            executor.wait_for_ready_callbacks(timeout_sec=0)
        except TimeoutException:
            break
    guard = node.create_guard_condition(lambda: None)
    with pytest.raises(TimeoutException):
        executor.wait_for_ready_callbacks(timeout_sec=0.01)
    with pytest.raises(ConditionReachedException):
        executor.wait_for_ready_callbacks(condition=lambda: True)
    guard.trigger()
    with pytest.raises(TimeoutException):
        executor.wait_for_ready_callbacks(timeout_sec=0, nodes=[])
    handler, entity, _ = executor.wait_for_ready_callbacks(timeout_sec=60, nodes=[node])
    assert entity is guard and not handler.done()
    assert not executor.can_execute(guard), 'the callback counts as running until it was called'
    handler()
    assert handler.done() and executor.can_execute(guard)
    executor.shutdown()
    with pytest.raises(ShutdownException):
        executor.wait_for_ready_callbacks()
    ended = Recording()
    rclpy.shutdown()
    with pytest.raises(ExternalShutdownException):
        ended.wait_for_ready_callbacks()


class Mailbox(Waitable):
    """Executes what was put into it."""

    def __init__(self):
        super().__init__(ReentrantCallbackGroup())
        self.guard = GuardCondition(None, None)
        self.letters = []
        self.read = []
        self.index = None

    def put(self, letter):
        self.letters.append(letter)
        self.guard.trigger()

    def is_ready(self, wait_set):
        return wait_set.is_ready('guard_condition', self.index) and bool(self.letters)

    def take_data(self):
        letters, self.letters = self.letters, []
        return letters

    async def execute(self, taken_data):
        await asyncio.sleep(0)
        self.read += taken_data

    def get_num_entities(self):
        return NumberOfEntities(num_gcs=1)

    def add_to_wait_set(self, wait_set):
        self.index = wait_set.add_guard_condition(self.guard.handle)


def test_a_waitable_of_a_program_runs_when_it_is_ready(node):
    mailbox = Mailbox()
    node.add_waitable(mailbox)
    assert list(node.waitables) == [mailbox] and mailbox.get_num_entities().num_guard_conditions == 1
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    mailbox.put(1)
    for letter in (2, 3):
        threading.Timer(0.01, mailbox.put, [letter]).start()
        while letter not in mailbox.read:
            executor.spin_once(60)
    assert mailbox.read == [1, 2, 3]

    node.remove_waitable(mailbox)
    mailbox.put(4)
    executor.spin_once(0)
    assert not list(node.waitables) and mailbox.read == [1, 2, 3]


def test_a_waitable_that_is_ready_by_itself_is_asked_when_the_executor_is_woken(node):
    class Flag(Mailbox):
        def is_ready(self, wait_set):
            return bool(self.letters)

        def add_to_wait_set(self, wait_set):
            """Adds nothing."""

    flag = Flag()
    node.add_waitable(flag)
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    executor.spin_once(0)
    flag.letters.append(1)
    threading.Timer(0.01, executor.wake).start()
    while not flag.read:
        executor.spin_once(60)


def test_a_task_that_never_waits_lets_the_others_run(node):
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    ticks = []
    node.create_timer(0.001, lambda: ticks.append(1))

    async def busy():
        while len(ticks) < 3:
            await asyncio.sleep(0)

    executor.spin_until_future_complete(executor.create_task(busy), 60)
    assert len(ticks) == 3


def test_one_thread_for_many_is_warned_of():
    with rclpy.init(args=[]):
        with pytest.warns(UserWarning, match='SingleThreadedExecutor'):
            MultiThreadedExecutor(1).shutdown()


@pytest.mark.parametrize('kind', [SingleThreadedExecutor, MultiThreadedExecutor])
def test_a_shutdown_by_another_thread_ends_spin_as_in_rclpy(node, kind):
    executor = kind()
    executor.add_node(node)
    thread = threading.Timer(0.05, rclpy.shutdown)
    thread.start()
    if kind is SingleThreadedExecutor:
        with pytest.raises(ExternalShutdownException):
            executor.spin()
    else:
        executor.spin()
    thread.join()


@pytest.mark.parametrize('kind', [SingleThreadedExecutor, MultiThreadedExecutor])
def test_no_callback_begins_after_a_shutdown(kind):
    rclpy.init(args=[])
    node = rclpy.create_node('ended')
    calls = []
    guard = node.create_guard_condition(lambda: calls.append('guard'))
    executor = kind()
    executor.add_node(node)
    guard.trigger()
    rclpy.shutdown()
    try:
        executor.spin_once(timeout_sec=0)
    except ExternalShutdownException:
        assert kind is SingleThreadedExecutor
    executor.shutdown()  # waits for callbacks that run
    assert calls == []


def test_a_callback_that_waits_for_its_thread_does_not_begin_after_a_shutdown(monkeypatch):
    rclpy.init(args=[])
    node = rclpy.create_node('ended')
    calls = []
    guard = node.create_guard_condition(lambda: calls.append('guard'))
    executor = MultiThreadedExecutor(2)
    executor.add_node(node)
    submit = executor._executor.submit

    def submit_later(*arguments):
        rclpy.shutdown()
        submit(*arguments)

    monkeypatch.setattr(executor._executor, 'submit', submit_later)
    guard.trigger()
    executor.spin_once(timeout_sec=60)
    executor.shutdown()
    assert calls == []
    assert guard.callback_group.can_execute(guard)


PROGRAM = """
import threading, time
import rclpy
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from std_msgs.msg import Int64

rclpy.init()
ticks = [0, 0, 0]
kinds = (SingleThreadedExecutor, MultiThreadedExecutor)
spins = [rclpy.spin, *(lambda node, executor=kind(): rclpy.spin(node, executor) for kind in kinds)]

def count(i):
    ticks[i] += 1

for i, spin in enumerate(spins):
    node = rclpy.create_node(f'daemon_{i}')
    node.create_timer(0.0001, lambda i=i: count(i))
    publisher = node.create_publisher(Int64, 'flood', 10)
    threading.Thread(target=spin, args=[node], daemon=True).start()

def flood():
    while rclpy.ok():
        publisher.publish(Int64())

threading.Thread(target=flood, daemon=True).start()
while min(ticks) < 100:
    time.sleep(0.01)
"""


@pytest.mark.parametrize('end', ['', 'rclpy.shutdown()'])
def test_daemon_threads_that_spin_do_not_disturb_the_end_of_a_program(end):
    ended = subprocess.run([sys.executable, '-c', PROGRAM + end], capture_output=True, text=True, timeout=120)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, '', '')
