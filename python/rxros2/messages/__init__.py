# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Message, service and action classes, created at run time from .msg, .srv and .action files. Works without ROS 2."""

from ..definitions.model import Collection, DefinitionError, FieldType
from .classes import Action, Message, Service, interface, type_hash, type_name
from .find import InterfaceNotFound, add_interface_path, interface_names, interface_packages, interface_paths

__all__ = [
    'Action',
    'Collection',
    'DefinitionError',
    'FieldType',
    'InterfaceNotFound',
    'Message',
    'Service',
    'add_interface_path',
    'interface',
    'interface_names',
    'interface_packages',
    'interface_paths',
    'type_hash',
    'type_name',
]
