# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Waits for nobody: what the log says of servers, publishers, frames and answers that do not come."""

import asyncio
import gc
import re

import pytest
import reactivex
from eventually import eventually_in_loop

from rxros2 import aio, rx
from rxros2.aio import ros2
from rxros2.aio.blocking import Blocking
from rxros2.aio.blocking import run as run_blocking
from rxros2.aio.ros2 import wait_reports
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.geometry_msgs.msg import PointStamped, TransformStamped
from rxros2.interfaces.std_msgs.msg import Int64, String
from rxros2.interfaces.std_srvs.srv import SetBool, Trigger
from rxros2.node import Logger


@pytest.fixture
def logged(monkeypatch):
    """The texts that are logged; waits are reported soon, and again soon."""
    texts = []
    monkeypatch.setattr(Logger, '_log', lambda self, severity, text: texts.append(text))
    monkeypatch.setattr(wait_reports, '_FIRST_REPORT', 0.2)
    monkeypatch.setattr(wait_reports, '_NEXT_REPORT', 0.4)
    return texts


@pytest.fixture
def session():
    with ros2.auto_context('waiting') as session:
        yield session


@pytest.fixture
def other():
    with ros2.Session('other') as other:
        yield other


async def reported(logged, text, count=1):
    """Waits for a line with the text, in which 0 s stands for any time: on a busy machine a report may come late."""

    def lines():
        return [re.sub(r'has waited \d+ s', 'has waited 0 s', line) for line in logged]

    await eventually_in_loop(lambda: sum(text in line for line in lines()) >= count, f'the report {text!r}')


def waiting_for(*waits):
    return [asyncio.ensure_future(wait) for wait in waits]


async def end(tasks):
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def test_a_call_without_a_server_says_why(run, session, other, logged):
    async def main():
        offered = (SetBool, '/set_bool'), (Trigger, '/typed')
        servers = [ros2.Server(*server, session=other, scope=None) for server in offered]
        calls = waiting_for(
            ros2.Client(SetBool, '/set_bol').call(SetBool.Request()),
            ros2.Client(SetBool, '/typed').call(SetBool.Request()),
            ros2.Client(SetBool, '/nobody').wait_for_service(),
        )
        await reported(logged, 'ros2.Client(/set_bol) has waited 0 s for a server: no server of service /set_bol; did ')
        await reported(logged, 'did you mean /set_bool of node /other?')
        await reported(logged, 'in node /other has type std_srvs/srv/Trigger, this client std_srvs/srv/SetBool')
        await reported(logged, 'no server of service /nobody: start it, or correct the name', count=2)  # and once more
        with pytest.raises(TimeoutError, match=r'/set_bol within 0\.01 s: no server .* did you mean /set_bool'):
            await ros2.Client(SetBool, '/set_bol').call(SetBool.Request(), timeout=0.01)
        await end(calls)
        assert not any(server.closed for server in servers)

    run(main())


def test_a_call_before_discovery_is_sent_later(run, session, other, logged):
    async def main():
        client = ros2.Client(SetBool, '/late')
        first, second, dropped = (client.call(SetBool.Request(data=data)) for data in (True, False, True))
        dropped.cancel()
        server = ros2.Server(SetBool, '/late', session=other, scope=None)
        requests = server.listen_reliable()
        for _ in range(2):
            request = await anext(requests)
            request.send(SetBool.Response(success=request.request.data))
        assert (await first).success and not (await second).success
        assert not requests.waiting()  # the request of the cancelled call was not sent
        assert not client._unsent and client._give_up is None

    run(main())


def test_a_goal_before_discovery_is_sent_later(run, session, other, logged):
    async def main():
        client = ros2.ActionClient(Fibonacci, '/late_action')
        sending = asyncio.ensure_future(client.send_goal(Fibonacci.Goal(order=3)))
        await reported(logged, 'ros2.ActionClient(/late_action) has waited 0 s for a server: no server of action /late')
        with pytest.raises(ros2.NoActionServer, match=r'/late_action within 0\.01 s: no server of action /late_action'):
            await client.send_goal(Fibonacci.Goal(order=4), timeout=0.01)
        server = ros2.ActionServer(Fibonacci, '/late_action', other, scope=None)
        goals = server.listen_reliable()
        goal = await anext(goals)
        goal.accept()
        goal.publish_feedback(Fibonacci.Feedback(sequence=[1]))
        accepted = await sending
        assert (await accepted.feedback.wait_for_value()).sequence[0] == 1
        goal.succeed(Fibonacci.Result(sequence=[1, 1]))
        assert list((await accepted.result()).sequence) == [1, 1]
        assert goal.request.order == 3 and not goals.waiting()  # the goal that was given up was not sent

    run(main())


