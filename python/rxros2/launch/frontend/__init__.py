# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Launch files in XML and YAML."""
