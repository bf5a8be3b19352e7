# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Actions under asyncio: goals, feedback, status, cancellation, and requests of impolite clients."""

import asyncio

import pytest
from eventually import eventually_in_loop
from raw_actions import accepted, cancel_request, send_request, with_server

from rxros2 import _core, aio
from rxros2.actions import Endpoints, GoalTable, info_of
from rxros2.aio import ros2
from rxros2.interfaces.action_msgs.msg import GoalStatus, GoalStatusArray
from rxros2.interfaces.action_msgs.srv import CancelGoal
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.messages.codec import codec_of
from rxros2.qos import DurabilityPolicy, QoSProfile


async def fibonacci(goal):
    """Sends each number as feedback; ends early if it is cancelled. A negative order is an error."""
    if goal.request.order < 0:
        goal.abort(Fibonacci.Result(sequence=[-1]))
        return
    numbers = [0, 1]
    while len(numbers) < goal.request.order:
        goal.publish_feedback(Fibonacci.Feedback(sequence=numbers))
        try:
            await asyncio.wait_for(goal.wait_for_cancel(), 0.002 if goal.request.order < 100 else 0.05)
        except asyncio.TimeoutError:
            numbers.append(numbers[-1] + numbers[-2] if len(numbers) < 40 else 0)
        else:
            goal.canceled(Fibonacci.Result(sequence=numbers))
            return
    goal.succeed(Fibonacci.Result(sequence=numbers))


async def serve(scope, server):
    async for goal in server.listen_reliable():
        if goal.request.order == 13:
            goal.reject()
            continue
        goal.accept()
        scope.task_group.create_task(fibonacci(goal))


def with_both(run, node, name, test, **options):
    async def main():
        with ros2.auto_context(node):
            async with aio.Scope() as scope:
                server = ros2.ActionServer(Fibonacci, name, **options)
                scope.task_group.create_task(serve(scope, server))
                client = ros2.ActionClient(Fibonacci, name)
                await client.wait_for_server(timeout=60)
                await test(client, server)
            assert server.closed

    run(main())


def test_feedback_and_result(run, node, name):
    async def test(client, server):
        goal = await client.send_goal(Fibonacci.Goal(order=6), timeout=60)
        sequences = [list(feedback.sequence) async for feedback in goal.feedback.listen_reliable(queue_size=0)]
        assert sequences and sequences[-1] == [0, 1, 1, 2, 3][: len(sequences[-1])]  # earlier feedback is not included
        result = await goal.result(timeout=60)
        assert list(result.sequence) == [0, 1, 1, 2, 3, 5]
        assert list((await goal.result()).sequence) == [0, 1, 1, 2, 3, 5]  # as often as one likes
        goals = [await client.send_goal(Fibonacci.Goal(order=order)) for order in (3, 4, 5)]
        results = await asyncio.gather(*(goal.result(timeout=60) for goal in goals))
        assert [len(result.sequence) for result in results] == [3, 4, 5]
        assert not client._goals

    with_both(run, node, name, test)


def test_goals_that_do_not_succeed(run, node, name):
    async def test(client, server):
        with pytest.raises(ros2.GoalRejected, match='did not accept'):
            await client.send_goal(Fibonacci.Goal(order=13), timeout=60)
        aborted = await client.send_goal(Fibonacci.Goal(order=-1), timeout=60)
        with pytest.raises(ros2.GoalAborted) as error:
            await aborted.result(timeout=60)
        assert list(error.value.result.sequence) == [-1] and error.value.status == ros2.GoalStatus.ABORTED
        with pytest.raises(TypeError):
            await client.send_goal(7)
        assert not client._goals

    with_both(run, node, name, test)


def test_cancelling(run, node, name):
    async def test(client, server):
        goal = await client.send_goal(Fibonacci.Goal(order=1000), timeout=60)
        await goal.feedback.wait_for_value(timeout=60)
        with pytest.raises(TimeoutError, match='has not ended'):
            await goal.result(timeout=0.01)
        assert await goal.cancel(timeout=60)
        with pytest.raises(ros2.GoalCanceled) as error:
            await goal.result(timeout=60)
        assert list(error.value.result.sequence[:2]) == [0, 1]
        assert not await goal.cancel(timeout=60)  # it has ended

        several = [await client.send_goal(Fibonacci.Goal(order=1000)) for _ in range(3)]
        cancels = ros2.Client(CancelGoal, f'{name}/_action/cancel_goal')
        await cancels.wait_for_service(timeout=60)
        response = await cancels.call(CancelGoal.Request(), timeout=60)  # all
        assert len(response.goals_canceling) == 3 and response.return_code == response.ERROR_NONE
        for goal in several:
            with pytest.raises(ros2.GoalCanceled):
                await goal.result(timeout=60)
        unknown = CancelGoal.Request()
        unknown.goal_info.goal_id.uuid = list(range(16))
        response = await cancels.call(unknown, timeout=60)
        assert response.return_code == response.ERROR_UNKNOWN_GOAL_ID

    with_both(run, node, name, test)