def test_a_report_that_fails_does_not_stop_the_others(run, session, logged):
    async def main():
        errors = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: errors.append(context['exception']))
        reports, times = wait_reports.WaitReports.of(asyncio.get_running_loop()), []
        first, second = reports.begin(lambda seconds: 1 / 0), reports.begin(times.append)
        await eventually_in_loop(lambda: len(times) >= 2)
        reports.end(first)
        reports.end(second)
        assert isinstance(errors[0], ZeroDivisionError)

    run(main())


def test_a_server_that_dies_while_calls_overlap_is_reported_soon(run, session, other, logged):
    async def main():
        server = ros2.Server(SetBool, '/dies', session=other, scope=None)
        client = ros2.Client(SetBool, '/dies')
        await client.wait_for_service()
        calls = waiting_for(client.call(SetBool.Request()), client.call(SetBool.Request()))
        await asyncio.sleep(0.5)  # a look finds the server
        server.close()
        await reported(logged, 'ros2.Client(/dies) has waited 0 s for a server')
        await end(calls)

    run(main())


def test_an_action_of_a_similar_name_is_named(run, session, other, logged):
    async def main():
        server = ros2.ActionServer(Fibonacci, '/count', other, scope=None)
        waits = waiting_for(ros2.ActionClient(Fibonacci, '/coumt').wait_for_server())
        await reported(logged, 'ros2.ActionClient(/coumt) has waited 0 s for a server: no server of action /coumt; did')
        assert not any('_action/' in line for line in logged), logged
        await end(waits)
        server.close()

    run(main())


def test_a_sub_without_publisher_says_so_once(run, session, other, logged):
    async def main():
        publisher = ros2.Pub(Int64, '/numbers', session=other, scope=None)
        unheard = ros2.Sub(Int64, '/unheard')
        numbers = ros2.Sub(Int64, '/numbers')
        await numbers.wait_for_matched()
        waits = waiting_for(ros2.Sub(Int64, '/numbers_').wait_for_next(), ros2.Sub(Int64, '/nothing').wait_for_next())
        idle = waiting_for(numbers.wait_for_next())
        nothing = ros2.Pub(String, '/nothing_hears').wait_for_matched()
        waits += waiting_for(nothing)
        await reported(logged, 'ros2.Sub(/nothing) has waited 0 s for a publisher: no publisher of /nothing')
        await reported(logged, 'ros2.Pub(/nothing_hears) has waited ', count=2)
        assert sum('ros2.Sub(/nothing)' in line for line in logged) == 1
        assert not any('ros2.Sub(/numbers)' in line for line in logged), 'a topic that is idle is no fault'
        assert not any('/unheard' in line for line in logged), 'nobody waits'
        unheard.close()
        publisher.close()
        await end(waits + idle)

    run(main())


def test_a_topic_of_a_similar_name_is_named(run, session, other, logged):
    async def main():
        publisher = ros2.Pub(Int64, '/numbers', session=other, scope=None)
        await eventually_in_loop(lambda: session.node.count_publishers('/numbers'))
        waits = waiting_for(ros2.Sub(Int64, '/nunbers').wait_for_next())
        await reported(logged, 'no publisher of /nunbers; did you mean /numbers, which has one?')
        publisher.close()
        await end(waits)

    run(main())


def test_missing_frames_are_named(run, session, logged):
    async def main():
        transform = TransformStamped()
        transform.header.frame_id, transform.child_frame_id, transform.transform.rotation.w = 'map', 'base', 1.0
        empty = waiting_for(ros2.from_transform('map', 'bas').wait_for_next())
        await reported(logged, '(map, bas) has waited 0 s for its first transform: no transform has arrived on')
        ros2.publish_static_transform(transform)
        await reported(logged, 'no frame bas; did you mean base?; the frames that exist: base, map')
        known = ros2.from_transform('map', 'base')
        await known.wait_for_value()
        await end(empty)
        points: aio.BaseSub[PointStamped] = aio.BaseSub()
        moved = ros2.transform_to(points, 'map', wait=0)
        point = PointStamped()
        point.header.frame_id = 'elsewhere'
        points.input_data(point)
        await reported(logged, '1 item was left out, and nobody listens to `unmatched`: ')
        moved.close()
        assert not any('from_transform(map, base)' in line for line in logged)

    run(main())


