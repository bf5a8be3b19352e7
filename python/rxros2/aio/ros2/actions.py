# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ActionClient and ActionServer: long tasks under asyncio, with feedback, results and cancellation."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from typing import Any

from ...actions import Endpoints, GoalStatus, id_of, info_of, status_of, to_cancel
from ...backing.rclpy_node import refuse_rclpy
from ...node import Node
from ..core import AUTO_SCOPE, BaseSub, Scope, SubClosed
from .services import Client, Responder, Server
from .session import Session, auto_session
from .topics import Pub, Sub


class GoalRejected(RuntimeError):
    """The server did not accept the goal."""


class GoalFailed(RuntimeError):
    """The goal ended without success. `status` says how, `result` is what the server sent all the same."""

    def __init__(self, text: str, status: GoalStatus, result: Any) -> None:
        super().__init__(text)
        self.status = status
        self.result = result


class GoalAborted(GoalFailed):
    """The server gave it up."""


class GoalCanceled(GoalFailed):
    """It was cancelled."""


class Goal:
    """A goal that a server has accepted. Loop's thread."""

    def __init__(self, client: ActionClient, goal_id: bytes) -> None:
        self._client = client
        self.goal_id = goal_id
        self.feedback: BaseSub[Any] = BaseSub(scope=None)
        """What the server tells meanwhile; closed when the goal has ended."""
        self._ended: asyncio.Future[Any] | None = None

    def _accepted(self) -> None:
        request = self._client._of.get_result[0].Request()
        request.goal_id.uuid = list(self.goal_id)
        self._ended = self._client._result.call(request)
        self._ended.add_done_callback(lambda _: self._client._forget(self.goal_id))

    async def result(self, timeout: float | None = None) -> Any:
        """The action's Result. GoalAborted or GoalCanceled, which have it too; TimeoutError after `timeout` seconds.

        Cancelling this wait leaves the goal as it is: see cancel().
        """
        assert self._ended is not None
        done, _ = await asyncio.wait({self._ended}, timeout=timeout)
        if not done:
            raise TimeoutError(f'the goal of {self._client.name} has not ended within {timeout:g} s')
        if self._ended.cancelled():
            raise SubClosed(f'{self._client.name} is closed')
        response = self._ended.result()
        status = GoalStatus(response.status)
        if status == GoalStatus.SUCCEEDED:
            return response.result
        kind = {GoalStatus.CANCELED: GoalCanceled, GoalStatus.ABORTED: GoalAborted}.get(status, GoalFailed)
        raise kind(f'the goal of {self._client.name} ended: {status.name.lower()}', status, response.result)

    async def cancel(self, timeout: float | None = None) -> bool:
        """Asks the server to cancel it. Whether it will; result() tells whether it did."""
        request = self._client._of.cancel_goal[0].Request()
        request.goal_info.goal_id.uuid = list(self.goal_id)
        response = await self._client._cancel.call(request, timeout)
        return any(id_of(each) == self.goal_id for each in response.goals_canceling)


