# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The ends of programs: by SIGTERM, and in forked children."""

import signal
import subprocess
import sys
import textwrap
import threading

import pytest
from eventually import eventually

from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String


class Program:
    """A program in a process of its own; next() returns a line that it prints."""

    def __init__(self, text):
        self.process = subprocess.Popen(
            [sys.executable, '-c', textwrap.dedent(text)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def next(self):
        line = self.process.stdout.readline().strip()
        assert line, self.process.stderr.read()
        return line

    def terminate(self):
        """Returns its further output, its exit code, and its error output."""
        self.process.send_signal(signal.SIGTERM)
        return self.end()

    def end(self):
        out, err = self.process.communicate(timeout=60)
        return out.split(), self.process.returncode, err

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


HEAD = """
import asyncio, os, signal, sys, threading
from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String

def say(text):
    print(text, flush=True)

"""

LISTENER = """
async def main():
    with ros2.auto_context('mayfly') as session:
        try:
            async with aio.Scope() as scope:
                async def child():
                    try:
                        await asyncio.Event().wait()
                    finally:
                        say('child')
                scope.task_group.create_task(child())
                sub = ros2.Sub(String, '/of_mayfly')
                await asyncio.sleep(0)
                say('ready')
                async for _ in sub.listen():
                    pass
        finally:
            await asyncio.sleep(0)  # awaits here are not interrupted
            say('cleaned')
    say('not reached')

"""
RUNS = {
    'asyncio': 'asyncio.run(main())',
    'uvloop': 'import uvloop; uvloop.run(main())',
    'a loop of its own': 'asyncio.new_event_loop().run_until_complete(main())',
}


@pytest.mark.parametrize('way', RUNS)
def test_sigterm_ends_a_program_as_cleanly_as_cpp(way):
    if way == 'uvloop':
        pytest.importorskip('uvloop')
    with ros2.Node('witness') as witness, Program(HEAD + LISTENER + RUNS[way]) as program:
        assert program.next() == 'ready'
        eventually(lambda: '/mayfly' in witness.nodes())
        assert program.terminate() == (['child', 'cleaned'], 0, '')
        eventually(lambda: '/mayfly' not in witness.nodes())


def test_a_context_around_the_loop():
    with Program(
        HEAD
        + """
        async def main():
            try:
                say('ready')
                await asyncio.Event().wait()
            finally:
                say('cleaned')

        with ros2.auto_context('around'):
            asyncio.run(main())
        """.replace('\n        ', '\n')
    ) as program:
        assert program.next() == 'ready'
        assert program.terminate() == (['cleaned'], 0, '')


def test_a_program_without_a_loop():
    with Program(
        HEAD
        + """
from rxros2.aio.blocking import Blocking
with ros2.auto_context('none'):
    sub = Blocking(ros2.Sub, String, '/nothing')
    try:
        say('ready')
        sub.wait_for_next()
    finally:
        say('cleaned')
"""
    ) as program:
        assert program.next() == 'ready'
        assert program.terminate() == (['cleaned'], 0, '')


def test_a_session_that_is_not_closed():
    with Program(
        HEAD
        + """
async def main():
    sub = ros2.Sub(String, '/nothing', session=ros2.Session('left_open'))
    say('ready')
    await sub.wait_for_next()

asyncio.run(main())
"""
    ) as program:
        assert program.next() == 'ready'
        assert program.terminate() == ([], 0, '')


@pytest.mark.parametrize('when', ['before', 'within'])
def test_a_handler_of_the_program_is_left_alone(when):
    handle = 'asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asked.set)'
    with Program(
        HEAD
        + f"""
async def main():
    asked = asyncio.Event()
    {handle if when == 'before' else 'pass'}
    with ros2.auto_context('own_handler'):
        {handle if when == 'within' else 'pass'}
        say('ready')
        await asked.wait()
        say('asked')
    say(signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL)

asyncio.run(main())
sys.exit(7)
"""
    ) as program:
        assert program.next() == 'ready'
        assert program.terminate() == (['asked', 'True'], 7, '')


def test_the_second_sigterm_has_its_default_effect():
    with Program(
        HEAD
        + """
async def main():
    with ros2.auto_context('stubborn'):
        try:
            say('ready')
            await asyncio.Event().wait()
        finally:
            say('busy')
            await asyncio.Event().wait()

asyncio.run(main())
"""
    ) as program:
        assert program.next() == 'ready'
        program.process.send_signal(signal.SIGTERM)
        assert program.next() == 'busy'
        assert program.terminate()[1] == -signal.SIGTERM


def test_former_signal_handlers_are_restored():
    with Program(
        HEAD
        + """
def own():
    say(signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL)

own()
with ros2.auto_context('outer'), ros2.auto_context('inner'):
    own()
own()
node = ros2.Node('dropped')
ros2.Pub(String, '/of_dropped', session=node)
own()
del node
say('ready')
signal.pause()
"""
    ) as program:
        assert [program.next() for _ in range(5)] == ['False', 'True', 'False', 'True', 'ready']
        assert program.terminate()[1] == -signal.SIGTERM


def test_a_node_of_rx_that_is_awaited():
    pytest.importorskip('reactivex')
    with Program(
        HEAD
        + """
from rxros2 import rx

async def main():
    with rx.create_node('awaited') as node:
        rx.from_topic(node, String, '/nothing').subscribe(on_completed=lambda: say('completed'))
        asyncio.get_running_loop().call_soon(say, 'ready')
        await node.ended()
    say(rx.ok())

asyncio.run(main())
"""
    ) as program:
        assert program.next() == 'ready'
        assert program.terminate() == (['completed', 'False'], 0, '')


FORK = """
def child():
    {child}

node = ros2.Node('parent', parameters={{'use_sim_time': False}})
session = ros2.Session(node)
sub, pub = ros2.Sub(String, '/of_parent', session=session), ros2.Pub(String, '/of_parent', session=session)
timer, server = ros2.Timer(100, session=session), ros2.Server(SetBool, '/of_parent', session=session)
client = ros2.Client(SetBool, '/of_parent', session=session)
node.add_post_set_parameters_callback(print)
pid = os.fork()
if not pid:
    signal.alarm(50)  # a hang is one of the child, not of the test
    child()
    sys.exit(3)
code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

async def main():
    await sub.wait_for_matched(60)  # the parent's node goes on
    following = sub.wait_for_next(timeout=60)
    pub.publish(String(data='x'))
    return (await following).data

say(asyncio.run(main()))
node.close()
say(code)
"""


@pytest.mark.parametrize(
    'child',
    [
        'sys.exit(3)',
        'node.close(); session.close()',
        'global node, session, sub, pub, timer, server, client; del node, session, sub, pub, timer, server, client',
        'sub.close(); pub.close(); timer.close(); server.close(); client.close(); node.close()',
        'os.kill(os.getpid(), signal.SIGTERM)',
        """
    for what in (lambda: pub.publish(String()), node.topics, lambda: ros2.Sub(String, '/x', session=node),
                 lambda: ros2.Node('child')):
        try:
            what()
        except RuntimeError as error:
            assert 'before this process was forked' in str(error), error
        else:
            sys.exit('it did something')""",
    ],
)
def test_a_forked_child(child):
    services = 'from rxros2.interfaces.std_srvs.srv import SetBool\n'
    with Program(HEAD + services + FORK.format(child=child)) as program:
        out, code, err = program.end()
        assert out == ['x', '-15' if 'kill' in child else '3'] and code == 0, err


def test_a_node_that_is_made_after_the_fork():
    with Program(
        HEAD
        + """
ros2.Node('before').close()
pid = os.fork()
if not pid:
    signal.alarm(50)
    with ros2.Node('child') as node:
        ros2.Pub(String, '/of_child', session=node).publish(String())
    sys.exit(4)
say(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"""
    ) as program:
        assert program.end()[:2] == (['4'], 0)


def test_rx_and_blocking_waits_in_a_forked_child():
    pytest.importorskip('reactivex')
    with Program(
        HEAD
        + """
from rxros2 import rx
from rxros2.aio.blocking import run
node = rx.create_node('parent')
rx.from_topic(node, String, '/nothing').subscribe()
run(asyncio.sleep, 0)
pid = os.fork()
if not pid:
    signal.alarm(50)
    run(asyncio.sleep, 0)  # in a thread of its own
    node.close()
    rx.shutdown()
    sys.exit(5)
say(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
node.close()
"""
    ) as program:
        assert program.end()[:2] == (['5'], 0)


# A signal to another thread interrupts no wait of the main thread, as one that comes just before the wait begins.
ELSEWHERE = """
def send_from_here(number):
    import time
    time.sleep(0.5)  # until the loop waits, with nothing that would wake it
    signal.pthread_kill(threading.get_ident(), number)

def send(number):
    threading.Thread(target=send_from_here, args=(number,)).start()
"""

IDLE = {
    'spun': """
        from rxros2 import rx
        with rx.create_node('idle') as node:
            send(signal.{name})
            rx.spin(node)
        say('over')
    """,
    'awaited': """
        from rxros2 import rx
        async def main():
            with rx.create_node('idle') as node:
                send(signal.{name})
                try:
                    await node.ended()
                finally:
                    say('over')
        asyncio.run(main())
    """,
    'in a context': """
        async def main():
            with ros2.auto_context('idle'):
                try:
                    send(signal.{name})
                    await asyncio.Event().wait()
                finally:
                    say('over')
        asyncio.run(main())
    """,
    'in a context, uvloop': """
        async def main():
            with ros2.auto_context('idle'):
                try:
                    send(signal.{name})
                    await asyncio.Event().wait()
                finally:
                    say('over')
        import uvloop
        uvloop.run(main())
    """,
}


@pytest.mark.parametrize('name', ['SIGTERM', 'SIGINT'])
@pytest.mark.parametrize('way', IDLE)
def test_a_signal_ends_an_idle_loop_that_it_does_not_interrupt(way, name):
    with Program(HEAD + ELSEWHERE + textwrap.dedent(IDLE[way]).format(name=name)) as program:
        out, code, errors = program.end()
        assert out == ['over']
        assert errors == '' and code in (0, -signal.Signals[name])  # what asyncio.run() makes of Ctrl-C
        assert name == 'SIGINT' or (code == 0 and not errors)


def test_the_former_wakeup_descriptor_is_restored():
    with Program(
        HEAD
        + """
from rxros2 import rx
import socket
here, there = socket.socketpair()
there.setblocking(False)
for before in (-1, there.fileno()):
    signal.set_wakeup_fd(before)
    with rx.create_node('idle') as node:
        node.scheduler.loop.call_later(0.1, rx.shutdown)
        rx.spin(node)
    rx.init([])
    say(signal.set_wakeup_fd(-1) == before)
"""
    ) as program:
        assert program.end() == (['True', 'True'], 0, '')


@pytest.mark.parametrize('module', ['rxros2', 'rxros2.aio.ros2'])
def test_an_interrupt_in_a_destructor_is_not_lost(module):
    program = f"""
import {module}, time, weakref
class Swallows:
    def __del__(self):
        raise KeyboardInterrupt
class Fails:
    def __del__(self):
        raise ZeroDivisionError
Fails()
try:
    Swallows()
    while True:
        time.sleep(0.01)
except KeyboardInterrupt:
    print('interrupted')
"""
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout == 'interrupted\n'
    assert 'ZeroDivisionError' in done.stderr and 'KeyboardInterrupt' not in done.stderr


def test_a_node_is_closed_by_several_threads_at_once():
    for _ in range(20):
        node = ros2.Node('closed_by_many')
        ros2.Session(node)._register(ros2.Pub(String, '/out', session=node, scope=None))
        start, errors = threading.Barrier(4), []

        def close(node=node, start=start, errors=errors):
            start.wait()
            try:
                node.close()
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=close) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not errors
