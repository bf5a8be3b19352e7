# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Explanation of the rules that allow or deny an enclave a topic, service or action."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from . import names
from .certificates import now, subject
from .enclave import Enclave
from .permissions import Grant


@dataclass(frozen=True)
class Explanation:
    """The decision about a right. `reason` names file and line of the rule."""

    right: str
    allowed: bool
    reason: str
    advice: str = ''


def explain(enclave: Enclave, right: str, name: str, domain: int) -> Explanation:
    """Explains whether an enclave has a right of names.KINDS on a topic, service or action with an absolute name.

    SecurityError for an invalid file.
    """
    governance = enclave.governance()
    rule = governance.rule(domain)
    if rule is None:
        return Explanation(
            right,
            False,
            f'{governance.file} has no rule for domain {domain}, so no participant can be created in it',
            f'export ROS_DOMAIN_ID={governance.domains()[0][0] if governance.domains() else 0}, or add the domain to '
            'governance.xml and sign it again',
        )
    permissions = enclave.permissions()
    subject_name = subject(enclave.certificate())
    grant = permissions.grant(subject_name)
    command = f'rxros2 security create_permission {enclave.root} {enclave.name} POLICY.xml'
    if grant is None:
        reason = f'{permissions.file} has no grant for {subject_name}, the name in cert.pem'
        return Explanation(right, False, reason, command)
    if not grant.begin <= now() < grant.end:
        dates = f'from {grant.begin:%F %T} to {grant.end:%F %T} UTC'
        renew = f'rxros2 security renew -k {enclave.root} {enclave.name}'
        return Explanation(right, False, f'{permissions.file}:{grant.line}: the grant is valid {dates} only', renew)
    reasons = []
    published, subscribed = names.dds_topics(right, name)
    for direction, topic in [('publish', dds_topic) for dds_topic in published] + [
        ('subscribe', dds_topic) for dds_topic in subscribed
    ]:
        topic_rule = rule.topic(topic)
        if topic_rule is None:
            reason = f'{governance.file}:{rule.line} has no topic rule for {topic}'
            return Explanation(right, False, reason, 'add one to governance.xml, and sign it again')
        if not topic_rule.controlled[direction]:
            reasons.append(f'{governance.file}:{topic_rule.line} asks for no permissions')
            continue
        decision = grant.decide(domain, direction, topic)
        place = f'{permissions.file}:{decision.line}'
        if decision.allowed:
            reasons.append(f'{"the default" if decision.pattern is None else repr(decision.pattern)} ({place})')
        elif decision.pattern is None:
            reason = f'no rule of domain {domain} lets it {direction} {topic}, and the default is DENY ({place})'
            advice = f'add to its profile in the policy: {policy_text(right, name)}, then: {command}'
            return Explanation(right, False, reason, advice)
        else:
            reason = f"the deny rule '{decision.pattern}' forbids it to {direction} {topic} ({place})"
            return Explanation(right, False, reason, f'take that out of the policy, then: {command}')
    return Explanation(right, True, ', '.join(dict.fromkeys(reasons)))


def policy_text(right: str, name: str) -> str:
    """Returns the policy element that grants a right."""
    kind = names.KIND_OF[right]
    return f'<{kind}s {right}="ALLOW"><{kind}>{name}</{kind}></{kind}s>'


def denied(grant: Grant, domain: int, rights: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Returns the rights on absolute names that permissions do not grant."""
    missing = []
    for right, name in rights:
        published, subscribed = names.dds_topics(right, name)
        needed = [('publish', dds_topic) for dds_topic in published] + [
            ('subscribe', dds_topic) for dds_topic in subscribed
        ]
        if not all(grant.decide(domain, direction, topic).allowed for direction, topic in needed):
            missing.append((right, name))
    return missing
