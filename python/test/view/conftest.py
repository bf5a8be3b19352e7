# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Fixtures: `view` is rxros2 view in its own process, `robot` the system that it shows, `page` a headless browser."""

import contextlib
import pathlib
import subprocess
import sys
import unittest

import pytest
from playwright.sync_api import expect

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / 'tools/test_support'))
from browser import browser, watched

expect.set_options(timeout=60_000)


@contextlib.contextmanager
def running(*command):
    """Runs a program that ends with its standard input, or by SIGTERM; yields its first line."""
    streams = {'stdin': subprocess.PIPE, 'stdout': subprocess.PIPE, 'text': True}
    process = subprocess.Popen([sys.executable, *command], **streams)
    try:
        yield process.stdout.readline().strip()
        process.stdin.close()
        process.terminate()
        process.wait(60)
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope='session')
def robot():
    with running(HERE / 'robot.py') as line:
        assert line == 'ready'
        yield


@pytest.fixture
def strangers():
    """Nodes with unknown types and forged definitions of them."""
    with running(HERE.parent / 'cli/unknown_type_nodes.py') as line:
        assert line == 'ready'
        yield


@pytest.fixture
def broken_driver():
    """A node whose stream has ended by an error."""
    with running(HERE.parent / 'cli/broken_driver.py') as line:
        assert line == 'ready'
        yield


@pytest.fixture(scope='session')
def view(robot):
    """The address of the page."""
    with running('-m', 'rxros2.cli', 'view', '--port', '0') as address:
        assert address.startswith('http://127.0.0.1:')
        yield address


@pytest.fixture(scope='module')
def chromium():  # of a module: while it is there, Playwright's event loop runs in this thread
    with contextlib.ExitStack() as stack:
        try:
            yield stack.enter_context(browser())
        except unittest.SkipTest as error:
            pytest.skip(str(error))


@pytest.fixture
def open_page(chromium, view):
    """Opens the page in a size, light or dark; at the end of the test it must not have reported an error."""
    with contextlib.ExitStack() as stack:
        opened = []

        def open_(width=1280, height=800, scheme='light'):
            context = chromium.new_context(viewport={'width': width, 'height': height}, color_scheme=scheme)
            stack.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(60_000)
            opened.append(watched(page))
            page.goto(view)
            page.wait_for_selector('.box.topic')
            return page

        yield open_
        assert opened == [[] for _ in opened]
