# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions and lifecycle nodes of ours and of an installed ROS 2, in both roles. RXROS2_PEER is its prefix."""

import asyncio
import contextlib
import os
import pathlib
import random
import shutil
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / 'rclcpp/test/live'))
import middleware
from run import environment_of

from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci

PREFIX = os.environ.get('RXROS2_PEER', '')
pytestmark = pytest.mark.skipif(not PREFIX, reason='needs an installed ROS 2: make live PEER=/opt/ros/jazzy')
FIBONACCI = 'example_interfaces/action/Fibonacci'
GOALS = 1000


@pytest.fixture(scope='module')
def their_environment():
    """The environment of the installed ROS 2's programs."""
    ours = {name: os.environ[name] for name in ('ROS_DOMAIN_ID', 'CYCLONEDDS_URI') if name in os.environ}
    more = {'PYTHONUNBUFFERED': '1'} | middleware.settings()
    return environment_of(pathlib.Path(PREFIX)) | more | ours


@pytest.fixture(scope='module', autouse=True)
def router(their_environment):
    with middleware.router(pathlib.Path(PREFIX), their_environment):
        yield


@pytest.fixture(scope='module')
def their_python(their_environment):
    """Returns the path of the Python that has the installed rclpy."""
    python = shutil.which('python3', path=their_environment['PATH'])
    check = subprocess.run([python, '-c', 'import rclpy'], env=their_environment, stderr=subprocess.DEVNULL)
    if check.returncode != 0:
        pytest.skip(f'{PREFIX} has no rclpy')
    return python


