# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The files that a message passes on its way to `async for`: docs/architecture.md names them."""

import asyncio
import inspect
import itertools
import pathlib
import sys

import pytest

import rxros2
from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Int64

PACKAGE = pathlib.Path(rxros2.__file__).parent


@pytest.fixture
def entered():
    """Collects the calls of this thread: files of the package, and whether a coroutine was called."""
    calls_ = []

    def called(frame, event, _):
        path = pathlib.Path(frame.f_code.co_filename)
        if event == 'call' and path.is_relative_to(PACKAGE):
            calls_.append((path.name, bool(frame.f_code.co_flags & inspect.CO_COROUTINE)))

    def begin():
        calls_.clear()
        sys.setprofile(called)
        return calls_

    yield begin
    sys.setprofile(None)


def test_a_message_enters_each_file_once(run, entered):
    async def main():
        with ros2.auto_context('walks'):
            async with aio.Scope():
                sub, pub = ros2.Sub(Int64, '/walk', 10), ros2.Pub(Int64, '/walk', 10)
                listener, message = sub.listen(), Int64(data=7)
                for _ in range(2):  # the first may be different
                    waiting = asyncio.create_task(anext(listener))
                    await asyncio.sleep(0)
                    calls_ = entered()
                    publishing = asyncio.get_running_loop().run_in_executor(None, pub.publish, message)
                    assert (await asyncio.wait_for(waiting, 60)).data == 7
                    sys.setprofile(None)
                    await publishing
                return calls_

    calls_ = run(main())
    calls = [file for file, is_coroutine in calls_ if not is_coroutine]
    files = [file for file, _ in itertools.groupby(calls)]
    assert files == ['loop_bridge.py', 'topics.py', 'base_sub.py', 'consumer.py']
    assert {file for file, is_coroutine in calls_ if is_coroutine} == {'listener.py', 'consumer.py'}
