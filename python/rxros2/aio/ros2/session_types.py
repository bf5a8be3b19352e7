# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The names of asyncio_for_robotics' module of this name."""

from .session import BaseSession, SynchronousSession, ThreadedSession

__all__ = ['BaseSession', 'SynchronousSession', 'ThreadedSession']
