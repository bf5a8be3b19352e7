# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Where asyncio_for_robotics keeps these names."""

from .session import BaseSession, SynchronousSession, ThreadedSession

__all__ = ['BaseSession', 'SynchronousSession', 'ThreadedSession']