@pytest.fixture
def ros2_peer(their_environment, their_python):
    """Runs ros2_peer.py in a role, within `with`."""

    @contextlib.contextmanager
    def run(role):
        with subprocess.Popen(
            [their_python, HERE / 'ros2_peer.py', role], env=their_environment, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                assert process.stdout.readline() == 'ready\n'
                yield process
            finally:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()  # rclpy's executor on rmw_zenoh_cpp may miss the end of its context

    return run


@pytest.fixture
def their_ros2(their_environment):
    command = shutil.which('ros2', path=their_environment['PATH'])
    if command is None:
        pytest.skip(f'{PREFIX} has no command line (ros2cli)')

    async def run(*words):
        process = await asyncio.create_subprocess_exec(
            command, *words, env=their_environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        out, _ = await asyncio.wait_for(process.communicate(), 60)
        return out.decode()

    return run


async def our_count(goal, ended):
    """Does what count_up() of their side does."""
    number = 0
    while goal.request.order < 0 or number < goal.request.order:
        number += 1
        goal.publish_feedback(Fibonacci.Feedback(sequence=[number]))
        if goal.request.order < 0:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(goal.wait_for_cancel(), 0.002)
        if goal.cancel_requested:
            goal.canceled(Fibonacci.Result(sequence=[number]))
            break
    else:
        (goal.abort if number == 13 else goal.succeed)(Fibonacci.Result(sequence=[number]))
    ended.append(goal.status)


@contextlib.asynccontextmanager
async def our_server():
    """Runs our server; yields the ends of its goals."""
    tasks, ended = set(), []

    async def serve():
        async for goal in ros2.ActionServer(Fibonacci, '/count', node).listen_reliable(queue_size=0):
            if goal.request.order == 99:
                goal.reject()
                continue
            goal.accept()
            tasks.add(task := asyncio.create_task(our_count(goal, ended)))
            task.add_done_callback(tasks.discard)

    with ros2.Node('ours') as node:
        serving = asyncio.create_task(serve())
        yield ended
        serving.cancel()


def test_their_client_of_our_server(run, their_environment, their_python):
    """Half of many goals are canceled at random; none is lost, and none is answered twice."""

    async def main():
        async with our_server() as ended:
            words = [their_python, str(HERE / 'ros2_peer.py'), 'client', str(GOALS)]
            process = await asyncio.create_subprocess_exec(
                *words, env=their_environment, stdout=asyncio.subprocess.PIPE
            )
            out, _ = await asyncio.wait_for(process.communicate(), 110)
            assert out.decode() == f'ended {GOALS} [4, 5]\n'
            assert len(ended) == GOALS and set(ended) == {ros2.GoalStatus.SUCCEEDED, ros2.GoalStatus.CANCELED}

    run(main())


def test_our_client_of_their_server(run, ros2_peer):
    async def main():
        with ros2.auto_context('ours'):
            draw = random.Random(2)
            client = ros2.ActionClient(Fibonacci, '/count')
            await client.wait_for_server(timeout=60)
            with pytest.raises(ros2.GoalRejected):
                await client.send_goal(Fibonacci.Goal(order=99), timeout=60)
            aborted = await client.send_goal(Fibonacci.Goal(order=13), timeout=60)
            with pytest.raises(ros2.GoalAborted) as error:
                await aborted.result(timeout=60)
            assert list(error.value.result.sequence) == [13]
            canceled = 0
            for number in range(GOALS):
                cancel = draw.random() < 0.5
                messages = []
                goal = await client.send_goal(
                    Fibonacci.Goal(order=-1 if cancel else number % 5 + 1), timeout=30, feedback=messages.append
                )
                assert goal.stamp > 0
                if cancel:
                    await asyncio.sleep(draw.random() * 0.004)
                    assert await goal.cancel(timeout=30)
                    with pytest.raises(ros2.GoalCanceled):
                        await goal.result(timeout=30)
                    canceled += 1
                else:
                    assert list((await goal.result(timeout=30)).sequence) == [number % 5 + 1]
                numbers = [message.sequence[0] for message in messages]
                assert numbers == sorted(numbers)
            assert 0.4 * GOALS < canceled < 0.6 * GOALS
            assert not client._goals and not client._send._pending and not client._result._pending
            client.close()

    with ros2_peer('server'):
        run(main())


def test_their_server_dies(run, ros2_peer):
    async def main(process):
        with ros2.auto_context('ours'):
            client = ros2.ActionClient(Fibonacci, '/count')
            await client.wait_for_server(timeout=60)
            goal = await client.send_goal(Fibonacci.Goal(order=-1), timeout=60)
            process.kill()
            with pytest.raises(ros2.GoalLost):
                await goal.result(timeout=60)
            client.close()

    with ros2_peer('server') as process:
        run(main(process))


def test_their_command_line_and_our_server(run, their_ros2):
    async def main():
        async with our_server():
            while '/count' not in (out := await their_ros2('action', 'list', '-t')):
                pass
            assert out == f'/count [{FIBONACCI}]\n'
            assert await their_ros2('action', 'info', '/count') == (
                'Action: /count\nAction clients: 0\nAction servers: 1\n    /ours\n'
            )
            out = await their_ros2('action', 'send_goal', '/count', FIBONACCI, '{order: 2}', '-f')
            assert out.count('Feedback:') == 2 and 'Goal finished with status: SUCCEEDED' in out
            out = await their_ros2('action', 'send_goal', '/count', FIBONACCI, '{order: 13}')
            assert 'Goal finished with status: ABORTED' in out
            assert 'rejected' in await their_ros2('action', 'send_goal', '/count', FIBONACCI, '{order: 99}')

    run(main())


def test_our_command_line_and_their_server(ros2_peer):
    with ros2_peer('server'):
        command = [sys.executable, '-m', 'rxros2.cli', 'action', 'send_goal', '/count', FIBONACCI, '{order: 2}', '-f']
        finished = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert finished.returncode == 0, finished.stderr
        assert finished.stdout.count('Feedback:') == 2
        assert finished.stdout.endswith('Goal finished with status: SUCCEEDED\n')


def test_their_command_line_and_our_lifecycle_node(run, their_ros2):
    async def main():
        direct = '--no-daemon', '--spin-time', '2'
        async with ros2.LifecycleNode('ours') as node:
            assert '/ours\n' in await their_ros2('lifecycle', 'nodes', *direct)
            assert await their_ros2('lifecycle', 'get', '/ours', *direct) == 'unconfigured [1]\n'
            assert await their_ros2('lifecycle', 'set', '/ours', 'configure', *direct) == 'Transitioning successful\n'
            assert node.state.label == 'inactive'
            assert await their_ros2('lifecycle', 'list', '/ours', *direct) == (
                '- cleanup [2]\n\tStart: inactive\n\tGoal: cleaningup\n'
                '- activate [3]\n\tStart: inactive\n\tGoal: activating\n'
                '- shutdown [6]\n\tStart: inactive\n\tGoal: shuttingdown\n'
            )
            assert (await their_ros2('lifecycle', 'list', '-a', '/ours', *direct)).count('Goal:') == 25
            assert await their_ros2('lifecycle', 'set', '/ours', '3', *direct) == 'Transitioning successful\n'
            assert node.state.label == 'active'

    run(main())


def test_our_client_of_their_lifecycle_node(run, ros2_peer):
    async def main():
        with ros2.auto_context('ours'):
            async with ros2.LifecycleClient('/theirs') as client:
                await client.wait_for_node(timeout=60)
                events = client.events.listen_reliable(queue_size=0)
                assert (await client.state(timeout=60)).label == 'unconfigured'
                assert (await client.change_state('configure', timeout=60)).label == 'inactive'
                assert [item.label for item in await client.available_transitions(60)] == [
                    'cleanup',
                    'activate',
                    'shutdown',
                ]
                with pytest.raises(ros2.TransitionFailed) as error:
                    await client.change_state(3, timeout=60)
                assert error.value.state.label == 'inactive'
                assert len(await client.transition_graph(60)) == 25
                seen = [await anext(events) for _ in range(4)]
                assert [item.goal.label for item in seen] == ['configuring', 'inactive', 'activating', 'inactive']

    with ros2_peer('lifecycle'):
        run(main())
        command = [sys.executable, '-m', 'rxros2.cli', 'lifecycle']
        for words, expected in (
            (['nodes'], '/theirs\n'),
            (['get', '/theirs'], 'inactive [2]\n'),
            (['set', '/theirs', 'cleanup'], 'Transitioning successful\n'),
        ):
            finished = subprocess.run([*command, *words], capture_output=True, text=True, timeout=60)
            assert finished.stdout == expected, finished.stderr
