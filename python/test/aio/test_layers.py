# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The imports between modules of the package: no cycles except for type checkers, and none from base to front."""

import ast
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2] / 'rxros2'
FRONTS = {
    # folder: the folders that it may import beside itself and BASICS
    'aio/core': {'_core'},
    'aio': {'_core', 'base', 'aio/core'},
    'rx': {'_core', 'base', 'aio/core', 'aio'},
    'launch': {'_core', 'base', 'aio/core', 'aio'},
    'view': {'_core', 'base', 'aio/core', 'aio'},
    'cli': {'_core', 'base', 'aio/core', 'aio', 'launch', 'view'},
}

BASICS = {'rxros2.durations', 'rxros2._caller', 'rxros2._replay_state'}  # import nothing of the package


def name_of(path):
    parts = path.relative_to(ROOT.parent).with_suffix('').parts
    return '.'.join(parts[:-1] if parts[-1] == '__init__' else parts)


MODULES = {name_of(path): path for path in sorted(ROOT.rglob('*.py'))}
MODULES['rxros2._core'] = None  # of C++


def only_for_types(node):
    return isinstance(node, ast.If) and 'TYPE_CHECKING' in ast.dump(node.test)


def statements(node):
    """Yields the imports that run at some time, also those in functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Import, ast.ImportFrom)):
            yield child
        elif only_for_types(child):
            for other in child.orelse:
                yield from statements(other)
        else:
            yield from statements(child)


def imported(name, path, text=None):
    """Yields the modules of the package that a statement imports, without the packages that contain them."""
    package = name if path.name == '__init__.py' else name.rpartition('.')[0]
    for node in statements(ast.parse(path.read_text(encoding='utf-8') if text is None else text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
            continue
        parts = package.split('.')
        base = '.'.join(parts[: len(parts) - node.level + 1]) if node.level else ''
        base = '.'.join(filter(None, (base, node.module)))
        for alias in node.names:
            module = f'{base}.{alias.name}'
            if module in MODULES or base in MODULES:
                yield module if module in MODULES else base


GRAPH = {name: set(imported(name, path)) - {name} for name, path in MODULES.items() if path is not None}


def circles(graph):
    """Yields sets of modules that import each other, directly or through others."""

    def reached(start):
        seen, waiting = set(), [start]
        while waiting:
            for module in graph.get(waiting.pop(), ()):
                if module not in seen:
                    seen.add(module)
                    waiting.append(module)
        return seen

    reach = {name: reached(name) for name in graph}
    return {frozenset(other for other in reach[name] if name in reach.get(other, ())) for name in graph} - {frozenset()}


def folder_of(name):
    path = name.replace('.', '/') + '/'
    for folder in FRONTS:
        if path.startswith(f'rxros2/{folder}/'):
            return folder
    return '_core' if name == 'rxros2._core' else 'base'


def test_no_circle():
    assert not [sorted(circle) for circle in circles(GRAPH)]


def test_nothing_from_base_to_front():
    allowed = {'base': {'_core'}, **FRONTS}
    violations = [
        f'{name} imports {other}'
        for name, imports in GRAPH.items()
        for other in imports - BASICS
        if folder_of(other) not in {folder_of(name), *allowed[folder_of(name)]}
    ]
    assert not violations
    assert not any(GRAPH[name] for name in BASICS)


def test_the_extension_includes_no_private_headers():
    sources = [path for path in (ROOT.parent / 'src').iterdir() if path.suffix in ('.hpp', '.cpp')]
    included = {
        name for path in sources for name in re.findall(r'#include "(\w+/.*)"', path.read_text(encoding='utf-8'))
    }
    assert 'cdr/reader.hpp' in included
    # synchronize() shares its search with C++, where only its own header includes it.
    assert {name for name in included if '/detail/' in name} == {'rxros2/time/detail/approximate_search.hpp'}


def test_this_test_sees_imports():
    text = """
from __future__ import annotations
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from .sub import BaseSub
import rxros2.names
def function():
    from ..core import timer, AUTO_SCOPE
    from ... import _core
"""
    path = MODULES['rxros2.aio.core.rate']
    modules = {'rxros2.names', 'rxros2.aio.core.timer', 'rxros2.aio.core', 'rxros2._core'}
    assert set(imported('rxros2.aio.core.rate', path, text)) == modules
    assert (
        len(GRAPH) > 100 and 'rxros2.aio.core.base_sub' in GRAPH['rxros2.aio.ros2._source'] | GRAPH['rxros2.aio.core']
    )
    assert circles({'a': {'b'}, 'b': {'c'}, 'c': {'a', 'd'}, 'd': set()}) == {frozenset('abc')}
