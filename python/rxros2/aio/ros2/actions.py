# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ActionClient and ActionServer: long tasks under asyncio, with feedback, results and cancellation."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from ..._core import RequestId, ServedGoal, SharedResponse
from ...actions import (
    Endpoints,
    GoalAborted,
    GoalCanceled,
    GoalFailed,
    GoalLost,
    GoalRejected,
    GoalStatus,
    GoalTable,
    GoalTimeout,
    NoActionServer,
    failure,
    id_in,
    id_of,
    new_goal_id,
)
from ...backing import Subscription
from ...backing.rclpy_node import refuse_rclpy
from ...durations import time_limit
from ...missing_peers import missing_action_server
from ...node import Node
from ...qos_events import OfSubscription, QoSEvent
from ...stream_errors import handled_description
from ..core import AUTO_SCOPE, BaseSub, Scope, SubClosed
from ..core.scope import Owned
from .events import QoSEvents
from .services import Client, Responder, Server
from .session import Session, auto_session
from .topics import InternalSub, Pub, Sub, TopicInfo
from .wait_reports import EndpointWaits
from .wait_timer import WaitTimer

_ABANDONED_GOAL_TIMEOUT = 60.0
"""Seconds for which the answer to an abandoned goal is still expected."""
_LAST_MESSAGES_TIMEOUT = 0.2
"""Seconds after which the last messages of a server that disappeared have arrived."""
_MAX_WAITING_GOALS = 1000
"""The most goals that wait for the first listener; further ones are rejected."""


class Goal:
    """A goal that a server has accepted. Loop's thread."""

    def __init__(self, client: ActionClient, goal_id: bytes, feedback: Callable[[Any], object] | None) -> None:
        self._client = client
        self.goal_id = goal_id
        self.stamp = 0
        """The time of acceptance, in nanoseconds of the server's clock."""
        self.feedback: BaseSub[Any] = BaseSub(scope=None)
        """The feedback of the server; closed when the goal has ended."""
        self._feedback_callback = feedback
        self._calls: list[asyncio.Future[Any]] = []
        self._ended: asyncio.Future[Any] | None = None

    @property
    def status(self) -> GoalStatus:
        """The status that the server last published."""
        ended = self._ended
        if ended is not None and ended.done() and not ended.cancelled() and ended.exception() is None:
            return GoalStatus(ended.result().status)
        return self._client._status_of(self.goal_id)

    def _accepted(self, response: Any) -> None:
        self.stamp = response.stamp.sec * 1_000_000_000 + response.stamp.nanosec
        self._ended = asyncio.get_running_loop().create_future()
        self._ask()

    def _ask(self) -> None:
        """Requests the result. The first of several answers counts: the server may be another one than before."""
        request = self._client._endpoints.get_result[0].Request()
        request.goal_id.uuid = list(self.goal_id)
        call = self._client._result.call(request)
        self._calls.append(call)
        call.add_done_callback(self._answered)

    def _answered(self, call: asyncio.Future[Any]) -> None:
        ended = self._ended
        assert ended is not None
        if ended.done():
            call.cancelled() or call.exception()
            return
        self._client._forget(self.goal_id)
        if call.cancelled():
            ended.cancel()
        elif (error := call.exception()) is not None:
            ended.set_exception(error)
            ended.exception()  # marks it as retrieved, so that asyncio does not log it
        else:
            ended.set_result(call.result())
            if call.result().status == GoalStatus.UNKNOWN:
                self._client._cancel_lost(self.goal_id)
        self._drop_calls()

    def _lost(self) -> None:
        """Ends the goal as lost: no server is left."""
        if self._ended is not None and not self._ended.done():
            self._client._forget(self.goal_id)
            self._ended.set_result(self._client._endpoints.get_result[0].Response())
            self._drop_calls()

    def _drop_calls(self) -> None:
        calls, self._calls = self._calls, []
        for call in calls:
            call.cancel()

    async def result(self, timeout: float | None = None) -> Any:
        """Waits for the goal's end and returns the action's Result. Several tasks may await it, also repeatedly.

        Raises GoalAborted or GoalCanceled, which have the result too; GoalLost if the server disappeared or no longer
        knows the goal; GoalTimeout, a TimeoutError, after `timeout` seconds; SubClosed if the client is closed.
        Cancellation and the time limit end only this wait; the goal continues: see cancel().
        """
        assert self._ended is not None
        limit = time_limit(timeout)
        done, _ = await asyncio.wait({self._ended}, timeout=limit)
        if not done:
            raise GoalTimeout(f'the goal of {self._client.name} has not ended within {limit:g} s')
        if self._ended.cancelled():
            raise SubClosed(f'{self._client.name} is closed')
        response = self._ended.result()
        if response.status == GoalStatus.SUCCEEDED:
            return response.result
        raise failure(self._client.name, response.status, response.result)

    async def cancel(self, timeout: float | None = None) -> bool:
        """Asks the server to cancel the goal.

        Returns whether the server agrees; result() shows whether it was canceled. Returns False also for a goal that
        has ended, is lost, or is already being canceled. Raises TimeoutError after `timeout` seconds without an answer.
        Cancelling this wait does not withdraw the request.
        """
        return not self._is_lost() and self.goal_id in await self._client._cancel_goals(self.goal_id, 0, timeout)

    def _is_lost(self) -> bool:
        """Returns whether no server is left that knows the goal, so that nobody would answer a request."""
        ended = self._ended
        if ended is None or not ended.done() or ended.cancelled() or ended.exception() is not None:
            return False
        return bool(ended.result().status == GoalStatus.UNKNOWN)