class ActionClient:
    """Sends goals to an action server. In one loop's thread; closed with its scope, or by close()."""

    def __init__(
        self,
        action_type: Any,
        action: str,
        session: Session | Node | None = None,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        """`action_type`: a class of rxros2.interfaces, Fibonacci. Errors as Client."""
        self._of = of = Endpoints(action_type, action)
        self.name = f'ros2.ActionClient({action})'
        self.session = auto_session(session)
        refuse_rclpy(self.session.backing, 'an action')
        self._send, self._result, self._cancel = (
            Client(*each, session=self.session, scope=None) for each in (of.send_goal, of.get_result, of.cancel_goal)
        )
        self._goals: dict[bytes, Goal] = {}
        self._feedback: Sub[Any] = Sub(*of.feedback, self.session, scope=None)
        self._feedback.asap_callback.append(self._told)
        self.session._made(self)
        if scope is AUTO_SCOPE:
            scope = Scope.current(None)
        if scope is not None:
            scope.exit_stack.callback(self.close)

    async def wait_for_server(self, timeout: float | None = None) -> None:
        """Returns when a server is there; TimeoutError after `timeout` seconds."""
        loop = asyncio.get_running_loop()
        begun = loop.time()

        def left() -> float | None:
            return None if timeout is None else max(timeout - (loop.time() - begun), 0)

        for client in (self._send, self._result, self._cancel):
            await client.wait_for_service(timeout=left())
        await self._feedback.wait_for_matched(left())

    async def send_goal(self, goal: Any, timeout: float | None = None) -> Goal:
        """The goal, once the server has accepted it; GoalRejected if it does not, TimeoutError after `timeout` seconds.

        TypeError or ValueError for what is no Goal of the action. A goal of which the answer came
        too late, or was not waited for, may be carried out all the same.
        """
        goal_id = uuid.uuid4().bytes
        request = self._of.send_goal[0].Request(goal=goal)
        request.goal_id.uuid = list(goal_id)
        made = self._goals[goal_id] = Goal(self, goal_id)  # feedback may come before the answer
        try:
            response = await self._send.call(request, timeout)
        except BaseException:
            self._forget(goal_id)
            raise
        if not response.accepted:
            self._forget(goal_id)
            raise GoalRejected(f'{self._of.name}: the server did not accept the goal')
        made._accepted()
        return made

    def _told(self, message: Any) -> None:
        goal = self._goals.get(id_of(message))
        if goal is not None:
            goal.feedback.input_data(message.feedback)

    def _forget(self, goal_id: bytes) -> None:
        goal = self._goals.get(goal_id)
        if goal is not None:
            if not self._feedback.closed:
                self._feedback._drain()  # what came before the result
            self._goals.pop(goal_id, None)
            goal.feedback.close()

    def close(self) -> None:
        """Ends it; waits for answers are cancelled, goals go on. A second call does nothing."""
        for client in (self._send, self._result, self._cancel):
            client.close()
        self._feedback.close()
        for goal_id in list(self._goals):
            self._forget(goal_id)


class ServerGoal:
    """A goal that somebody sent: to be accepted or rejected, then ended. Loop's thread."""

    def __init__(self, server: ActionServer, responder: Responder[Any, Any]) -> None:
        self._server = server
        self._asked = responder
        self.goal_id = id_of(responder.request)
        self.request = responder.request.goal
        """The action's Goal."""
        self.status = GoalStatus.UNKNOWN
        self._cancelled = asyncio.Event()
        self._result: Any = None
        self._waiting: list[Responder[Any, Any]] = []
        self.accepted_at: int = server.session.node.now()
        """Nanoseconds of the node's clock."""

    @property
    def id(self) -> bytes:
        return self.goal_id

    @property
    def state(self) -> GoalStatus:
        return self.status

    def accept(self) -> None:
        """The client knows from now on; the goal is being executed. RuntimeError if it was answered before."""
        self._answer(True)
        self.status = GoalStatus.EXECUTING
        self._server._changed()

    def reject(self) -> None:
        self._answer(False)
        self._server._drop(self)

    def _answer(self, accepted: bool) -> None:
        if self._asked.response.accepted or self.status != GoalStatus.UNKNOWN:
            raise RuntimeError(f'{self._server.name}: a goal was answered twice')
        self._asked.response.accepted = accepted
        stamp = self._asked.response.stamp
        stamp.sec, stamp.nanosec = divmod(self.accepted_at, 1_000_000_000)
        self._asked.send()
        self.status = GoalStatus.ACCEPTED if accepted else GoalStatus.ABORTED

    @property
    def cancel_requested(self) -> bool:
        return self._cancelled.is_set()

    async def wait_for_cancel(self) -> None:
        """Returns when the client wants the goal to be cancelled; canceled() then ends it."""
        await self._cancelled.wait()

    def publish_feedback(self, feedback: Any) -> None:
        """TypeError or ValueError for what is no Feedback of the action."""
        message = self._server._of.feedback[0](feedback=feedback)
        message.goal_id.uuid = list(self.goal_id)
        self._server._feedback.publish(message)

    def succeed(self, result: Any = None) -> None:
        """Ends the goal with this Result, by default an empty one. RuntimeError if it is not being executed."""
        self._end(GoalStatus.SUCCEEDED, result)

    def abort(self, result: Any = None) -> None:
        """As succeed(), for what could not be done."""
        self._end(GoalStatus.ABORTED, result)

    def canceled(self, result: Any = None) -> None:
        """As succeed(), for what was cancelled; RuntimeError also if nobody asked for that."""
        self._end(GoalStatus.CANCELED, result)

    def _end(self, status: GoalStatus, result: Any) -> None:
        allowed = [GoalStatus.CANCELING]
        if status != GoalStatus.CANCELED:
            allowed.append(GoalStatus.EXECUTING)
        if self.status not in allowed:
            raise RuntimeError(
                f'{self._server.name}: a goal that is {self.status.name.lower()} cannot be {status.name.lower()}'
            )
        response = self._server._of.get_result[0].Response(
            status=int(status), result=self._server._of.result() if result is None else result
        )
        self.status, self._result = status, response
        for responder in self._waiting:
            responder.send(response)
        self._waiting.clear()
        self._server._goal_ended(self)

    def _asked_for_result(self, responder: Responder[Any, Any]) -> None:
        if self._result is None:
            self._waiting.append(responder)
        else:
            responder.send(self._result)

    def _cancel(self) -> None:
        self.status = GoalStatus.CANCELING
        self._cancelled.set()


class ActionServer(BaseSub[ServerGoal]):
    """The goals that are sent to an action. Each is to be accepted or rejected, and ended, where it is listened to:

        async for goal in server.listen_reliable():
            goal.accept()
            scope.task_group.create_task(drive(goal))  # publish_feedback(), then succeed(), abort() or canceled()

    Results are kept for `result_timeout` seconds. In the loop's thread; closed with its scope, or by close().
    """

    def __init__(
        self,
        action_type: Any,
        action: str,
        session: Session | Node | None = None,
        *,
        may_cancel: Callable[[ServerGoal], bool] = lambda goal: True,
        result_timeout: float = 900,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        """`may_cancel` says whether a goal that is to be cancelled will be. Errors as Server."""
        super().__init__(scope=None)
        self._of = of = Endpoints(action_type, action)
        self._may_cancel = may_cancel
        self._result_timeout = result_timeout
        self._goals: dict[bytes, ServerGoal] = {}
        self.session = auto_session(session)
        refuse_rclpy(self.session.backing, 'an action')
        self._feedback: Pub[Any] = Pub(*of.feedback, self.session, scope=None)
        self._status: Pub[Any] = Pub(*of.status, self.session, scope=None)
        self._servers = []
        for each, then in (
            (of.get_result, self._asked_for_result),
            (of.cancel_goal, self._asked_to_cancel),
            (of.send_goal, self._asked),
        ):
            server = Server(*each, session=self.session, scope=None)
            server.asap_callback.append(then)
            self._servers.append(server)
        self.session._made(self)
        self._enter(scope)

    @property
    def name(self) -> str:
        return f'ros2.ActionServer({self._of.name})'

    def _asked(self, responder: Responder[Any, Any]) -> None:
        goal = ServerGoal(self, responder)
        if goal.goal_id in self._goals:  # of a client that makes no new id for each
            responder.send()
            return
        self._goals[goal.goal_id] = goal
        self.input_data(goal)

    def _asked_for_result(self, responder: Responder[Any, Any]) -> None:
        goal = self._goals.get(id_of(responder.request))
        if goal is None:
            responder.send()  # status unknown
        else:
            goal._asked_for_result(responder)

    def _asked_to_cancel(self, responder: Responder[Any, Any]) -> None:
        response = responder.response
        goals, response.return_code = to_cancel(responder.request, self._goals)
        for goal in filter(self._may_cancel, goals):
            goal._cancel()
            response.return_code = response.ERROR_NONE
            response.goals_canceling = [*response.goals_canceling, info_of(goal)]
        responder.send()
        self._changed()

    def _changed(self) -> None:
        """Publishes the status of all goals."""
        self._status.publish(status_of(self._goals.values()))

    def _goal_ended(self, goal: ServerGoal) -> None:
        self._changed()
        self._bound_loop().call_later(self._result_timeout, self._drop, goal)

    def _drop(self, goal: ServerGoal) -> None:
        self._goals.pop(goal.goal_id, None)

    def close(self) -> None:
        """Ends it; goals that were not ended are not answered. A second call does nothing."""
        if not self.closed:
            for server in self._servers:
                server.close()
            self._feedback.close()
            self._status.close()
            self._goals.clear()
        super().close()


__all__ = [
    'ActionClient',
    'ActionServer',
    'Goal',
    'GoalAborted',
    'GoalCanceled',
    'GoalFailed',
    'GoalRejected',
    'GoalStatus',
    'ServerGoal',
]
