# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The governance file of a keystore: how participants protect their data, and which topics need permissions."""

from __future__ import annotations

from dataclasses import dataclass

from .elements import Element, parse
from .errors import SecurityError
from .permissions import domains, in_ranges, matches

_SCHEMA = {
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:noNamespaceSchemaLocation': 'http://www.omg.org/spec/DDS-SECURITY/20170901/omg_shared_ca_governance.xsd',
}
_PROTECTION = {
    'allow_unauthenticated_participants': 'false',
    'enable_join_access_control': 'true',
    'discovery_protection_kind': 'ENCRYPT',
    'liveliness_protection_kind': 'ENCRYPT',
    'rtps_protection_kind': 'SIGN',
}
_TOPIC_PROTECTION = {
    'topic_expression': '*',
    'enable_discovery_protection': 'true',
    'enable_liveliness_protection': 'true',
    'enable_read_access_control': 'true',
    'enable_write_access_control': 'true',
    'metadata_protection_kind': 'ENCRYPT',
    'data_protection_kind': 'ENCRYPT',
}


def make(domain: int) -> str:
    """Returns governance.xml with ROS 2's defaults: all data is encrypted, unauthenticated participants cannot join."""
    root = Element('dds', dict(_SCHEMA))
    rule = root.add('domain_access_rules').add('domain_rule')
    rule.add('domains').add('id', str(domain))
    for name, value in _PROTECTION.items():
        rule.add(name, value)
    topics = rule.add('topic_access_rules').add('topic_rule')
    for name, value in _TOPIC_PROTECTION.items():
        topics.add(name, value)
    return root.dump()


@dataclass(frozen=True)
class TopicRule:
    """A rule for the DDS topics that match `expression`. The first rule that matches a topic applies."""

    expression: str
    controlled: dict[str, bool]
    """True for each of 'publish' and 'subscribe' that needs a permission."""
    encrypted: bool
    line: int


@dataclass(frozen=True)
class DomainRule:
    """A rule for the domains in `domains`, ranges that include both ends."""

    domains: list[tuple[int, int]]
    strangers: bool
    """True if unauthenticated participants may join."""
    access_control: bool
    """True if participants need permissions to join."""
    topics: list[TopicRule]
    line: int

    def topic(self, name: str) -> TopicRule | None:
        """Returns the first rule that matches a DDS topic, or None."""
        return next((rule for rule in self.topics if matches(name, rule.expression)), None)


@dataclass(frozen=True)
class Governance:
    """The rules of a governance file."""

    file: str
    rules: list[DomainRule]

    def rule(self, domain: int) -> DomainRule | None:
        """Returns the first rule for a domain, or None. In a domain without a rule, no participant can be created."""
        return next((rule for rule in self.rules if in_ranges(domain, rule.domains)), None)

    def domains(self) -> list[tuple[int, int]]:
        """Returns the ranges of domain ids of all rules."""
        return [range_ for rule in self.rules for range_ in rule.domains]


def load(data: bytes, file: str) -> Governance:
    """Parses a governance file. Raises SecurityError, with `file` and the line, if it is invalid."""
    root = parse(data, file)
    if root.tag != 'dds' or root.first('domain_access_rules') is None:
        raise SecurityError(f'{root.place}: expected <dds> with <domain_access_rules>, found <{root.tag}>')
    return Governance(file, [_domain_rule(rule) for rule in root.all('domain_access_rules', 'domain_rule')])


def _domain_rule(element: Element) -> DomainRule:
    domains_element = element.first('domains')
    return DomainRule(
        domains(domains_element) if domains_element is not None else [],
        _is_true(element, 'allow_unauthenticated_participants'),
        _is_true(element, 'enable_join_access_control'),
        [_topic_rule(rule) for rule in element.all('topic_access_rules', 'topic_rule')],
        element.line,
    )


def _topic_rule(element: Element) -> TopicRule:
    expression = element.first('topic_expression')
    data_protection = element.first('data_protection_kind')
    return TopicRule(
        expression.text if expression is not None else '',
        {
            'publish': _is_true(element, 'enable_write_access_control'),
            'subscribe': _is_true(element, 'enable_read_access_control'),
        },
        data_protection is not None and data_protection.text.startswith('ENCRYPT'),
        element.line,
    )


def _is_true(element: Element, tag: str) -> bool:
    child = element.first(tag)
    if child is None or child.text.lower() not in ('true', 'false', '1', '0'):
        raise SecurityError(f'{(child or element).place}: expected <{tag}> with true or false')
    return child.text.lower() in ('true', '1')
