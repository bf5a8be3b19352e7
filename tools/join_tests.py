#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Writes a C++ source that reads several test files, each in a namespace of its own, so that no names collide.

usage: tools/join_tests.py OUT SOURCE…
  OUT     the source to write
  SOURCE  a test file, which must not specialise a template of a library or replace a function of another library
The headers of all files come first, outside the namespaces; they need include guards. A namespace that a file opens
also finds the names that headers declare in the namespace of that name.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^#include [<"].*[>"]')
NAMESPACE = re.compile(r'^namespace (\w+)$', re.MULTILINE)
CONDITION = re.compile(r'^#\s*(if|endif)')


def unconditional_includes(text):
    """Returns the lines of `text` that include headers in every configuration."""
    depth = 0
    for line in text.splitlines():
        condition = CONDITION.match(line)
        if condition:
            depth += 1 if condition[1] == 'if' else -1
        elif depth == 0 and (include := INCLUDE.match(line)):
            yield include[0]


def joined(sources):
    """Returns the text of a source that reads all `sources`."""
    texts = {source: source.read_text() for source in sources}
    lines = [*dict.fromkeys(line for text in texts.values() for line in unconditional_includes(text))]
    for source, text in texts.items():
        opened = dict.fromkeys(NAMESPACE.findall(text))
        lines += [f'namespace {name} {{}}' for name in opened]
        lines += [f'namespace joined_{source.stem}', '{']
        lines += [f'namespace {name} {{ using namespace ::{name}; }}' for name in opened]
        lines += [f'#include "{source}"', '}']
    return '\n'.join(lines) + '\n'


def main():
    out, *sources = map(pathlib.Path, sys.argv[1:])
    out.write_text(joined(sources))


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main()
