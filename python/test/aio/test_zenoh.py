# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Zenoh: samples, queries with replies, sessions; within one process, without a router or network."""

import asyncio
import socket
import subprocess
import sys
import threading

import pytest

zenoh = pytest.importorskip('zenoh')

from rxros2 import aio
from rxros2.aio import zenoh as afor


@pytest.fixture(scope='module')
def session():
    config = zenoh.Config()
    config.insert_json5('scouting/multicast/enabled', 'false')
    config.insert_json5('listen/endpoints', '[]')
    with zenoh.open(config) as opened:
        yield opened


def test_samples(run, session):
    async def main():
        with afor.auto_context(session):
            async with aio.Scope():
                sub = afor.Sub('test/aio/**')
                text = aio.ConverterSub(sub, lambda sample: sample.payload.to_string())
                pub = afor.Pub('test/aio/one')
                await pub.wait_for_matched(timeout=60)
                items = text.listen_reliable(queue_size=0)
                for i in range(100):
                    pub.put(str(i))
                assert [await anext(items) for _ in range(100)] == [str(i) for i in range(100)]
            assert sub.closed and text.closed
            assert sub.name == 'zenoh.Sub(test/aio/**)'

    run(main())


def test_a_put_without_a_subscriber(run, session):
    async def main():
        with afor.auto_context(session):
            pub = afor.Pub('test/aio/nobody')
            with pytest.raises(TimeoutError, match='no subscriber of test/aio/nobody within 0.02 s'):
                await pub.wait_for_matched(timeout=0.02)
            pub.close()

    run(main())


def test_queries_with_late_replies(run, session):
    async def main():
        with afor.auto_context(session):
            async with aio.Scope() as scope:
                server = afor.Server('test/aio/serve')

                async def serve():
                    held = []
                    async for responder in server.listen_reliable():
                        held.append(responder)
                        if len(held) == 3:  # answered in reverse, from another thread
                            for responder in reversed(held):
                                responder.response = responder.request.to_string().upper()
                                threading.Thread(target=responder.send).start()

                scope.task_group.create_task(serve())
                client = afor.Client('test/aio/serve')
                replies = await asyncio.gather(*(client.call(text) for text in ('a', 'b', 'c')))
                assert [r.payload.to_string() for r in replies] == ['A', 'B', 'C']
                with pytest.raises(TimeoutError, match='no reply to test/aio/serve within 0.05 s'):
                    await client.call('d', timeout=0.05)
            with pytest.raises(TimeoutError):
                await client.call('e', timeout=0.05)

    run(main())


def test_an_error_as_reply(run, session):
    async def main():
        with afor.auto_context(session):
            async with aio.Scope():
                server = afor.Server('test/aio/fail')
                call = asyncio.ensure_future(afor.Client('test/aio/fail').call('x'))
                responder = await server.wait_for_value()
                responder.query.reply_err('not today')
                responder.query.drop()
                with pytest.raises(RuntimeError, match='test/aio/fail answered with an error: not today'):
                    await call

    run(main())


def test_sessions(session):
    with pytest.raises(LookupError, match='no Zenoh session is open here'):
        afor.current_session()
    with afor.auto_context(session) as active:
        assert active is session is afor.current_session() is afor.auto_session()
        with pytest.warns(DeprecationWarning, match='session_context'):
            with afor.session_context(session, close_on_exit=False):
                pass
    assert not session.is_closed()


def test_a_callback_may_put_and_close(run, session):
    """Samples of the same session arrive in the thread that puts them; the callback may put and end the sub."""

    async def main():
        with afor.auto_context(session):
            async with aio.Scope():
                first, second = afor.Sub('test/aio/first'), afor.Sub('test/aio/second')
                to_first, to_second = afor.Pub('test/aio/first'), afor.Pub('test/aio/second')
                await to_first.wait_for_matched(timeout=60)
                await to_second.wait_for_matched(timeout=60)
                first.asap_callback.append(lambda sample: to_second.put(sample.payload))
                second.asap_callback.append(lambda _: second.close())
                latest, ended = first.wait_for_next(), second.lifetime
                to_first.put('x')
                assert (await latest).payload.to_string() == 'x'
                assert await asyncio.wait_for(ended, 60)

    run(main())