def test_a_server_may_refuse_to_cancel_and_forgets_results(run, node, name):
    async def test(client, server):
        goal = await client.send_goal(Fibonacci.Goal(order=20), timeout=60)
        assert not await goal.cancel(timeout=60)
        assert len((await goal.result(timeout=60)).sequence) == 20
        assert len(server._table) == 1
        clock.set(111 * 10**9)
        await eventually_in_loop(lambda: len(server._table) == 0)

    clock = _core.Clock.of(node._core)
    clock.simulate(True)  # otherwise a machine that stands still could forget the result before it is requested
    clock.set(100 * 10**9)
    try:
        with_both(run, node, name, test, may_cancel=lambda goal: False, result_timeout=10)
    finally:
        clock.simulate(False)


def test_late_subscriptions_get_the_status(run, node, name):
    async def test(client, server):
        goal = await client.send_goal(Fibonacci.Goal(order=3), timeout=60)
        await goal.result(timeout=60)
        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        status = await ros2.Sub(GoalStatusArray, f'{name}/_action/status', latched).wait_for_value(
            where=lambda array: array.status_list and array.status_list[0].status == ros2.GoalStatus.SUCCEEDED,
            timeout=60,
        )
        assert bytes(status.status_list[0].goal_info.goal_id.uuid) == goal.goal_id

    with_both(run, node, name, test)


def test_wrong_steps_and_the_end(run, node, name):
    async def main():
        with ros2.auto_context(node):
            async with aio.Scope():
                server = ros2.ActionServer(Fibonacci, name)
                client = ros2.ActionClient(Fibonacci, name)
                await client.wait_for_server(timeout=60)
                sending = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=1)))
                goal = await server.wait_for_value(timeout=60)
                with pytest.raises(RuntimeError, match='cannot become SUCCEEDED: it is UNKNOWN'):
                    goal.succeed()
                goal.accept()
                with pytest.raises(RuntimeError, match='answered twice'):
                    goal.reject()
                with pytest.raises(RuntimeError, match='cannot become CANCELED: it is EXECUTING; expected CANCELING'):
                    goal.canceled()
                with pytest.raises(TypeError):
                    goal.publish_feedback(7)
                sent = await sending
                waiting = asyncio.create_task(sent.result())
                await asyncio.sleep(0.01)
                client.close()
                with pytest.raises(aio.SubClosed):
                    await waiting
                assert sent.feedback.closed
                with pytest.raises(TimeoutError):
                    lonely = ros2.ActionClient(Fibonacci, f'{name}/nobody')
                    await lonely.wait_for_server(timeout=0.02)

    run(main())


LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


def test_a_known_id_is_rejected_without_asking(run, node, name):
    async def test(client, server, raw):
        goals = []
        server.asap_callback.append(lambda goal: (goals.append(goal), goal.accept()))
        first = await raw['send'].call(send_request(7), timeout=60)
        assert first.accepted and (first.stamp.sec, first.stamp.nanosec) != (0, 0)
        assert not (await raw['send'].call(send_request(7), timeout=60)).accepted
        assert (await raw['send'].call(send_request(8), timeout=60)).accepted
        assert len(goals) == 2

    with_server(run, node, name, test)


def test_a_goal_that_ends_at_acceptance_keeps_the_order(run, node, name):
    async def test(client, server, raw):
        def at_once(goal):
            goal.accept()
            for number in range(3):
                goal.publish_feedback(Fibonacci.Feedback(sequence=[number]))
            goal.succeed(Fibonacci.Result(sequence=[goal.request.order]))

        server.asap_callback.append(at_once)
        for order in range(100):
            messages = []
            goal = await client.send_goal(Fibonacci.Goal(order=order), timeout=60, feedback=messages.append)
            assert goal.stamp > 0
            assert list((await goal.result(timeout=60)).sequence) == [order]
            assert [list(message.sequence) for message in messages] == [[0], [1], [2]]
        assert goal.status == ros2.GoalStatus.SUCCEEDED

    with_server(run, node, name, test)


