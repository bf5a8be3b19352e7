# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What a client or service may be asked to tell of its calls. Here it can tell nothing."""

from enum import IntEnum


class ServiceIntrospectionState(IntEnum):
    OFF = 0
    METADATA = 1
    CONTENTS = 2


def refuse_unless_off(service: str, state: ServiceIntrospectionState) -> None:
    """NotImplementedError for any other state."""
    if state is not ServiceIntrospectionState.OFF:
        raise NotImplementedError(
            f'{service}: service introspection is not supported by rclpy_compat: nothing would come on '
            f'{service}/_service_event; clients and services of rclcpp have it'
        )
