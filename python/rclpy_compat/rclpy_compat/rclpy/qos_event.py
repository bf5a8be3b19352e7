# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The older name of the module event_handler."""

from .event_handler import *  # noqa: F403
from .event_handler import QoSEventHandler as QoSEventHandler
