# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lifecycle nodes, which other nodes configure, activate, deactivate and clean up."""

from rxros2.lifecycle import LifecycleState as LifecycleState
from rxros2.lifecycle import TransitionCallbackReturn as TransitionCallbackReturn

from .managed_entity import ManagedEntity as ManagedEntity
from .managed_entity import SimpleManagedEntity as SimpleManagedEntity
from .node import LifecycleNode as LifecycleNode
from .node import LifecycleNodeMixin as LifecycleNodeMixin
from .publisher import LifecyclePublisher as LifecyclePublisher

Node = LifecycleNode
NodeMixin = LifecycleNodeMixin
Publisher = LifecyclePublisher
State = LifecycleState

__all__ = [
    'LifecycleNode',
    'LifecycleNodeMixin',
    'LifecyclePublisher',
    'LifecycleState',
    'ManagedEntity',
    'SimpleManagedEntity',
]
