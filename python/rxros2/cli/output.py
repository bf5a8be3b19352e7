# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Output of lists: as plain lines like ROS 2's, as a table on a terminal, or as JSON or CSV."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from typing import Any

from ..printable import one_line, raw

Row = Sequence[Any]


def add_format_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --json and --csv."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument('--json', action='store_true', help='print JSON')
    group.add_argument('--csv', action='store_true', help='print comma-separated values with a header line')


def print_json(value: Any) -> None:
    """Prints a value as one line of JSON. Infinite numbers and NaN, which JSON does not have, become texts."""
    import json

    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        text = json.dumps(_finite(value), ensure_ascii=False)
    print(text)


def _finite(value: Any) -> Any:
    """Returns the value with 'Infinity', '-Infinity' and 'NaN', as in the JSON of Protobuf, for such numbers."""
    if isinstance(value, float) and not math.isfinite(value):
        return 'NaN' if math.isnan(value) else 'Infinity' if value > 0 else '-Infinity'
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, (list, tuple)) else value


def print_csv(row: Row) -> None:
    """Prints a line of CSV."""
    import csv

    csv.writer(sys.stdout, lineterminator='\n').writerow([_text(cell) for cell in row])


def print_rows(
    args: argparse.Namespace, columns: Sequence[str], rows: Sequence[Row], plain: Callable[[Row], str] | None = None
) -> None:
    """Prints rows in the chosen format.

    Without a terminal, `plain` returns the line of a row; if it is None, tabs separate the cells.
    """
    if args.json:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    elif args.csv:
        print_csv(columns)
        for row in rows:
            print_csv(row)
    elif len(columns) > 1 and rows and (console := terminal()) is not None:
        from rich.markup import escape
        from rich.table import Table

        table = Table(box=None, pad_edge=False, header_style='bold')
        for column in columns:
            table.add_column(column, overflow='fold')
        for row in rows:
            table.add_row(*(escape(one_line(_text(cell))) for cell in row))
        console.print(table)
    else:
        for row in rows:
            cells = [_safe(cell) for cell in row]
            print(plain(cells) if plain is not None else '\t'.join(map(_text, cells)))


def terminal() -> Any:
    """Returns rich's console if standard output is a terminal and rich is installed, else None."""
    if not sys.stdout.isatty():
        return None
    try:
        from rich.console import Console
    except ModuleNotFoundError:
        return None
    return Console(highlight=False, file=raw(sys.stdout))


def _text(cell: Any) -> str:
    if cell is None:
        return ''
    return ', '.join(map(str, cell)) if isinstance(cell, (list, tuple)) else str(cell)


def _safe(cell: Any) -> Any:
    """Returns the cell with control characters replaced, so that it fits on one line."""
    if isinstance(cell, str):
        return one_line(cell)
    return [_safe(item) for item in cell] if isinstance(cell, (list, tuple)) else cell
