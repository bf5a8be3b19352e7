# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Finds, shows and fills messages by the names of their types and fields: the API of ROS 2's rosidl_runtime_py."""

from .convert import get_message_slot_types, message_to_csv, message_to_ordereddict, message_to_yaml
from .get_interfaces import (
    get_action_interfaces,
    get_interface_packages,
    get_interface_path,
    get_interfaces,
    get_message_interfaces,
    get_service_interfaces,
)
from .import_message import import_message_from_namespaced_type
from .set_message import set_message_fields

__all__ = [
    'get_action_interfaces',
    'get_interface_packages',
    'get_interface_path',
    'get_interfaces',
    'get_message_interfaces',
    'get_message_slot_types',
    'get_service_interfaces',
    'import_message_from_namespaced_type',
    'message_to_csv',
    'message_to_ordereddict',
    'message_to_yaml',
    'set_message_fields',
]
