# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The files that a message passes on its way to `async for`: docs/architecture.md names them."""

import asyncio
import itertools
import pathlib
import re
import sys

import pytest

import rxros2
from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Int64

PACKAGE = pathlib.Path(rxros2.__file__).parent
PAGE = pathlib.Path(__file__).parents[3] / 'docs/architecture.md'


def documented_walk():
    """Returns the Python files in the table of the page, in its order."""
    section = PAGE.read_text(encoding='utf-8').split('**Into Python.**')[1].split('**Through a pipe.**')[0]
    return re.findall(r'^\| `(aio/[\w/]+\.py)` \|', section, re.MULTILINE)


@pytest.fixture
def entered():
    """Collects the files of the package that this thread enters, by a call or as it continues a coroutine."""
    files = []

    def called(frame, event, _):
        path = pathlib.Path(frame.f_code.co_filename)
        if event == 'call' and path.is_relative_to(PACKAGE):
            files.append(path.relative_to(PACKAGE).as_posix())

    def begin():
        files.clear()
        sys.setprofile(called)
        return files

    yield begin
    sys.setprofile(None)


def test_a_message_enters_the_files_of_the_page(run, entered):
    async def main():
        with ros2.auto_context('walks'):
            async with aio.Scope():
                sub, pub = ros2.Sub(Int64, '/walk', 10), ros2.Pub(Int64, '/walk', 10)
                listener, message = sub.listen(), Int64(data=7)
                for _ in range(2):  # the first may be different
                    waiting = asyncio.create_task(anext(listener))
                    await asyncio.sleep(0)
                    files = entered()
                    publishing = asyncio.get_running_loop().run_in_executor(None, pub.publish, message)
                    assert (await asyncio.wait_for(waiting, 60)).data == 7
                    sys.setprofile(None)
                    await publishing
                return files

    walk = [file for file, _ in itertools.groupby(run(main()))]
    assert walk == documented_walk()
