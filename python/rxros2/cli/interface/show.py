# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 interface show: prints a definition, with nested definitions indented below their fields."""

from __future__ import annotations

import argparse
import pathlib
from collections.abc import Iterator

from ...definitions.parser import SECTIONS
from ...messages import find
from ...messages.classes import structure_of
from ..definitions import definition


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the type and options for comments."""
    parser.add_argument('type', help="as 'geometry_msgs/msg/Twist'")
    group = parser.add_mutually_exclusive_group()
    group.add_argument('--all-comments', action='store_true', help='also print comments of nested definitions')
    group.add_argument('--no-comments', action='store_true', help='print no comments')


def main(args: argparse.Namespace) -> int:
    """Prints the definition. Raises CommandError if it does not exist."""
    cls = definition(args.type)
    for line in _lines(structure_of(cls).name, not args.no_comments, args.all_comments):
        print(line)
    return 0


def _lines(name: str, comments: bool, nested_comments: bool) -> Iterator[str]:
    """Yields the lines of a definition and of the definitions in it."""
    sections = iter(SECTIONS[name.split('/')[1]])
    structure = find.structure(name + next(sections))
    text = pathlib.Path(structure.source).read_text(encoding='utf-8-sig')
    if structure.source.endswith('.idl'):
        yield from (line for line in text.splitlines() if comments or not line.lstrip().startswith('//'))
        return
    for line in text.splitlines():
        if line.rstrip() == '---':
            structure = find.structure(name + next(sections))
        code = line.partition('#')[0].replace('\t', ' ').rstrip()
        if comments:
            yield line.rstrip()
        elif code:
            yield code
        words = code.split()
        field = next(
            (candidate for candidate in structure.fields if len(words) > 1 and candidate.name == words[1]), None
        )
        if field is not None and field.type.is_message and '=' not in words[1]:
            for nested in _lines(field.type.base, nested_comments, nested_comments):
                yield f'\t{nested}'