class _Feedback(InternalSub[Any]):
    """The samples of the feedback topic; it also watches the number of servers."""

    def __init__(self, client: ActionClient) -> None:
        endpoints, events = client._endpoints.feedback, QoSEvents(scope=None)
        super().__init__(endpoints[0], endpoints[1], endpoints[2], client.session, raw=True, events=events, scope=None)
        self._servers_changed = client._servers_changed

    def _resolve_sub(self, topic_info: TopicInfo[Any]) -> Subscription:
        self._kinds = [OfSubscription.MATCHED]  # the node logs a mismatch whose events are not watched
        return super()._resolve_sub(topic_info)

    def _notify(self, kind: OfSubscription, event: QoSEvent) -> None:
        if kind is OfSubscription.MATCHED:
            self._matching.changed()
            self._servers_changed(event)


class _PartClient(Client):
    """The client of one service of an action. A request waits until the whole action server is there."""

    def __init__(self, owner: ActionClient, *service: Any, **options: Any) -> None:
        super().__init__(*service, **options)
        self._owner = owner

    def _server_is_ready(self) -> bool:
        return self._owner.server_is_ready()

    def _why_no_server(self) -> str:
        return self._owner._why_no_server()

    def _report_wait(self, seconds: float) -> bool:
        """Does nothing: the action client reports its waits."""
        return True


