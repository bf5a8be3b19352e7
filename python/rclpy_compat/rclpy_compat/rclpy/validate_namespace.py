# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Whether ROS 2 allows a namespace."""

from typing import Literal

from rxros2.names import check_namespace

from .exceptions import InvalidNamespaceException


def validate_namespace(namespace: str) -> Literal[True]:
    """Of one with all its parts. InvalidNamespaceException, which says what is wrong."""
    try:
        check_namespace(namespace)
    except ValueError as error:
        raise InvalidNamespaceException(str(error)) from None
    return True
