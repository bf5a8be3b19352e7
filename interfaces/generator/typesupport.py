# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Writes the source of a package's type support library, which programs load by name."""

from files import NOTICE, write_if_changed
from naming import FIELDS_HEADER, snake_case


def write(package, interfaces, path):
    """Writes one function per message and service: rclcpp/detail/type_support_symbols.hpp."""
    headers = sorted(
        f'{package}/{i.kind}/{FIELDS_HEADER.format(snake_case(i.name))}' for i in interfaces
    )
    symbols = []
    for interface in interfaces:
        for macro, types in (
            ('MESSAGE', interface.messages()),
            ('SERVICE', interface.services()),
        ):
            symbols += (
                f'RXROS2_{macro}_TYPE_SUPPORT({", ".join(t.name.split("/"))})' for t in types
            )
    write_if_changed(
        path,
        NOTICE.format(source=package)
        + '#include "rclcpp/detail/type_support_symbols.hpp"\n\n'
        + ''.join(f'#include "{header}"\n' for header in headers)
        + '\n'
        + ''.join(f'{symbol}\n' for symbol in sorted(symbols)),
    )
