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


class Walk:
    """Files of the package that this thread enters.

    `entered` has those of calls and of coroutines that continue, in their order, and `returned_to` those in which the
    callers of functions and coroutines go on.
    """

    def __init__(self):
        self.entered = []
        self.returned_to = set()

    def __call__(self, frame, event, _):
        if event == 'call':
            self.entered += files_of(frame)
        elif event == 'return':
            self.returned_to.update(files_of(frame.f_back))


def files_of(frame):
    """Returns the file of the frame if it is one of the package."""
    path = pathlib.Path(frame.f_code.co_filename if frame else '')
    return [path.relative_to(PACKAGE).as_posix()] if path.is_relative_to(PACKAGE) else []


@pytest.fixture
def begin_walk():
    def begin():
        walk = Walk()
        sys.setprofile(walk)
        return walk

    yield begin
    sys.setprofile(None)


def test_a_message_enters_the_files_of_the_page(run, begin_walk):
    async def main():
        with ros2.auto_context('walks'):
            async with aio.Scope():
                sub, pub = ros2.Sub(Int64, '/walk', 10), ros2.Pub(Int64, '/walk', 10)
                listener, message = sub.listen(), Int64(data=7)
                for _ in range(2):  # the first may be different
                    waiting = asyncio.create_task(anext(listener))
                    await asyncio.sleep(0)
                    walk = begin_walk()
                    publishing = asyncio.get_running_loop().run_in_executor(None, pub.publish, message)
                    assert (await asyncio.wait_for(waiting, 60)).data == 7
                    sys.setprofile(None)
                    await publishing
                return walk

    walk = run(main())
    assert [file for file, _ in itertools.groupby(walk.entered)] == documented_walk()
    assert walk.returned_to and walk.returned_to <= set(documented_walk())
