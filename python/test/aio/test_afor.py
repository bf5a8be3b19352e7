# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The tests of asyncio_for_robotics itself pass with rxros2.aio in its place: see ../afor/suite.py."""

import pathlib
import subprocess
import sys

import pytest

SUITE = pathlib.Path(__file__).resolve().parents[1] / 'afor/suite.py'


def test_its_own_tests_pass():
    pytest.importorskip('pytest_asyncio')
    # Without the two that time ticks to 50 ms of the wall clock, which other programs' load decides.
    done = subprocess.run([sys.executable, SUITE, '-k', 'not test_rate'], capture_output=True, text=True, timeout=200)
    if 'CalledProcessError' in done.stderr:
        pytest.skip('there is no way to PyPI')
    assert done.returncode == 0 and '15 passed' in done.stdout, done.stdout + done.stderr