def test_subs_come_and_go_under_traffic(run, session):
    async def main():
        stop = threading.Event()

        def flood():
            with session.declare_publisher('test/aio/flood') as pub:
                while not stop.is_set():
                    pub.put('x')

        threads = [threading.Thread(target=flood) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(100):
                sub = afor.Sub('test/aio/flood', session)
                await asyncio.wait_for(sub.wait_for_next(), 60)
                sub.close()
        finally:
            stop.set()
            for thread in threads:
                await asyncio.to_thread(thread.join)

    run(main())


PEER = """
import sys, zenoh
config = zenoh.Config()
config.insert_json5('scouting/multicast/enabled', 'false')
config.insert_json5('listen/endpoints', '[]')
config.insert_json5('connect/endpoints', '["%s"]' % sys.argv[1])
with zenoh.open(config) as session:
    back = session.declare_publisher('peer/back', congestion_control=zenoh.CongestionControl.BLOCK)
    echo = session.declare_subscriber('peer/there', lambda sample: back.put(sample.payload))
    serves = session.declare_queryable(
        'peer/double', lambda query: query.reply(query.key_expr, query.payload.to_string() * 2))
    print('ready', flush=True)
    for line in sys.stdin:  # a question to the other process
        replies = []
        while not replies:  # until this process knows of the queryable
            replies = list(session.get('ours/shout', payload=line.strip(), timeout=60))
        print(replies[0].ok.payload.to_string(), flush=True)
"""


def test_a_peer_in_another_process(run):
    """The peer is plain Zenoh, without our package."""
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        endpoint = f'tcp/127.0.0.1:{free.getsockname()[1]}'
    config = zenoh.Config()
    config.insert_json5('scouting/multicast/enabled', 'false')
    config.insert_json5('listen/endpoints', f'["{endpoint}"]')

    async def main(peer):
        assert await asyncio.to_thread(peer.stdout.readline) == 'ready\n'
        async with aio.Scope() as scope:
            back, pub = (
                afor.Sub('peer/back'),
                afor.Pub('peer/there', congestion_control=zenoh.CongestionControl.BLOCK),
            )
            await pub.wait_for_matched(timeout=60)
            while back.statistics().received == 0:  # until the peer knows that there is a subscriber
                pub.put('probe')
                await asyncio.sleep(0.02)
            items = back.listen_reliable(queue_size=0)
            for number in range(200):
                pub.put(str(number))
            echoed = []
            while len(echoed) < 200:
                text = (await anext(items)).payload.to_string()
                if text != 'probe':
                    echoed.append(text)
            assert echoed == [str(number) for number in range(200)]

            reply = await afor.Client('peer/double').call('ab', timeout=60)
            assert reply.payload.to_string() == 'abab'

            server = afor.Server('ours/shout')

            async def serve():
                async for responder in server.listen_reliable():
                    await asyncio.sleep(0.01)
                    responder.send(responder.request.to_string().upper())

            scope.task_group.create_task(serve())
            peer.stdin.write('hello\n')
            peer.stdin.flush()
            assert await asyncio.to_thread(peer.stdout.readline) == 'HELLO\n'

    command = [sys.executable, '-c', PEER, endpoint]
    with zenoh.open(config) as opened, afor.auto_context(opened):
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as peer:
            try:
                run(main(peer))
            finally:
                peer.stdin.close()
                peer.kill()


@pytest.mark.parametrize('end', ['failed', 'closed'])
def test_closed_subs_and_servers_are_undeclared(run, session, end):
    async def main():
        sub, server = afor.Sub('ends/sub', session), afor.Server('ends/server', session)
        undeclared = []

        class Declared:
            def __init__(self, declared):
                self.declared = declared

            def undeclare(self):
                undeclared.append(self)
                self.declared.undeclare()

        for sub_or_server in (sub, server):
            sub_or_server._declared = Declared(sub_or_server._declared)
            if end == 'failed':
                sub_or_server.asap_callback.append(lambda _: 1 / 0)
                sub_or_server.input_data(None)
            sub_or_server.close()
            sub_or_server.close()
        assert sub.closed and server.closed and len(undeclared) == 2

    run(main())
