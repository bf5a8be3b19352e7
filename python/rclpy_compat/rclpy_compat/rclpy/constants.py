# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Constants."""

S_TO_NS = 1000 * 1000 * 1000