class ActionClient(Owned):
    """Sends goals to an action server. Not thread-safe: use it in one loop's thread.

    Closed with its scope or by close().
    """

    def __init__(
        self,
        action_type: Any,
        action: str,
        session: Session | Node | None = None,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        """`action_type` is a class of rxros2.interfaces, such as Fibonacci. Raises the errors of Client."""
        self.session = auto_session(session)
        refuse_rclpy(self.session.backing, 'an action')
        self._endpoints = endpoints = Endpoints(action_type, action, self.session.node._core.resolve)
        self.name = f'ros2.ActionClient({action})'
        self._waits = EndpointWaits(self._report_wait)
        self._send, self._result, self._cancel = (
            _PartClient(self, *service, session=self.session, scope=None)
            for service in (endpoints.send_goal, endpoints.get_result, endpoints.cancel_goal)
        )
        self._goals: dict[bytes, Goal] = {}
        self._cancels: dict[asyncio.Future[Any], bytes] = {}  # requests without an answer, with their goal ids
        self._codec = self.session.backing.codec(endpoints.feedback[0])
        self._gone: asyncio.Future[None] | None = None  # done when no server is left
        self._look: asyncio.TimerHandle | None = None
        self._feedback = _Feedback(self)
        self._feedback.asap_callback.append(self._feedback_arrived)
        self._last_status: Any = None  # an encoded sample, decoded on demand
        self._states: dict[bytes, GoalStatus] = {}
        self._status: Sub[Any] = InternalSub(*endpoints.status, self.session, raw=True, scope=None)
        self._status.asap_callback.append(self._changed)
        self.session._register_whole(self, self._send, self._result, self._cancel, self._feedback, self._status)
        self._enter(scope)

    async def wait_for_server(self, timeout: float | None = None) -> None:
        """Returns when a server is available. Raises NoActionServer, a TimeoutError, after `timeout` seconds."""
        loop = asyncio.get_running_loop()
        begun, limit = loop.time(), time_limit(timeout)

        def remaining() -> float | None:
            return None if limit is None else max(limit - (loop.time() - begun), 0)

        self._waits.begin(loop)
        try:
            for client in (self._send, self._result, self._cancel):
                await client.wait_for_service(timeout=remaining())
            for topic in (self._feedback, self._status):
                await topic.wait_for_matched(remaining())
        except TimeoutError:
            raise self._no_server(limit) from None
        finally:
            self._waits.end()

    def _no_server(self, limit: float | None) -> NoActionServer:
        name = self._endpoints.name
        return NoActionServer(f'no server of the action {name} within {limit:g} s: {self._why_no_server()}')

    def _why_no_server(self) -> str:
        """Returns the likely reason why there is no server."""
        return missing_action_server(self.session.node, self._endpoints.name, self._endpoints.send_goal[0])

    def _report_wait(self, seconds: float) -> bool:
        """Logs that there is no server. Returns False if there is one."""
        if self.server_is_ready():
            return False
        self.session.node.logger.warning(
            f'{self.name} has waited {seconds:.0f} s for a server: {self._why_no_server()}'
        )
        return True

    def server_is_ready(self) -> bool:
        """Returns whether wait_for_server() would return at once."""
        clients, topics = (self._send, self._result, self._cancel), (self._feedback, self._status)
        return all(client.cli.is_ready() for client in clients) and all(topic.matched() for topic in topics)

    async def send_goal(
        self, goal: Any, timeout: float | None = None, *, feedback: Callable[[Any], object] | None = None
    ) -> Goal:
        """Sends a goal, and returns it once the server has accepted it. `feedback` is called with each Feedback.

        It is sent as soon as there is a server; without one for more than 3 s the wait is reported in the log.
        Raises GoalRejected if the server does not accept it; GoalLost if the server disappears before it answers;
        GoalTimeout, a TimeoutError, after `timeout` seconds; SubClosed if the client is closed; TypeError or
        ValueError for an object that is not a Goal of the action. After cancellation or the time limit the goal is not
        abandoned: if the server accepts it within a minute, it is canceled.
        """
        limit = time_limit(timeout)
        goal_id = new_goal_id()
        request = self._endpoints.send_goal[0].Request(goal=goal)
        request.goal_id.uuid = list(goal_id)
        reply = self._send.call(request)
        self._goals[goal_id] = accepted = Goal(self, goal_id, feedback)  # feedback may come before the answer
        server_lost = self._gone
        if server_lost is None:
            server_lost = self._gone = asyncio.get_running_loop().create_future()
        self._waits.begin(asyncio.get_running_loop())
        try:
            await asyncio.wait({reply, server_lost}, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._given_up(goal_id, reply)
            raise
        finally:
            self._waits.end()
        if reply.done() and not reply.cancelled() and reply.exception() is None and reply.result().accepted:
            accepted._accepted(reply.result())
            return accepted
        self._forget(goal_id)
        if reply.cancelled():
            raise SubClosed(f'{self.name} is closed')
        if reply.done():
            reply.result()  # raises the error of the call
            raise GoalRejected(f'{self._endpoints.name}: the server did not accept the goal')
        self._given_up(goal_id, reply)
        if server_lost.done():
            raise GoalLost(f'{self._endpoints.name}: the server went away before it answered', GoalStatus.UNKNOWN, None)
        if not self.server_is_ready():
            raise self._no_server(limit)
        raise GoalTimeout(f'{self._endpoints.name}: the server did not answer within {limit:g} s')

    def _given_up(self, goal_id: bytes, reply: asyncio.Future[Any]) -> None:
        """Abandons a request: a goal that the server still accepts is canceled."""
        self._forget(goal_id)
        if self._send._withdraw(reply):
            return
        expiry = asyncio.get_running_loop().call_later(_ABANDONED_GOAL_TIMEOUT, reply.cancel)

        def answered(_: asyncio.Future[Any]) -> None:
            expiry.cancel()
            accepted = not reply.cancelled() and reply.exception() is None and reply.result().accepted
            if accepted and not self._feedback.closed:
                self._ask_to_cancel(goal_id, 0, _ABANDONED_GOAL_TIMEOUT)

        reply.add_done_callback(answered)

    async def cancel_all_goals(self, before: int = 0, timeout: float | None = None) -> list[bytes]:
        """Asks the server to cancel all its goals, also those of other clients. Returns the ids that it will cancel.

        `before` limits this to goals that were accepted until then, in nanoseconds of the server's clock, as `stamp`
        of a Goal. Raises TimeoutError after `timeout` seconds. Cancelling this wait does not withdraw the request.
        """
        return await self._cancel_goals(bytes(16), before, timeout)

    async def _cancel_goals(self, goal_id: bytes, before: int, timeout: float | None) -> list[bytes]:
        self._waits.begin(asyncio.get_running_loop())
        try:
            response = await self._ask_to_cancel(goal_id, before, timeout)
        finally:
            self._waits.end()
        return [id_of(goal) for goal in response.goals_canceling]

    def _ask_to_cancel(self, goal_id: bytes, before: int, timeout: float | None) -> asyncio.Future[Any]:
        request = self._endpoints.cancel_goal[0].Request()
        info = request.goal_info
        info.goal_id.uuid = list(goal_id)
        info.stamp.sec, info.stamp.nanosec = divmod(before, 1_000_000_000)
        call = self._cancel.call(request, timeout)
        self._cancels[call] = goal_id
        call.add_done_callback(self._cancel_answered)
        return call

    def _cancel_answered(self, call: asyncio.Future[Any]) -> None:
        del self._cancels[call]
        call.cancelled() or call.exception()  # marks the error as retrieved for asyncio

    def _cancel_lost(self, goal_id: bytes | None = None) -> None:
        """Answers requests to cancel a goal that is lost, by default all, for the server that cannot."""
        response = self._endpoints.cancel_goal[0].Response
        for call, requested_id in self._cancels.items():
            if goal_id in (None, requested_id) and not call.done():
                call.set_result(response(return_code=response.ERROR_UNKNOWN_GOAL_ID))

    def _feedback_arrived(self, sample: Any) -> None:
        goal = self._goals.get(id_in(sample))
        if goal is None:
            return
        try:
            message = self._codec.decode(sample).feedback
        except Exception as error:
            self.session.node.logger.warning(f'{self.name}: a malformed feedback was dropped: {error}')
            return
        if goal._feedback_callback is not None:
            try:
                goal._feedback_callback(message)
            except (Exception, asyncio.CancelledError):
                self.session.node.logger.error(f'{self.name}: a feedback callback failed: {handled_description()}')
        goal.feedback.input_data(message)

    def _changed(self, sample: Any) -> None:
        self._last_status = sample

    def _status_of(self, goal_id: bytes) -> GoalStatus:
        if self._last_status is not None:
            sample, self._last_status = self._last_status, None
            with suppress(ValueError):
                array = self.session.backing.codec(self._endpoints.status[0]).decode(sample)
                self._states = {id_of(status.goal_info): GoalStatus(status.status) for status in array.status_list}
        return self._states.get(goal_id, GoalStatus.UNKNOWN)

    def _servers_changed(self, event: QoSEvent) -> None:
        if event.change > event.current_change and self._look is None:
            # A server disappeared; its last messages may be in transit.
            self._look = asyncio.get_running_loop().call_later(_LAST_MESSAGES_TIMEOUT, self._server_gone)

    def _server_gone(self) -> None:
        """Ends the goals of servers that disappeared. If other servers exist, requests the results again."""
        self._look = None
        if self._feedback.closed:
            return
        has_server = self._feedback.matched() > 0
        if not has_server and self._gone is not None:
            if not self._gone.done():
                self._gone.set_result(None)
            self._gone = None
        if not has_server:
            self._cancel_lost()
        for goal in list(self._goals.values()):
            try:
                if not has_server:
                    goal._lost()
                elif goal._ended is not None and not goal._ended.done():
                    goal._ask()
            except Exception:
                self.session.node.logger.error(f'{self.name}: a goal could not be asked for: {handled_description()}')

    def _forget(self, goal_id: bytes) -> None:
        goal = self._goals.get(goal_id)
        if goal is not None:
            if not self._feedback.closed:
                self._feedback._drain()  # feedback that arrived before the result
            self._goals.pop(goal_id, None)
            goal.feedback.close()

    def close(self) -> None:
        """Ends the client: waits raise SubClosed, goals continue. A second call does nothing."""
        self._leave()
        look, self._look = self._look, None
        if look is not None:
            look.cancel()
        for client in (self._send, self._result, self._cancel):
            client.close()
        self._feedback.close()
        self._status.close()
        for goal_id in list(self._goals):
            self._forget(goal_id)


class ServerGoal:
    """A goal that a client sent: accept or reject it, and end it if it was accepted. Loop's thread.

    A goal that is garbage collected without an answer is rejected; one that was accepted is aborted, or canceled if it
    was never executed or is being canceled. Both log a warning.
    """

    def __init__(self, server: ActionServer, responder: Responder[Any, Any], served: ServedGoal) -> None:
        self._server = server
        self._responder: Responder[Any, Any] | None = responder
        self._served = served
        self.goal_id = served.id
        server._handles[served.id] = self
        self.request = responder.request.goal
        """The action's Goal message."""
        self._cancelled = asyncio.Event()
        self._on_cancel: Callable[[], object] | None = None

    @property
    def status(self) -> GoalStatus:
        """The goal's status: UNKNOWN before it is accepted and after it was rejected."""
        return GoalStatus(self._served.state)

    @property
    def accepted_at(self) -> int:
        """The time of acceptance, in nanoseconds of the node's clock; 0 before."""
        return self._served.accepted_at

    def accept(self, *, execute: bool = True) -> None:
        """Accepts the goal. It is being executed or, without `execute`, waits for execute().

        Raises RuntimeError if it was answered before.
        """
        responder = self._answer()
        responder.send(self._server._table.accepted(self._served, execute=execute))
        self._server._changed()

    def execute(self) -> None:
        """Begins to execute a goal that was accepted with execute=False. Raises RuntimeError in another state."""
        self._change(GoalStatus.EXECUTING)
        self._server._changed()

    def reject(self) -> None:
        """Rejects the goal. Raises RuntimeError if it was answered before."""
        responder = self._answer()
        self._server._reject(responder, self._served)

    def _answer(self) -> Responder[Any, Any]:
        responder, self._responder = self._responder, None
        if responder is None:
            raise RuntimeError(f'{self._server.name}: a goal was answered twice')
        self._server._forget_value(self)  # so that the garbage collector finds it when the user drops it
        return responder

    @property
    def cancel_requested(self) -> bool:
        """True once a client has requested the cancellation."""
        return self._cancelled.is_set()

    async def wait_for_cancel(self) -> None:
        """Returns when a client has requested the cancellation; end the goal by canceled() then. Raises nothing."""
        await self._cancelled.wait()

    def publish_feedback(self, feedback: Any) -> None:
        """Publishes feedback for the client; does nothing once the goal has ended.

        Raises TypeError or ValueError for an object that is not a Feedback of the action; RuntimeError before
        acceptance.
        """
        message = self._server._endpoints.feedback[0](feedback=feedback)
        if self._responder is not None:
            raise RuntimeError(f'{self._server.name}: feedback of a goal that was not accepted yet')
        if self._server.closed or not self._served.is_active:
            return
        message.goal_id.uuid = list(self.goal_id)
        self._server._feedback.publish(message)

    def succeed(self, result: Any = None) -> None:
        """Ends the goal with this Result, by default an empty one. Raises RuntimeError if it is not being executed.

        Raises TypeError or ValueError for an object that is not a Result of the action or cannot be encoded; the goal
        then continues.
        """
        self._end(GoalStatus.SUCCEEDED, result)

    def abort(self, result: Any = None) -> None:
        """Ends the goal like succeed(), as aborted."""
        self._end(GoalStatus.ABORTED, result)

    def canceled(self, result: Any = None) -> None:
        """Ends the goal like succeed(), as canceled. Raises RuntimeError also if no cancellation was requested."""
        self._end(GoalStatus.CANCELED, result)

    def _end(self, status: GoalStatus, result: Any) -> None:
        response = self._server._table.response(status, result)  # an invalid result raises before anything changes
        self._change(status)
        self._server._goal_ended(self._served, response)

    def _change(self, status: GoalStatus) -> None:
        if not self._served.change(status):
            raise RuntimeError(f'{self._server.name}: the goal {self._served.refusal(status)}')

    def _drop(self) -> None:
        """Ends the goal as one that was dropped."""
        self._server._end_as_dropped(self._served)

    def __del__(self) -> None:
        responder, self._responder = self._responder, None
        if responder is not None or self._served.is_active:
            self._server._goal_dropped(self._served, responder)


class ActionServer(BaseSub[ServerGoal]):
    """Emits the goals that are sent to an action. Accept or reject each, and end it, where you listen to them:

        async for goal in server.listen_reliable():
            goal.accept()
            scope.task_group.create_task(drive(goal))  # publish_feedback(), then succeed(), abort() or canceled()

    Goals are emitted once a task listens; a goal with a known id is rejected. Results are kept for `result_timeout`
    seconds of the node's clock after the goal's end. Not thread-safe: use it in the loop's thread. Closed with its
    scope or by close().
    """

    def __init__(
        self,
        action_type: Any,
        action: str,
        session: Session | Node | None = None,
        *,
        may_cancel: Callable[[ServerGoal], bool] = lambda goal: True,
        result_timeout: float = 10,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        """`may_cancel` returns whether a goal may be canceled when a client requests it.

        Raises the errors of Server.
        """
        super().__init__(scope=None)
        self._may_cancel = may_cancel
        self.session = auto_session(session)
        self._logger = self.session.node.logger
        refuse_rclpy(self.session.backing, 'an action')
        self._endpoints = endpoints = Endpoints(action_type, action, self.session.node._core.resolve)
        self._clock = self.session.backing.wait_clock()
        self._table = GoalTable(endpoints, self.session.node.now, result_timeout, self._clock.now)
        self._handles: weakref.WeakValueDictionary[bytes, ServerGoal] = weakref.WeakValueDictionary()  # by goal id
        self._expiry: WaitTimer | None = None
        self._feedback: Pub[Any] = Pub(*endpoints.feedback, self.session, scope=None)
        self._status: Pub[Any] = Pub(*endpoints.status, self.session, scope=None)
        self._servers = [
            Server(*service, session=self.session, scope=None)
            for service in (endpoints.send_goal, endpoints.cancel_goal, endpoints.get_result)
        ]
        self._results = self._servers[-1]
        self._early: list[ServerGoal] = []  # goals that arrived before the first listener
        self._listened_to = False
        for server, then in zip(
            self._servers, (self._goal_requested, self._cancel_requested, self._result_requested), strict=True
        ):
            server.asap_callback.append(partial(self._handle, then))
        self.session._register_whole(self, self._feedback, self._status, *self._servers)
        self._enter(scope)

    @property
    def name(self) -> str:
        """The class and the action's name."""
        return f'ros2.ActionServer({self._endpoints.name})'

    def _listened(self) -> None:
        if not self._listened_to and not self.closed:
            self._listened_to = True
            self._bound_loop().call_soon(self._give_early)

    def _give_early(self) -> None:
        early, self._early = self._early, []
        for goal in early:
            self.input_data(goal)

    def _put(self, item: ServerGoal) -> bool:
        """Puts a goal, and does not keep it as the latest value: a goal that its user drops has to be collected."""
        has_listener = bool(self._callbacks or self._consumers.all)
        put = super()._put(item)
        if has_listener:
            self._forget_value(item)
        return put

    def _handle(self, then: Callable[[Responder[Any, Any]], None], responder: Responder[Any, Any]) -> None:
        """Handles a request. An error costs only this client its answer; the server continues."""
        try:
            then(responder)
        except Exception:
            self.session.node.logger.error(f'{self.name}: a request failed: {handled_description()}')
            with suppress(Exception):
                responder.send()

    def _answer(self, waiting: list[RequestId], response: SharedResponse | bytes) -> None:
        """Sends the encoded response of GetResult to all requests that wait."""
        for request in waiting:
            try:
                self._results.srv.respond(request, response)
            except Exception as error:
                self.session.node.logger.warning(f'{self.name}: a result could not be sent: {error}')

    def _goal_requested(self, responder: Responder[Any, Any]) -> None:
        served = self._table.add(id_of(responder.request))
        if served is None:
            responder.send()
            return
        goal = ServerGoal(self, responder, served)
        if self._listened_to and not self._early:
            self.input_data(goal)
        elif len(self._early) < _MAX_WAITING_GOALS:
            self._early.append(goal)
        else:
            goal.reject()

    def _result_requested(self, responder: Responder[Any, Any]) -> None:
        response = self._table.ask_result(responder.request, responder._to)
        if response is None:
            responder._answered = True  # when the goal ends
        else:
            responder._send_sample(response)

    def _cancel_requested(self, responder: Responder[Any, Any]) -> None:
        responder.response.return_code = responder.response.ERROR_REJECTED  # in case of an error below
        goals, otherwise = self._table.to_cancel(responder.request)
        handles = {goal: handle for goal in goals if (handle := self._handles.get(goal.id)) is not None}
        agreed = [goal for goal, handle in handles.items() if self._agreed(handle)]
        response, canceling = self._table.cancel(agreed, otherwise)
        for goal in canceling:
            handle = handles[goal]
            handle._cancelled.set()
            if handle._on_cancel is not None:
                self._bound_loop().call_soon(handle._on_cancel)
        if canceling:
            self._changed()
        responder.send(response)

    def _agreed(self, goal: ServerGoal) -> bool:
        try:
            return bool(self._may_cancel(goal))
        except (Exception, asyncio.CancelledError):
            self.session.node.logger.error(f'{self.name}: may_cancel failed, the goal goes on: {handled_description()}')
            return False

    def _changed(self) -> None:
        """Publishes the status of all goals."""
        self._status.publish_serialized(self._table.status())

    def _reject(self, responder: Responder[Any, Any], served: ServedGoal) -> None:
        self._answer(self._table.remove(served), self._table.response())
        responder.send()

    def _goal_ended(self, served: ServedGoal, response: bytes) -> None:
        shared, waiting = self._table.ended(served, response)
        try:
            self._answer(waiting, shared)
            self._changed()
        finally:
            if waiting:
                self._table.fetched(served)
            self._expire()

    def _end_as_dropped(self, served: ServedGoal, warn: bool = False) -> None:
        if served.drop():
            if warn:
                outcome = GoalStatus(served.state).name.lower()
                self.session.node.logger.warning(f'{self.name}: a goal was dropped before it ended, it is {outcome}')
            self._goal_ended(served, self._table.response(served.state))

    def _goal_dropped(self, served: ServedGoal, responder: Responder[Any, Any] | None) -> None:
        """Ends a goal that its user dropped. Any thread, as the garbage collector calls it."""
        bridge = self._bridge
        if not self.closed and bridge is not None:
            bridge.call(lambda: self._end_dropped(served, responder))

    def _end_dropped(self, served: ServedGoal, responder: Responder[Any, Any] | None) -> None:
        if self.closed:
            return
        if responder is not None:
            self.session.node.logger.warning(f'{self.name}: a goal was dropped without an answer, it is rejected')
            self._reject(responder, served)
        else:
            self._end_as_dropped(served, warn=True)

    def _expire(self) -> None:
        """Forgets expired results, and sets a timer of the node's clock for the next one."""
        remaining = self._table.forget_expired()
        if remaining is None or self.closed:
            return
        if self._expiry is None:
            self._expiry = WaitTimer(self._clock, self._bound_loop(), self._expire)
        self._expiry.arm(remaining)

    def close(self) -> None:
        """Ends the server: goals that have not ended end as if dropped, those that were not accepted are rejected.

        Any thread. A client that has not requested its goal's result yet loses it. A second call does nothing.
        """
        if self._in_loop_thread() and not self._results.closed:
            self._results._drain()  # requests that have arrived
        super().close()
        self._abort_all()
        if self._expiry is not None:
            self._expiry.close()
        self._clock.close()
        for server in self._servers:
            server.close()
        self._feedback.close()
        self._status.close()

    def _abort_all(self) -> None:
        active = self._table.shut_down()  # first: from now on nothing is accepted
        for reference in self._handles.valuerefs():
            handle = reference()
            if handle is None or handle._responder is None:
                continue
            responder, handle._responder = handle._responder, None
            with suppress(RuntimeError):
                responder.send()
        for served in active:
            with suppress(RuntimeError):
                self._end_as_dropped(served)
        self._answer(self._table.close(), self._table.response())


__all__ = [
    'ActionClient',
    'ActionServer',
    'Goal',
    'GoalAborted',
    'GoalCanceled',
    'GoalFailed',
    'GoalLost',
    'GoalRejected',
    'GoalStatus',
    'GoalTimeout',
    'NoActionServer',
    'ServerGoal',
]
