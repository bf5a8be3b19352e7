# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the suites, keeps what they measured, and shows it. The standard library is all it needs."""
