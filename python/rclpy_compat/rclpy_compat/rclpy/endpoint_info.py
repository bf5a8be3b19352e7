# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The later name of the module topic_endpoint_info."""

from .topic_endpoint_info import TopicEndpointInfo as TopicEndpointInfo
from .topic_endpoint_info import TopicEndpointTypeEnum as EndpointTypeEnum

__all__ = ['EndpointTypeEnum', 'TopicEndpointInfo']
