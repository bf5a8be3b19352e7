# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Permissions: what DDS Security lets the participant of an enclave do, in DDS's names. They are made of policies."""

from __future__ import annotations

import datetime
import fnmatch
import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from . import names
from .elements import Element, parse
from .errors import SecurityError
from .policy import Profile

_SCHEMA = {
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:noNamespaceSchemaLocation': 'http://www.omg.org/spec/DDS-SECURITY/20170901/omg_shared_ca_permissions.xsd',
}
_DISCOVERY = 'ros_discovery_info'
"""The topic by which participants of ROS 2 tell of their nodes, over DDS."""


def make(
    enclave: str,
    profiles: Iterable[Profile],
    domain: int,
    begin: datetime.datetime,
    end: datetime.datetime,
    discovery: bool = True,
) -> str:
    """The text of permissions.xml; `discovery`: others know the enclave's nodes, which over DDS is a topic."""
    root = Element('dds', dict(_SCHEMA))
    grant = root.add('permissions').add('grant', name=enclave)
    grant.add('subject_name', f'CN={enclave}')
    validity = grant.add('validity')
    validity.add('not_before', _time(begin))
    validity.add('not_after', _time(end))
    profiles = list(profiles)
    for tag, allowed in (('deny_rule', False), ('allow_rule', True)):
        published, subscribed = _topics(profiles, allowed)
        if published or subscribed:
            _add_rule(grant, tag, domain, published, subscribed)
    if discovery:
        _add_rule(grant, 'allow_rule', domain, {_DISCOVERY}, {_DISCOVERY})
    grant.add('default', 'DENY')
    return root.dump()


def _topics(profiles: Iterable[Profile], allowed: bool) -> tuple[set[str], set[str]]:
    published: set[str] = set()
    subscribed: set[str] = set()
    for profile in profiles:
        for rule in profile.rules:
            for right in (each for each, value in rule.allowed.items() if value == allowed):
                for expression in rule.expressions:
                    name = names.absolute(expression, profile.namespace, profile.node)
                    publishes, subscribes = names.dds_topics(right, name)
                    published.update(publishes)
                    subscribed.update(subscribes)
    return published, subscribed


def _add_rule(grant: Element, tag: str, domain: int, published: set[str], subscribed: set[str]) -> None:
    rule = grant.add(tag)
    rule.add('domains').add('id', str(domain))
    for direction, topics in (('publish', published), ('subscribe', subscribed)):
        if topics:
            group = rule.add(direction).add('topics')
            for topic in sorted(topics):
                group.add('topic', topic)


def _time(when: datetime.datetime) -> str:
    """Without a zone, as ROS 2 writes it: UTC."""
    return when.astimezone(datetime.timezone.utc).replace(tzinfo=None).isoformat(timespec='seconds')


def renewed(text: str, begin: datetime.datetime, end: datetime.datetime) -> str:
    """Permissions with another validity, and else unchanged, comments too."""
    for tag, when in (('not_before', begin), ('not_after', end)):
        text = re.sub(rf'(<{tag}>)[^<]*(</{tag}>)', rf'\g<1>{_time(when)}\g<2>', text)
    return text


@dataclass(frozen=True)
class Topics:
    """What a rule says of one direction."""

    direction: str
    """publish or subscribe."""
    patterns: list[tuple[str, int]]
    """With their lines."""


@dataclass(frozen=True)
class Rule:
    """The first rule that fits decides."""

    allows: bool
    domains: list[tuple[int, int]]
    """Ranges, with their ends."""
    topics: list[Topics]
    line: int


@dataclass(frozen=True)
class Grant:
    subject: str
    """'CN=/robot', for that certificate."""
    begin: datetime.datetime
    end: datetime.datetime
    rules: list[Rule]
    default: bool
    """Allowed, if no rule fits."""
    default_line: int
    line: int

    def domains(self) -> Iterator[tuple[int, int]]:
        """Of the rules that allow something."""
        for rule in self.rules:
            if rule.allows:
                yield from rule.domains

    def decide(self, domain: int, direction: str, topic: str) -> Decision:
        """Whether a DDS topic may be published or subscribed to in a domain."""
        for rule in self.rules:
            if not in_ranges(domain, rule.domains):
                continue
            for topics in rule.topics:
                if topics.direction != direction:
                    continue
                for pattern, line in topics.patterns:
                    if matches(topic, pattern):
                        return Decision(rule.allows, pattern, line)
        return Decision(self.default, None, self.default_line)


