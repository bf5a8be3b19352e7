# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Permissions: the DDS topics that the participant of an enclave may use. They are generated from policies."""

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
LAST_DOMAIN = 2**31 - 1
"""The end of a range of domains that names none."""
DISCOVERY = 'ros_discovery_info'
"""The topic on which ROS 2 participants announce their nodes over DDS."""


def make(
    enclave: str,
    profiles: Iterable[Profile],
    domain: int,
    begin: datetime.datetime,
    end: datetime.datetime,
    discovery: bool = True,
) -> str:
    """Returns the text of permissions.xml; `discovery` allows the topic that announces nodes."""
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
        _add_rule(grant, 'allow_rule', domain, {DISCOVERY}, {DISCOVERY})
    grant.add('default', 'DENY')
    return root.dump()


def _topics(profiles: Iterable[Profile], allowed: bool) -> tuple[set[str], set[str]]:
    published: set[str] = set()
    subscribed: set[str] = set()
    for profile in profiles:
        for rule in profile.rules:
            for right in (right for right, value in rule.allowed.items() if value == allowed):
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
    """Returns a time in UTC without a zone, as ROS 2 writes it."""
    return when.astimezone(datetime.timezone.utc).replace(tzinfo=None).isoformat(timespec='seconds')


def renewed(text: str, begin: datetime.datetime, end: datetime.datetime) -> str:
    """Returns the text of permissions with another validity; all else, including comments, is unchanged."""
    for tag, when in (('not_before', begin), ('not_after', end)):
        text = re.sub(rf'(<{tag}>)[^<]*(</{tag}>)', rf'\g<1>{_time(when)}\g<2>', text)
    return text


@dataclass(frozen=True)
class Topics:
    """The patterns of a rule for one direction."""

    direction: str
    """'publish' or 'subscribe'."""
    patterns: list[tuple[str, int]]
    """Patterns with their lines."""


@dataclass(frozen=True)
class Rule:
    """A rule; the first one that matches a topic applies."""

    allows: bool
    domains: list[tuple[int, int]]
    """Ranges, including both ends."""
    topics: list[Topics]
    line: int


@dataclass(frozen=True)
class Grant:
    """The permissions of one enclave."""

    subject: str
    """Name in the certificate: 'CN=/robot'."""
    begin: datetime.datetime
    end: datetime.datetime
    rules: list[Rule]
    default: bool
    """Topics without a matching rule are allowed."""
    default_line: int
    line: int

    def domains(self) -> Iterator[tuple[int, int]]:
        """Yields the ranges of domains of all rules that allow something."""
        for rule in self.rules:
            if rule.allows:
                yield from rule.domains

    def decide(self, domain: int, direction: str, topic: str) -> Decision:
        """Decides whether a DDS topic may be published or subscribed to in a domain."""
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
    """The result of Grant.decide()."""

    allowed: bool
    pattern: str | None
    """Pattern of the matching rule; None if the default applies."""
    line: int


@dataclass(frozen=True)
class Permissions:
    """The grants of a permissions file."""

    file: str
    grants: list[Grant] = field(default_factory=list)

    def grant(self, subject: str) -> Grant | None:
        """Returns the first grant of a name such as 'CN=/robot', or None."""
        return next((grant for grant in self.grants if _same_name(grant.subject, subject)), None)


def _same_name(one: str, other: str) -> bool:
    """Returns whether two certificate names are equal, ignoring blanks between their parts."""

    def parts(name: str) -> list[str]:
        return [part.strip() for part in name.split(',')]

    return parts(one) == parts(other)


@functools.lru_cache(4096)
def _pattern(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(fnmatch.translate(pattern))
    except re.error:  # e.g. '[b-a]'
        return re.compile(re.escape(pattern))


def matches(topic: str, pattern: str) -> bool:
    """Matches like POSIX's fnmatch() without flags: '*' also matches '/'."""
    return topic == pattern or _pattern(pattern).fullmatch(topic) is not None


def in_ranges(domain: int, ranges: Iterable[tuple[int, int]]) -> bool:
    """Returns whether a domain is in one of the ranges."""
    return any(first <= domain <= last for first, last in ranges)


def load(data: bytes, file: str) -> Permissions:
    """Parses permissions. SecurityError, with `file` and line, if they are invalid."""
    root = parse(data, file)
    if root.tag != 'dds' or root.first('permissions') is None:
        raise SecurityError(f'{root.place}: expected <dds> with <permissions>, found <{root.tag}>')
    return Permissions(file, [_grant(child) for child in root.all('permissions', 'grant')])


def _grant(element: Element) -> Grant:
    rules = [_rule(child) for child in element.children if child.tag in ('allow_rule', 'deny_rule')]
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
            patterns = [(topic.text, topic.line) for topic in criteria.all('topics', 'topic')]
            topics.append(Topics(criteria.tag, patterns))
    return Rule(element.tag == 'allow_rule', domains(_needed(element, 'domains')), topics, element.line)


def domains(element: Element) -> list[tuple[int, int]]:
    """Returns the ranges in <domains> of permissions or governance: single domains, and ranges with one or two ends."""
    ranges = []
    for child in element.children:
        if child.tag == 'id':
            ranges.append((_number(child), _number(child)))
        elif child.tag == 'id_range':
            ends = [child.first('min'), child.first('max')]
            if ends == [None, None]:
                raise SecurityError(f'{child.place}: <id_range> has neither <min> nor <max>')
            ranges.append((_number(ends[0]) if ends[0] else 0, _number(ends[1]) if ends[1] else LAST_DOMAIN))
    return ranges


def _number(element: Element) -> int:
    if re.fullmatch('[0-9]{1,9}', element.text) is None:
        raise SecurityError(f"{element.place}: <{element.tag}> is '{element.text}'; expected the number of a domain")
    return int(element.text)


def _needed(element: Element, *tags: str) -> Element:
    child = element.first(*tags)
    if child is None:
        raise SecurityError(f'{element.place}: <{element.tag}> has no <{"><".join(tags)}>')
    return child


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
