#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Generates docs/reference/compatibility.md from the lists beside this file, which the compiler checks (api.hpp).

usage: page.py [--check]     --check: report errors and change nothing
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
# The packages with lists. The headers of a package are in its include/.
PACKAGES = ('rclcpp', 'rclcpp_lifecycle', 'rclcpp_action', 'rclcpp_components')
PAGE = ROOT / 'docs/reference/compatibility.md'
BY_HAND = HERE / 'by_hand.md'  # the end of the page, written by hand: compared texts, results of ROS 2's tests
GROUPS = 'node context pubsub services parameters time executors qos logging types'.split()
LISTS = [*(HERE / f'{group}.cpp' for group in GROUPS), ROOT / 'rclcpp_lifecycle/test/api/lifecycle.cpp',
         ROOT / 'rclcpp_action/test/api/action.cpp', ROOT / 'rclcpp_components/test/api/components.cpp']

# Headers that need no list: Jazzy does not have them, or another list contains their names.
NOT_LISTED = re.compile(
    r'rclcpp/(detail|extension|intra_process|executors/detail|topic_statistics/detail)/.*'
    r'|rclcpp/(rclcpp|exceptions|generic_service|create_generic_service)\.hpp'
    r'|rclcpp/node_interfaces/(node_(?!interfaces)[a-z_]*(?<!_interface)|get_node_[a-z_]*)\.hpp'
    r'|rclcpp_lifecycle/(event_time|scoped_entity)\.hpp'
    r'|rclcpp_action/(detail/.*|client_base\.hpp|(create_)?generic_client(_goal_handle)?\.hpp)'
    r'|rclcpp_components/detail/.*'
    r'|rclcpp/(thread_settings|named_type|virtual_time|reads_sample|in_place_message|executors/callback_isolated_executor|executors/events_cbg_executor/events_cbg_executor)\.hpp')

INTRODUCTION = """\
# Which parts of rclcpp are supported, differ, or are missing?

<!-- Written by rclcpp/test/api/page.py from the lists beside it. Do not edit this page: change a list and run the program. -->

This page compares RxROS2 with the public API of rclcpp (28.1, Jazzy) and of its sibling packages. Tests keep it true: `rclcpp_api_test`,
`rclcpp_lifecycle_api_test`, `rclcpp_action_api_test` and `rclcpp_components_api_test` compile each supported name in the form that ROS 2
documents, and check that each missing name is missing.
{counts}

The headers and the column "different" document behaviour that differs. ROS 2's `rclcpp::detail`, and everything derived from it, is private in
both. There is no C layer below rclcpp. Of the functions that give access to ROS 2's C layer (`get_rcl_…`), only the handles of contexts, nodes, clocks,
guard conditions and wait sets exist, for the few C functions in [headers beside rclcpp](../how-to/headers-beside-rclcpp.md). The results of ROS 2's
own test programs are at the end.
"""


def split(text):
    """Splits the arguments of a macro at the commas outside of brackets and quotes."""
    parts, depth, quoted, start = [], 0, False, 0
    for i, c in enumerate(text):
        if c == '"' and text[i - 1] != '\\':
            quoted = not quoted
        elif not quoted and c in '({[':
            depth += 1
        elif not quoted and c in ')}]':
            depth -= 1
        elif not quoted and c == ',' and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return parts + [text[start:].strip()]


def lines(path):
    """Yields (macro, [argument…]) for each line of a list."""
    text = path.read_text()
    for match in re.finditer(
            r'^(HEADER|TYPE|CONSTRUCTOR|METHOD|FUNCTION|FIELD|ENUMERATORS|USE|DIFFERENT|MISSING\w*)\(', text, re.M):
        depth, quoted, end = 1, False, match.end()
        while depth:
            c = text[end]
            quoted ^= c == '"' and text[end - 1] != '\\'
            depth += 0 if quoted else (c == '(') - (c == ')')
            end += 1
        yield match[1], split(' '.join(text[match.end():end - 1].split()))


def short(name):
    """Returns the name of a class as the page shows it."""
    name = re.sub(r'^const ', '', name)
    name = re.sub(r'<.*', '', name)
    return re.sub(r'^(rclcpp::|rclcpp_lifecycle::|rclcpp_action::|rclcpp_components::)?(node_interfaces::|exceptions::)?', '', name)


def unquoted(text):
    return ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', text))


