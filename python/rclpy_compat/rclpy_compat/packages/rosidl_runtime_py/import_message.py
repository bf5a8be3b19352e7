# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Imports of classes by rosidl_parser's types."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Sequence
from typing import Any


def import_message_from_namespaced_type(message_type: Any) -> Any:
    """Returns the class of a NamespacedType, which has `namespaces` (['std_msgs', 'msg']) and `name` ('String').

    A collection of such a type is deprecated. ModuleNotFoundError or AttributeError if there is no such class.
    """
    if not hasattr(message_type, 'namespaces') and hasattr(message_type, 'value_type'):
        warnings.warn(
            'a collection is deprecated as the type of a message; expected its value_type',
            DeprecationWarning,
            stacklevel=2,
        )
        message_type = message_type.value_type
    return import_class(message_type.namespaces, message_type.name)


def import_class(namespaces: Sequence[str], name: str) -> Any:
    """Returns the class of a name in a module such as ['std_msgs', 'msg'].

    ModuleNotFoundError or AttributeError if there is no such class.
    """
    module = importlib.import_module('.'.join(namespaces))
    action, _, part = name.rpartition('_')
    if part == 'FeedbackMessage':
        return getattr(module, action).Impl.FeedbackMessage
    return getattr(module, name)
