# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Sessions, and the choice of the node with which subs, publishers, clients and servers are made."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from types import TracebackType
from typing import Any, NoReturn

from ..._sigterm import ended_by_sigterm
from ...backing import Backing
from ...backing.own import OwnNode
from ...backing.rclpy_node import RclpyNode, is_rclpy_node, make_node
from ...node import Node
from ...runtime import is_system
from . import node as nodes
from .unseen import reported_by


class Session:
    """A node to make subs, publishers, clients and servers with.

    It needs no Python thread: start() and stop() do nothing. It is also asyncio_for_robotics' ThreadedSession and
    SynchronousSession.
    """

    def __init__(self, node: Any = None, executor: object = None, **options: Any) -> None:
        """`node`: the name of a node that is made here and closed with the session, or a Node, which is not closed.

        `options` are Node's, for a node that is made: namespace, args, parameters, …

        `node` may also be a node of an installed rclpy: topics and services of the session are then rclpy's, with its
        message classes. If no executor has the node, it is spun in a thread until close(). With RXROS2_RUNTIME=system
        a name makes such a node.
        """
        if executor is not None:
            raise TypeError(f'expected no executor: a node brings its own; found {executor!r}')
        self._own = not isinstance(node, Node)
        self._closed = False
        if options and not (node is None or isinstance(node, str)):
            raise TypeError(f'{", ".join(options)}: expected the name of a node to be made with that, found {node!r}')
        self.node: Any
        self.backing: Backing
        if self._own and is_rclpy_node(node):
            self.node = self.backing = RclpyNode(node)
        elif self._own and is_system():
            policy = options.pop('on_stream_error', None)
            self.node = self.backing = RclpyNode(make_node(node or f'rxros2_{os.getpid()}', **options), own=True)
            self.backing.stream_policy(policy)
        else:
            self.node = nodes.Node(node or f'rxros2_{os.getpid()}', **options) if self._own else node
            self.backing = OwnNode(self.node)

    @contextmanager
    def lock(self) -> Iterator[Any]:
        """Yields the node, or rclpy's if the session has one. Using it needs no lock."""
        yield self.backing.programs

    def start(self) -> None:
        """Does nothing: a session is started when it is made."""

    def stop(self) -> None:
        """Does nothing: see close()."""

    def _register(self, entity: Any) -> None:
        """Closes `entity` with the node or, for a node of rclpy, with its context."""
        self.backing.closables.add(entity)

    def _register_whole(self, whole: Any, *parts: Any) -> None:
        """Registers an object that closes its parts itself, in its own order, instead of the parts."""
        self.backing.closables.difference_update(parts)
        self._register(whole)

    def close(self) -> None:
        """Ends the session. A node that was made for the session is closed with everything that was made with it."""
        self._closed = True
        if self._own:
            self.node.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


BaseSession = ThreadedSession = SynchronousSession = Session

_session: ContextVar[Session | None] = ContextVar('rxros2.aio.ros2.session', default=None)


def current_session() -> Session:
    """Returns the session of the innermost auto_context(). Raises LookupError without one."""
    session = _session.get()
    if session is None:
        raise LookupError('no ROS 2 session is open here; expected to be inside `with ros2.auto_context():`')
    return session


class _Context(AbstractContextManager[Session]):
    """The block of auto_context(), which says so if it is entered by `async with`."""

    def __init__(self, block: AbstractContextManager[Session]) -> None:
        self._block = block

    def __enter__(self) -> Session:
        return self._block.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return self._block.__exit__(kind, error, trace)

    async def __aenter__(self) -> NoReturn:
        raise TypeError('auto_context() is entered by `with`, not by `async with`')

    async def __aexit__(self, *_: object) -> None:
        pass


def auto_context(node: Any = None, **options: Any) -> AbstractContextManager[Session]:
    """Makes a session the current one of this block, and closes what it has made.

    `node` is a node (or one of rclpy), a node's name, or a session. `options`, for a node that is made, are those of
    Node: namespace, args, parameters, …

    SIGTERM cancels the task that entered the block, as asyncio does for Ctrl-C; behind the block SystemExit with exit
    code 0 is raised. That does not apply if the program handles SIGTERM itself, nor to a node of rclpy, which handles
    it.

    The node logs exceptions of the loop's callbacks and tasks that nothing sees. With on_stream_error='shutdown' one of
    them ends the block as SIGTERM does, but with exit code 1; with 'raise' the block raises it.
    """
    return _Context(_auto_context(node, options))


@contextmanager
def _auto_context(node: Any, options: dict[str, Any]) -> Iterator[Session]:
    own = not isinstance(node, Session)
    rclpys = is_rclpy_node(node) or isinstance(getattr(node, 'backing', None), RclpyNode)
    with nullcontext() if rclpys else ended_by_sigterm():
        session = node if not own and not options else Session(node, **options)
        token = _session.set(session)
        try:
            with reported_by(session.node):
                yield session
        finally:
            _session.reset(token)
            if own:
                session.close()


@contextmanager
def session_context(session: Session | None = None, close_on_exit: bool = True) -> Iterator[Session]:
    """Does auto_context(), under its name in earlier versions of asyncio_for_robotics."""
    warnings.warn('session_context() is deprecated: use auto_context()', DeprecationWarning, stacklevel=3)
    with auto_context(session) as active:
        yield active
    if session is not None and close_on_exit:
        session.close()


def auto_session(session: Session | Node | None = None) -> Session:
    """Returns `session`, else the current one, else a new one, which only the program's end closes, with a warning."""
    if isinstance(session, Session):
        return session
    if session is not None:
        return Session(session)
    try:
        return current_session()
    except LookupError:
        warnings.warn(
            'a ROS 2 node was made that lives until the program ends; make one by `with ros2.auto_context("name"):`',
            stacklevel=3,
        )
        session = Session()
        _session.set(session)
        return session
