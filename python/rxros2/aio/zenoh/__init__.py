# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Zenoh under asyncio: subscribers, publishers, queries and queryables of a session. Needs `rxros2[zenoh]`."""

try:
    import zenoh as _zenoh  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "rxros2.aio.zenoh needs the package 'eclipse-zenoh': pip install 'rxros2[zenoh]'",
        name='zenoh',
    ) from error

from ..core import ConverterSub, Rate, Scope, ScopeBreak, scoped, soft_timeout, soft_wait_for
from .pub import Pub
from .queries import Client, Responder, Server
from .session import auto_context, auto_session, current_session, session_context
from .sub import Sub

__all__ = [
    'Client',
    'ConverterSub',
    'Pub',
    'Rate',
    'Responder',
    'Scope',
    'ScopeBreak',
    'Server',
    'Sub',
    'auto_context',
    'auto_session',
    'current_session',
    'scoped',
    'session_context',
    'soft_timeout',
    'soft_wait_for',
]