def test_parameters_of_a_node_that_is_not_there(run, session, other, logged):
    async def main():
        await eventually_in_loop(lambda: '/other' in session.node.nodes())
        with pytest.raises(TimeoutError, match=r'within 0\.5 s: no node /othr; did you mean /other'):
            await ros2.ParameterClient('/othr').get('x', timeout=0.5)

    run(main())


def test_a_server_that_never_answers_is_reported(run, session, other, logged):
    async def main():
        server = ros2.Server(SetBool, '/mute', session=other, scope=None)
        client = ros2.Client(SetBool, '/mute')

        async def serve():
            async for _ in server.listen_reliable():
                pass  # the variable keeps the request

        serving = waiting_for(serve())
        call = client.call(SetBool.Request())
        await reported(logged, 'ros2.Server(/mute): 1 request was dropped without an answer: the client waits for ever')
        await end([*serving, call])

    run(main())


def test_a_server_that_answers_later_is_not_reported(run, session, other, logged):
    async def main():
        server = ros2.Server(SetBool, '/slow', session=other, scope=None)
        client = ros2.Client(SetBool, '/slow')
        looked = []
        look = server._look_for_answer
        server._waits._report = lambda seconds: (looked.append(1), look(seconds))

        async def answer(request):
            await eventually_in_loop(lambda: looked)
            request.send()

        async def serve():
            async for request in server.listen_reliable():
                answers.append(asyncio.ensure_future(answer(request)))

        answers = []
        serving = waiting_for(serve())
        await client.call(SetBool.Request())
        await end(serving)
        answers.clear()
        gc.collect()
        assert not any('without an answer' in line for line in logged), logged

    run(main())


def test_requests_that_a_latest_only_loop_skips_are_reported(run, session, other, logged):
    async def main():
        server = ros2.Server(SetBool, '/latest', session=other, scope=None)
        client = ros2.Client(SetBool, '/latest')
        await client.wait_for_service()
        listener = server.listen()
        calls = [client.call(SetBool.Request()) for _ in range(3)]
        await eventually_in_loop(lambda: server.statistics().received == 3)
        (await anext(listener)).send()
        await reported(logged, 'dropped without an answer')
        await end(calls)

    run(main())


def test_blocking_waits_say_it_too(session, other, logged):
    numbers = Blocking(ros2.Sub, Int64, '/blocked')
    with pytest.raises(TimeoutError):
        numbers.wait_for_next(timeout=1)
    numbers.close()
    with pytest.raises(TimeoutError, match='no server of service /nobody'):
        run_blocking(lambda: ros2.Client(SetBool, '/nobody').call(SetBool.Request(), timeout=1))
    assert any('ros2.Sub(/blocked) has waited' in line for line in logged), logged
    assert any('ros2.Client(/nobody) has waited' in line for line in logged), logged


def test_streams_say_it_too(run, logged):
    async def main():
        with rx.create_node('streams') as node:
            requests = reactivex.just(SetBool.Request()).pipe(rx.send_request(node, SetBool, '/nobody'))
            goals = reactivex.just(Fibonacci.Goal(order=1)).pipe(
                rx.send_goal(node, Fibonacci, '/no_action'), rx.flat_map(lambda goal: goal)
            )
            running = [stream.subscribe(print, print) for stream in (requests, goals)]
            await reported(logged, 'send_request(/nobody) has waited 0 s for a server: no server of service /nobody')
            await reported(logged, 'send_goal(/no_action) has waited 0 s for a server: no server of action /no_action')
            for subscription in running:
                subscription.dispose()

    run(main())


def test_requests_that_expire_do_not_hide_that_there_is_no_server(run, logged):
    async def main():
        with rx.create_node('streams') as node:
            requests = rx.from_timer(node, 0.02).pipe(
                rx.map(lambda _: SetBool.Request()),
                rx.send_request(node, SetBool, '/nobody', timeout=0.05, per_item=True),
            )
            requests.subscribe()
            await reported(logged, 'send_request(/nobody) has waited 0 s for a server: no server of service /nobody')

    run(main())


def test_waits_that_end_soon_cost_one_timer(run, logged):
    async def main():
        reports = wait_reports.WaitReports.of(asyncio.get_running_loop())
        timers = set()
        for _ in range(100):
            reports.end(reports.begin(print))
            timers.add(reports._timer)
        assert len(timers) == 1 and not reports._waits

    run(main())
