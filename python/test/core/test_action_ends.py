# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The ends of goals under asyncio: results and how long they are kept, dropped goals, servers that end."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest
from eventually import eventually_in_loop
from raw_actions import accepted, cancel_request, result_request, send_request, with_server

from rxros2 import _core, aio
from rxros2.actions import Endpoints, GoalStatus, GoalTable
from rxros2.aio import ros2
from rxros2.interfaces.action_msgs.msg import GoalStatusArray
from rxros2.interfaces.action_msgs.srv import CancelGoal
from rxros2.interfaces.builtin_interfaces.msg import Time
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.rosgraph_msgs.msg import Clock
from rxros2.interfaces.tf2_msgs.action import LookupTransform
from rxros2.interfaces.tf2_msgs.msg import TF2Error
from rxros2.messages.codec import codec_of


def table_of_ended(number, result_timeout):
    """Returns a table with that many goals, the first of which has not ended."""
    of = Endpoints(Fibonacci, '/a', lambda name, *_: name)
    table = GoalTable(of, lambda: 0, result_timeout)
    goals = [table.add(bytes([number] * 16)) for number in range(number)]
    for goal in goals:
        table.accepted(goal, execute=True)
    for goal in goals[1:]:
        assert goal.change(GoalStatus.SUCCEEDED)
        assert table.ended(goal, table.response(GoalStatus.SUCCEEDED))[1] == []
    return table, goals


def test_the_status_lists_the_last_goals_that_ended():
    table, goals = table_of_ended(30, 10)
    listed = [
        bytes(status.goal_info.goal_id.uuid) for status in codec_of(GoalStatusArray).decode(table.status()).status_list
    ]
    assert listed == [goals[0].id, *(goal.id for goal in goals[-20:])]
    assert len(table) == 30
    request = cancel_request(goals[1].id)
    assert table.to_cancel(request) == ([], CancelGoal.Response.ERROR_GOAL_TERMINATED)


def test_a_fetched_result_does_not_wait_for_an_earlier_one():
    table, goals = table_of_ended(4, 0)
    for goal in goals[2:]:
        table.fetched(goal)
    assert [table.knows(goal) for goal in goals] == [True, True, False, False] and len(table) == 2


def test_the_table_refers_to_no_python_object():
    """A thread that does not hold Python's lock may forget a goal."""
    table, _ = table_of_ended(3, 10)
    goal = table.add(bytes([9] * 16))
    references = sys.getrefcount(goal)
    table.accepted(goal, execute=True)
    assert goal.change(GoalStatus.SUCCEEDED)
    table.ended(goal, table.response(GoalStatus.SUCCEEDED))
    assert sys.getrefcount(goal) == references


def test_the_first_result_of_a_goal_counts():
    """Ends a goal twice, as another thread and the execute callback of rclpy may at the same time."""
    now = 0
    table = GoalTable(Endpoints(Fibonacci, '/a', lambda name, *_: name), lambda: now, 10)
    goal = table.add(bytes(range(16)))
    table.accepted(goal, execute=True)
    assert goal.change(GoalStatus.SUCCEEDED)
    for sequence in ([1], [2]):
        table.ended(goal, table.response(GoalStatus.SUCCEEDED, Fibonacci.Result(sequence=sequence)))
    now = 10**10
    assert table.forget_expired() is None and len(table) == 0
    assert not codec_of(GoalStatusArray).decode(table.status()).status_list


def test_goals_that_are_dropped(run, node, name, capfd):
    async def test(client, server, raw):
        sending = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=1), timeout=60))
        del (await server.wait_for_next(timeout=60)).request
        with pytest.raises(ros2.GoalRejected):
            await sending
        for options, error in (({}, ros2.GoalAborted), ({'execute': False}, ros2.GoalCanceled)):
            sent, goal = await accepted(client, server, **options)
            del goal
            with pytest.raises(error):
                await sent.result(timeout=60)
        sent, goal = await accepted(client, server)
        assert await sent.cancel(timeout=60)
        del goal
        with pytest.raises(ros2.GoalCanceled):
            await sent.result(timeout=60)

    with_server(run, node, name, test)
    logged = capfd.readouterr().err
    assert 'dropped without an answer' in logged and 'it is aborted' in logged and 'it is canceled' in logged


def test_closing_the_server_ends_its_goals(run, node, name):
    async def test(client, server, raw):
        sent, goal = await accepted(client, server)
        waiting = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=1), timeout=60))
        unanswered = await server.wait_for_next(timeout=60)
        while not server._results.middleware_statistics().delivered:  # until the result was requested
            await asyncio.sleep(0.001)
        server.close()
        with pytest.raises(ros2.GoalAborted):
            await sent.result(timeout=60)
        with pytest.raises(ros2.GoalRejected):
            await waiting
        with pytest.raises(RuntimeError, match='the goal cannot become SUCCEEDED: it is ABORTED'):
            goal.succeed()
        goal.publish_feedback(Fibonacci.Feedback())
        assert unanswered.status == ros2.GoalStatus.UNKNOWN

    with_server(run, node, name, test)


