# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The package as installed: it needs only the C and C++ runtime, and importing it costs little."""

import importlib.metadata
import pathlib
import re
import statistics
import subprocess
import sys

import not_on_zenoh
import pytest

FILES = [file.locate() for file in importlib.metadata.files('rxros2')]
LIBRARIES = [pathlib.Path(file) for file in FILES if re.search(r'\.so(\.|$)', file.name)]
# Libraries of every Linux with the wheel's tag, which auditwheel's policy leaves to the system.
RUNTIME = re.compile(r'lib(c|m|pthread|dl|rt|z|stdc\+\+|gcc_s)\.so|ld-linux|linux-vdso')


def test_it_brings_its_libraries():
    assert any(library.name.startswith('_core.') for library in LIBRARIES)
    for library in LIBRARIES:
        libraries = subprocess.run(['ldd', library], capture_output=True, text=True, check=True).stdout
        for line in libraries.splitlines():
            name, _, path = line.strip().partition(' => ')
            if not RUNTIME.search(name):
                home = pathlib.Path(path.partition(' (')[0]).resolve().parent
                assert home.name == 'rxros2.libs', f'{library.name} takes {line.strip()}'


def test_its_wheel_is_one_for_all_linuxes_of_this_age():
    wheel = importlib.metadata.distribution('rxros2').read_text('WHEEL')
    assert re.search(r'^Tag: cp3\d+-(cp3\d+|abi3)-manylinux_2_\d+_', wheel, re.MULTILINE), wheel


def test_it_brings_definitions_and_types():
    names = {str(file) for file in importlib.metadata.files('rxros2')}
    for name in ('share/std_msgs/msg/String.msg', 'share/std_srvs/srv/SetBool.srv', 'py.typed', '_core.pyi'):
        assert f'rxros2/{name}' in names
    assert {'rxros2-stubs/py.typed', 'rxros2-stubs/interfaces/std_srvs/srv.pyi'} < names
    assert not any('__pycache__' in name for name in names if not name.endswith('.pyc'))


@pytest.mark.parametrize(
    'statement',
    [
        'import rxros2.aio',
        'import rxros2.aio.ros2; from rxros2.interfaces.std_msgs.msg import String; String(data="x")',
        'import rxros2, rxros2.messages, rxros2.aio.textio',
    ],
)
def test_numpy_is_imported_on_first_use(statement):
    program = f'import sys; {statement}; print([name for name in ("numpy", "zenoh", "uvloop") if name in sys.modules])'
    finished = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == '[]'


def test_the_cost_of_importing(record_property):
    """The figures are printed (pytest -s); a limit on time would fail on a busy machine."""
    program = (
        'import asyncio, sys, time; begun = time.perf_counter(); before = set(sys.modules); import rxros2.aio; '
        'print(time.perf_counter() - begun, len(set(sys.modules) - before))'
    )
    runs = [subprocess.run([sys.executable, '-c', program], capture_output=True, text=True) for _ in range(5)]
    seconds, modules = zip(*(run.stdout.split() for run in runs), strict=True)
    milliseconds = statistics.median(map(float, seconds)) * 1000
    print(f'import rxros2.aio: {milliseconds:.1f} ms and {modules[0]} modules beyond asyncio')
    record_property('import_ms', milliseconds)
    assert int(modules[0]) < 60, 'what does it import?'


def test_the_tests_that_are_skipped_on_zenoh_exist():
    tests = pathlib.Path(__file__).resolve().parents[1]
    for file, name in not_on_zenoh.names():
        assert re.search(rf'^(async )?def {name}\(', (tests / file).read_text(), re.MULTILINE), (file, name)
