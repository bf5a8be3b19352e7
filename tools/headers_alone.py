#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Writes one C++ source for each public header of a room: it includes that header alone, and fails to compile unless the
header brings the others that a table names for it.

usage: tools/headers_alone.py OUT INCLUDE TABLE FOLDER…
  OUT      where the sources are written; prints their paths, separated by semicolons
  INCLUDE  the room's include folder
  TABLE    lines `header: header …`; a line that begins with blanks goes on with the one before
  FOLDER   include folders in which brought headers may be, INCLUDE first
"""
import pathlib
import re
import sys

PRIVATE = re.compile(r'/detail/|_impl\.hpp$')


def read_table(path):
    """Returns the headers that each header brings."""
    table = {}
    header = None
    for line in path.read_text().splitlines():
        if line.startswith('#'):
            continue
        if not line.startswith(' '):
            header, line = line.split(':')
        table.setdefault(header, []).extend(line.split())
    return table


def guard_of(header, folders):
    """Returns the macro that `header` defines when it is included."""
    for folder in folders:
        path = folder / header
        if path.is_file():
            guard = re.search(r'^#ifndef (\w+)', path.read_text(), re.MULTILINE)
            if guard:
                return guard[1]
            sys.exit(f'headers_alone: {path} has no include guard')
    return None


def main():
    out, include, table_path, *folders = map(pathlib.Path, sys.argv[1:])
    table = read_table(table_path)
    out.mkdir(parents=True, exist_ok=True)
    sources = []
    for path in sorted(include.rglob('*.h*')):
        header = str(path.relative_to(include))
        if PRIVATE.search(header):
            continue
        lines = [f'#include "{header}"']
        for brought in table.get(header, []):
            guard = guard_of(brought, [include, *folders])
            if guard is None:
                sys.exit(f'headers_alone: {table_path} names {brought}, which is in none of {include}, '
                         + ', '.join(map(str, folders)))
            lines += [f'#ifndef {guard}', f'#error "{header} does not bring {brought}, as ROS 2\'s header does"', '#endif']
        source = out / (re.sub(r'\W', '_', header) + '.cpp')
        text = '\n'.join(lines) + '\n'
        if not source.is_file() or source.read_text() != text:
            source.write_text(text)
        sources.append(str(source))
    print(';'.join(sources), end='')


if __name__ == '__main__':
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main()
