# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Where asyncio_for_robotics keeps these names."""

from .services import Client, Responder, Server, ServiceType

__all__ = ['Client', 'Responder', 'Server', 'ServiceType']
