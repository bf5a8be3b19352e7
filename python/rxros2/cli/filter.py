# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The option --filter: a Python expression that selects messages."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from .frame import CommandError


def add_filter_argument(parser: argparse.ArgumentParser) -> None:
    """Adds --filter."""
    parser.add_argument(
        '--filter',
        metavar='EXPRESSION',
        help="only messages 'm' for which this is true: 'm.data > 3'; with --field, 'm' is the field",
    )


def message_filter(expression: str | None) -> Callable[[Any], bool]:
    """Returns a predicate of messages; None accepts all. CommandError if the expression is invalid or raises."""
    if expression is None:
        return lambda message: True
    try:
        code = compile(expression.strip(), '--filter', 'eval')
    except (SyntaxError, ValueError) as error:
        raise CommandError(f'--filter {expression}: {getattr(error, "msg", error)}', 2) from None

    def passes(message: Any) -> bool:
        try:
            return _truth(eval(code, {'m': message}))
        except (Exception, SystemExit) as error:
            raise CommandError(f'--filter: {type(error).__name__}: {error}', 2) from None

    return passes


def _truth(value: Any) -> bool:
    """Returns the truth of a value; an array of numbers is true if it has items, as the lists of ROS 2 are."""
    if getattr(value, 'ndim', 0) and value.dtype != bool:
        return len(value) > 0
    return bool(value)
