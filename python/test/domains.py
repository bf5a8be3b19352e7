# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The domains of DDS that a test may use."""

import os

NEAR = int(os.environ.get('ROS_DOMAIN_ID') or 0)
FAR = NEAR + 1
"""The next domain belongs to a test, too (cmake/own_domain.sh)."""
