# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The teleop demo with rxros2 view beside it, as `VIEW=1 make demo` runs it.

With RXROS2_SCREENSHOTS=FOLDER it keeps the pictures that docs/how-to/see-a-running-system.md shows.
"""

import os
import pathlib
import signal
import subprocess
import sys
import unittest

import pytest
from playwright.sync_api import expect

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / 'tools/test_support'))
from browser import browser, watched

DEMO = pathlib.Path(os.environ['RXROS2_CPP_EXAMPLES']).parent / 'teleop/teleop_demo'


@pytest.fixture
def demo(tmp_path):
    """Drives so long that the slowest machine opens the page before it ends; in a process group of its own."""
    lines = (ROOT / 'examples/teleop/drives/two_curves.drive').read_text().splitlines()
    actions = [line.split(maxsplit=1) for line in lines if line and not line.startswith('#')]
    repeated = [f'{float(at) + 14 * turn:.3f} {action}' for turn in range(20) for at, action in actions]
    drive = tmp_path / 'long.drive'
    drive.write_text('\n'.join(repeated) + '\n')
    command = [ROOT / 'tools/demo_view.sh', sys.executable, DEMO, '--drive', drive, '--output', tmp_path]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
            process.communicate(timeout=60)


def test_the_demo_in_the_browser(demo, tmp_path):
    word, address = demo.stdout.readline().split()
    assert word == 'view:'
    folder = pathlib.Path(os.environ.get('RXROS2_SCREENSHOTS', tmp_path))
    try:
        with browser() as chromium:
            page = chromium.new_page(viewport={'width': 1200, 'height': 500})
            page.set_default_timeout(60_000)
            troubles = watched(page)
            page.goto(address)
            page.locator('[data-id="t:/cmd_vel"]').click()
            expect(page.locator('.figures dd').first).to_contain_text('Hz')
            page.get_by_role('button', name='Plot linear.x').click()
            page.locator('.plot canvas').wait_for()
            page.wait_for_timeout(3000)  # so that the picture shows a curve; nothing waits for it
            page.screenshot(path=folder / 'view-graph.png')
            page.locator('body').press('Escape')
            page.locator('body').press('2')
            process = page.locator('.process', has_text='velocity_publisher')
            expect(process.locator('.stage .who b')).to_have_text(['events', 'commands', 'steady'])
            process.locator('[data-stage=events] .marble.item').nth(4).wait_for()
            process.locator('[data-stage=steady] .marble.item').nth(20).wait_for()
            page.screenshot(path=folder / 'view-streams.png')
            assert troubles == []
    except unittest.SkipTest as error:
        pytest.skip(str(error))
    os.killpg(demo.pid, signal.SIGINT)  # as Ctrl-C
    output, _ = demo.communicate(timeout=60)
    assert 'linear velocity, m/s' in output, output
    assert '\nevents ' in (tmp_path / 'velocity_publisher.log').read_text()
