# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Compares what definition.py made directly with what rosidl_parser makes of the generated .idl.

usage: /usr/bin/python3 compare_with_idl.py GENERATOR_DIR ARGUMENTS.json [PACKAGE...]

Prints each difference; run by test_generator.py, since only the system's Python has rosidl.
"""

import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from generate import read
from rosidl_parser import definition as idl


def plain(value):
    """Parser objects as nested dictionaries and lists, without includes."""
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value if not isinstance(v, idl.Include)]
    slots = [
        s
        for c in type(value).__mro__
        for s in (
            (c.__slots__,)
            if isinstance(getattr(c, '__slots__', ()), str)
            else getattr(c, '__slots__', ())
        )
    ]
    if isinstance(value, idl.Annotation) and isinstance(value.value, dict):
        return {'annotation': value.name, 'value': value.value}
    if isinstance(value, str):
        return str(value)  # lark's tokens are strings with a place
    if slots or isinstance(value, idl.AbstractType):
        return {
            'class': type(value).__name__,
            **{s: plain(getattr(value, s)) for s in slots if hasattr(value, s)},
        }
    return value


def difference(place, direct, by_grammar):
    values = (direct, by_grammar)
    if all(isinstance(value, dict) for value in values) and direct.keys() == by_grammar.keys():
        for key in direct:
            difference(f'{place}.{key}', direct[key], by_grammar[key])
    elif all(isinstance(value, list) for value in values) and len(direct) == len(by_grammar):
        for index, pair in enumerate(zip(direct, by_grammar, strict=True)):
            difference(f'{place}[{index}]', *pair)
    elif direct != by_grammar:
        print(f'  {place}: direct {direct}, by the grammar {by_grammar}')


def main():
    arguments = json.loads(pathlib.Path(sys.argv[2]).read_text())
    compared = 0
    for package in arguments['packages']:
        if sys.argv[3:] and package['name'] not in sys.argv[3:]:
            continue
        for entry in package['interfaces']:
            path = pathlib.Path(entry['file'])
            if path.suffix == '.idl':
                continue
            direct = plain(read(package['name'], path, entry['kind']).content.elements)
            generated = pathlib.Path(package['share_dir']) / entry['kind'] / f'{path.stem}.idl'
            by_grammar = plain(read(package['name'], generated, entry['kind']).content.elements)
            compared += 1
            if direct != by_grammar:
                print(f'{path}:')
                difference('', direct, by_grammar)
    print(f'compared {compared}', file=sys.stderr)


main()
