# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2.aio.ros2: clients and servers, and servers that come and go."""

import asyncio
import concurrent.futures
import math
import threading

import pytest

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.aio.ros2.future import asyncify_future
from rxros2.interfaces.std_srvs.srv import SetBool, Trigger
from rxros2.qos import QoSProfile


def test_services(run, session, topic):
    async def main():
        async with aio.Scope() as scope:
            server, client = ros2.Server(SetBool, topic), ros2.Client(SetBool, topic)
            await client.wait_for_service(timeout=60)
            waiting, requests = [], server.listen_reliable()

            async def serve():
                async for responder in requests:
                    waiting.append(responder)
                    if len(waiting) == 2:  # in the other order, and by another thread
                        for responder in reversed(waiting):
                            responder.response.success = responder.request.data
                            threading.Thread(target=responder.send).start()

            scope.task_group.create_task(serve())
            first, second = client.call(SetBool.Request(data=True)), client.call(SetBool.Request(data=False))
            assert (await first).success is True and (await second).success is False
            with pytest.raises(TypeError, match='expected a message std_srvs/srv/SetBool_Request'):
                client.call(Trigger.Request())
            with pytest.raises(TypeError, match='expected a message std_srvs/srv/SetBool_Response'):
                waiting[0].send(SetBool.Request())
            scope.cancel()

    run(main())


def test_services_count_as_topics_do(run, session, topic):
    async def main():
        async with aio.Scope():
            server, client = ros2.Server(SetBool, topic, QoSProfile(depth=2)), ros2.Client(SetBool, topic)
            await client.wait_for_service(timeout=60)
            calls = [client.call(SetBool.Request(data=True)) for _ in range(3)]
            assert server.middleware_statistics() == ros2.MiddlewareStatistics(
                received=3, delivered=0, dropped=1, malformed=0, waiting=2
            )
            requests = server.listen_reliable()
            for _ in range(2):
                (await anext(requests)).send()
            assert server.middleware_statistics() == ros2.MiddlewareStatistics(
                received=3, delivered=2, dropped=1, malformed=0, waiting=0
            )
            assert client.middleware_statistics() == ros2.MiddlewareStatistics(
                received=2, delivered=0, dropped=0, malformed=0, waiting=2
            )
            await asyncio.gather(*calls[1:])
            assert client.middleware_statistics() == ros2.MiddlewareStatistics(
                received=2, delivered=2, dropped=0, malformed=0, waiting=0
            )
            calls[0].cancel()

    run(main())


def test_calls_that_get_no_reply(run, session, topic):
    async def main():
        async with aio.Scope():
            client = ros2.Client(Trigger, topic)
            with pytest.raises(TimeoutError, match=f'no server of {topic} within 0.01 s'):
                await client.wait_for_service(timeout=0.01)
            server = ros2.Server(Trigger, topic)
            await client.wait_for_service(timeout=60)
            with pytest.raises(TimeoutError, match=f'no response of {topic} within 0.01 s'):
                await client.call(Trigger.Request(), timeout=0.01)
            cancelled = client.call(Trigger.Request())
            cancelled.cancel()
            requests = server.listen_reliable()
            last = client.call(Trigger.Request())

            async def serve():  # earlier requests are answered too; these answers are ignored
                async for responder in requests:
                    responder.send(Trigger.Response(message='late'))

            serving = asyncio.ensure_future(serve())
            assert (await last).message == 'late'
            serving.cancel()
            last = client.call(Trigger.Request())
            client.close()
            with pytest.raises(asyncio.CancelledError):
                await last
            assert not client._pending

    run(main())


def test_futures_of_rclpy_are_awaited(run):
    class Future(concurrent.futures.Future):
        """A future with rclpy's interface, whose cancel() always succeeds."""

    async def main():
        ros_futures = [Future() for _ in range(4)]
        ours = [asyncify_future(ros_future) for ros_future in ros_futures]
        threading.Thread(target=ros_futures[0].set_result, args=(7,)).start()
        assert await asyncio.wait_for(ours[0], 60) == 7
        ros_futures[1].set_exception(LookupError('none'))
        with pytest.raises(LookupError, match='none'):
            await ours[1]
        ros_futures[2].cancel()
        with pytest.raises(asyncio.CancelledError):
            await ours[2]
        ours[3].cancel()
        await asyncio.wait([ours[3]])
        assert ros_futures[3].cancelled()
        done = asyncio.get_running_loop().create_future()
        assert asyncify_future(done) is done

    run(main())


def test_a_wait_for_a_server_ends_when_it_appears_or_the_client_closes(run, node, session, topic):
    async def main():
        async with aio.Scope():
            client, other = ros2.Client(SetBool, topic), ros2.Client(SetBool, topic)
            looks = 0
            ready = client.cli.is_ready

            class Counting:
                def is_ready(self):
                    nonlocal looks
                    looks += 1
                    return ready()

                close = client.cli.close

            client.cli = Counting()
            waits = [asyncio.ensure_future(client.wait_for_service(timeout=math.inf)) for _ in range(200)]
            closed = asyncio.ensure_future(other.wait_for_service())
            with pytest.raises(TimeoutError, match=f'no server of {topic} within 0 s'):
                await client.wait_for_service(timeout=-1)
            with pytest.raises(ValueError, match='timeout is nan'):
                await client.wait_for_service(timeout=math.nan)
            looks = 0
            await asyncio.sleep(0)
            other.close()
            with pytest.raises(aio.SubClosed, match=f'{topic}: the client is closed'):
                await closed
            assert not any(wait.done() for wait in waits)
            with ros2.Node('serves') as elsewhere:
                ros2.Server(SetBool, topic, session=elsewhere)
                await asyncio.gather(*waits)
            assert len(ros2.graph_waits._all) == 0

    run(main())


def test_a_client_that_is_closed_with_its_node_ends_its_waits(run, topic):
    async def main():
        with ros2.auto_context('closes'):
            waiting = asyncio.ensure_future(ros2.Client(SetBool, topic).wait_for_service())
            await asyncio.sleep(0)
        with pytest.raises(aio.SubClosed):
            await waiting

    run(main())


def test_an_invalid_request_costs_only_itself(run, session, topic):
    async def main():
        async with aio.Scope():
            server, client = ros2.Server(SetBool, topic), ros2.Client(SetBool, topic)
            server.asap_callback.append(lambda responder: responder.send(SetBool.Response(success=True)))
            works, failures = server._codecs[0], [ZeroDivisionError('bad'), TypeError('worse')]

            class Fails:
                def decode(self, sample):
                    if failures:
                        raise failures.pop()
                    return works.decode(sample)

            server._codecs = Fails(), server._codecs[1]
            await client.wait_for_service(timeout=60)
            lost = [client.call(SetBool.Request()) for _ in range(2)]
            assert (await client.call(SetBool.Request(), timeout=60)).success
            assert not any(call.done() for call in lost) and not server.closed
            assert server.middleware_statistics().malformed == 2

    run(main())
