# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reads and writes parameter files by the YAML rules of ROS 2 nodes, which differ from those of PyYAML.

A plain 1e-3, 0483, nan, 0x1p3 or y is a number or a bool to a node, and a text to PyYAML. A node reads the same values
from a file that is written here, and this module reads the values that a node would read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from .printable import replaced

_TRUE = frozenset(['Y', 'y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'])
_FALSE = frozenset(['N', 'n', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'])
_INTEGER = re.compile(r'[-+]?(?:0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)')
_WORDS = re.compile(r'[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|[-+]?(?i:inf|infinity|nan|nan\(\w*\))')
_DECIMAL = re.compile(r'[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?')
_HEXADECIMAL = re.compile(r'[-+]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][-+]?[0-9]+)?')
_SAFE = re.compile(r'[^\W\d][\w/.-]*(?: [\w/.-]+)*|/[\w/.*-]*')
_NULLS = frozenset(['null', 'Null', 'NULL'])

_TEXT_TAG = 'tag:yaml.org,2002:str'
_PLAIN_TAG = '!rxros2_plain'

Value = bool | int | float | str


class PlainText(str):
    """A plain text that a node reads as a number or bool, and other YAML readers as a text."""

    __slots__ = ('value',)
    value: Value
    """The value that a node reads."""


def scalar_value(text: str) -> Value:
    """Returns the value that a node reads from a plain scalar."""
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if _INTEGER.fullmatch(text):
        value = _integer(text)
        if -(2**63) <= value < 2**63:
            return value
    if _WORDS.fullmatch(text):
        bare = text.lstrip('+-').lstrip('.').lower()
        return math.nan if bare.startswith('nan') else -math.inf if text.startswith('-') else math.inf
    number: float | None = None
    if _DECIMAL.fullmatch(text):
        number = float(text)
    elif _HEXADECIMAL.fullmatch(text):
        try:
            number = float.fromhex(text)
        except OverflowError:
            return text
    return text if number is None or math.isinf(number) else number


def _integer(text: str) -> int:
    digits = text.lstrip('+-')
    if len(digits) > 100:  # more digits than an int64 has
        return 2**64
    base = 16 if digits[:2] in ('0x', '0X') else 8 if digits.startswith('0') else 10
    value = int(digits, base)
    return -value if text.startswith('-') else value


def load(yaml: Any, text: str, *, keep_text: bool = False) -> Any:
    """Returns the value of a YAML text; names of parameters are texts. Raises the errors of the library `yaml`.

    `keep_text`: a plain text that only nodes read as another type becomes a PlainText.
    """
    return yaml.load(text, Loader=_loader(yaml, keep_text))


def dump(yaml: Any, value: Any, **options: Any) -> str:
    """Returns YAML from which a node reads the same values."""
    text: str = yaml.dump(value, Dumper=_dumper(yaml), sort_keys=False, allow_unicode=True, **options)
    return text


@lru_cache
def _loader(yaml: Any, keep_text: bool) -> Any:
    base: Any = getattr(yaml, 'CSafeLoader', yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]
        yaml_implicit_resolvers: dict[Any, list[tuple[str, Any]]] = {}  # noqa: RUF012

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            for key, _ in node.value if isinstance(node, yaml.MappingNode) else ():
                if key.tag == _PLAIN_TAG:
                    key.tag = _TEXT_TAG
            return super().construct_mapping(node, deep)

    def construct(loader: Any, node: Any) -> Any:
        text = loader.construct_scalar(node)
        value = scalar_value(text)
        if not keep_text or isinstance(value, str):
            return value
        if yaml.resolver.Resolver().resolve(yaml.ScalarNode, text, (True, False)) != _TEXT_TAG:
            return value
        kept = PlainText(text)
        kept.value = value
        return kept

    Loader.add_constructor(_PLAIN_TAG, construct)
    Loader.add_implicit_resolver('tag:yaml.org,2002:null', re.compile(r'(?:~|null|Null|NULL|)\Z'), ['~', 'n', 'N', ''])
    Loader.add_implicit_resolver('tag:yaml.org,2002:merge', re.compile(r'<<\Z'), ['<'])
    Loader.add_implicit_resolver(_PLAIN_TAG, re.compile(r'.', re.DOTALL), None)
    return Loader


@lru_cache
def _dumper(yaml: Any) -> Any:
    base: Any = getattr(yaml, 'CSafeDumper', yaml.SafeDumper)

    class Dumper(base):  # type: ignore[misc]
        def ignore_aliases(self, data: Any) -> bool:
            return True

    def represent(dumper: Any, text: str) -> Any:
        text = replaced(text)
        is_safe = _SAFE.fullmatch(text) and text not in _NULLS and isinstance(scalar_value(text), str)
        return dumper.represent_scalar(_TEXT_TAG, text, style=None if is_safe else "'")

    Dumper.add_representer(str, represent)
    return Dumper


def values_of_node(tree: Any, node: str, *, wildcards: bool = True) -> dict[str, Any]:
    """Returns the values in a parameter file for the node '/ns/name': of `wildcards` first, then of its own name."""
    values_by_name: dict[str, Any] = {}
    sections = list(_sections(tree, '')) if isinstance(tree, Mapping) else []
    for exact in (False, True) if wildcards else (True,):
        for name, values in sections:
            if ('*' not in name) == exact and _matches(name.split('/')[1:], node.split('/')[1:]):
                values_by_name |= flattened(values)
    return values_by_name


def flattened(tree: Mapping[Any, Any], prefix: str = '') -> dict[str, Any]:
    """Flattens nested names: {'a': {'b': 1}} becomes {'a.b': 1}."""
    values_by_name: dict[str, Any] = {}
    for name, value in tree.items():
        if isinstance(value, Mapping):
            values_by_name |= flattened(value, f'{prefix}{name}.')
        else:
            values_by_name[f'{prefix}{name}'] = value
    return values_by_name


def _sections(tree: Mapping[Any, Any], path: str) -> Iterable[tuple[str, Mapping[Any, Any]]]:
    for key, value in tree.items():
        if key == 'ros__parameters':
            if isinstance(value, Mapping):
                yield path, value
        elif isinstance(value, Mapping):
            yield from _sections(value, f'{path}/{str(key).strip("/")}')


def _matches(pattern: list[str], name: list[str]) -> bool:
    if not pattern:
        return not name
    if pattern[0] == '**':
        return any(_matches(pattern[1:], name[skipped:]) for skipped in range(len(name) + 1))
    return bool(name) and pattern[0] in ('*', name[0]) and _matches(pattern[1:], name[1:])