@dataclass(frozen=True)
class Decision:
    allowed: bool
    pattern: str | None
    """Of the rule that fits; None: no rule does, and the default counts."""
    line: int


@dataclass(frozen=True)
class Permissions:
    file: str
    grants: list[Grant] = field(default_factory=list)

    def grant(self, subject: str) -> Grant | None:
        """Of 'CN=/robot'; the first is what counts."""
        return next((each for each in self.grants if _same_name(each.subject, subject)), None)


def _same_name(one: str, other: str) -> bool:
    """Whether two names of certificates are the same, whatever the blanks between their parts."""

    def parts(name: str) -> list[str]:
        return [each.strip() for each in name.split(',')]

    return parts(one) == parts(other)


@functools.lru_cache(4096)
def _pattern(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(fnmatch.translate(pattern))
    except re.error:  # e.g. '[b-a]'
        return re.compile(re.escape(pattern))


def matches(topic: str, pattern: str) -> bool:
    """As POSIX's fnmatch() without flags: '*' stands for '/' too."""
    return topic == pattern or _pattern(pattern).fullmatch(topic) is not None


def in_ranges(domain: int, ranges: Iterable[tuple[int, int]]) -> bool:
    return any(first <= domain <= last for first, last in ranges)


def load(data: bytes, file: str) -> Permissions:
    """Of the text of permissions. SecurityError, which names `file` and line, for what are none."""
    root = parse(data, file)
    if root.tag != 'dds' or root.first('permissions') is None:
        raise SecurityError(f'{root.place}: expected <dds> with <permissions>, found <{root.tag}>')
    return Permissions(file, [_grant(each) for each in root.all('permissions', 'grant')])


def _grant(element: Element) -> Grant:
    rules = [_rule(each) for each in element.children if each.tag in ('allow_rule', 'deny_rule')]
    default = _needed(element, 'default')
    if default.text not in ('ALLOW', 'DENY'):
        raise SecurityError(f"{default.place}: the default is '{default.text}'; expected ALLOW or DENY")
    return Grant(
        _needed(element, 'subject_name').text,
        _read_time(_needed(element, 'validity', 'not_before')),
        _read_time(_needed(element, 'validity', 'not_after')),
        rules,
        default.text == 'ALLOW',
        default.line,
        element.line,
    )


def _rule(element: Element) -> Rule:
    topics = []
    for criteria in element.children:
        if criteria.tag in ('publish', 'subscribe'):
            patterns = [(each.text, each.line) for each in criteria.all('topics', 'topic')]
            topics.append(Topics(criteria.tag, patterns))
    return Rule(element.tag == 'allow_rule', domains(_needed(element, 'domains')), topics, element.line)


def domains(element: Element) -> list[tuple[int, int]]:
    """Of <domains>, here and in the governance: single ones and ranges, which may have one end only."""
    found = []
    for each in element.children:
        if each.tag == 'id':
            found.append((_number(each), _number(each)))
        elif each.tag == 'id_range':
            ends = [each.first('min'), each.first('max')]
            if ends == [None, None]:
                raise SecurityError(f'{each.place}: <id_range> has neither <min> nor <max>')
            found.append((_number(ends[0]) if ends[0] else 0, _number(ends[1]) if ends[1] else 2**31 - 1))
    return found


def _number(element: Element) -> int:
    if re.fullmatch('[0-9]{1,9}', element.text) is None:
        raise SecurityError(f"{element.place}: <{element.tag}> is '{element.text}'; expected the number of a domain")
    return int(element.text)


def _needed(element: Element, *tags: str) -> Element:
    found = element.first(*tags)
    if found is None:
        raise SecurityError(f'{element.place}: <{element.tag}> has no <{"><".join(tags)}>')
    return found


def _read_time(element: Element) -> datetime.datetime:
    text = element.text.removesuffix('Z')
    try:
        when = datetime.datetime.fromisoformat(text)
        if when.tzinfo is None:
            return when.replace(tzinfo=datetime.timezone.utc)
        return when.astimezone(datetime.timezone.utc)
    except (ValueError, OverflowError):
        raise SecurityError(
            f"{element.place}: <{element.tag}> is '{element.text}'; expected a time, e.g. 2030-01-31T00:00:00"
        ) from None