def test_status_messages(run, node, name):
    """There is one for each change, the first with the acceptance; none for a server that has no goals yet."""

    async def test(client, server, raw):
        status = ros2.Sub(GoalStatusArray, f'{name}/_action/status', LATCHED)
        seen = status.listen_reliable(queue_size=0)

        async def states():
            return [goal_status.status for goal_status in (await anext(seen)).status_list]

        first, goal = await accepted(client, server)
        assert await states() == [2]
        second, deferred = await accepted(client, server, execute=False)
        assert await states() == [2, 1] and second.status == ros2.GoalStatus.ACCEPTED
        deferred.execute()
        assert await states() == [2, 2]
        assert await second.cancel(timeout=60)
        assert await states() == [2, 3]
        goal.succeed()
        assert await states() == [4, 3]
        deferred.canceled()
        assert await states() == [4, 5]
        with pytest.raises(ros2.GoalCanceled):
            await second.result(timeout=60)
        assert not await second.cancel(timeout=60)  # changes nothing, so publishes nothing
        third, goal = await accepted(client, server)
        assert await states() == [4, 5, 2]
        assert third.status == ros2.GoalStatus.EXECUTING and first.status == ros2.GoalStatus.SUCCEEDED
        goal.abort()
        assert await states() == [4, 5, 6]

    with_server(run, node, name, test)


def test_the_status_is_encoded_as_its_codec_does():
    """The status is encoded by hand, for speed."""
    of = Endpoints(Fibonacci, '/a', lambda name, *_: name)
    now = 3_000_000_007
    table = GoalTable(of, lambda: now, 10)
    codec = codec_of(GoalStatusArray)
    expected = GoalStatusArray()
    for number in range(5):
        assert table.status() == bytes(codec.encode(expected))
        goal = table.add(bytes(range(number, number + 16)))
        table.accepted(goal, execute=bool(number % 2))
        now += 1_500_000_000
        status = GoalStatus(goal_info=info_of(goal), status=int(goal.state))
        expected.status_list = [*expected.status_list, status]


def test_which_goals_a_cancel_request_means(run, node, name):
    """Goals are selected by id, by stamp, by both or by neither; and the return codes."""

    async def test(client, server, raw):
        async def ask(*selection):
            response = await raw['cancel'].call(cancel_request(*selection), timeout=60)
            return response.return_code, {bytes(goal_info.goal_id.uuid) for goal_info in response.goals_canceling}

        R = CancelGoal.Response
        assert await ask() == (R.ERROR_NONE, set())  # nothing to cancel is not an error
        assert await ask(bytes([5] * 16)) == (R.ERROR_UNKNOWN_GOAL_ID, set())
        _, a = await accepted(client, server)
        _, b = await accepted(client, server)
        _, c = await accepted(client, server)
        assert a.accepted_at < b.accepted_at < c.accepted_at
        assert await ask(bytes(16), a.accepted_at - 1) == (R.ERROR_NONE, set())
        assert await ask(bytes(16), b.accepted_at) == (R.ERROR_NONE, {a.goal_id, b.goal_id})
        assert a.cancel_requested and b.cancel_requested and not c.cancel_requested
        assert await ask(a.goal_id) == (R.ERROR_GOAL_TERMINATED, set())  # it is being canceled already
        a.canceled()
        assert await ask(a.goal_id) == (R.ERROR_GOAL_TERMINATED, set())
        _, d = await accepted(client, server, execute=False)
        _, e = await accepted(client, server)
        assert await ask(e.goal_id, c.accepted_at) == (R.ERROR_NONE, {c.goal_id, e.goal_id})
        d.execute()
        server._may_cancel = lambda goal: False
        assert await ask() == (R.ERROR_REJECTED, set())
        assert await ask(d.goal_id) == (R.ERROR_REJECTED, set())

        def fail(goal):
            raise ValueError('no idea')

        server._may_cancel = fail
        assert await ask(d.goal_id) == (R.ERROR_REJECTED, set())
        server._may_cancel = lambda goal: True
        assert await client.cancel_all_goals(before=d.accepted_at, timeout=60) == [d.goal_id]
        for goal in (b, c, d, e):
            goal.canceled()

    with_server(run, node, name, test)


