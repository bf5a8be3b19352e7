# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The streams of a recording: the reports of a traced program, shown after it has ended."""

import json
import os
import pathlib
import signal
import subprocess
import sys

import pytest
from playwright.sync_api import expect
from test_server import frame_of, run, web_socket

from rxros2.view.streams import TOPIC

EXAMPLE = pathlib.Path(__file__).resolve().parents[3] / 'examples/streams/traced_streams.py'
RXROS2 = [sys.executable, '-m', 'rxros2.cli']


def end(process):
    """Ends the program as Ctrl-C does."""
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode in (0, 130)


async def reports_of(pid, view):
    """Waits for some reports with items of the last stage; then a recorder has them too."""
    async with web_socket(view) as connection:
        await connection.send(json.dumps({'op': 'streams', 'on': True}))
        count = 0
        while count < 3:
            for report in (await frame_of(connection, 'streams'))['items']:
                items = [stage for stage, _, kind, _ in report['events'] if kind == 'n']
                count += report['pid'] == pid and 'brake' in items


@pytest.fixture(scope='module')
def recording(view, tmp_path_factory):
    """A recording of a program that has ended: the folder, and the id of its process."""
    folder = tmp_path_factory.mktemp('recorded') / 'streams'
    recorder = subprocess.Popen([*RXROS2, 'bag', 'record', TOPIC, '-o', folder], stdout=subprocess.PIPE, text=True)
    command = [sys.executable, EXAMPLE, '--ros-args', '-r', '__node:=recorded']
    traced = subprocess.Popen(command, env=os.environ | {'RXROS2_TRACE': '1'}, stderr=subprocess.PIPE)
    try:
        assert 'Subscribed' in recorder.stdout.readline()
        run(reports_of(traced.pid, view))
        end(traced)
        end(recorder)
        return folder, traced.pid
    finally:
        for process in (recorder, traced):
            process.kill()
            process.wait()


def test_a_recording_shows_its_streams(recording, open_page):
    folder, pid = recording
    page = open_page()
    page.locator('body').press('2')
    expect(page.locator('.process', has_text=f'process {pid} on ')).to_have_count(0)
    player = subprocess.Popen([*RXROS2, 'bag', 'play', '--loop', folder], stdin=subprocess.DEVNULL)
    try:
        process = page.locator('.process', has_text=f'Python, process {pid} on ')
        expect(process.locator('.stage .who b')).to_have_text(['distance', 'near', 'brake'])
        process.locator('[data-stage=brake] .marble.item').first.wait_for(state='attached')
        end(player)
    finally:
        player.kill()
        player.wait()
