# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rclpy_compat has the public names of rclpy with their signatures, except for those that the page lists."""

import ast
import contextlib
import enum
import importlib
import inspect
import pathlib
import re
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent / 'api'))
import page
from differences import DIFFERENT, MISSING
from names import read_names

NAMES, MODULES = read_names()
_NO_OWN = {'Enum', 'IntEnum', 'NamedTuple', 'TypedDict', 'ContextManager'}


def look_up(name):
    """Returns (is there, the object as the class has it), without calling properties."""
    target = importlib.import_module(name.module)
    for part in name.path.split('.'):
        owner = target
        try:
            target = getattr(target, part)
        except AttributeError:
            return False, None
    return True, inspect.getattr_static(owner, name.name, target) if name.owner else target


def faults_of_class(name, cls):
    if not inspect.isclass(cls):
        yield f'is {cls!r}, not a class'
        return
    mro = {base.__name__ for base in cls.__mro__}
    for base in name.bases():
        if base.endswith('Enum'):
            is_derived = issubclass(cls, enum.Enum)
        elif base == 'NamedTuple':
            is_derived = issubclass(cls, tuple)
        elif base == 'TypedDict':
            is_derived = issubclass(cls, dict)
        elif base == 'ContextManager':
            is_derived = issubclass(cls, contextlib.AbstractContextManager)
        else:
            is_derived = base in mro
        if not is_derived:
            yield f'has the bases {sorted(mro)}, not {base}'


def faults_of_function(name, target):
    """Compares the parameters: the same names in the same order; further ones have defaults."""
    for modifier, kind in (('static', staticmethod), ('classmethod', classmethod)):
        if (modifier in name.modifiers) != isinstance(target, kind):
            yield f'is {type(target).__name__}, in rclpy {" ".join(name.modifiers) or "a function"}'
            return
    function = target.__func__ if isinstance(target, (staticmethod, classmethod)) else target
    if not callable(function):
        yield f'is {function!r}, not a function'
        return
    if ('async' in name.modifiers) != inspect.iscoroutinefunction(function):
        yield 'is a coroutine function only in one of both'
    if inspect.isclass(function):
        return
    ours = list(inspect.signature(function).parameters.values())
    if name.owner and 'static' not in name.modifiers:
        ours = ours[1:]
    arguments = name.arguments()
    kinds = inspect.Parameter
    positional = [p for p in ours if p.kind in (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD)]
    keywords = {p.name: p for p in ours if p.kind in (kinds.KEYWORD_ONLY, kinds.POSITIONAL_OR_KEYWORD)}
    takes_more = any(p.kind is kinds.VAR_KEYWORD for p in ours)
    expected = []
    defaults = [None] * (len(arguments.args) - len(arguments.defaults)) + arguments.defaults
    for index, (argument, default) in enumerate(zip(arguments.args, defaults, strict=True)):
        if index < len(positional) and positional[index].name == argument.arg:
            expected.append((positional[index], default))
        elif not any(p.kind is kinds.VAR_POSITIONAL for p in ours):
            yield f'has {[p.name for p in positional]}, not {argument.arg!r} at position {index}'
            return
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if argument.arg in keywords:
            expected.append((keywords[argument.arg], default))
        elif not takes_more:
            yield f'has no parameter {argument.arg!r}'
    for parameter, default in expected:
        if default is not None and parameter.default is kinds.empty:
            yield f'has no default for {parameter.name!r}'
        elif isinstance(default, ast.Constant) and default.value not in (..., parameter.default):
            yield f'has the default {parameter.default!r} for {parameter.name!r}, not {default.value!r}'
    known = {parameter.name for parameter, _ in expected}
    if arguments.vararg is None and arguments.kwarg is None:
        for parameter in ours:
            is_open = parameter.kind in (kinds.VAR_POSITIONAL, kinds.VAR_KEYWORD)
            if parameter.name not in known and parameter.default is kinds.empty and not is_open:
                yield f'needs a parameter {parameter.name!r}'


def faults_of(name):
    """Yields what differs from rclpy."""
    is_found, target = look_up(name)
    if name.kind == 'attribute':
        cls = class_of(name)
        sources = '\n'.join(inspect.getsource(base) for base in cls.__mro__ if base.__module__.startswith('rclpy'))
        if not is_found and not re.search(rf'^        self\.{name.name}\b', sources, re.MULTILINE):
            yield 'is missing'
    elif not is_found:
        yield 'is missing'
    elif name.full_name in DIFFERENT:
        return
    elif name.kind == 'class':
        yield from faults_of_class(name, target)
    elif name.kind == 'def':
        yield from faults_of_function(name, target)
    elif name.kind == 'property':
        if not hasattr(type(target), '__get__') or inspect.isfunction(target):
            yield f'is {type(target).__name__}, not a property'
        elif name.rest == 'settable' and isinstance(target, property) and target.fset is None:
            yield 'cannot be assigned'
    elif name.kind == 'special' and target is getattr(object, name.name, None) and name.name != '__ne__':
        yield 'is not defined'


def class_of(name):
    cls = importlib.import_module(name.module)
    for part in name.owner.split('.'):
        cls = getattr(cls, part)
    return cls


@pytest.mark.parametrize('module', MODULES)
def test_names_exist_with_their_signatures(module):
    importlib.import_module(module)
    names = [name for name in NAMES if name.module == module and not page.is_missing(name)]
    faults = [f'{name.full_name} {fault}' for name in names for fault in faults_of(name)]
    assert not faults, '\n'.join(faults)


def test_missing_names_are_missing():
    exist = [name.full_name for name in NAMES if name.full_name in MISSING and look_up(name)[0]]
    assert exist == []


def test_the_page_is_written_from_the_lists():
    text, errors = page.make_page()
    assert errors == []
    assert page.PAGE.read_text() == text, 'run python/test/rclpy_api/api/page.py'
