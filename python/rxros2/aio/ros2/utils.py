# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Where asyncio_for_robotics keeps these names."""

from .topics import QOS_DEFAULT, QOS_TRANSIENT, TopicInfo

__all__ = ['QOS_DEFAULT', 'QOS_TRANSIENT', 'TopicInfo']
