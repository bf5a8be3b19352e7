# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 view: a running system, live, in the browser. README.md describes the files."""
