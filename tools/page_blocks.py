#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes C++ of the blocks of C++ in the documentation, so that a compiler checks what is printed.

usage: tools/page_blocks.py PRELUDE OUTPUT     writes the file OUTPUT, which includes PRELUDE

Each block becomes a function of a class that derives from the class `Robot` of the prelude, which declares what blocks use
without saying it. A block that begins with `template` or `#include` starts outside of the function, up to its first empty
line. '…' stands for code that the page leaves out. Blocks behind <!-- snippet: … --> are copied from compiled programs
(tools/snippets.py); those behind <!-- not compiled: REASON --> are left out.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r'^(<!-- (?:snippet|not compiled): .* -->\n)?```cpp\n(.*?)^```$', re.S | re.M)


def pages():
    return [ROOT / 'README.md', *(page for page in sorted((ROOT / 'docs').rglob('*.md')) if page.parent.name != 'reference')]


def complete(code):
    """A block without the marks for what is left out, and with a ';' behind its last expression."""
    code = re.sub(r'^…$', ';', code, flags=re.M)
    code = re.sub(r'\|\s*…|…', '', code).rstrip()
    last = re.sub(r'\s*//.*', '', code.splitlines()[-1]).rstrip()
    return code if last.endswith((';', '}')) and not last.endswith('})') else f'{code}\n;'


def outside(code):
    """Splits a block into what stands outside of a function and the rest."""
    head = []
    if code.startswith('template'):
        first, _, code = code.partition('\n\n')
        head.append(first)
    lines = code.split('\n')
    return head + [line for line in lines if line.startswith('#include')], '\n'.join(
        '' if line.startswith('#include') else line for line in lines)


def main():
    prelude, output = sys.argv[1:]
    includes, functions = [f'#include "{prelude}"'], []
    for page in pages():
        text = page.read_text()
        for block in BLOCK.finditer(text):
            if block[1]:
                continue
            line, head = text[:block.start(2)].count('\n') + 1, ''
            parts, body = outside(block[2])
            includes += [part for part in parts if part.startswith('#include')]
            head = '\n'.join(part for part in parts if not part.startswith('#include'))
            place = f'#line {line + head.count(chr(10)) * 1 + (2 if head else 0)} "{page}"'
            name = f'block_{len(functions)}'
            functions.append(f'#line {line} "{page}"\n{head}\nstruct {name} : Robot\n{{\n  using Robot::Robot;\n  void run();\n}};\n'
                             f'void {name}::run()\n{{\n{place}\n{complete(body)}\n}}\n')
    pathlib.Path(output).write_text('\n'.join([*dict.fromkeys(includes), '', *functions]))


if __name__ == '__main__':
    main()
