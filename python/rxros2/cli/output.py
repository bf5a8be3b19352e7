# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""How lists are printed: as ROS 2's plain lines, as a table on a terminal, or for machines by --json and --csv."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

from ..printable import one_line, raw

Row = Sequence[Any]


def add_format_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument('--json', action='store_true', help='print JSON')
    group.add_argument('--csv', action='store_true', help='print comma-separated values, names of columns first')


def print_json(value: Any) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False))


def print_csv(row: Row) -> None:
    import csv

    csv.writer(sys.stdout, lineterminator='\n').writerow([_text(cell) for cell in row])


def print_rows(
    args: argparse.Namespace, columns: Sequence[str], rows: Sequence[Row], plain: Callable[[Row], str] | None = None
) -> None:
    """Prints a list. `plain`: a line of it where no table is wanted, that is, in pipes; else the cells with tabs."""
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
    """rich's console if standard output is a terminal and rich is installed, else None."""
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
    """The same; no text in it breaks the line."""
    if isinstance(cell, str):
        return one_line(cell)
    return [_safe(each) for each in cell] if isinstance(cell, (list, tuple)) else cell
