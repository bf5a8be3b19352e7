# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Nodes, scopes and sessions: what they close, what is left of them, and their log."""

import asyncio
import gc
import importlib
import os
import subprocess
import sys
import weakref

import pytest

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.std_msgs.msg import Int64, String
from rxros2.interfaces.std_srvs.srv import SetBool, Trigger


def test_a_scope_closes_its_entities(run, session, topic):
    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(Int64, topic), ros2.Pub(Int64, topic)
            server, client = ros2.Server(SetBool, topic + '/service'), ros2.Client(SetBool, topic + '/service')
        assert sub.closed and server.closed
        for use in (lambda: pub.publish(Int64()), pub.matched, client.cli.is_ready):
            with pytest.raises(RuntimeError, match='is closed'):
                use()

    run(main())


def test_a_node_closes_its_entities(run, node, topic):
    """The node leaves the graph even if the program still holds one of its entities."""

    async def main():
        with ros2.auto_context('short_lived'):
            sub, pub, timer = ros2.Sub(Int64, topic), ros2.Pub(Int64, topic), ros2.Timer(60)
            server, client = ros2.Server(SetBool, topic + '/service'), ros2.Client(SetBool, topic + '/service')
            actions = ros2.ActionServer(Fibonacci, topic + '/action'), ros2.ActionClient(Fibonacci, topic + '/action')
            item, reply = asyncio.ensure_future(sub.wait_for_next()), client.call(SetBool.Request())
            while '/short_lived' not in node.nodes():
                await asyncio.sleep(0.01)
        assert sub.closed and server.closed and timer.closed and actions[0].closed
        with pytest.raises(aio.SubClosed):
            await item
        with pytest.raises(asyncio.CancelledError):
            await reply
        with pytest.raises(RuntimeError, match='is closed'):
            pub.publish(Int64())
        while '/short_lived' in node.nodes():
            await asyncio.sleep(0.01)

    run(main())


def test_sessions(run, topic):
    async def main():
        with pytest.raises(LookupError, match='expected to be inside `with ros2.auto_context'):
            ros2.current_session()
        with ros2.auto_context('by_name') as outer:
            assert ros2.current_session() is ros2.auto_session() is outer
            assert outer.node.name == '/by_name'
            with ros2.Node('shared', namespace='/robot', share=outer.node) as node, ros2.auto_context(node) as inner:
                assert ros2.current_session() is inner and node.name == '/robot/shared'
                sub, pub = ros2.Sub(Int64, 'relative', scope=None), ros2.Pub(Int64, '/robot/relative', session=outer)
                await pub.wait_for_matched(60)
                assert set(outer.node.nodes()) >= {'/by_name', '/robot/shared'}
                assert outer.node.topics()['/robot/relative'] == ['std_msgs/msg/Int64']
                assert outer.node.count_publishers('/robot/relative') == outer.node.count_subscribers('/robot/relative')
                assert '/by_name/get_parameters' in outer.node.services()
                pub.close()
                sub.close()
            with inner.lock() as locked:
                assert locked is node
        with pytest.raises(RuntimeError, match='the node is closed'):
            outer.node.topics()
        with pytest.raises(ValueError):
            ros2.Node('not a name')
        with pytest.raises(TypeError, match='expected no executor'):
            ros2.ThreadedSession(executor=3)
        with pytest.warns(UserWarning, match='lives until the program ends'):
            ros2.auto_session().close()

    run(main())


def test_nothing_is_kept_alive(run, session, topic):
    async def main():
        kept = []
        for _ in range(3):
            sub, pub = ros2.Sub(Int64, topic, scope=None), ros2.Pub(Int64, topic, scope=None)
            server, client = ros2.Server(Trigger, topic, scope=None), ros2.Client(Trigger, topic, scope=None)
            received = sub.wait_for_next(timeout=60)
            pub.publish(Int64())
            await received
            kept += [weakref.ref(entity) for entity in (sub, pub, server, client)]
            for entity in (sub, pub, server, client):
                entity.close()
            del sub, pub, server, client, received, entity
        gc.collect()
        assert not [entity() for entity in kept if entity() is not None]

    run(main())


def run_python(program, **options):
    return subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=60, **options)


def test_a_program_may_end_without_closing_anything():
    program = (
        'import asyncio, warnings; warnings.simplefilter("ignore")\n'
        'from rxros2.aio import ros2\n'
        'from rxros2.interfaces.std_msgs.msg import String\n'
        'async def main():\n'
        '    global sub, pub, wait\n'
        '    sub, pub = ros2.Sub(String, "/x"), ros2.Pub(String, "/x")\n'
        '    wait = sub.wait_for_next(); pub.publish(String(data="x")); await wait; print("done")\n'
        'asyncio.run(main())'
    )
    result = run_python(program)
    assert (result.returncode, result.stdout, result.stderr) == (0, 'done\n', '')


def test_no_file_is_left_open(run, session, topic):
    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(Int64, topic), ros2.Pub(Int64, topic)
            received = sub.wait_for_next(timeout=60)
            pub.publish(Int64())
            await received

    run(main())
    gc.collect()
    before = len(os.listdir('/proc/self/fd'))
    for _ in range(5):
        run(main())
    gc.collect()
    assert len(os.listdir('/proc/self/fd')) == before


NAMES = """
core.scope: AUTO_SCOPE Scope ScopeBreak scoped
core.utils: soft_timeout soft_wait_for Rate
core.sub: SubClosedException BaseSub ConverterSub
ros2.future: asyncify_future
ros2.service: ServiceType Responder Server Client
ros2.session: current_session auto_context session_context auto_session
ros2.session_types: BaseSession ThreadedSession SynchronousSession
ros2.sub: Sub
ros2.utils: QOS_DEFAULT QOS_TRANSIENT TopicInfo
textio.sub: default_preprocess Sub from_proc_stdout
zenoh.session: current_session auto_context session_context auto_session
zenoh.sub: Sub
"""