class Header:
    """The entries of the lists for one header."""

    def __init__(self, path):
        self.path = path
        self.present = {}  # name or class → names of its members
        self.different = []
        self.missing = []

    def add(self, macro, arguments):
        if macro == 'TYPE' or macro == 'CONSTRUCTOR':
            self.present.setdefault(short(','.join(arguments) if macro == 'TYPE' else arguments[0]), {})
        elif macro == 'METHOD' or macro == 'FIELD':
            members = self.present.setdefault(short(arguments[1]), {})
            members[re.sub(r'^operator [a-z].*', 'conversion', arguments[2])] = None
        elif macro == 'FUNCTION':
            name = re.sub(r'^(rclcpp::|rclcpp_lifecycle::|rclcpp_action::)?(contexts::|executors::|exceptions::)?', '', arguments[1])
            owner, _, member = name.rpartition('::')
            if owner in self.present:
                self.present[owner][member] = None
            else:
                self.present.setdefault(name, {})
        elif macro == 'ENUMERATORS':
            self.present.setdefault(short(arguments[0]), {}).update(dict.fromkeys(arguments[1:]))
        elif macro == 'USE':
            self.present.setdefault(arguments[0], {})
        elif macro == 'DIFFERENT':
            self.different.append((arguments[0], unquoted(arguments[1])))
        elif macro == 'MISSING':
            self.missing.append((arguments[1], unquoted(arguments[2])))
        elif macro == 'MISSING_MEMBER':
            self.missing.append((f'{short(arguments[0])}::{arguments[1]}', unquoted(arguments[2])))

    def row(self):
        present = []
        for name, members in self.present.items():
            inside = ', '.join(f'`{member}`' for member in members)
            present.append(f'`{name}`' + (f' ({inside})' if members else ''))
        notes = [f'`{name}` {note}' for name, note in self.different]
        return f'| `{self.path}` | {", ".join(present)} | {"; ".join(notes)} | {reasons(self.missing)} |'

    def counts(self):
        names = len(self.present) + sum(map(len, self.present.values()))
        return names, len(self.different), len(self.missing)


def reasons(missing):
    """Groups the names with the same reason."""
    by_reason = {}
    for name, why in missing:
        by_reason.setdefault(why, []).append(f'`{name}`')
    return '; '.join(f'{", ".join(names)}: {why}' for why, names in by_reason.items())


def header_file(name):
    """Returns the path of a header, in the package that its name begins with."""
    return ROOT / name.split('/')[0] / 'include' / name


def make_page():
    """Returns the text of the page and the errors in the lists."""
    errors, tables, totals, listed = [], [], [0, 0, 0], set()
    for path in LISTS:
        if not path.exists():
            errors.append(f'{path}: no such list')
            continue
        title = re.search(r'^// Group: (.*)$', path.read_text(), re.M)[1]
        headers, absent = [], []
        for macro, arguments in lines(path):
            if macro == 'HEADER':
                headers.append(Header(unquoted(arguments[0])))
            elif macro == 'MISSING_HEADER':
                absent.append((unquoted(arguments[0]), unquoted(arguments[1])))
            else:
                headers[-1].add(macro, arguments)
        errors += [f'{path.name}: {h.path} is listed and does not exist' for h in headers if not header_file(h.path).exists()]
        errors += [f'{path.name}: {name} is listed as missing and exists' for name, _ in absent if header_file(name).exists()]
        listed |= {h.path for h in headers}
        rows = [h.row() for h in headers]
        tables.append('\n'.join([f'\n## {title}\n', '| header | supported | different | missing |', '|---|---|---|---|', *rows]))
        if absent:
            tables.append(f'\nMissing headers: {reasons(absent)}.')
        for h in headers:
            totals = [a + b for a, b in zip(totals, h.counts())]
        totals[2] += len(absent)
    for package in PACKAGES:
        include = ROOT / package / 'include'
        for file in sorted(include.glob(f'{package}/**/*.h*')):
            name = str(file.relative_to(include))
            if name not in listed and not NOT_LISTED.fullmatch(name):
                errors.append(f'{name} is in no list: add HEADER("{name}") and the names that Jazzy has in it')
    counts = '{} names are supported, {} are supported with a difference, {} names and headers are missing.'.format(*totals)
    return INTRODUCTION.format(counts=counts) + '\n'.join(tables) + '\n' + BY_HAND.read_text(), errors


def main():
    page, errors = make_page()
    if '--check' in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text() != page:
            errors.append(f'{PAGE.relative_to(ROOT)} differs from the lists: run {pathlib.Path(__file__).name}')
    else:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(page)
    for line in errors:
        print(line, file=sys.stderr)
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
