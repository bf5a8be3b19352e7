# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Zenoh: samples, queries with replies, sessions; within one process, no router, no network."""

import asyncio
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
                await pub.wait_for_matched(timeout=10)
                items = text.listen_reliable(queue_size=0)
                for i in range(100):
                    pub.put(str(i))
                assert [await anext(items) for _ in range(100)] == [str(i) for i in range(100)]
            assert sub.closed and text.closed
            assert sub.name == 'zenoh.Sub(test/aio/**)'

    run(main())


def test_nobody_listens(run, session):
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
                            for each in reversed(held):
                                each.response = each.request.to_string().upper()
                                threading.Thread(target=each.send).start()

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
