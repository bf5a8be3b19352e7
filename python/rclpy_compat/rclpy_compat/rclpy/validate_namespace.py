# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""validate_namespace(): checks a namespace by ROS 2's rules."""

from typing import Literal

from .exceptions import InvalidNamespaceException
from .impl.name_rules import namespace_fault


def validate_namespace(namespace: str) -> Literal[True]:
    """Returns True for a valid absolute namespace. Raises InvalidNamespaceException with the reason."""
    fault = namespace_fault(namespace)
    if fault is not None:
        raise InvalidNamespaceException(namespace, *fault)
    return True
