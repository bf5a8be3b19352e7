# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Writes types_0.cpp … types_3.cpp: the lists of all generated message types, for recode.cpp.

usage: list_types.py INCLUDE_DIR OUTPUT_DIR
INCLUDE_DIR holds a folder for each package, as the room interfaces/ generates it.
"""
import pathlib
import re
import sys

LISTS = 4
FIELDS = re.compile(r'^struct cdr::fields<(::\w+::(?:msg|srv|action)::\w+)_<Allocator>>$', re.MULTILINE)


def main() -> None:
    include, output = map(pathlib.Path, sys.argv[1:])
    types = [(str(header.relative_to(header.parents[3])), name)
             for header in sorted(include.glob('*/*/*/detail/*__fields.hpp'))
             for name in FIELDS.findall(header.read_text())]
    if not types:
        sys.exit(f'{sys.argv[0]}: no message type under {include}; expected <package>/<package>/msg/detail/*__fields.hpp')
    output.mkdir(parents=True, exist_ok=True)
    for number in range(LISTS):
        part = types[number::LISTS]
        headers = '\n'.join(f'#include "{header}"' for header in sorted({header for header, _ in part}))
        names = ',\n'.join(f'    recoder_of<{name}>()' for _, name in part)
        text = (f'// Written by list_types.py; do not edit.\n{headers}\n\n#include "recode.hpp"\n\n'
                f'std::span<const recoder> types_{number}()\n{{\n'
                f'  static constexpr recoder types[] = {{\n{names}}};\n  return types;\n}}\n')
        path = output / f'types_{number}.cpp'
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    # Ninja asks for outputs newer than their inputs; the sources above keep their time if nothing changed.
    (output / 'stamp').touch()


main()
