# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Sessions: which node the subs, publishers, clients and servers of this place are made with."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from types import TracebackType
from typing import Any

from ..._sigterm import ended_by_sigterm
from ...backing import Backing
from ...backing.own import OwnNode
from ...backing.rclpy_node import RclpyNode, is_rclpy_node, make_node
from ...node import Node
from ...runtime import is_system
from . import node as nodes


class Session:
    """A node to make things with. It needs no thread of Python, and no starting: these functions do nothing here.

    asyncio_for_robotics' ThreadedSession and SynchronousSession are this class.
    """

    def __init__(self, node: Any = None, executor: object = None, **options: Any) -> None:
        """`node`: an own one of this name is made, and closed with the session; a Node that is given is not closed.

        `options` are Node's, for one that is made: namespace, args, parameters, …

        Or a node of an installed rclpy: topics and services of the session are then rclpy's, of its message classes.
        If no executor has the node, it is spun in a thread, from now on until close(). With RXROS2_RUNTIME=system
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
            self.node = self.backing = RclpyNode(make_node(node or f'rxros2_{os.getpid()}', **options), own=True)
        else:
            self.node = nodes.Node(node or f'rxros2_{os.getpid()}', **options) if self._own else node
            self.backing = OwnNode(self.node)

    @contextmanager
    def lock(self) -> Iterator[Any]:
        """The node, or rclpy's if the session is of one. Nothing has to be locked to use it."""
        yield self.backing.programs

    def start(self) -> None:
        """Nothing: a session has started when it is made."""

    def stop(self) -> None:
        """Nothing: see close()."""

    def _made(self, of_node: Any) -> None:
        """`of_node` is closed with the node or, if that is one of rclpy, with its context."""
        self.backing.closables.add(of_node)

    def _made_of(self, whole: Any, *parts: Any) -> None:
        """_made() of what closes its parts itself, in its own order."""
        self.backing.closables.difference_update(parts)
        self._made(whole)

    def close(self) -> None:
        """Ends the session, and its node, with what was made with it, if that was made for the session."""
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
    """The session of the innermost auto_context(). LookupError without one."""
    session = _session.get()
    if session is None:
        raise LookupError('no ROS 2 session is open here; expected to be inside `with ros2.auto_context():`')
    return session


@contextmanager
def auto_context(node: Any = None, **options: Any) -> Iterator[Session]:
    """The session of this block, of a node (or one of rclpy), a node's name, or a session; closes what it has made.

    `options`, for a node that is made, are those of Node: namespace, args, parameters, …
    SIGTERM cancels the task in which it was entered, as Ctrl-C does asyncio's first; once this block is left,
    SystemExit goes on, with exit code 0. Not if the program handles it itself, nor with a node of rclpy, which does.
    """
    own = not isinstance(node, Session)
    rclpys = is_rclpy_node(node) or isinstance(getattr(node, 'backing', None), RclpyNode)
    with nullcontext() if rclpys else ended_by_sigterm():
        session = node if not own and not options else Session(node, **options)
        token = _session.set(session)
        try:
            yield session
        finally:
            _session.reset(token)
            if own:
                session.close()


@contextmanager
def session_context(session: Session | None = None, close_on_exit: bool = True) -> Iterator[Session]:
    """auto_context(), as earlier versions of asyncio_for_robotics called it."""
    warnings.warn('session_context() is deprecated: use auto_context()', DeprecationWarning, stacklevel=3)
    with auto_context(session) as active:
        yield active
    if session is not None and close_on_exit:
        session.close()


def auto_session(session: Session | Node | None = None) -> Session:
    """`session`, else the current one, else a new one, with a warning since only the program's end closes it."""
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
