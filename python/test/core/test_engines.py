# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The choice of an engine by a program, and both engines in one process."""

import contextlib

import pytest

pytest.importorskip('reactivex')
from engines import needs_no_zenoh, needs_zenoh

from rxros2 import aio, rx
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.std_msgs.msg import String
from rxros2.interfaces.std_srvs.srv import Trigger
from rxros2.qos import DurabilityPolicy, QoSProfile

LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


def test_an_unknown_engine_is_refused_with_the_choices():
    expected = r"engine is 'fastdds'; expected dds \(or rmw_cyclonedds_cpp\) or zenoh \(or rmw_zenoh_cpp\)"
    with pytest.raises(ValueError, match=expected):
        ros2.Node('odd', engine='fastdds')
    rx.init([], engine='fastdds')
    try:
        with pytest.raises(ValueError, match=expected):
            rx.Node('odd')
    finally:
        rx.init()


def test_the_program_is_stronger_than_the_environment(monkeypatch):
    monkeypatch.setenv('RMW_IMPLEMENTATION', 'rmw_zenoh_cpp')
    with ros2.Node('on_dds', engine='dds') as node:
        assert node.name == '/on_dds'
    rx.init([], engine='dds')
    try:
        with contextlib.closing(rx.Node('stream_on_dds')) as node:
            assert node.name == '/stream_on_dds'
    finally:
        rx.init()


@needs_no_zenoh
def test_a_missing_engine_is_named_with_its_cure():
    with pytest.raises(RuntimeError, match='librxros2_zenoh.so.*-DRXROS2_ZENOH=ON'):
        ros2.Node('on_zenoh', engine='zenoh')


class Pair:
    """Two contexts of one engine: one offers a topic, a service and an action, the other uses them."""

    def __init__(self, name, engine, topic):
        self._name, self._topic = name, topic
        self._nodes = contextlib.ExitStack()
        self.offering, self.using = (
            self._nodes.enter_context(ros2.Node(f'{name}_{role}', engine=engine)) for role in ('offering', 'using')
        )

    async def offer(self, scope):
        publisher = ros2.Pub(String, self._topic, LATCHED, self.offering)
        publisher.publish(String(data=self._name))
        scope.task_group.create_task(self._answer(ros2.Server(Trigger, f'{self._topic}/name', session=self.offering)))
        scope.task_group.create_task(
            self._achieve(ros2.ActionServer(Fibonacci, f'{self._topic}/steps', session=self.offering))
        )

    async def _answer(self, server):
        async for responder in server.listen_reliable():
            responder.response.message = self._name
            responder.send()

    async def _achieve(self, server):
        async for goal in server.listen_reliable():
            goal.accept()
            goal.succeed(Fibonacci.Result(sequence=[len(self._name)]))

    async def cross(self):
        """Waits for a message, a response and a result; each must come from this pair."""
        messages = ros2.Sub(String, self._topic, LATCHED, self.using).listen_reliable()
        assert (await anext(messages)).data == self._name
        client = ros2.Client(Trigger, f'{self._topic}/name', session=self.using)
        await client.wait_for_service(timeout=60)
        assert (await client.call(Trigger.Request(), timeout=60)).message == self._name
        actions = ros2.ActionClient(Fibonacci, f'{self._topic}/steps', session=self.using)
        await actions.wait_for_server(timeout=60)
        goal = await actions.send_goal(Fibonacci.Goal(order=1), timeout=60)
        assert [*(await goal.result(timeout=60)).sequence] == [len(self._name)]
        assert self.using.count_publishers(self._topic) == self.using.count_services(f'{self._topic}/name') == 1

    def close(self):
        self._nodes.close()


@needs_zenoh
@pytest.mark.parametrize('first', ['dds', 'zenoh'])
def test_contexts_of_both_engines_end_in_any_order(run, topic, first):
    async def main():
        pairs = {engine: Pair(f'on_{engine}', engine, topic) for engine in ('dds', 'zenoh')}
        async with aio.Scope() as scope:
            for pair in pairs.values():
                await pair.offer(scope)
            for pair in pairs.values():
                await pair.cross()
            pairs.pop(first).close()
            (second,) = pairs.values()
            await second.cross()
            scope.cancel()
        second.close()

    run(main())