def test_closing_the_servers_node_ends_its_goals(run, node, name):
    async def main():
        async with aio.Scope():
            with ros2.Node('ends') as other:
                server = ros2.ActionServer(Fibonacci, name, other, scope=None)
                client = ros2.ActionClient(Fibonacci, name, node)
                await client.wait_for_server(timeout=60)
                sent, goal = await accepted(client, server)
                while not server._results.middleware_statistics().delivered:  # until the result was requested
                    await asyncio.sleep(0.001)
            with pytest.raises(ros2.GoalAborted):
                await sent.result(timeout=60)
            assert goal.status == ros2.GoalStatus.ABORTED

    run(main())


def test_goals_without_an_answer(run, node, name):
    async def test(client, server, raw):
        with pytest.raises(ros2.GoalTimeout, match='did not answer within 0.05 s'):
            await client.send_goal(Fibonacci.Goal(order=1), timeout=0.05)
        canceled = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=2)))
        goals = server.listen_reliable()
        late, later = await anext(goals), await anext(goals)
        canceled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await canceled
        assert not client._goals
        for goal in (late, later):
            goal.accept()  # too late: only the client itself can cancel it
            await asyncio.wait_for(goal.wait_for_cancel(), 60)
            goal.canceled()
        assert not client._send._pending

        abandoned = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=3)))
        kept = await anext(goals)
        (reply,) = client._send._pending.values()
        abandoned.cancel()
        await asyncio.gather(abandoned, return_exceptions=True)
        reply.set_result(Fibonacci.Impl.SendGoalService.Response(accepted=True))
        client.close()
        await asyncio.sleep(0)
        del kept

        lonely = ros2.ActionClient(Fibonacci, f'{name}/nobody')
        with pytest.raises(ros2.NoActionServer, match='nobody within 0.02 s'):
            await lonely.send_goal(Fibonacci.Goal(), timeout=0.02)
        with pytest.raises(ros2.NoActionServer):
            await lonely.wait_for_server(timeout=0.02)
        assert not lonely.server_is_ready()
        lonely.close()
        assert not lonely._send._pending

    with_server(run, node, name, test)


def test_results_expire_by_the_simulated_clock_from_the_goals_end_on(run, name):
    async def main():
        with ros2.Node('sim', parameters={'use_sim_time': True}) as sim, ros2.auto_context(sim):
            async with aio.Scope():
                clock = ros2.Pub(Clock, '/clock', 1)
                await clock.wait_for_matched(timeout=60)

                async def set_clock(seconds):
                    while sim.now() != seconds * 10**9:
                        clock.publish(Clock(clock=Time(sec=seconds)))
                        await asyncio.sleep(0.001)

                await set_clock(100)
                server = ros2.ActionServer(Fibonacci, name, result_timeout=10)
                client = ros2.ActionClient(Fibonacci, name)
                await client.wait_for_server(timeout=60)
                sent, goal = await accepted(client, server)
                await set_clock(150)  # it takes longer than results are kept
                goal.succeed(Fibonacci.Result(sequence=[4]))
                assert list((await sent.result(timeout=60)).sequence) == [4]
                results = ros2.Client(Fibonacci.Impl.GetResultService, f'{name}/_action/get_result')
                await results.wait_for_service(timeout=60)
                await set_clock(159)
                assert (await results.call(result_request(goal.goal_id), timeout=60)).status == 4
                await set_clock(160)
                while len(server._table):
                    await asyncio.sleep(0.001)
                unknown = await results.call(result_request(goal.goal_id), timeout=60)
                assert unknown.status == 0 and list(unknown.result.sequence) == []

    run(main())


def test_without_a_timeout_results_are_kept_until_requested(run, node, name):
    async def test(client, server, raw):
        server.asap_callback.append(lambda goal: (goal.accept(), goal.succeed(Fibonacci.Result(sequence=[1]))))
        assert (await raw['send'].call(send_request(3), timeout=60)).accepted
        assert len(server._table) == 1
        assert (await raw['result'].call(result_request([3] * 16), timeout=60)).status == 4
        assert not len(server._table)
        assert (await raw['result'].call(result_request([3] * 16), timeout=60)).status == 0

    with_server(run, node, name, test, result_timeout=0)


SERVER = """
import asyncio, sys
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci

async def main():
    with ros2.auto_context('server'):
        server = ros2.ActionServer(Fibonacci, sys.argv[1])
        goals = []
        async for goal in server.listen_reliable():
            if goal.request.order < 0:
                continue  # left without an answer
            goal.accept()
            goals.append(goal)
            print('accepted', flush=True)

asyncio.run(main())
"""


