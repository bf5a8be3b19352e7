# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Node: a ROS 2 node with a function that assembles its streams, and the executor that runs them."""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import signal
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from typing import Any, NoReturn, Protocol

from reactivex import abc

from .._caller import place_of, user_frame
from .._replay_state import after_replay, is_replayed, stream_failed
from .._sigterm import end_blocks, hold, release, signals_wake, wait_until_done
from ..aio.core.background import background_loop
from ..aio.core.timer import Timer, clock_of, is_virtual
from ..aio.ros2.dead_streams import DeadStreams
from ..aio.ros2.node import Node as _Node
from ..aio.ros2.wait_timer import WaitTimer
from ..backing import Backing
from ..backing.own import OwnNode
from ..backing.rclpy_node import RclpyNode, is_rclpy_node, make_node
from ..runtime import is_system
from ..stream_errors import StreamError, describe, description, handled_description
from .assembly import STREAM, Assembly
from .scheduler import LoopScheduler, running_loop, to_utc
from .unhandled import report_action


class _Bound(Protocol):
    """The interface of objects that end with their node."""

    def node_ended(self) -> None: ...


class NodeScheduler(LoopScheduler):
    """The executor of a node as a scheduler: actions run in the thread that spins the node, in the node's time.

    Waits are counted on the node's clock. When that is set back, starts, or begins or ceases to be simulated, each
    wait keeps its remaining time; a jump ahead counts as elapsed time. Therefore `now` never goes back: it shows the
    node's time until the first such jump, and afterwards only differences are meaningful. While time is simulated,
    scheduled actions end with the node.
    """

    def __init__(self, node: Node, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(loop)
        self._node = weakref.ref(node)
        self._clock = node._backing.wait_clock()
        self._now_ns = self._clock.now
        self._origin = node.now() - self._clock.now()
        self._node_ended = False

    @property
    def node(self) -> Node | None:
        """The node; None once it is destroyed."""
        return self._node()

    @property
    def now(self) -> datetime:
        """The node's time in UTC; see the class for jumps of the clock."""
        return to_utc(self._origin + self._now_ns())

    def after(self, delay: int, work: Callable[[], None]) -> abc.DisposableBase:
        """Calls `work` after `delay` nanoseconds of the loop's time, which is never simulated."""
        return LoopScheduler.of(self.loop).after(delay, work)

    def _action_failed(self, error: Exception) -> None:
        node = self._node()
        if node is None:
            super()._action_failed(error)
        else:
            report_action(node, error)

    def _make_timer(self) -> Timer:
        return super()._make_timer() if self._node_ended else WaitTimer(self._clock, self.loop, self._turn)

    def _rest(self) -> None:
        if isinstance(self._timer, WaitTimer):
            self._timer.disarm()
        else:
            super()._rest()

    @contextmanager
    def diverted(self, to: deque[tuple[Callable[..., object], tuple[Any, ...]]]) -> Iterator[None]:
        """Puts actions that this thread schedules to run at once into a queue instead of the loop's."""
        if 'post' in self.__dict__:  # in a block around this one
            yield
            return
        thread = threading.get_ident()

        def post(work: Callable[..., object], *arguments: Any) -> None:
            if threading.get_ident() == thread:
                to.append((work, arguments))
            else:
                LoopScheduler.post(self, work, *arguments)

        self.post = post  # type: ignore[method-assign]
        try:
            yield
        finally:
            del self.__dict__['post']

    def node_ended(self) -> None:
        """Continues in the loop's time, and drops actions that waited for simulated time. In the node's executor."""
        if self._clock.is_simulated():
            self._heap.clear()
        of_loop = clock_of(self.loop)
        shift = self._now_ns() - of_loop()
        self._now_ns = lambda: of_loop() + shift
        self._node_ended = True
        if self._timer is not None:
            self._timer.close()
            self._timer = None
        self._clock.close()
        if self._heap and not self.loop.is_closed():
            self._arm(self._heap[0].due)


class Node(_Node):
    """A ROS 2 node whose streams live and end with it.

    Derive from it, override run(), call run() or start(), then spin. Streams run in the node's executor: in the thread
    that calls spin() or, if the node was made in a running asyncio loop (or given one), in that loop. close() and
    shutdown() complete them.
    """

    def __init__(
        self,
        name: str,
        *,
        share: _Node | None = None,
        loop: asyncio.AbstractEventLoop | None = None,
        on_stream_error: str | None = None,
        **options: Any,
    ) -> None:
        """`loop` is the event loop of its streams; by default the running one, else that of `share`, else its own.

        `on_stream_error`: 'log' (the default), 'shutdown' or 'raise'. Every error of a stream that nothing handles is
        logged; 'shutdown' then does shutdown(), and spin() raises SystemExit(1); with 'raise', spin() raises the error.
        The parameter override rxros2.on_stream_error, as on the command line, is stronger.

        The other arguments, `options` too, are those of rxros2.node.Node; `args`, `use_shared_memory` and `engine` are
        by default those of init().
        """
        if share is None:
            options.setdefault('args', _arguments)
            options.setdefault('use_shared_memory', _use_shared_memory)
            options.setdefault('engine', _engine)
        self._backing: Backing
        if is_system():
            self._of_rclpy(RclpyNode(make_node(name, **options), own=True), on_stream_error)
            self._begin(loop)
            hold(self)
            return
        super().__init__(name, share=share, on_stream_error=on_stream_error, **options)
        self._backing = OwnNode(self)
        self._begin(loop, share)

    def _of_rclpy(self, node: RclpyNode, on_stream_error: str | None = None) -> None:
        self.on_stream_error = node.stream_policy(on_stream_error)
        self._process = os.getpid()
        self._backing = node
        self.name = node.name
        self.logger = node.logger
        self._ends_with_context = _Closing(self)
        node.closables.add(self._ends_with_context)
        for function in ('now', 'has_parameter', 'declare_parameter', 'get_parameter', 'set_parameter'):
            setattr(self, function, getattr(node, function))
        self.add_post_set_parameters_callback = node.add_post_set_parameters_callback  # type: ignore[method-assign,assignment]

    def __getattr__(self, name: str) -> NoReturn:
        if name == '_core' and '_backing' in self.__dict__:
            raise TypeError(f'{self.name} is a node of rclpy: expected a node of rxros2')
        super().__getattr__(name)

    def _begin(self, loop: asyncio.AbstractEventLoop | None, share: _Node | None = None) -> None:
        loop = loop or running_loop()
        if loop is None and isinstance(share, Node):
            loop = share.scheduler.loop
        self._owns_loop = loop is None
        self.scheduler: NodeScheduler = NodeScheduler(self, loop or self._new_loop())
        """reactivex's scheduler of this node, for operators that take one: observe_on(node.scheduler)."""
        self._sources: dict[_Bound, None] = {}  # both in the order of adopt()
        self._sinks: dict[_Bound, None] = {self.scheduler: None}
        self._dead_streams = DeadStreams(self, self._backing)
        self._stream_failures = 0  # errors of streams that nothing handled
        self._kept: dict[type, Any] = {}  # state of other modules for this node, by its type
        self._assembly = Assembly()
        self._place = place_of(user_frame())
        self._has_streams = self._spun = False
        self._turns: list[bool] = [not self._owns_loop]  # True once the loop runs, which must not keep the node alive
        if self._owns_loop:
            self.scheduler.loop.call_soon(self._turns.append, True)
        # guards _sources, _sinks, _owns_loop, _ended, _closed, _is_over, _used_late and _thread
        self._lock = threading.Lock()
        self._ended = False
        self._ended_by: int | None = None  # the thread that ends the streams now
        self._closed = False
        self._is_over = False  # True when close() has done its work
        self._used_late = False
        self._thread: threading.Thread | None = None
        self._failure: BaseException | None = None  # is raised by spin()
        _nodes[self] = None

    def _new_loop(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.new_event_loop()
        logger = self.logger

        def failed(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            error = context.get('exception')
            message = str(context.get('message'))
            if not isinstance(error, BaseException):
                logger.error(message)
            else:
                logger.error(f'{message}: {description(error)}')

        loop.set_exception_handler(failed)
        return loop

    # --- the user's part ---

    def run(self) -> None:
        """Assembles the node's streams. Subclasses override it. It may block if start() calls it."""
        raise NotImplementedError(f'{type(self).__name__} has no run(): override it, or do not start this node')

    def start(self) -> None:
        """Calls run() in a thread of its own, named after the node.

        An exception of run() is logged as an error and ends only the thread. close() and the end of the program wait
        for the thread: a run() that loops has to check ok(). Raises RuntimeError if the node was started before.
        """
        with self._lock:
            if self._thread is not None:
                raise RuntimeError(f'{self.name} was started before')
            self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.run()
        except Exception:
            self.logger.error(f'run() of {self.name} failed: {handled_description()}')
            self._assembly.take_unused(of_this_thread=True)  # what it has not come to is no mistake of its own
        else:
            self._report_forgotten(of_this_thread=True)

    def _report_forgotten(self, *, of_this_thread: bool = False) -> None:
        """Logs each stream and operator that was made and that nothing can use any more."""
        for part in self._assembly.take_unused(of_this_thread):
            if part.name == STREAM:
                self.logger.warning(
                    f'nothing subscribed to the stream of {part.place}, so it never ran: end it with subscribe(…), '
                    'publish_to_topic(…), or in another pipe'
                )
            else:
                self.logger.warning(
                    f'{part.name} of {part.place} is in no pipe, so it did nothing: write source.pipe({part.name}, …)'
                )

    def _report_unspun(self, when: str = '') -> None:
        """Logs, once, that the node has streams that did not run, because nothing spins it.

        `when` is ' yet' while the program may still spin it.
        """
        if any(self._turns) or not self._has_streams:
            return
        self._turns.append(True)
        spun = next((node.name for node in _all_nodes() if node._spun and not node.closed), None)
        cure = (
            f'spin() of {spun} runs the streams of that node only; make this node with share=<that node>'
            if spun is not None
            else 'call rx.spin(node), or make the node in a running asyncio loop'
        )
        self.logger.warning(
            f'nothing spins the node {self.name} of {self._place}{when}, so its streams do not run: {cure}'
        )

    def _report_late_use(self, subject: str, result: str) -> None:
        """Logs, once, that the program uses the node after close(); does nothing before. Any thread.

        `subject` is the object or call that the program uses; `result` says what it does instead of its work.
        """
        with self._lock:
            if not self._is_over or self._used_late:
                return
            self._used_late = True
        place = place_of(user_frame())
        self.logger.warning(
            f'the node {self.name} is closed, so {subject}{place and " of "}{place} {result} at once: use the node '
            'before close(), inside its with block'
        )

    def ok(self) -> bool:
        """Returns False once the node has ended."""
        return not self._ended

    @property
    def closed(self) -> bool:
        """True once close() was called."""
        return self._closed

    # --- executor ---

    async def ended(self) -> None:
        """Returns when the node ends: the spin() of asyncio programs. Await it in the node's loop.

        Meanwhile SIGTERM does shutdown(), unless the program handles it itself; Ctrl-C is left to asyncio. Raises what
        on_stream_error says.
        """
        self._raise_failure()
        self._report_late_use('ended()', 'returns')
        loop = asyncio.get_running_loop()
        waiting = _Spin(self.scheduler, loop.create_future())
        hold(waiting, _end_all)
        try:
            if self.adopt(waiting, as_sink=True):
                with signals_wake(loop):
                    await waiting.ended
        finally:
            self.disown(waiting)
            release(waiting)
        self._raise_failure()

    def spin(self) -> None:
        """Runs the node's streams until it ends by close(), shutdown(), or Ctrl-C, which does shutdown().

        A second Ctrl-C, while user code is busy, raises KeyboardInterrupt. Raises RuntimeError if the node belongs to
        an asyncio loop that runs, or if another thread spins it; and what on_stream_error says.
        """
        loop = self.scheduler.loop
        if running_loop() is not None or loop.is_running():
            raise RuntimeError(
                f'{self.name} cannot be spun here: its streams run in an asyncio loop that runs already; write '
                '`await node.ended()` to wait for its end'
            )
        self._raise_failure()
        if self._ended:
            self._report_late_use('spin()', 'returns')
            return
        self._spun = True
        self._report_forgotten(of_this_thread=True)
        with _interrupts(), signals_wake(loop):
            ended = loop.create_future()
            waiting = _Spin(self.scheduler, ended)
            if is_replayed():
                hold(waiting, _end_all)
            if self.adopt(waiting, as_sink=True):
                check = None
                if not is_replayed() and any(not any(node._turns) for node in _all_nodes() if node is not self):
                    check = loop.call_later(_UNSPUN_AFTER, _report_unspun)
                try:
                    loop.run_until_complete(ended)
                finally:
                    if check is not None:
                        check.cancel()
                    self.disown(waiting)
                    release(waiting)
        self._close_loop()
        self._raise_failure()

    def _stream_failed(self, failure: StreamError, error: Exception) -> None:
        """Makes an error that nothing handles visible, and does what on_stream_error says. Any thread."""
        self._stream_failures += 1
        if is_replayed():
            stream_failed(f'{self.name}: {failure.stream}: {failure.error}')
        else:
            self.scheduler.run(self._publish_failure, failure)
        if self.on_stream_error == 'shutdown':
            _fail()
        elif self.on_stream_error == 'raise':
            self._failure = error
            with self._lock:
                spins = [bound for bound in self._sinks if isinstance(bound, (_Spin, _Over))]
            for spin in spins:
                spin.node_ended()
            if not spins:
                end_blocks(error)

    def _publish_failure(self, failure: StreamError) -> None:
        with self._lock:
            is_over = self._is_over
        if not is_over and self.adopt(self._dead_streams, as_sink=True):
            try:
                self._dead_streams.add(failure)
            except Exception as error:
                self.logger.warning(f'/diagnostics could not report {failure.stream}: {describe(error)}')

    def _raise_failure(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def adopt(self, bound: _Bound, *, as_sink: bool = False) -> bool:
        """Ends the object with the node. Returns False if the node has ended. Any thread.

        A sink has a source of its own, as publish_to_topic() has. It ends when the sources of the node have completed
        and what they emitted then has arrived: a pipe's last items reach their receivers.
        """
        with self._lock:
            if not self._ended:
                (self._sinks if as_sink else self._sources)[bound] = None
                return True
        self._report_late_use('the stream', 'completes')
        return False

    def disown(self, bound: _Bound) -> None:
        """Reverts adopt(). Any thread."""
        with self._lock:
            self._sources.pop(bound, None)
            self._sinks.pop(bound, None)

    def end(self) -> None:
        """Completes the node's streams, in its executor; spin() returns. Any thread; waits for the executor's turn.

        The sources complete first. What streams emit then without waiting, as by concat(just(stop)), is published.
        """
        _end_in_executor([self])

    def _end_all_of(self, all_bound: dict[_Bound, None]) -> None:
        while True:
            with self._lock:
                if not all_bound:
                    return
                bound, _ = all_bound.popitem()
            try:
                bound.node_ended()
            except Exception:  # the others still end
                self.logger.error(f'{self.name}: the end of {bound!r} failed: {handled_description()}')

    def close(self) -> None:
        """Ends the streams, waits for run() if start() was called, then closes the node. A second call does nothing.

        It also does nothing in a forked child.
        """
        if self.forked:
            return
        with self._lock:
            if self._closed:
                return
            self._closed = True
        if sys.exc_info()[0] is None and getattr(sys, 'last_type', None) is None:  # else the program has failed
            self._report_unspun()
            self._report_forgotten()
        self.end()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(_RUN_ENDS_WITHIN)
            if thread.is_alive():
                at = place_of(user_frame(sys._current_frames().get(thread.ident or 0)))
                self.logger.warning(
                    f'close() of {self.name} waits for its run(), which is still at {at}: a loop in run() has to end '
                    'when self.ok() is False'
                )
                thread.join()
        if isinstance(self._backing, RclpyNode):
            self._backing.close()
            release(self)
        else:
            super().close()
        self._close_loop()
        with self._lock:
            self._is_over = True

    def _close_loop(self) -> None:
        """Closes the loop.

        Called by the thread that closed the node and by the one that spun it; the later one closes.
        """
        loop = self.scheduler.loop
        with self._lock:
            if not (self._closed and self._owns_loop) or loop.is_running():
                return
            self._owns_loop = False
        if running_loop() is None:
            pending_tasks = asyncio.all_tasks(loop)  # such as answers to goals
            for task in pending_tasks:
                task.cancel()
            if pending_tasks:
                loop.run_until_complete(asyncio.gather(*pending_tasks, return_exceptions=True))
        loop.close()

    destroy_node = close


class _Closing:
    """Ends the streams of a node of rclpy with its context."""

    def __init__(self, node: Node) -> None:
        self._node = weakref.ref(node)

    def close(self) -> None:
        """Ends the streams."""
        node = self._node()
        if node is not None:
            node._ended = True
            node.scheduler.post(node.end)


_wrapped: weakref.WeakKeyDictionary[Any, Node] = weakref.WeakKeyDictionary()


def as_node(node: Any) -> Node:
    """Returns the node for streams: a Node itself, or the one wrapper of a node of an installed rclpy.

    The streams of a node of rclpy run in the running asyncio loop or, where none runs, in the thread that all streams
    without a loop share. The node is spun by the executor that has it; without an executor it is spun in a thread.
    """
    wrapper = _wrap(node)
    wrapper._report_late_use('the stream', 'completes')
    return wrapper


def _wrap(node: Any) -> Node:
    if isinstance(node, Node):
        return node
    if not is_rclpy_node(node):
        hint = ''
        if isinstance(node, _Node) or isinstance(getattr(node, 'node', None), _Node):
            hint = ': make it by rx.create_node(name); the asyncio loop runs a node of rxros2.aio, without spin()'
        elif isinstance(node, type):
            hint = f': write {node.__name__}(name)'
        raise TypeError(f'expected a node of rxros2.rx, or one of rclpy, found {node!r}{hint}')
    wrapper = _wrapped.get(node)
    if wrapper is None or wrapper.closed:
        wrapper = _wrapped[node] = _Wrapped(node)
    return wrapper


class _Wrapped(Node):
    """The wrapper of a node of rclpy that the program has made."""

    def __init__(self, node: Any) -> None:
        self._of_rclpy(RclpyNode(node))
        self._begin(running_loop() or background_loop())

    def spin(self) -> None:
        """Returns when the node's streams have ended by rclpy's shutdown or Ctrl-C."""
        if running_loop() is not None:
            raise RuntimeError(f'{self.name} cannot be spun here: its streams run in an asyncio loop')
        self._raise_failure()
        over = _Over()
        if self.adopt(over, as_sink=True):
            try:
                wait_until_done(over.future)
            except KeyboardInterrupt:
                _begin_shutdown()
                self.end()
            self._raise_failure()


class _Over:
    """A spin() of a node whose streams run in another thread."""

    def __init__(self) -> None:
        self.future: concurrent.futures.Future[None] = concurrent.futures.Future()

    def node_ended(self) -> None:
        """Ends the spin()."""
        if not self.future.done():
            self.future.set_result(None)


class _Spin:
    """A spin() that waits for the node's end."""

    def __init__(self, scheduler: LoopScheduler, ended: asyncio.Future[None]) -> None:
        self._scheduler = scheduler
        self.ended = ended

    def node_ended(self) -> None:
        """Ends the spin()."""

        def end() -> None:
            if not self.ended.done():
                self.ended.set_result(None)

        self._scheduler.post(end)


_UNSPUN_AFTER = 3.0
"""Seconds of a spin() until nodes that nothing spins are reported; another thread may spin them soon."""
_RUN_ENDS_WITHIN = 3.0
"""Seconds until close() reports a run() that it waits for."""
_nodes: weakref.WeakKeyDictionary[Node, None] = weakref.WeakKeyDictionary()  # in the order of their creation
_arguments: list[str] | None = None
_use_shared_memory = True
_engine = ''
_down = False


def create_node(name: str, **options: Any) -> Node:
    """Returns a Node without its own run(), for programs that assemble their streams in main()."""
    return Node(name, **options)


def init(args: list[str] | None = None, *, use_shared_memory: bool = True, engine: str = '') -> None:
    """Sets the arguments of the nodes that are made from now on, by default the command line's. Optional.

    `use_shared_memory` and `engine` are those of rxros2.node.Node.
    """
    global _arguments, _use_shared_memory, _engine, _down
    _arguments = None if args is None else list(args)
    _use_shared_memory = use_shared_memory
    _engine = engine
    _down = False


def _report_unspun() -> None:
    for node in _all_nodes():
        node._report_unspun(' yet')


def ok() -> bool:
    """Returns False after shutdown(), until the next init()."""
    return not _down


def spin(node: Node) -> None:
    """Does node.spin(). It also accepts a node of rclpy; rclpy.spin(node) spins its streams, too."""
    _wrap(node).spin()


def shutdown() -> None:
    """Completes the streams of all nodes; every spin() returns. The nodes still have to be closed. Any thread.

    In a replay it ends only the nodes of the replay.
    """
    _begin_shutdown()
    for nodes in _nodes_by_loop():
        _end_in_executor(nodes)


def _all_nodes() -> list[Node]:
    """Returns the nodes of this process, in the order of their creation. Any thread."""
    # list(_nodes) is an iteration in Python, which fails when another thread makes a node meanwhile.
    nodes = (reference() for reference in _nodes.keyrefs())
    return [node for node in nodes if node is not None]


def _nodes_by_loop() -> list[list[Node]]:
    """Returns the nodes of this process or replay; those that share a loop are in one list."""
    replayed = is_replayed()
    by_loop: dict[asyncio.AbstractEventLoop, list[Node]] = {}
    for node in _all_nodes():
        if not replayed or is_virtual(node.scheduler.loop):
            by_loop.setdefault(node.scheduler.loop, []).append(node)
    return list(by_loop.values())


def _end_in_executor(nodes: list[Node]) -> None:
    """Ends nodes that share a loop in its thread, or here if it does not run. Waits for that."""
    for node in nodes:
        with node._lock:
            node._ended = True
    scheduler = nodes[0].scheduler
    loop = scheduler.loop
    if not loop.is_running() or running_loop() is loop:
        _end_together(nodes)
        return
    done = threading.Event()

    def end() -> None:
        try:
            _end_together(nodes)
        finally:
            done.set()

    scheduler.post(end)
    while not done.wait(0.1) and loop.is_running():
        pass
    _end_together(nodes)  # ends the rest if the loop ended meanwhile


def _end_together(nodes: list[Node]) -> None:
    """Ends the streams of nodes that share a loop: all sources, and the sinks when the last items have arrived.

    The actions that are to run at once need no turn of the loop, so that a node can end where its loop does not run. A
    stream that begins anew whenever it has ended, as by repeat(), is left after a thousand actions.
    """
    thread = threading.get_ident()
    # A stream that completes may end its node, as by on_completed=rx.shutdown; then the sinks are not complete yet.
    nodes = [node for node in nodes if node._ended_by != thread]
    actions: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
    with ExitStack() as stack:
        for node in nodes:
            node._ended_by = thread
            stack.callback(setattr, node, '_ended_by', None)
        with ExitStack() as diversions:
            for node in nodes:
                diversions.enter_context(node.scheduler.diverted(actions))
            for node in nodes:
                node._end_all_of(node._sources)
            for _ in range(1000):
                if not actions:
                    break
                work, arguments = actions.popleft()
                try:
                    work(*arguments)
                except Exception as error:
                    nodes[0].scheduler.loop.call_exception_handler(
                        {'message': 'a scheduled action failed', 'exception': error}
                    )
        for node in nodes:
            node._end_all_of(node._sinks)


def _begin_shutdown() -> None:
    global _down
    _down = True
    if is_replayed():
        after_replay(_forget_shutdown)


def _forget_shutdown() -> None:
    global _down
    _down = False


def _fail() -> None:
    """Ends all nodes because of an error: their spin() raises SystemExit(1), as do the blocks of auto_context()."""
    _begin_shutdown()
    for nodes in _nodes_by_loop():
        for node in nodes:
            node._failure = SystemExit(1)
        nodes[0].scheduler.post(_end_in_executor, nodes)
    end_blocks(SystemExit(1))


def _end_all() -> bool:
    """Begins a shutdown() in a signal handler, where anything may be running. Returns True: it ends the program."""
    _begin_shutdown()
    for nodes in _nodes_by_loop():
        nodes[0].scheduler.post(_end_in_executor, nodes)
    return True


@contextmanager
def _interrupts() -> Iterator[None]:
    """Makes SIGINT and SIGTERM end all nodes; the second one raises KeyboardInterrupt. Only in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    requested = False

    def handle(number: int, frame: Any) -> None:
        nonlocal requested
        if requested:
            raise KeyboardInterrupt
        requested = True
        _end_all()

    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)
        if before not in (signal.SIG_IGN, None):
            _handled[number] = before
            signal.signal(number, handle)
    try:
        yield
    finally:
        _restore()


_handled: dict[int, Any] = {}
"""The signal handlers that were installed before spin()."""


def _restore() -> None:
    while _handled:
        signal.signal(*_handled.popitem())


def _forget() -> None:
    """Drops the nodes of the parent process in a forked child."""
    _nodes.clear()
    with suppress(ValueError):  # another thread than the main thread has forked
        _restore()


os.register_at_fork(after_in_child=_forget)