def test_feedback_of_unknown_goals_is_not_decoded_and_none_is_sent_after_the_end(run, node, name, capfd):
    async def test(client, server, raw):
        goal_ids = []
        sent, goal = await accepted(client, server)
        everything = ros2.Sub(Fibonacci.Impl.FeedbackMessage, f'{name}/_action/feedback', raw=True)
        everything.asap_callback.append(lambda sample: goal_ids.append(bytes(sample[4:20])))
        await everything.wait_for_matched(timeout=60)
        broken = ros2.Pub(Fibonacci.Impl.FeedbackMessage, f'{name}/_action/feedback')
        await broken.wait_for_matched(timeout=60)
        next_feedback = sent.feedback.wait_for_next(timeout=60)
        broken.publish_serialized(
            bytes([0, 1, 0, 0]) + bytes([9] * 16)
        )  # feedback of another client's goal, and too short
        broken.publish_serialized(bytes([0, 1, 0, 0]) + goal.goal_id)
        goal.publish_feedback(Fibonacci.Feedback(sequence=[1]))
        assert list((await next_feedback).sequence) == [1]
        goal.succeed()
        goal.publish_feedback(Fibonacci.Feedback(sequence=[2]))
        await sent.result(timeout=60)
        _, next_goal = await accepted(client, server)
        next_goal.publish_feedback(Fibonacci.Feedback(sequence=[3]))
        await everything.wait_for_value(where=lambda sample: bytes(sample[4:20]) == next_goal.goal_id, timeout=60)
        assert goal_ids == [bytes([9] * 16), goal.goal_id, goal.goal_id, next_goal.goal_id]
        next_goal.abort()
        broken.close()

    with_server(run, node, name, test)
    assert capfd.readouterr().err.count('malformed feedback') == 1


def test_feedback_before_the_answer_is_refused(run, node, name):
    async def test(client, server, raw):
        sending = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=1), timeout=60))
        goal = await server.wait_for_next(timeout=60)
        with pytest.raises(RuntimeError, match='not accepted yet'):
            goal.publish_feedback(Fibonacci.Feedback())
        goal.reject()
        with pytest.raises(ros2.GoalRejected):
            await sending

    with_server(run, node, name, test)


def test_an_action_is_remapped_as_one_name(run, name):
    async def main():
        remapped = ['--ros-args', '-r', 'dock:=harbour/dock']
        with ros2.Node('ship', args=remapped, namespace='/sea') as ship, ros2.Node('pilot') as pilot:
            async with aio.Scope():
                server = ros2.ActionServer(Fibonacci, 'dock', ship)
                client = ros2.ActionClient(Fibonacci, '/sea/harbour/dock', pilot)
                await client.wait_for_server(timeout=60)
                sent, goal = await accepted(client, server)
                goal.succeed()
                await sent.result(timeout=60)
                assert '/sea/dock/_action/feedback' not in pilot.topics()
                with pytest.raises(ValueError, match='name of an action is empty'):
                    ros2.ActionServer(Fibonacci, '', ship)

    run(main())


@pytest.mark.parametrize('step', ['add', 'to_cancel', 'ask_result'])
def test_a_failed_request_costs_only_its_own_answer(run, node, name, step, monkeypatch):
    async def test(client, server, raw):
        def fail(*_):
            monkeypatch.setattr(server._table, step, works)
            raise ZeroDivisionError

        works = getattr(server._table, step)
        goal, served = await accepted(client, server)
        await eventually_in_loop(lambda: server._results.middleware_statistics().delivered)  # the result
        monkeypatch.setattr(server._table, step, fail)
        if step == 'add':
            with pytest.raises(ros2.GoalRejected):
                await client.send_goal(Fibonacci.Goal(), timeout=60)
        elif step == 'to_cancel':
            response = await raw['cancel'].call(cancel_request(goal.goal_id), timeout=60)
            assert response.return_code == CancelGoal.Response.ERROR_REJECTED
        else:
            response = await raw['result'].call(Fibonacci.Impl.GetResultService.Request(), timeout=60)
            assert response.status == ros2.GoalStatus.UNKNOWN
        served.succeed()
        await goal.result(timeout=60)
        other, served = await accepted(client, server)
        assert await other.cancel(timeout=60)
        served.canceled()
        with pytest.raises(ros2.GoalCanceled):
            await other.result(timeout=60)

    with_server(run, node, name, test)


@pytest.mark.parametrize('numbers', [500, 1019, 1020, 15_000])
def test_feedback_of_every_size_arrives(run, node, name, numbers):
    """A sample of 4096 bytes or more is not copied into a bytes object."""

    async def test(client, server, raw):
        messages = []
        sending = asyncio.ensure_future(client.send_goal(Fibonacci.Goal(), timeout=60, feedback=messages.append))
        served = await server.wait_for_value(timeout=60)
        served.accept()
        goal = await sending
        served.publish_feedback(Fibonacci.Feedback(sequence=[7] * numbers))
        served.succeed()
        await goal.result(timeout=60)
        assert [len(message.sequence) for message in messages] == [numbers] and not client._feedback.closed
        await client.wait_for_server(timeout=60)

    with_server(run, node, name, test)


def test_an_undefined_status_is_unknown():
    assert ros2.GoalStatus(77) is ros2.GoalStatus.UNKNOWN
