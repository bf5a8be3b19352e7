# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The ros2 module of asyncio_for_robotics from PyPI runs on our rclpy. Its own tests: test/afor/suite.py --rclpy."""

import asyncio
import subprocess
import sys

import asyncio_for_robotics.ros2 as afor
import pytest
from std_msgs.msg import String
from std_srvs.srv import SetBool

EXAMPLE = 'asyncio_for_robotics.example'


def within(coroutine, seconds=60):
    return asyncio.run(asyncio.wait_for(coroutine, seconds))


@pytest.mark.parametrize('session', [afor.ThreadedSession, afor.SynchronousSession])
def test_topics_and_services(session):
    async def main():
        with afor.auto_context(session('afor_node')) as active:
            async with afor.Scope():
                sub = afor.Sub(String, 'chat')
                with active.lock() as node:
                    publisher = node.create_publisher(String, 'chat', 10)
                following = sub.wait_for_next()
                publisher.publish(String(data='hello'))
                assert (await following).data == 'hello'

                server, client = afor.Server(SetBool, 'light'), afor.Client(SetBool, 'light')
                await client.wait_for_service()
                answer = client.call(SetBool.Request(data=True))
                async for responder in server.listen_reliable():
                    await asyncio.sleep(0.01)  # the reply is deferred
                    responder.response.message = f'was {responder.request.data}'
                    responder.send()
                    break
                assert (await answer).message == 'was True'
            active.close()

    within(main())


def start(example):
    return subprocess.Popen(
        [sys.executable, '-u', '-m', f'{EXAMPLE}.{example}'],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.mark.parametrize(
    ('examples', 'expected'),
    [
        (['ros2_talker', 'ros2_listener'], 'Received: '),
        (['ros2_service_server', 'ros2_service_client'], 'Got: '),
        (['ros2_pubsub'], 'Received: '),
    ],
)
def test_its_examples(examples, expected):
    processes = [start(example) for example in examples]
    try:
        printed = ''
        while expected not in printed:
            line = processes[-1].stdout.readline()
            printed += line
            assert line and 'Traceback' not in printed, printed
    finally:
        for process in processes:
            process.kill()
            process.communicate()
