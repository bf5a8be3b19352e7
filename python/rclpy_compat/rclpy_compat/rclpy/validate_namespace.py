# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""validate_namespace(): checks a namespace by ROS 2's rules."""

from typing import Literal

from rxros2.names import check_namespace

from .exceptions import InvalidNamespaceException


def validate_namespace(namespace: str) -> Literal[True]:
    """Returns True for a valid absolute namespace. Raises InvalidNamespaceException with the reason."""
    try:
        check_namespace(namespace)
    except ValueError as error:
        raise InvalidNamespaceException(str(error)) from None
    return True
