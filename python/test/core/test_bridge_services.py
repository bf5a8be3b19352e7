# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Services and actions that the bridge forwards between two domains of DDS, and with Zenoh where it is built."""

import asyncio
import contextlib
import os
import subprocess
import sys

import pytest

pytest.importorskip('reactivex')
from bridges import NETWORKS, lines_of, serve_trigger
from domains import FAR, NEAR
from engines import needs_zenoh
from eventually import eventually_in_loop

from rxros2 import aio
from rxros2._core import ForwardedService
from rxros2.aio import ros2
from rxros2.bridge import Bridge, Network
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.example_interfaces.srv import AddTwoInts
from rxros2.interfaces.std_srvs.srv import SetBool, Trigger
from rxros2.qos import QoSProfile, ReliabilityPolicy


def test_a_service_exists_on_the_other_side_as_long_as_its_server(run, near, far, topic):
    async def main():
        report = []
        with Bridge(*NETWORKS, report=report.append):
            async with aio.Scope() as scope:
                client = ros2.Client(Trigger, topic, session=far)
                server = ros2.Server(Trigger, topic, session=near)
                scope.task_group.create_task(serve_trigger(server, 'near'))
                await client.wait_for_service(timeout=60)
                for _ in range(20):
                    assert (await client.call(Trigger.Request(), timeout=60)).message == 'near'
                assert near.count_services(topic) == far.count_services(topic) == 1
                server.close()
                await eventually_in_loop(lambda: far.count_services(topic) == 0)
                end = f'service {topic} in dds domain {FAR}: 20 requests, 20 responses; it has no server any longer'
                await eventually_in_loop(lambda: end in report)
                scope.cancel()

    run(main())


def test_a_client_of_a_wrong_type_ends_no_service(run, near, far, topic):
    async def main():
        report = []
        with Bridge(*NETWORKS, report=report.append):
            async with aio.Scope() as scope:
                for node in (near, far):  # these come first
                    ros2.Client(SetBool, topic, session=node)
                client = ros2.Client(Trigger, topic, session=far)
                best_effort = QoSProfile(depth=10, reliability=ReliabilityPolicy.BEST_EFFORT)
                server = ros2.Server(Trigger, topic, best_effort, session=near)
                scope.task_group.create_task(serve_trigger(server, 'near'))
                await client.wait_for_service(timeout=60)
                ros2.Client(AddTwoInts, topic, session=near)
                await eventually_in_loop(lambda: far.count_clients(topic) == 2 and near.count_clients(topic) == 3)
                assert (await client.call(Trigger.Request(), timeout=60)).message == 'near'
                assert not lines_of(report, f'service {topic} of ')
                scope.cancel()

    run(main())


def test_requests_that_are_never_answered_are_given_up_and_counted(run, near, far, topic, monkeypatch):
    async def main():
        monkeypatch.setattr(
            'rxros2.bridge.services.ForwardedService', lambda *arguments: ForwardedService(*arguments, 5)
        )
        with Bridge(*NETWORKS) as bridge:
            async with aio.Scope():
                ros2.Server(Trigger, topic, session=near)
                client = ros2.Client(Trigger, topic, session=far)
                await client.wait_for_service(timeout=60)
                calls = [client.call(Trigger.Request(), timeout=60) for _ in range(20)]
                line = f'service {topic} in dds domain {FAR}: 20 requests, 0 responses, 15 never answered'
                await eventually_in_loop(lambda: line in bridge.summary())
                for call in calls:
                    call.cancel()
                await asyncio.wait(calls)

    run(main())


def test_requests_that_come_at_once_are_answered(run, near, far, topic):
    async def main():
        with Bridge(*NETWORKS):
            async with aio.Scope() as scope:
                for number in range(40):
                    name = f'{topic}/s{number}'
                    scope.task_group.create_task(serve_trigger(ros2.Server(Trigger, name, session=near), 'near'))
                    client = ros2.Client(Trigger, name, session=far)
                    await client.wait_for_service(timeout=60)
                    assert (await client.call(Trigger.Request(), timeout=10)).message == 'near'
                scope.cancel()

    run(main())


def test_a_service_of_both_sides_is_left_alone(run, near, far, topic):
    async def main():
        report = []
        async with aio.Scope() as scope:
            for node in (near, far):
                scope.task_group.create_task(serve_trigger(ros2.Server(Trigger, topic, session=node), node.name))
            with Bridge(*NETWORKS, report=report.append):
                reason = (
                    f'service {topic} of dds domain {NEAR} is not bridged: dds domain {FAR} has a service {topic}, too'
                )
                await eventually_in_loop(lambda: reason in report)
                assert near.count_services(topic) == far.count_services(topic) == 1
            scope.cancel()

    run(main())


