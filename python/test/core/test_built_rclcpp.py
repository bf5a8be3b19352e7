# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Beside a built release tree `pip install .` compiles only the module: python/backend/rxros2_build.py."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

BACKEND = Path(__file__).resolve().parents[2] / 'backend'
PROGRAM = """
import os, sys
sys.path.insert(0, sys.argv[1])
import rxros2_build
os.chdir(sys.argv[2])
print(rxros2_build._built_rclcpp())
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the sources with a built release tree, whose cmake does what the file 'cmake_says' contains."""
    tree = tmp_path / 'build/release'
    (tree / 'python').mkdir(parents=True)
    (tree / 'python/rclcpp.cmake').touch()
    (tree / 'CMakeCache.txt').write_text(f'CMAKE_HOME_DIRECTORY:INTERNAL={tmp_path}\n')
    cmake = tmp_path / 'bin/cmake'
    cmake.parent.mkdir()
    cmake.write_text('#!/bin/sh\n. "$(dirname "$0")/../cmake_says"\n')
    cmake.chmod(0o755)
    (tmp_path / 'cmake_says').write_text('[ "$*" = "--build $PWD/build/release --target rclcpp bag frames replay" ]\n')
    return tmp_path


def found_path(checkout: Path) -> str:
    path = f'{checkout / "bin"}:{os.environ["PATH"]}'
    return subprocess.run(
        [sys.executable, '-B', '-c', PROGRAM, BACKEND, checkout],
        env={**os.environ, 'PATH': path},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def test_the_tree_is_brought_up_to_date_and_used(checkout: Path) -> None:
    assert found_path(checkout) == str(checkout / 'build/release/python/rclcpp.cmake')


def test_a_tree_that_does_not_build_is_not_used(checkout: Path) -> None:
    (checkout / 'cmake_says').write_text('exit 1\n')
    assert found_path(checkout) == 'None'


def test_a_tree_of_other_sources_is_not_used(checkout: Path) -> None:
    (checkout / 'build/release/CMakeCache.txt').write_text('CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere\n')
    assert found_path(checkout) == 'None'


def test_without_a_tree(checkout: Path) -> None:
    (checkout / 'build/release/CMakeCache.txt').unlink()
    assert found_path(checkout) == 'None'