@pytest.mark.parametrize('line', NAMES.split('\n')[1:-1])
def test_modules_have_the_names_of_asyncio_for_robotics(line):
    """The modules and names are those of version 1.5."""
    module, _, names = line.partition(': ')
    if module.startswith('zenoh'):
        pytest.importorskip('zenoh')
    imported = importlib.import_module(f'rxros2.aio.{module}')
    front = importlib.import_module(f'rxros2.aio.{module.partition(".")[0]}')
    for name in names.split():
        member = getattr(imported, name)
        assert getattr(front, name, member) is member


def test_the_node_of_a_lock_subscribes(run, topic):
    """Programs for asyncio_for_robotics use these functions of rclpy's nodes."""

    async def main():
        with ros2.auto_context('locked') as session, session.lock() as node:
            received = []
            pub = node.create_publisher(String, topic, 10)
            sub = node.create_subscription(String, topic, lambda message: received.append(message.data), 10)
            await pub.wait_for_matched(60)
            for text in 'ab':
                pub.publish(String(data=text))
            while len(received) < 2:
                await sub.wait_for_value(timeout=60)
                await asyncio.sleep(0)
            assert received == ['a', 'b']
            assert node.destroy_subscription(sub) and sub.closed
            assert pub.get_subscription_count() == 0

    run(main())


def test_a_context_takes_node_options(run):
    async def main():
        options = {'namespace': '/ns', 'parameters': {'speed': 2.0}, 'args': ['--ros-args', '-r', 'a:=b']}
        with ros2.auto_context('made', **options) as session:
            assert session.node.name == '/ns/made'
            assert session.node.declare_parameter('speed', 1.0) == 2.0
            assert ros2.Pub(String, 'a').topic_name == '/ns/b'
            with pytest.raises(TypeError, match='namespace: expected the name of a node to be made with that, found'):
                ros2.Session(session.node, namespace='/other')
            with (
                pytest.raises(TypeError, match='args: expected the name of a node'),
                ros2.auto_context(session, args=[]),
            ):
                pass

    run(main())


class FailingText:
    def __str__(self):
        raise ZeroDivisionError


@pytest.mark.parametrize('text', ['\ud800', 'a\udcffb', 7, None, ValueError('x'), FailingText()], ids=ascii)
def test_logging_never_raises(node, text):
    for logger in (node.logger, node.logger.get_child('child\udcff')):
        for log in (logger.debug, logger.info, logger.warning, logger.error, logger.fatal):
            log(text)


def test_logging_without_a_python_frame():
    program = """
import atexit, ctypes, threading, _thread
from rxros2.aio import ros2
node = ros2.Node('logs')
atexit.register(node.logger.info, 'at exit')
done = threading.Event()
node.logger.info('lone \\ud800 surrogate')
_thread.start_new_thread(node.logger.info, ('in a thread of C',))
_thread.start_new_thread(done.set, ())
done.wait()
"""
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and 'Error' not in done.stderr
    for text in ('at exit', 'lone \\ud800 surrogate'):
        assert text in done.stderr + done.stdout


def test_a_node_closes_all_entities_despite_errors(topic):
    node = ros2.Node('closes_all')
    session = ros2.Session(node)
    pubs = [ros2.Pub(String, topic, session=session, scope=None) for _ in range(3)]

    class Fails:
        def close(self):
            raise ZeroDivisionError

    fails = [Fails() for _ in range(3)]
    for entity in fails:
        session._register(entity)
    with pytest.raises(ZeroDivisionError):
        node.close()
    for pub in pubs:
        with pytest.raises(RuntimeError, match='closed'):
            pub.matched()
    with pytest.raises(RuntimeError, match='closed'):
        node.now()


def test_a_parameter_that_cannot_be_declared_leaves_no_callback(session, node):
    before = len(node._callbacks)
    for name in ('bad', 'bad'):
        with pytest.raises(TypeError):
            ros2.Param(name, object())
    assert len(node._callbacks) == before


def test_an_exception_after_a_change_is_logged(node, capfd):
    with ros2.Node('another', share=node) as other:
        node.declare_parameter('first', 1)
        other.declare_parameter('second', 1)

        def set_second(values):
            other.set_parameter('second', 2)
            raise ZeroDivisionError

        callback = node.add_post_set_parameters_callback(set_second)
        node.set_parameter('first', 2)  # the value has changed despite the callback's error
        callback.remove()
        assert node.get_parameter('first') == 2 and other.get_parameter('second') == 2
        assert 'ZeroDivisionError' in capfd.readouterr().err


PEER = """
import sys
from rxros2.aio import ros2
with ros2.Node('peer'):
    print('ready', flush=True)
    sys.stdin.read()
"""
ROUNDS = """
import time
from rxros2.aio import ros2
for _ in range(20):
    with ros2.Node('stays') as stays:
        with ros2.Node('short'):
            pass
        end = time.monotonic() + 60
        while '/peer/get_parameters' not in stays.services():
            assert time.monotonic() < end, stays.services()
            time.sleep(0.01)
"""


def test_a_node_that_ends_early_hides_no_peer():
    """One participant of a process fetches the endpoints of a new peer for all; here it ends at once."""
    with subprocess.Popen(
        [sys.executable, '-c', PEER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as peer:
        assert peer.stdout.readline() == 'ready\n'
        subprocess.run([sys.executable, '-c', ROUNDS], check=True, timeout=300)
        peer.stdin.close()