@pytest.mark.parametrize('engine', ['dds', pytest.param('zenoh', marks=needs_zenoh)])
def test_an_action_with_feedback_result_and_cancel(run, near, topic, engine):
    async def main():
        report = []
        with (
            ros2.Node('far', engine=engine, domain_id=FAR) as far,
            Bridge(NETWORKS[0], Network(engine, FAR), report=report.append),
        ):
            async with aio.Scope() as scope:
                server = ros2.ActionServer(Fibonacci, topic, session=near)

                async def achieve(goal):
                    goal.accept()
                    if goal.request.order < 0:
                        await goal.wait_for_cancel()
                        goal.canceled(Fibonacci.Result(sequence=[-1]))
                        return
                    while True:
                        goal.publish_feedback(Fibonacci.Feedback(sequence=[1]))
                        await asyncio.sleep(0.05)
                        if has_feedback.is_set():
                            goal.succeed(Fibonacci.Result(sequence=[1, 2, 3]))
                            return

                async def serve():
                    async for goal in server.listen_reliable():
                        scope.task_group.create_task(achieve(goal))

                has_feedback = asyncio.Event()
                scope.task_group.create_task(serve())
                client = ros2.ActionClient(Fibonacci, topic, session=far)
                await client.wait_for_server(timeout=60)
                goal = await client.send_goal(Fibonacci.Goal(order=3), timeout=60)
                assert [*(await anext(goal.feedback.listen_reliable())).sequence] == [1]
                has_feedback.set()
                assert [*(await goal.result(timeout=60)).sequence] == [1, 2, 3]
                goal = await client.send_goal(Fibonacci.Goal(order=-1), timeout=60)
                await goal.cancel(timeout=60)
                with pytest.raises(ros2.GoalCanceled):
                    await goal.result(timeout=60)
                server.close()
                await eventually_in_loop(lambda: far.count_services(f'{topic}/_action/send_goal') == 0)
                await eventually_in_loop(lambda: lines_of(report, f'action {topic} in {engine} domain {FAR}: 2 goals'))
                scope.cancel()

    run(main())


CELLAR = """
import asyncio, sys
from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.cellar_msgs.action import Age
from rxros2.interfaces.cellar_msgs.srv import Fill

role, topic, engine, domain = sys.argv[1:]

async def fill(server):
    async for responder in server.listen_reliable():
        responder.response.bottles = responder.request.litres * 2
        responder.send()

async def age(server):
    async for goal in server.listen_reliable():
        goal.accept()
        goal.publish_feedback(Age.Feedback(year=1))
        goal.succeed(Age.Result(taste='round'))

async def serve():
    async with aio.Scope() as scope:
        scope.task_group.create_task(fill(ros2.Server(Fill, topic)))
        scope.task_group.create_task(age(ros2.ActionServer(Age, f'{topic}/age')))
        await scope.join()

async def call():
    async with aio.Scope():
        client = ros2.Client(Fill, topic)
        await client.wait_for_service(timeout=60)
        print((await client.call(Fill.Request(litres=21), timeout=60)).bottles)
        client = ros2.ActionClient(Age, f'{topic}/age')
        await client.wait_for_server(timeout=60)
        goal = await client.send_goal(Age.Goal(years=1), timeout=60)
        print((await goal.result(timeout=60)).taste)

with ros2.auto_context('cellar', engine=engine, domain_id=int(domain)):
    asyncio.run(serve() if role == 'server' else call())
"""


@pytest.fixture
def cellar(tmp_path):
    """Returns a function that starts a program whose types this process does not know."""
    for path, definition in (
        ('srv/Fill.srv', 'int64 litres\n---\nint64 bottles\n'),
        ('action/Age.action', 'int32 years\n---\nstring taste\n---\nint32 year\n'),
    ):
        file = tmp_path / 'share/cellar_msgs' / path
        file.parent.mkdir(parents=True)
        file.write_text(definition)
    with contextlib.ExitStack() as programs:

        def start(*arguments):
            command = [sys.executable, '-c', CELLAR, *map(str, arguments)]
            environment = {**os.environ, 'AMENT_PREFIX_PATH': str(tmp_path)}
            pipes = {'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE}
            program = programs.enter_context(subprocess.Popen(command, env=environment, text=True, **pipes))
            programs.callback(program.kill)
            return program

        yield start


@pytest.mark.parametrize('engine', ['dds', pytest.param('zenoh', marks=needs_zenoh)])
def test_services_and_actions_of_types_that_are_unknown_here_cross(topic, cellar, engine):
    report = []
    with Bridge(Network(engine, FAR), NETWORKS[0], report=report.append):
        cellar('server', topic, engine, FAR)
        answers = cellar('client', topic, 'dds', NEAR).communicate(timeout=120)
        assert answers == ('42\nround\n', ''), report


@needs_zenoh
def test_services_and_actions_of_dds_do_not_cross_to_zenoh_if_their_types_are_unknown_here(run, topic, cellar):
    async def main():
        report = []
        with Bridge(NETWORKS[0], Network('zenoh', FAR), report=report.append):
            cellar('server', topic, 'dds', NEAR)
            for name in (f'service {topic}', f'action {topic}/age'):
                await eventually_in_loop(
                    lambda name=name: lines_of(report, f'{name} of dds domain {NEAR} is not bridged')
                )
                for line in lines_of(report, f'{name} of dds domain {NEAR} is not bridged'):  # each part of the action
                    assert line.endswith('is unknown here; expected package cellar_msgs to be installed or sourced')

    run(main())
