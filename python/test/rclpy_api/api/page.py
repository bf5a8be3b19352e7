#!/usr/bin/python3
# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Generates docs/reference/rclpy-compatibility.md from the lists beside it, which test_api_names.py checks.

usage: page.py [--check]     --check: report errors and change nothing
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from differences import DIFFERENT, MISSING
from names import read_names

PAGE = HERE.parents[3] / 'docs/reference/rclpy-compatibility.md'
BY_HAND = HERE / 'by_hand.md'  # the end of the page, written by hand

GROUPS = {
    'Start, end and errors': 'rclpy context signals utilities exceptions impl impl.implementation_singleton',
    'Nodes, names and the graph': 'node expand_topic_name validate_topic_name validate_full_topic_name '
    'validate_namespace validate_node_name topic_endpoint_info topic_or_service_is_hidden type_hash '
    'type_description_service destroyable',
    'Topics': 'publisher subscription wait_for_message event_handler qos_event qos qos_overriding_options '
    'serialization type_support',
    'Services and actions': 'client service service_introspection action action.client action.server action.graph',
    'Parameters': 'parameter parameter_client parameter_event_handler parameter_service validate_parameter_name',
    'Time': 'clock clock_type duration time time_source timer constants',
    'Executors': 'executors callback_groups task guard_condition waitable',
    'Logging': 'logging logging_service impl.rcutils_logger impl.logging_severity',
    'Lifecycle nodes': 'lifecycle lifecycle.node lifecycle.managed_entity lifecycle.publisher',
}

INTRODUCTION = """\
# Which parts of rclpy are supported, differ, or are missing?

<!-- Written by python/test/rclpy_api/api/page.py from the lists beside it. -->
<!-- Do not edit this page: change a list and run the program. -->

This page compares `rclpy_compat` with the public API of rclpy (7.1, Jazzy). A test keeps it true: it looks up each
supported name, compares signatures, defaults, bases and properties with a list of rclpy's, and checks that each
missing name is missing.
{counts}

A program may take a class from any module that has it in rclpy, such as `rclpy.node.ParameterDescriptor`.
There is no C module below this `rclpy`: of rclpy's, `rclpy.impl.implementation_singleton` has the exceptions, and the
entities that a `Waitable` waits for. The [README](../../python/rclpy_compat/README.md) says how to install
`rclpy_compat`, and how it works differently.
"""


def is_missing(name):
    """Returns whether the name or its class is in the list of missing names."""
    parts = name.full_name.split('.')
    return any('.'.join(parts[:length]) in MISSING for length in range(2, len(parts) + 1))


def row(module, names):
    """Returns the row of a module."""
    present = {}
    for name in names:
        if name.kind in ('also', 'special') or is_missing(name) or name.name == '__init__':
            continue
        if name.owner:
            owner, _, inner = name.owner.partition('.')
            present[owner].append(f'{inner}.{name.name}' if inner else name.name)
        else:
            present[name.name] = []
    supported = []
    for name, members in present.items():
        inside = ', '.join(f'`{member}`' for member in members)
        supported.append(f'`{name}`' + (f' ({inside})' if members else ''))
    prefix = f'{module}.'
    own = {name.full_name for name in names}
    different = [f'{short} {why}' for short, why in _short(DIFFERENT, prefix, own)]
    missing = [f'{short}: {why}' for short, why in _short(MISSING, prefix, own)]
    return f'| `{module}` | {", ".join(supported)} | {"; ".join(different)} | {"; ".join(missing)} |'


def _short(reasons, prefix, own):
    """Yields ('`Class.member`, …', reason), with the names of one reason together."""
    by_reason = {}
    for full_name, why in reasons.items():
        if full_name in own:
            by_reason.setdefault(why, []).append(f'`{full_name.removeprefix(prefix).replace(".__init__", "()")}`')
    for why, names in by_reason.items():
        yield ', '.join(names), why


def make_page():
    """Returns the text of the page and the errors in the lists."""
    names, modules = read_names()
    known = {name.full_name for name in names}
    errors = [f'differences.py: {name} is in no list of rclpy' for name in [*MISSING, *DIFFERENT] if name not in known]
    grouped = [
        module if module == 'rclpy' else f'rclpy.{module}' for group in GROUPS.values() for module in group.split()
    ]
    errors += [f'page.py: {module} is in no group' for module in modules if module not in grouped]
    tables = []
    for title, group in GROUPS.items():
        tables.append(f'\n## {title}\n\n| module | supported | different | missing |\n|---|---|---|---|')
        for short in group.split():
            module = short if short == 'rclpy' else f'rclpy.{short}'
            tables.append(row(module, [name for name in names if name.module == module]))
    counted = [name for name in names if name.kind not in ('also', 'special') and name.name != '__init__']
    missing = [name for name in counted if is_missing(name)]
    counts = (
        f'{len(counted) - len(missing)} names in {len(modules)} modules are supported, {len(DIFFERENT)} with a '
        f'difference; {len(missing)} are missing.'
    )
    by_hand = BY_HAND.read_text() if BY_HAND.exists() else ''
    return INTRODUCTION.format(counts=counts) + '\n'.join(tables) + '\n' + by_hand, errors


def main():
    page, errors = make_page()
    if '--check' in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text() != page:
            errors.append(f'{PAGE.name} differs from the lists: run {pathlib.Path(__file__).name}')
    else:
        PAGE.write_text(page)
    for line in errors:
        print(line, file=sys.stderr)
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
