# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The page and its WebSocket, served by this process.

The address contains a random token; with it one can see the system and change parameters. Any page on the web can open
a WebSocket to localhost, so requests must come from our own page (Origin), by a name of this machine (Host).
"""

from __future__ import annotations

import errno
import hmac
import ipaddress
import pathlib
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from .browser import Browser
from .system import System

PORT = 8642
_STATIC = pathlib.Path(__file__).resolve().parent / 'static'
_TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml',
}
_POLICY = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
_MOST = 1024 * 1024
"""The most bytes of a request."""


class CannotServe(Exception):
    """The server could not be started; the text is the reason, in one line."""


class AccessCheck:
    """Checks the host, token and origin of a request."""

    def __init__(self, host: str, token: str = '') -> None:
        self._host = host
        self.token = token or secrets.token_urlsafe(18)

    def authorize(self, connection: ServerConnection, request: Request) -> Response | None:
        """Authorizes a request: None for an accepted WebSocket, else a page."""
        try:
            return self._respond(request)
        except (LookupError, OSError, ValueError) as error:  # such as two hosts, an invalid file name, an invalid URL
            return _text(HTTPStatus.BAD_REQUEST, f'{error}')

    def _respond(self, request: Request) -> Response | None:
        parts = urlsplit(request.path)
        host = request.headers.get('Host', '')
        if not self._is_ours(host):
            return _text(HTTPStatus.FORBIDDEN, f"Host is '{host}': not a name of this server")
        if parts.path.startswith('/static/'):
            return _file(parts.path.removeprefix('/static/'))
        if parts.path == '/favicon.ico':
            return _file('icon.svg')
        if parts.path not in ('/', '/ws'):
            return _text(HTTPStatus.NOT_FOUND, f'there is no {parts.path}')
        token = parse_qs(parts.query).get('token', [''])[0]
        if not hmac.compare_digest(token.encode(), self.token.encode()):
            return _text(HTTPStatus.FORBIDDEN, 'open the address that rxros2 view printed: its token is missing here')
        if parts.path == '/':
            return _file('index.html')
        if request.headers.get('Origin') != f'http://{host}':
            return _text(HTTPStatus.FORBIDDEN, 'this WebSocket is for the page of this server only')
        return None

    def _is_ours(self, host: str) -> bool:
        """Returns whether the host is an address, localhost, or the configured name.

        Other names are refused, because another party could make them point here.
        """
        name = urlsplit(f'//{host}').hostname or ''
        if name in ('localhost', self._host, socket.gethostname()):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


@asynccontextmanager
async def serving(system: System, host: str, port: int | None, token: str = '') -> AsyncIterator[str]:
    """Serves within `async with`, and yields the address. Raises CannotServe if that fails.

    `port`: 0 for any; None for the default or, if that is in use, any.
    """
    access = AccessCheck(host, token)

    async def accept(connection: ServerConnection) -> None:
        await system.serve(Browser(system, connection))

    async def start(port: int) -> Server:
        return await serve(
            accept,
            host,
            port,
            process_request=access.authorize,
            compression=None,
            max_size=_MOST,
            write_limit=256 * 1024,
            ping_interval=10,
            ping_timeout=10,
            close_timeout=1,
        )

    server = await started(start, host, port, PORT)
    try:
        bound = server.sockets[0].getsockname()[1]
        shown = socket.gethostname() if host in ('0.0.0.0', '::') else host
        yield f'http://{f"[{shown}]" if ":" in shown else shown}:{bound}/?token={access.token}'
    finally:
        server.close()
        await server.wait_closed()


async def started(start: Callable[[int], Awaitable[Server]], host: str, port: int | None, usual: int) -> Server:
    """Returns the server that `start` makes for a port. Raises CannotServe with the reason in one line."""
    try:
        try:
            return await start(usual if port is None else port)
        except OSError as error:
            if port is not None or error.errno != errno.EADDRINUSE:
                raise
            return await start(0)
    except socket.gaierror:
        raise CannotServe(f"no host '{host}'; expected a name or an address of this machine: --host") from None
    except OverflowError:
        raise CannotServe(f'port is {port}; expected 0 to 65535') from None
    except PermissionError:
        raise CannotServe(f'port {port} of {host} is not allowed to this user; expected 1024 or more') from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(f'port {port} of {host} is in use; another one: --port N, or 0 for any') from None
        if error.errno in (
            errno.EADDRNOTAVAIL,
            None,
        ):  # None: asyncio's own error since Python 3.13 without a usable address
            raise CannotServe(f'{host} is not an address of this machine; --host 0.0.0.0 is all that it has') from None
        raise CannotServe(f'port {port} of {host} cannot be listened at: {error.strerror}') from None


def _text(status: HTTPStatus, text: str) -> Response:
    return _response(status, 'text/plain; charset=utf-8', f'{text}\n'.encode())


def _file(name: str) -> Response:
    path = (_STATIC / name).resolve()
    if not path.is_relative_to(_STATIC) or path.suffix not in _TYPES or not path.is_file():
        return _text(HTTPStatus.NOT_FOUND, f'there is no {name}')
    return _response(HTTPStatus.OK, _TYPES[path.suffix], path.read_bytes())


def _response(status: HTTPStatus, type_: str, body: bytes) -> Response:
    headers = Headers(
        {
            'Content-Type': type_,
            'Content-Length': str(len(body)),
            'Content-Security-Policy': _POLICY,
            'Referrer-Policy': 'no-referrer',
            'X-Content-Type-Options': 'nosniff',
            'Cache-Control': 'no-store',
            'Connection': 'close',
        }
    )
    return Response(status.value, status.phrase, headers, body)
