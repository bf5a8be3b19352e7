# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The errors of this folder."""

from __future__ import annotations


class SecurityError(Exception):
    """What cannot be done with a keystore or a policy, in one line that names the file."""
