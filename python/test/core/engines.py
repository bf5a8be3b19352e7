# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Marks of tests that need the Zenoh engine, or need it to be missing."""

import contextlib

import pytest

from rxros2._core import zenoh_version


def is_installed():
    with contextlib.suppress(RuntimeError):
        return bool(zenoh_version())
    return False


needs_zenoh = pytest.mark.skipif(not is_installed(), reason='the Zenoh engine is not built')
needs_no_zenoh = pytest.mark.skipif(is_installed(), reason='the Zenoh engine is built')
