# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The names of asyncio_for_robotics' module of this name."""

from .topics import QOS_DEFAULT, QOS_TRANSIENT, TopicInfo

__all__ = ['QOS_DEFAULT', 'QOS_TRANSIENT', 'TopicInfo']
