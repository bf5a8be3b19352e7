#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks that each mutex of the libraries and of the Python packages states what it guards, or during what it is held.

The statement stands behind the declaration or in the comment above it, as CONTRIBUTING.md requires.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TYPE = r'(?:std::(?:recursive_|shared_|timed_)*mutex|(?:\w+::)*PiMutex)'
DECLARATION = re.compile(
    rf'^ *(?:mutable |static |inline |thread_local )*(?:{TYPE}\s+\w+ *[;={{(]|(?:auto|{TYPE}) & \w+ = \*new {TYPE})',
    re.MULTILINE)
LOCK = re.compile(r'^ *(?:self\.)?\w+(?:, (?:self\.)?\w+)*(?:: [\w.]+)? = .*\bthreading\.(?:R?Lock|Condition)\b.*$', re.MULTILINE)
STATEMENT = re.compile(r'\b(?:[Gg]uards?|[Hh]eld|[Ss]erialises)\b')
ROOMS = ('bag', 'base', 'cdr', 'frames', 'python/src', 'rclcpp', 'rclcpp_action', 'rclcpp_components',
         'rclcpp_lifecycle', 'replay', 'rmw', 'rx', 'rxros2', 'thin_packages')
PACKAGES = ('python/rxros2', 'python/rclpy_compat')


def comment_above(lines, index, mark):
    begin = index
    while begin > 0 and lines[begin - 1].lstrip().startswith(mark):
        begin -= 1
    return ' '.join(lines[begin:index])


def declarations(folders, suffixes, pattern, mark):
    """Yields each declaration: file, line number, and the comments that belong to it."""
    for folder in folders:
        for path in sorted(path for suffix in suffixes for path in (ROOT / folder).rglob(f'*{suffix}')):
            name = path.relative_to(ROOT).as_posix()
            if re.search(r'/(?:build|test|benchmark|fuzz)/', name):
                continue
            text = path.read_text(encoding='utf-8')
            lines = text.splitlines()
            for declaration in pattern.finditer(text):
                first, last = (text.count('\n', 0, at) for at in declaration.span())
                yield f'{name}:{first + 1}', comment_above(lines, first, mark) + lines[last].partition(mark)[2]


def main():
    mutexes = list(declarations(ROOMS, ('.cpp', '.hpp'), DECLARATION, '//'))
    locks = list(declarations(PACKAGES, ('.py',), LOCK, '#'))
    problems = [f'{place}: expected a comment that says what the mutex guards' for place, comment in mutexes + locks
                if not STATEMENT.search(comment)]
    print('\n'.join(problems) or f'{len(mutexes)} mutexes and {len(locks)} locks of Python state what they guard')
    return bool(problems) or len(mutexes) < 100 or len(locks) < 30


if __name__ == '__main__':
    sys.exit(main())
