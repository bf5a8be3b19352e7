# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Stands for rosidl_parser.parser, whose grammar needs the package lark: RxROS2 reads definitions with a parser of its own."""


def parse_idl_file(locator, png_file=None):
    """Raises NotImplementedError; modules of rosidl import this name, and RxROS2's generator does not call it."""
    raise NotImplementedError(f'{locator}: expected that RxROS2 reads .idl files itself')
