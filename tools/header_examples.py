#!/usr/bin/env python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes C++ of the examples in the comments of headers, to be compiled and run with rx/test/examples.hpp.

usage: tools/header_examples.py --out FOLDER FILES INCLUDE NAMES HEADER_FOLDER
           writes FOLDER/examples_0.cpp … (FILES of them), which include INCLUDE; it defines rx_examples::setting, whose
           members NAMES (m,node) the examples use
       tools/header_examples.py --check
           every operator, source and public header of rxros2 has an example (exit 1: no)

An example is an indented part of a comment in which a statement is followed by "// -> " and what it shows:

  //   just(1, 2) | map([](int i) { return 10 * i; });  // -> 10 20 |

The other statements of the part are compiled as they are.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = '// -> '
INDENTED = re.compile(r'//   | \*     ')  # as rx writes its comments, as rxros2 does
# Where each public function must have an example.
EACH_HEADER = 'rxros2/include/rxros2'
REQUIRED = ['rx/include/rx/sources', 'rx/include/rx/operators', 'rx/include/rx/subjects', EACH_HEADER]
ALL_TOGETHER = 'rxros2.hpp'  # includes the others
OTHER_NAME = re.compile(r'//.*(another name|RxCpp\'s)')
PUBLIC = re.compile(r'(?:inline )?(?:auto|rx::\w+) (\w+)\(|class (subject|behavior|replay|async|resource|item|qos_events|Node)\b')
DETAIL = re.compile(r'^namespace detail$.*?^}  // namespace detail$', re.M | re.S)


def examples(header):
    """The examples of one header: [(line of the first statement, [lines without the comment's mark])]."""
    result, group, start = [], [], 0
    for number, line in enumerate(header.read_text().split('\n') + [''], 1):
        indented = INDENTED.match(line)
        if indented:
            group, start = group + [line[indented.end():]], start or number
            continue
        if any(MARK in text for text in group):
            result.append((start, group))
        group, start = [], 0
    return result


def statements(lines):
    """[(offset of the line, code, what it shows or None)]"""
    out, code, depth, first = [], [], 0, 0
    for offset, line in enumerate(lines):
        text, _, shown = line.partition(MARK)
        if not text.strip():
            if code or not out:
                raise ValueError(f'"{line.strip()}" stands behind no statement')
            out[-1] = (out[-1][0], out[-1][1], shown.strip())
            continue
        first = first if code else offset
        code.append(text.rstrip())
        bare = re.sub(r'"[^"]*"|\'.\'', '', text)
        depth += sum(bare.count(c) for c in '({[') - sum(bare.count(c) for c in ')}]')
        if depth == 0 and text.rstrip().endswith((';', '}')):
            out.append((first, '\n'.join(code), shown.strip() or None))
            code = []
    if code:
        raise ValueError(f'"{code[-1].strip()}" does not end with a semicolon')
    return out


def function(header, line, lines, number, names):
    """One example as a function that is run by examples_main.cpp."""
    out = [f'static void example_{number}(rx_examples::setting & here)', '{']
    out += [f'  [[maybe_unused]] auto & {name} = here.{name};' for name in names]
    for offset, code, shown in statements(lines):
        out.append(f'#line {line + offset} "{header}"')
        if shown is None:
            out.append(code)
        else:
            out.append(f'rx_examples::shows("{header.name}:{line + offset}", here, ({code.rstrip(";")}), '
                       f'R"--({shown})--");')
    run = f'static const rx_examples::example run_{number}([] {{ rx_examples::setting here; example_{number}(here); }});'
    return '\n'.join(out + ['}', run, ''])


def write(folder, files, include, names, where):
    headers = sorted(h.resolve() for h in pathlib.Path(where).rglob('*.hpp'))
    all_of_them = [(header, *example) for header in headers for example in examples(header)]
    for k in range(files):
        part = all_of_them[len(all_of_them) * k // files:len(all_of_them) * (k + 1) // files]
        text = '// Made by tools/header_examples.py.\n#include "' + include + '"\n\n' + '\n'.join(
            function(header, line, lines, number, names) for number, (header, line, lines) in enumerate(part))
        (pathlib.Path(folder) / f'examples_{k}.cpp').write_text(text)


def missing(header):
    """The public functions of a header whose comments have no example."""
    names, comment, has = {}, [], set()
    for line in DETAIL.sub('', header.read_text()).split('\n'):
        if line.startswith(('//', '/**', ' *')):
            comment.append(line)
            continue
        name = PUBLIC.match(line)
        if name and not OTHER_NAME.search(line) and not line.endswith(';'):
            key = name.group(1) or name.group(2)
            if comment or key in names:
                names.setdefault(key, line)
            if any(MARK in text for text in comment):
                has.add(key)
        if not line.lstrip().startswith(('template', 'requires')):
            comment = []
    lacking = [name for name in names if name not in has]
    whole_header = ROOT / EACH_HEADER in header.parents and header.name != ALL_TOGETHER and not examples(header)
    return [header.name] if whole_header else lacking


def main():
    if sys.argv[1] == '--out':
        folder, files, include, names, where = sys.argv[2:]
        write(folder, int(files), include, names.split(','), where)
        return
    lacking = [(header, name) for where in REQUIRED for header in sorted((ROOT / where).rglob('*.hpp'))
               if header.parent.name != 'detail' for name in missing(header)]
    for header, name in lacking:
        print(f'{header.relative_to(ROOT)}: {name} has no example; write one in its comment, "// -> " and what it shows')
    sys.exit(bool(lacking))


if __name__ == '__main__':
    main()
