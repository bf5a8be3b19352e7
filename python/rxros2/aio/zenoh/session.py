# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Sessions, and the choice of the one with which subs, publishers, clients and servers are made."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import zenoh

from ..._sigterm import ended_by_sigterm

_session: ContextVar[zenoh.Session | None] = ContextVar('rxros2.aio.zenoh.session', default=None)


def current_session() -> zenoh.Session:
    """Returns the session of the innermost auto_context(). Raises LookupError without one."""
    session = _session.get()
    if session is None:
        raise LookupError('no Zenoh session is open here; expected to be inside `with zenoh.auto_context():`')
    return session


def _open_session() -> zenoh.Session:
    """Opens a session by the file that ZENOH_SESSION_CONFIG_URI names, else by Zenoh's defaults."""
    path = os.environ.get('ZENOH_SESSION_CONFIG_URI')
    return zenoh.open(zenoh.Config.from_file(path) if path else zenoh.Config())


@contextmanager
def auto_context(session: zenoh.Session | None = None) -> Iterator[zenoh.Session]:
    """Makes `session` the current one of this block. Without it, opens a session and closes it at the block's end.

    SIGTERM cancels the task that entered the block; behind the block SystemExit with exit code 0 is raised.
    """
    with ended_by_sigterm():
        own = _open_session() if session is None else session
        token = _session.set(own)
        try:
            yield own
        finally:
            _session.reset(token)
            if session is None:
                own.close()  # type: ignore[no-untyped-call]


@contextmanager
def session_context(session: zenoh.Session | None = None, close_on_exit: bool = True) -> Iterator[zenoh.Session]:
    """Does auto_context(), under its name in earlier versions of asyncio_for_robotics."""
    warnings.warn('session_context() is deprecated: use auto_context()', DeprecationWarning, stacklevel=3)
    with auto_context(session) as active:
        yield active
    if session is not None and close_on_exit:
        session.close()  # type: ignore[no-untyped-call]


def auto_session(session: zenoh.Session | None = None) -> zenoh.Session:
    """Returns `session`, else the current one, else a new one, with a warning because nothing closes it."""
    if session is not None:
        return session
    try:
        return current_session()
    except LookupError:
        warnings.warn(
            'a Zenoh session was opened that nothing closes; open one by `with zenoh.auto_context():`',
            stacklevel=3,
        )
        session = _open_session()
        _session.set(session)
        return session


__all__ = ['auto_context', 'auto_session', 'current_session', 'session_context']
