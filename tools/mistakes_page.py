#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes docs/reference/what-you-see.md from the headers of the programs with mistakes, which the tests run.

usage: tools/mistakes_page.py [--check]     --check changes nothing; exit status 1: the page is not up to date
The programs are those in python/test/mistakes and rxros2/test/mistakes (the format: tools/test_support/mistakes.py), and the
cases of rx/test/bad_programs.cpp and rxros2/test/bad_programs.cpp.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / 'tools/test_support'))

import mistakes

PAGE = ROOT / 'docs/reference/what-you-see.md'
PROGRAMS = {'Python and the command line': 'python/test/mistakes', 'C++': 'rxros2/test/mistakes'}
CASES = ('rx/test/bad_programs.cpp', 'rxros2/test/bad_programs.cpp')
CASE = re.compile(r'^ *// mistake: (.*)\n((?: *// says: .*\n)+)', re.MULTILINE)
# The values of `group:`, in the order of the page. A program without the field has the group that its name begins with.
GROUPS = {
    'streams': 'Streams',
    'waiting': 'Waiting for nobody, and loss',
    'topics': 'Topics, types and QoS',
    'services': 'Services and actions',
    'parameters': 'Parameters and arguments',
    'nodes': 'Nodes and executors',
    'time': 'Time',
    'transforms': 'Transforms',
    'devices': 'Devices',
    'recordings': 'Recordings and replays',
    'asyncio': 'asyncio',
    'shutdown': 'Shutdown',
    'command line': 'Command line',
    'launch': 'Launch files',
}
OTHER = 'Other mistakes'
HEAD = """# What do I see when it goes wrong?

<!-- Written by tools/mistakes_page.py from the headers of the programs. Do not edit this page: change a program and run it. -->

A program that does nothing, or less than it says, reports why. This page lists {count} mistakes and what their programs print, so that you
can search it for the text in your terminal. Each mistake is a small program that the project's tests run; its name leads to the code. `…` stands for
any text, such as the time of a log entry. The exit code is 0 if none is given; a negative one is the number of a signal.

Each report is printed once for each cause, by the logger of the node if there is one. To switch one off, set the level of that logger
([how](../how-to/logging.md)).
"""


def code(text):
    """Returns `text` as code in a cell of a table."""
    marks = '``' if '`' in text else '`'
    padding = ' ' if '`' in text else ''
    return f'{marks}{padding}{text}{padding}{marks}'.replace('|', '\\|')


def table(rows):
    """Returns the table of rows (title, lines, exit code, link)."""
    out = ['| mistake | what you see |', '|---|---|']
    for title, lines, exit_code, path in sorted(rows):
        cells = [code(line) for line in lines] + ([f'exit code {exit_code}'] if exit_code else [])
        title = title.replace('|', '\\|')
        out.append(f'| {title} ([{path.name}](../../{path.as_posix()})) | {"<br>".join(cells)} |')
    return out


def group_of(mistake):
    """Returns the title of the table that lists the mistake."""
    if mistake.group and mistake.group not in GROUPS:
        sys.exit(f"{mistake.path}: group '{mistake.group}' is unknown; expected one of {', '.join(GROUPS)}")
    group = mistake.group or next((group for group in GROUPS if mistake.name.startswith(group.rstrip('s') + '_')), None)
    return GROUPS.get(group, OTHER)


def page():
    """Returns the text of the page, and how many mistakes each heading has."""
    parts, counts = [], {}
    for language, folder in PROGRAMS.items():
        rows = {title: [] for title in [*GROUPS.values(), OTHER]}
        for mistake in mistakes.read_folder(ROOT / folder):
            rows[group_of(mistake)].append((mistake.title, mistake.says, mistake.exit, mistake.path.relative_to(ROOT)))
        counts[language] = sum(map(len, rows.values()))
        parts += ['', f'## {language}']
        for title in filter(rows.get, rows):
            parts += ['', f'### {title}', '', *table(rows[title])]
    rows = [
        (title, re.findall(r'// says: (.*)', says), 0, pathlib.PurePath(file))
        for file in CASES
        for title, says in CASE.findall((ROOT / file).read_text())
    ]
    if rows:
        counts['compile errors'] = len(rows)
        text = 'The compiler prints the line of your program, and a text that contains that of the table.'
        parts += ['', '### Compile errors', '', text, '', *table(rows)]
    return HEAD.format(count=sum(counts.values())) + '\n'.join(parts) + '\n', counts


def main():
    text, counts = page()
    if '--check' in sys.argv:
        if not PAGE.exists() or PAGE.read_text() != text:
            sys.exit(f'{PAGE.relative_to(ROOT)} is not what tools/mistakes_page.py makes: run it')
        return
    PAGE.write_text(text)
    print(', '.join(f'{title}: {count}' for title, count in counts.items()))


if __name__ == '__main__':
    main()
