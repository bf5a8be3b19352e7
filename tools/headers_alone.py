#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Writes C++ sources that fail to compile unless each public header of a room can be included first, and brings the other
headers that a table names for it.

A source includes several headers, each of which includes all that those before it include: so they add nothing that it lacks.

usage: tools/headers_alone.py OUT INCLUDE TABLE FOLDER…
  OUT      where the sources are written; prints their paths, separated by semicolons
  INCLUDE  the room's include folder
  TABLE    lines `header: header …`; a line that begins with blanks goes on with the one before
  FOLDER   further include folders, in which brought headers may be
"""
import pathlib
import re
import sys

PRIVATE = re.compile(r'/detail/|_impl\.hpp$')
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


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


def included_by(header, folders, direct):
    """Returns `header` and all that it includes, as far as its includes are in `folders`; `direct` remembers what was read."""
    reached = set()
    unread = [header]
    while unread:
        name = unread.pop()
        if name in reached:
            continue
        reached.add(name)
        if name not in direct:
            path = next((folder / name for folder in folders if (folder / name).is_file()), None)
            direct[name] = INCLUDE.findall(path.read_text()) if path else []
        unread += direct[name]
    return frozenset(reached)


def chains_of(headers, folders):
    """Returns lists of headers: each header includes all that the one before it includes."""
    direct = {}
    included = {header: included_by(header, folders, direct) for header in headers}
    chains = []
    for header in sorted(headers, key=lambda name: (len(included[name]), name)):
        fitting = [chain for chain in chains if included[chain[-1]] <= included[header]]
        if fitting:
            max(fitting, key=lambda chain: len(included[chain[-1]])).append(header)
        else:
            chains.append([header])
    return chains


def main():
    out, include, table_path, *folders = map(pathlib.Path, sys.argv[1:])
    folders.insert(0, include)
    table = read_table(table_path)
    out.mkdir(parents=True, exist_ok=True)
    headers = [str(path.relative_to(include)) for path in include.rglob('*.h*')]
    sources = []
    for chain in chains_of([header for header in headers if not PRIVATE.search(header)], folders):
        lines = []
        for header in chain:
            lines += [f'#include "{header}"']
            for brought in table.get(header, []):
                guard = guard_of(brought, folders)
                if guard is None:
                    sys.exit(f'headers_alone: {table_path} names {brought}, which is in none of '
                             + ', '.join(map(str, folders)))
                lines += [f'#ifndef {guard}', f'#error "{header} does not bring {brought}, as ROS 2\'s header does"', '#endif']
        source = out / (re.sub(r'\W', '_', chain[-1]) + '.cpp')
        text = '\n'.join(lines) + '\n'
        if not source.is_file() or source.read_text() != text:
            source.write_text(text)
        sources.append(str(source))
    print(';'.join(sources), end='')


if __name__ == '__main__':
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main()
