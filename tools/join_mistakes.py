#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Writes a C++ source that contains several programs, each in a namespace of its own, and runs the one that is named.

usage: tools/join_mistakes.py OUT SOURCE…
  OUT     the source to write; `OUT NAME argument…`, compiled, is the program NAME.cpp with these arguments
  SOURCE  a program with `int main(int argc, char ** argv)` as its last function
The headers of all programs come first, outside the namespaces. A compiler needs most of its time for them.
"""
import pathlib
import re
import sys

from join_tests import INCLUDE, NAMESPACE, unconditional_includes

MAIN = re.compile(r'^int main(?=\(int(?: argc)?, char \*\*(?: argv)?\)$)', re.MULTILINE)
DISPATCH = """
#include <cstdio>
#include <map>
#include <string>

int main(int argc, char ** argv)
{
  const std::map<std::string, int (*)(int, char **)> programs{
    %s};
  const auto program = programs.find(argc > 1 ? argv[1] : "");
  if (program == programs.end()) {
    std::fprintf(stderr, "usage: %%s NAME argument...\\n", argv[0]);
    return 2;
  }
  return program->second(argc - 1, argv + 1);
}
"""


def program_lines(source, text):
    """Returns the lines of a program in a namespace: main() is run(), and ends with 0 as main() does."""
    if not MAIN.search(text) or not text.endswith('\n}\n'):
        sys.exit(f"{source}: expected 'int main(int argc, char ** argv)' as the last function")
    opened = dict.fromkeys(NAMESPACE.findall(text))
    body = '\n'.join('' if INCLUDE.match(line) else line for line in MAIN.sub('int run', text).splitlines())
    return [*(f'namespace {name} {{}}' for name in opened), f'namespace mistake_{source.stem}', '{',
            *(f'namespace {name} {{ using namespace ::{name}; }}' for name in opened),
            f'#line 1 "{source}"', body.removesuffix('\n}'), '  return 0;', '}', '}']


def main():
    out, *sources = map(pathlib.Path, sys.argv[1:])
    texts = {source: source.read_text() for source in sources}
    lines = [*dict.fromkeys(line for text in texts.values() for line in unconditional_includes(text))]
    for source, text in texts.items():
        lines += program_lines(source, text)
    entries = ',\n    '.join(f'{{"{source.stem}", &mistake_{source.stem}::run}}' for source in sources)
    out.write_text('\n'.join(lines) + '\n#line 1 "dispatch"\n' + DISPATCH % entries)


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main()
