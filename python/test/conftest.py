# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The fixture `run(coroutine)`: runs it in a loop of asyncio and, if installed, of uvloop, and checks for leftovers."""

import asyncio
import gc
import math
import os
import pathlib
import sys

import pytest
from loops import LOOPS, new_loop
from not_on_zenoh import reason_against

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / 'tools/test_support'))  # eventually.py


def pytest_collection_modifyitems(items):
    """Skips on Zenoh what only DDS has."""
    if os.environ.get('RMW_IMPLEMENTATION') == 'rmw_zenoh_cpp':
        for item in items:
            if reason := reason_against(item.path, getattr(item, 'originalname', item.name)):
                item.add_marker(pytest.mark.skip(reason))


def pytest_collection_finish():
    """Excludes what exists so far, mostly modules, from collections of garbage, which then take a tenth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(params=LOOPS)
def loop_kind(request):
    return request.param


@pytest.fixture
def run(loop_kind):
    """Runs a coroutine within 120 s, in debug mode, and checks that no task and no unhandled error is left."""

    def run_it(coroutine):
        loop = new_loop(loop_kind)
        loop.set_debug(True)
        loop.slow_callback_duration = math.inf  # a busy machine would fill the log, and the log would grow
        unhandled = []
        loop.set_exception_handler(lambda _, context: unhandled.append(context))
        asyncio.set_event_loop(loop)
        try:
            result = loop.run_until_complete(asyncio.wait_for(coroutine, 120))
            pending_tasks = asyncio.all_tasks(loop)
            for task in pending_tasks:
                task.cancel()
            if pending_tasks:
                loop.run_until_complete(asyncio.gather(*pending_tasks, return_exceptions=True))
            gc.collect()
            assert not pending_tasks, f'tasks left: {pending_tasks}'
            assert not unhandled, unhandled
            return result
        finally:
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()
            asyncio.set_event_loop(None)

    return run_it
