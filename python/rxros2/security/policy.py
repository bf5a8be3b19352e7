# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Policies: the rights of the nodes of each enclave, with ROS 2's names.

Reads ROS 2's formats 0.1.0 and 0.2.0 with included files; writes 0.2.0.
"""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from . import names
from .elements import Element, read
from .errors import SecurityError

VERSION = '0.2.0'

_INCLUDE = ('{http://www.w3.org/2001/XInclude}include', '{http://www.w3.org/2003/XInclude}include')
_POINTER = re.compile(r'xpointer\(\s*((?:/[\w.-]+)*/(?:[\w.-]+|\*))\s*\)')
_MOST = 200_000
"""Most elements of a policy with included files. An include counts as _INCLUDE_COST, because includes can multiply."""
_INCLUDE_COST = 50
_DEEPEST = 32
"""Most levels of nested includes."""


@dataclass
class Rule:
    """Rights on some names. A right that is not listed is denied."""

    kind: str
    """'topic', 'service' or 'action'."""
    allowed: dict[str, bool]
    """Whether each right of names.KINDS is allowed."""
    expressions: list[str]
    place: str = ''
    """'file:line' if it was read from a file."""


@dataclass
class Profile:
    """The rules of a node."""

    namespace: str
    node: str
    rules: list[Rule] = field(default_factory=list)

    def allow(self, right: str, name: str) -> None:
        """Adds a rule for an absolute name, unless one exists."""
        kind, expression = names.KIND_OF[right], names.relative(name, self.namespace, self.node)
        for rule in self.rules:
            if rule.kind == kind and rule.allowed == {right: True}:
                break
        else:
            rule = Rule(kind, {right: True}, [])
            self.rules.append(rule)
        if expression not in rule.expressions:
            rule.expressions.append(expression)


@dataclass
class Policy:
    """The profiles of enclaves."""

    enclaves: dict[str, list[Profile]] = field(default_factory=dict)

    def profile(self, enclave: str, namespace: str, node: str) -> Profile:
        """Returns the profile of a node and creates it if necessary."""
        profiles = self.enclaves.setdefault(enclave, [])
        for profile in profiles:
            if (profile.namespace, profile.node) == (namespace, node):
                return profile
        profiles.append(Profile(namespace, node))
        return profiles[-1]

    def of(self, enclave: str, file: str) -> list[Profile]:
        """Returns the profiles of an enclave. SecurityError, with `file`, if it has none."""
        if enclave not in self.enclaves:
            from ..names import existing

            raise SecurityError(f'{file}: {existing("enclave", enclave, self.enclaves)}')
        return self.enclaves[enclave]


def wildcard() -> list[Profile]:
    """Returns profiles that allow everything, the default of a new enclave."""
    rules = [Rule(kind, dict.fromkeys(rights, True), ['/*']) for kind, rights in names.KINDS.items()]
    return [Profile('/', 'default', rules)]


def load(path: pathlib.Path) -> Policy:
    """Reads a policy file. SecurityError, with file and line, if it is invalid."""
    root = _included(read(path), path, (path.resolve(),), [0])
    if root.tag != 'policy':
        raise SecurityError(f'{root.place}: expected <policy>, found <{root.tag}>')
    version = _attribute(root, 'version')
    if version not in ('0.1.0', VERSION):
        raise SecurityError(f"{root.place}: version '{version}' of policies is not known; expected 0.2.0 or 0.1.0")
    outer, inner = ('contexts', 'context') if version == '0.1.0' else ('enclaves', 'enclave')
    policy = Policy()
    for group in _children(root, outer):
        for enclave in _children(group, inner):
            name = _attribute(enclave, 'path')
            try:
                names.check_enclave(name)
            except SecurityError as error:
                raise SecurityError(f'{enclave.place}: {error}') from None
            profiles = policy.enclaves.setdefault(name, [])
            for group_ in _children(enclave, 'profiles'):
                profiles.extend(_profile(profile) for profile in _children(group_, 'profile', 'metadata'))
    if not policy.enclaves:
        raise SecurityError(f'{root.place}: the policy has no <{inner}>')
    return policy


def _profile(element: Element) -> Profile:
    profile = Profile(_attribute(element, 'ns'), _attribute(element, 'node'))
    for group in _children(element, 'topics', 'services', 'actions'):
        kind = group.tag[:-1]
        allowed = {}
        for name, value in group.attributes.items():
            if name.startswith('{'):
                continue  # attributes such as xml:base
            if name not in names.KINDS[kind]:
                raise SecurityError(
                    f"{group.place}: <{group.tag}> has no attribute '{name}'; expected {' or '.join(names.KINDS[kind])}"
                )
            if value not in ('ALLOW', 'DENY'):
                raise SecurityError(f"{group.place}: {name} is '{value}'; expected ALLOW or DENY")
            allowed[name] = value == 'ALLOW'
        expressions = []
        for child in _children(group, kind):
            names.check_expression(child.text, child.place)
            expressions.append(child.text)
        profile.rules.append(Rule(kind, allowed, expressions, group.place))
    return profile


def _children(element: Element, *tags: str) -> Iterator[Element]:
    """Yields the children except metadata. SecurityError for a child with none of these tags."""
    for child in element.children:
        if child.tag not in tags:
            expected = ' or '.join(f'<{tag}>' for tag in tags)
            raise SecurityError(f'{child.place}: <{child.tag}> is in <{element.tag}>; expected {expected}')
        if child.tag != 'metadata':
            yield child


def _attribute(element: Element, name: str) -> str:
    if name not in element.attributes:
        raise SecurityError(f"{element.place}: <{element.tag}> has no attribute '{name}'")
    return element.attributes[name]


def _included(element: Element, path: pathlib.Path, files: tuple[pathlib.Path, ...], count: list[int]) -> Element:
    """Replaces each include in `element` of the file `path` by the included elements, and returns `element`."""
    children = []
    for child in element.children:
        count[0] += 1
        if count[0] > _MOST:
            raise SecurityError(f'{child.place}: with what it includes, the policy has more than {_MOST} elements')
        if child.tag in _INCLUDE:
            children.extend(_of_include(child, path, files, count))
        else:
            children.append(_included(child, path, files, count))
    element.children = children
    return element


def _of_include(
    element: Element, path: pathlib.Path, files: tuple[pathlib.Path, ...], count: list[int]
) -> list[Element]:
    count[0] += _INCLUDE_COST
    href = element.attributes.get('href', '')
    if not href or ':' in href or element.attributes.get('parse', 'xml') != 'xml':
        raise SecurityError(f"{element.place}: href is '{href}'; expected a file with XML, relative to this one")
    other = path.parent / href
    if other.resolve() in files or len(files) >= _DEEPEST:
        raise SecurityError(f'{element.place}: {href} includes itself, at least over other files')
    if not other.is_file():
        raise SecurityError(f'{element.place}: there is no file {other}, which is to be included')
    root = _included(read(other), other, (*files, other.resolve()), count)
    pointer = element.attributes.get('xpointer')
    if pointer is None:
        return [root]
    match = _POINTER.fullmatch(pointer.strip())
    if match is None:
        raise SecurityError(
            f"{element.place}: xpointer is '{pointer}'; expected elements of that file, e.g. xpointer(/profile/*)"
        )
    elements = [Element('', children=[root])]
    for tag in match[1].split('/')[1:]:
        elements = [child for parent in elements for child in parent.children if tag in ('*', child.tag)]
    if not elements:
        raise SecurityError(f'{element.place}: {other} has nothing that is {match[1]}')
    return elements


def dump(policy: Policy) -> str:
    """Returns the text of a policy file, sorted and without duplicates, so that two policies can be compared."""
    root = Element('policy', {'version': VERSION})
    enclaves = root.add('enclaves')
    for name, profiles in sorted(policy.enclaves.items()):
        group = enclaves.add('enclave', path=name).add('profiles')
        for profile in sorted(profiles, key=lambda profile: (profile.namespace, profile.node)):
            profile_element = group.add('profile', ns=profile.namespace, node=profile.node)
            for rule in sorted(profile.rules, key=lambda rule: (rule.kind, sorted(rule.allowed.items()))):
                rights = {right: 'ALLOW' if allowed else 'DENY' for right, allowed in sorted(rule.allowed.items())}
                expressions = profile_element.add(f'{rule.kind}s', **rights)
                for expression in sorted(set(rule.expressions)):
                    expressions.add(rule.kind, expression)
    return root.dump()
