#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Puts pieces of compiled programs into the documentation, so that what is read is what is tested.

In a program the piece stands between `// snippet NAME` and `// end`, in Python `# snippet NAME` and `# end`, in XML these in
comments; in a page, before a block of code:
    <!-- snippet: path/of/the/program NAME -->
usage: tools/snippets.py [--check]     --check changes nothing; exit status 1: a page is not up to date
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent


def snippet(path, name):
    text = (ROOT / path).read_text()
    mark, close = {'.py': ('#', ''), '.xml': ('<!--', ' -->')}.get(pathlib.Path(path).suffix, ('//', ''))
    match = re.search(rf'^\s*{mark} snippet {re.escape(name)}{close}\n(.*?)^\s*{mark} end{close}$', text, re.S | re.M)
    if not match:
        sys.exit(f'{path}: there is no "{mark} snippet {name}{close}" with a "{mark} end{close}"')
    return textwrap.dedent(match.group(1)).strip()


def filled(page):
    return re.sub(
        r'(<!-- snippet: (\S+) (\S+) -->\n```(?:cpp|python|xml)\n).*?(^```$)',
        lambda m: f'{m.group(1)}{snippet(m.group(2), m.group(3))}\n{m.group(4)}', page, flags=re.S | re.M)


def main():
    stale = 0
    for path in [ROOT / 'README.md', *sorted((ROOT / 'docs').rglob('*.md'))]:
        text = path.read_text()
        content = filled(text)
        if text != content:
            if '--check' in sys.argv:
                print(f'{path.relative_to(ROOT)} differs from the programs it quotes: run tools/snippets.py')
                stale = 1
            else:
                path.write_text(content)
    sys.exit(stale)


if __name__ == '__main__':
    main()
