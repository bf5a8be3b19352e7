# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The error class of this package."""

from __future__ import annotations


class SecurityError(Exception):
    """Raised if an operation on a keystore or a policy fails; the text is one line and names the file."""
