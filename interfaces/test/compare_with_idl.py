# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Compares what definition.py reads with what rosidl_parser's grammar makes of the .idl text.

usage: /usr/bin/python3 compare_with_idl.py GENERATOR_DIR ARGUMENTS.json [PACKAGE...]

Prints each difference; run by test_generator.py, since only the system's Python has rosidl.
"""

import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from generate import read
from interface import with_events
from rosidl_parser import definition as idl
from rosidl_parser.parser import parse_idl_string


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
            path, kind = pathlib.Path(entry['file']), entry['kind']
            generated = pathlib.Path(package['share_dir']) / kind / f'{path.stem}.idl'
            content = parse_idl_string(generated.read_text(encoding='utf-8'))
            by_grammar = plain([with_events(element) for element in content.elements])
            for file in dict.fromkeys((path, generated)):
                direct = plain(read(package['name'], file, kind).content.elements)
                compared += 1
                if direct != by_grammar:
                    print(f'{file}:')
                    difference('', direct, by_grammar)
    print(f'compared {compared}', file=sys.stderr)


main()