def test_a_server_that_dies_ends_its_goals_at_the_client(run, node, name):
    """The server is killed, so that its lease ends without a message.

    A goal that another server does not know is lost too.
    """

    async def main():
        async with aio.Scope():
            client = ros2.ActionClient(Fibonacci, name, node)
            died = subprocess.Popen([sys.executable, '-c', SERVER, name], stdout=subprocess.PIPE)
            try:
                await client.wait_for_server(timeout=60)
                goal = await client.send_goal(Fibonacci.Goal(order=1), timeout=60)
            finally:
                os.kill(died.pid, signal.SIGKILL)
                died.wait()
                died.stdout.close()
            with pytest.raises(ros2.GoalLost, match='no longer knows it') as error:
                await goal.result(timeout=60)
            assert error.value.status == ros2.GoalStatus.UNKNOWN and goal.feedback.closed

    run(main())


def test_a_server_that_is_replaced_loses_its_goals(run, node, name):
    async def test(client, server, raw):
        sent, goal = await accepted(client, server)
        waiting = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=1), timeout=60))
        await server.wait_for_next(timeout=60)
        other = ros2.ActionServer(Fibonacci, name)
        other.asap_callback.append(lambda goal: None)
        while client._feedback.matched() != 2:
            await asyncio.sleep(0.001)
        server._abort_all = lambda: None  # as if it had crashed
        goal._server = other
        server.close()
        with pytest.raises(ros2.GoalLost):
            await sent.result(timeout=60)
        other.close()
        with pytest.raises(ros2.GoalLost):
            await waiting

    with_server(run, node, name, test)


def test_requests_to_cancel_end_with_the_server(run, node, name):
    async def test(client, server, raw):
        sent, _goal = await accepted(client, server)
        server._servers[1].asap_callback.clear()  # as if it was stuck
        one, every = asyncio.create_task(sent.cancel()), asyncio.create_task(client.cancel_all_goals())
        await eventually_in_loop(lambda: len(client._cancels) == 2)
        other = ros2.ActionServer(Fibonacci, name)
        await eventually_in_loop(lambda: client._feedback.matched() == 2)
        server._abort_all = lambda: None  # as if it had crashed
        server.close()
        assert await asyncio.wait_for(one, 60) is False
        assert not every.done()  # the other server may have received it
        other.close()
        assert await asyncio.wait_for(every, 60) == [] and not client._cancels

    with_server(run, node, name, test)


def test_a_result_that_cannot_be_encoded_leaves_its_goal_and_the_server(run, node, name):
    async def main():
        with ros2.auto_context(node):
            async with aio.Scope() as scope:
                server = ros2.ActionServer(LookupTransform, name)
                client = ros2.ActionClient(LookupTransform, name)
                refused = []

                async def serve():
                    async for goal in server.listen_reliable():
                        goal.accept()
                        bad = LookupTransform.Result(error=TF2Error(error_string='\ud800'))
                        for end in (goal.succeed, goal.abort):
                            try:
                                end(bad)
                            except ValueError as error:
                                refused.append(str(error))
                        assert goal.status == ros2.GoalStatus.EXECUTING
                        goal.succeed(LookupTransform.Result(error=TF2Error(error_string='fine')))

                scope.task_group.create_task(serve())
                await client.wait_for_server(timeout=60)
                for _ in range(2):
                    goal = await client.send_goal(LookupTransform.Goal(), timeout=60)
                    assert (await goal.result(timeout=60)).error.error_string == 'fine'
                assert len(refused) == 4 and not any(server_part.closed for server_part in server._servers)

    run(main())


def test_a_result_is_kept_as_it_was_when_the_goal_ended(run, node, name):
    async def test(client, server, raw):
        goal, served = await accepted(client, server)
        result = Fibonacci.Result(sequence=[1, 2])
        served.succeed(result)
        result.sequence = [3]
        assert list((await goal.result(timeout=60)).sequence) == [1, 2]
        request = Fibonacci.Impl.GetResultService.Request()
        request.goal_id.uuid = list(goal.goal_id)
        assert list((await raw['result'].call(request, timeout=60)).result.sequence) == [1, 2]

    with_server(run, node, name, test)


def test_results_expire_after_elapsed_time(run, node, name):
    """A clock that is set back or starts does not count as elapsed time."""

    async def main():
        clock = _core.Clock.of(node._core)
        clock.simulate(True)
        clock.set(0)
        try:
            with ros2.auto_context(node):
                server = ros2.ActionServer(Fibonacci, name, result_timeout=10)
                client = ros2.ActionClient(Fibonacci, name)
                await client.wait_for_server(timeout=60)
                goal, served = await accepted(client, server)
                served.succeed()
                await goal.result(timeout=60)
                for second in (1_000_000, 1_000_009, 5, 5, 3):
                    clock.set(second * 1_000_000_000)
                    await asyncio.sleep(0)
                    await asyncio.sleep(0)
                    assert len(server._table) == 1
                clock.set(4_000_000_001)
                await eventually_in_loop(lambda: len(server._table) == 0)
                server.close()
                client.close()
        finally:
            clock.simulate(False)

    run(main())
