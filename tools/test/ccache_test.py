#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The sloppiness that a user has configured for ccache also holds for what is compiled behind precompiled headers."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROJECT = f"""
cmake_minimum_required(VERSION 3.22)
project(sloppy CXX)
set(CMAKE_CXX_COMPILER_LAUNCHER ccache)
include("{ROOT}/cmake/RxROS2Defaults.cmake")
add_executable(program program.cpp)
rxros2_cache_precompiled(program)
get_target_property(launcher program CXX_COMPILER_LAUNCHER)
message(STATUS "launcher: ${{launcher}}")
"""


def sloppiness(configuration, variable=None):
    """Returns the sloppiness of the compiler's launcher, with a ccache.conf and the variable CCACHE_SLOPPINESS."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / 'CMakeLists.txt').write_text(PROJECT)
        (path / 'program.cpp').write_text('int main() {}')
        (path / 'ccache.conf').write_text(configuration)
        environment = {name: value for name, value in os.environ.items() if not name.startswith('CCACHE_')}
        environment['CCACHE_CONFIGPATH'] = str(path / 'ccache.conf')
        if variable is not None:
            environment['CCACHE_SLOPPINESS'] = variable
        printed = subprocess.run(
            ['cmake', '-S', path, '-B', path / 'build'], env=environment, capture_output=True, text=True, check=True
        ).stdout
        return set(re.search(r'launcher: .*CCACHE_SLOPPINESS=([^;]*);', printed)[1].split(','))


def main():
    if shutil.which('ccache') is None:
        print('skipped: no ccache')
        return 77
    needed = {'pch_defines', 'time_macros'}
    for actual, expected in (
        (sloppiness(''), needed),
        (sloppiness('sloppiness = locale, time_macros'), needed | {'locale'}),
        (sloppiness('sloppiness = locale', 'system_headers'), needed | {'system_headers'}),  # as for any call of ccache
    ):
        if actual != expected:
            print(f'expected the sloppiness {sorted(expected)}, found {sorted(actual)}')
            return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
