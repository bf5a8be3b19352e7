# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The names of asyncio_for_robotics' module of this name."""

from .services import Client, Responder, Server, ServiceType

__all__ = ['Client', 'Responder', 'Server', 'ServiceType']
