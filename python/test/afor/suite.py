# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the test suite of asyncio_for_robotics 1.5.1 with rxros2.aio in its place.

    python test/afor/suite.py [--base-tests FILE] [--rclpy] [what pytest takes]

With --rclpy it is asyncio_for_robotics itself that is tested, on rclpy_compat.

Its tests come from PyPI's source distribution, by pip. That lacks `base_tests.py`, on which most of them stand: with
--base-tests the one of its repository (tests/base_tests.py) completes the suite. Tests that import rclpy are skipped
where none is installed. Prints what pytest prints; the exit code is pytest's.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

NAME = 'asyncio_for_robotics'
VERSION = '1.5.1'
HERE = pathlib.Path(__file__).resolve().parent

LEFT_OUT = {
    'test_scope.py::test_scope_propagates_call_soon_threadsafe_failure': 'needs no such call',
}
NOT_RUN = {
    'ros2_exp_sub': 'of rclpy.experimental',
    'ros2_exp_service': 'of rclpy.experimental',
}
NEEDS_BASE_TESTS = ('core', 'textio', 'zenoh_pubsub', 'ros2_pubsub_sync', 'ros2_pubsub_thr', 'ros2_serv')


def download(folder):
    """Downloads and unpacks the source distribution. CalledProcessError if PyPI cannot be reached."""
    pip = [sys.executable, '-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps']
    subprocess.run([*pip, '--no-binary', NAME, '--dest', folder, f'{NAME}=={VERSION}'], check=True)
    with tarfile.open(folder / f'{NAME}-{VERSION}.tar.gz') as archive:
        if hasattr(tarfile, 'data_filter'):
            archive.extractall(folder, filter='data')
        else:
            archive.extractall(folder)
    return folder / f'{NAME}-{VERSION}'


def run(tests, base_tests, with_their_package, arguments):
    """Runs the folder of tests and returns pytest's exit code."""
    (tests / '__init__.py').touch()
    if base_tests:
        shutil.copy(base_tests, tests / 'base_tests.py')
    left_out = [] if with_their_package else [f'--deselect=tests/{name}' for name in LEFT_OUT]
    if not base_tests:
        left_out += [f'--ignore=tests/test_{name}.py' for name in NEEDS_BASE_TESTS]
    left_out += [f'--ignore=tests/test_{name}.py' for name in NOT_RUN]
    if not with_their_package or shutil.which('ros2') is None:
        left_out.append('--ignore=tests/test_ros2_stdout_echo.py')  # clears private attributes of a sub
    environment = os.environ | {'PYTHONPATH': os.pathsep.join([str(HERE), os.environ.get('PYTHONPATH', '')])}
    command = [sys.executable, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '-o', 'asyncio_mode=auto']
    command += [] if with_their_package else ['-p', 'alias']
    command += ['-o', 'asyncio_default_fixture_loop_scope=function']
    return subprocess.run([*command, 'tests', *left_out, *arguments], cwd=tests.parent, env=environment).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--base-tests', type=pathlib.Path)
    parser.add_argument('--rclpy', action='store_true')
    known, arguments = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        tests = download(pathlib.Path(folder)) / 'tests'
        return run(tests, known.base_tests, known.rclpy, arguments)


if __name__ == '__main__':
    sys.exit(main())
