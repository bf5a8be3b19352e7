# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Talker and listener of Python and of C++ hear each other, and Ctrl-C ends those of Python without a trace.

RXROS2_CPP_EXAMPLES is the folder with the programs of examples/talker_listener.
"""

import asyncio
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / 'examples/python'
CPP = pathlib.Path(os.environ['RXROS2_CPP_EXAMPLES'])


def command(language, name):
    return [CPP / name] if language == 'cpp' else [sys.executable, EXAMPLES / f'{name}.py']


@contextlib.contextmanager
def running(language, name):
    process = subprocess.Popen(
        command(language, name), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_the_how_to_is_true():
    """Its node, and its test of the node, in one process."""
    text = (EXAMPLES.parents[1] / 'docs/how-to/first-async-node.md').read_text()
    node, test = re.findall(r'```python\n(.*?)```', text, re.DOTALL)
    scope = {}
    exec(node.replace('asyncio.run(main())', ''), scope)
    exec(test, scope)

    async def both():
        running = asyncio.create_task(scope['main']())
        await scope['test_bumper_stops']()
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running

    asyncio.run(asyncio.wait_for(both(), 30))


@pytest.mark.parametrize(('talker', 'listener'), [('python', 'python'), ('cpp', 'python'), ('python', 'cpp')])
def test_they_hear_each_other(talker, listener):
    with running(listener, 'listener') as hears, running(talker, 'talker') as talks:
        heard = [hears.stdout.readline() for _ in range(3)]
        assert all("I heard: 'Hello" in line for line in heard), heard
        for process, language in ((hears, listener), (talks, talker)):
            process.send_signal(signal.SIGINT)
            rest, _ = process.communicate(timeout=10)
            if language == 'python':
                assert process.returncode == 0 and 'Traceback' not in rest, rest
