# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The Python code in python/README.md runs, each block with the peers that it needs."""

import ast
import asyncio
import contextlib
import pathlib
import re
import signal
import subprocess
import sys

import numpy
import pytest

import rxros2
from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.sensor_msgs.msg import Image
from rxros2.interfaces.std_msgs.msg import String
from rxros2.interfaces.std_srvs.srv import SetBool
from rxros2.messages import rclpy_types

README = pathlib.Path(__file__).resolve().parents[2] / 'README.md'


def block(containing):
    """Returns the block that contains this text."""
    (matching,) = [
        code
        for code in re.findall(r'^```python\n(.*?)^```', README.read_text(), re.DOTALL | re.M)
        if containing in code
    ]
    return matching


async def execute(containing, scope):
    """Executes the statements of a block as the body of a coroutine."""
    code = compile(block(containing), str(README), 'exec', flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    waiting = eval(code, scope)
    if waiting is not None:
        await waiting
    return scope


@pytest.fixture
def my_msgs(tmp_path):
    (tmp_path / 'my_msgs/msg').mkdir(parents=True)
    (tmp_path / 'my_msgs/msg/Foo.msg').write_text('int32 x\n')
    rxros2.add_interface_path(tmp_path)


def test_every_block_is_tried():
    assert README.read_text().count('```python\n') == 8


def test_a_rate():
    done = subprocess.run([sys.executable, '-c', block('aio.Rate(10)')], capture_output=True, text=True, timeout=60)
    ticks = done.stdout.split()
    assert done.returncode == 0 and len(ticks) > 5, done.stderr
    assert ticks == sorted(ticks, key=float)


def test_topics_and_services():
    """The block's node gets an answer in capitals, switches the light on, and opens the door."""

    async def run_both():
        scope = await execute("ros2.auto_context('my_node')", {})
        with ros2.auto_context('peer'):
            async with aio.Scope():
                words, answers = ros2.Pub(String, '/in'), ros2.Sub(String, '/out')
                lamp, door = ros2.Server(SetBool, '/light'), ros2.Client(SetBool, '/door')
                requests = lamp.listen_reliable()
                program = asyncio.create_task(scope['main']())
                await words.wait_for_matched(timeout=60)
                await answers.wait_for_matched(timeout=60)
                shouted = answers.wait_for_next(timeout=60)
                words.publish(String(data='hello'))
                assert (await shouted).data == 'HELLO'
                responder = await anext(requests)
                assert responder.request.data
                responder.response.success = True
                responder.send()
                await door.wait_for_service()
                assert (await door.call(SetBool.Request(data=True), timeout=60)).success
                program.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await program

    asyncio.run(asyncio.wait_for(run_both(), 60))


def test_a_lifecycle_node(capsys):
    async def main():
        with ros2.auto_context('lifecycle_of_readme'):
            await execute('LifecycleNode', {'ros2': ros2, 'Image': Image})

    asyncio.run(asyncio.wait_for(main(), 60))
    assert "label='inactive'" in capsys.readouterr().out


def test_actions(capsys):
    """Runs the two blocks with each other."""

    async def compute(goal):
        for i in range(goal.request.order):
            goal.publish_feedback(Fibonacci.Feedback(sequence=list(range(i))))
            await asyncio.sleep(0.01)
        goal.succeed(Fibonacci.Result(sequence=[goal.request.order]))

    async def run_both():
        with ros2.auto_context('actions_of_readme'):
            async with aio.Scope() as scope:
                names = {'ros2': ros2, 'Fibonacci': Fibonacci, 'scope': scope, 'compute': compute}
                server = asyncio.create_task(execute('goal.accept()', dict(names)))
                variables = await execute('client.send_goal', dict(names))
                assert variables['result'].sequence.tolist() == [10]
                server.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await server

    asyncio.run(asyncio.wait_for(run_both(), 60))
    assert '[0 1 2 3 4 5 6 7]' in capsys.readouterr().out


def test_subs_and_parameters(my_msgs):
    async def main():
        with ros2.Node('other_node') as other, ros2.auto_context('readme') as session:
            other.declare_parameter('gain', 1.0)
            async with aio.Scope():
                node = session.node
                variables = await execute("ros2.Param('speed', 1.0)", {'ros2': ros2, 'String': String} | locals())
                assert other.get_parameter('gain') == 2.0 and node.get_parameter('name') == 'y'
                with pytest.raises(ValueError, match='too fast'):
                    node.set_parameter('speed', 3.0)
                assert await variables['speed'].wait_for_value(timeout=60) == 1.0

    asyncio.run(asyncio.wait_for(main(), 60))


def test_rx():
    """Runs in a process of its own; Ctrl-C ends it."""
    process = subprocess.Popen([sys.executable, '-c', block('class Shouter')], stderr=subprocess.PIPE, text=True)

    async def listen():
        with ros2.auto_context('hears'):
            async with aio.Scope():
                words, answers = ros2.Pub(String, '/in'), ros2.Sub(String, '/out')
                shouted = asyncio.ensure_future(answers.wait_for_next(timeout=60))
                while not shouted.done():  # only an answer shows that the other process has discovered us
                    words.publish(String(data='hello'))
                    await asyncio.wait({shouted}, timeout=0.1)
                assert (await shouted).data == 'HELLO'

    try:
        asyncio.run(asyncio.wait_for(listen(), 120))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 0 and 'Traceback' not in err, err
    finally:
        process.kill()
        process.communicate()


def test_messages(my_msgs, monkeypatch):
    monkeypatch.setattr(rclpy_types, 'used', False)  # a test before this one may have imported rclpy
    scope = {}
    exec(compile(block('JointState'), str(README), 'exec'), scope)
    assert scope['state'].velocity.tolist() == [0, 0] and isinstance(scope['state'].velocity, numpy.ndarray)
