# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Malformed handshakes, addresses and requests end nothing."""

import asyncio
import json
import pathlib
import socket
from urllib.parse import urlsplit

from mutate import mutants
from test_server import frame_of, run, web_socket
from websockets.datastructures import Headers
from websockets.exceptions import InvalidHandshake
from websockets.http11 import Request

from rxros2.view.browser import MOST_REQUESTS, Browser
from rxros2.view.server import AccessCheck

HERE = pathlib.Path(__file__).resolve().parent


def headers_of(lines):
    headers = Headers()
    for line in lines:
        name, colon, value = line.partition(':')
        if colon:
            headers[name] = value.strip()
    return headers


def test_any_handshake_is_answered():
    access = AccessCheck('127.0.0.1', 'secret')
    codes = set()
    for name, data in mutants(HERE / 'handshake_corpus', count=3000):
        first, *lines = data.decode('latin-1').splitlines() or ['']
        path = [*first.split(), '', ''][1]
        try:
            answer = access.authorize(None, Request(path, headers_of(lines)))
        except InvalidHandshake:  # refused by the library, before our check
            continue
        except Exception as error:
            raise AssertionError(f'{name}: {data!r}') from error
        if answer is None:
            assert 'token=secret' in path and path.startswith('/ws?'), name
        codes.add(answer.status_code if answer else 101)
    assert {101, 200, 400, 403, 404} <= codes


class System:
    """The interface of System that a page uses: accepts everything and answers nothing."""

    def __init__(self):
        self.parameters = self
        self.asked = 0

    def update_taps(self):
        pass

    def show_log(self, browser):
        pass

    def show_streams(self, browser):
        pass

    def say(self, text):
        pass

    async def show(self, browser, name):
        self.asked += 1
        await asyncio.Event().wait()

    async def set(self, browser, node, name, value):
        await self.show(browser, node)

    async def run_doctor(self, browser):
        await self.show(browser, '')


class Connection:
    """Delivers these messages, and accepts everything that is sent."""

    def __init__(self, messages):
        self._messages = messages

    async def __aiter__(self):
        for message in self._messages:
            yield message
            await asyncio.sleep(0)

    async def send(self, text):
        assert json.loads(text)


def test_any_request_is_done_or_refused():
    sent = [data for _, data in mutants(HERE / 'request_corpus', count=3000)]
    messages = [data if number % 3 == 0 else data.decode(errors='replace') for number, data in enumerate(sent)]
    system = System()
    asyncio.run(Browser(system, Connection(messages)).serve())
    assert 0 < system.asked <= MOST_REQUESTS


def test_the_server_survives_random_bytes(view):
    parts = urlsplit(view)
    for _, data in mutants(HERE / 'handshake_corpus', count=60):
        with socket.create_connection((parts.hostname, parts.port), 10) as connection:
            connection.sendall(data.replace(b'secret', parts.query.removeprefix('token=').encode()))
            connection.sendall(b'\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff' + data)  # a frame of 2^64 bytes

    async def main():
        async with web_socket(view) as connection:
            for _, data in mutants(HERE / 'request_corpus', count=100):
                await connection.send(data.decode(errors='replace'))
            await frame_of(connection, 'graph')

    run(main())
