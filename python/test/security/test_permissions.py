# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Permissions and governance: generation from a policy, and decisions."""

import datetime
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rxros2.security import governance, names, permissions, policy
from rxros2.security.errors import SecurityError

BEGIN = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
END = datetime.datetime(2036, 1, 1, tzinfo=datetime.timezone.utc)
A = 'rq/a/_action/{}_goalRequest'


def grant_of(*rules, domain=7, **options):
    text = permissions.make('/e', [policy.Profile('/', 'n', list(rules))], domain, BEGIN, END, **options)
    return permissions.load(text.encode(), 'p.xml').grant('CN=/e')


def topics(grant, direction):
    return {
        pattern
        for rule in grant.rules
        for part in rule.topics
        if part.direction == direction
        for pattern, _ in part.patterns
    }


@pytest.mark.parametrize(
    ('kind', 'right', 'published', 'subscribed'),
    [
        ('topic', 'publish', {'rt/a'}, set()),
        ('topic', 'subscribe', set(), {'rt/a'}),
        ('service', 'request', {'rq/aRequest'}, {'rr/aReply'}),
        ('service', 'reply', {'rr/aReply'}, {'rq/aRequest'}),
        (
            'action',
            'call',
            {f'rq/a/_action/{item}Request' for item in ('send_goal', 'cancel_goal', 'get_result')},
            {f'rr/a/_action/{item}Reply' for item in ('send_goal', 'cancel_goal', 'get_result')}
            | {'rt/a/_action/feedback', 'rt/a/_action/status'},
        ),
    ],
)
def test_names_in_dds(kind, right, published, subscribed):
    grant = grant_of(policy.Rule(kind, {right: True}, ['a']), discovery=False)
    assert (topics(grant, 'publish'), topics(grant, 'subscribe')) == (published, subscribed)
    if right == 'call':
        grant = grant_of(policy.Rule(kind, {'execute': True}, ['a']), discovery=False)
        assert (topics(grant, 'publish'), topics(grant, 'subscribe')) == (subscribed, published)


def test_nodes_are_known_over_dds():
    assert topics(grant_of(), 'publish') == topics(grant_of(), 'subscribe') == {'ros_discovery_info'}


def test_deny_rules_come_first():
    pair = grant_of(
        policy.Rule('topic', {'publish': True}, ['/*']), policy.Rule('topic', {'publish': False}, ['/secret'])
    )
    assert pair.decide(7, 'publish', 'rt/open').allowed
    denied = pair.decide(7, 'publish', 'rt/secret')
    assert (denied.allowed, denied.pattern) == (False, 'rt/secret')
    assert not pair.decide(8, 'publish', 'rt/open').allowed  # another domain
    assert pair.decide(7, 'subscribe', 'rt/open') == permissions.Decision(False, None, pair.default_line)


def test_the_validity():
    grant = grant_of()
    assert (grant.begin, grant.end) == (BEGIN, END)
    text = permissions.make('/e', [], 7, BEGIN, END).replace('<default>', '<!-- mine --><default>')
    later = permissions.renewed(text, BEGIN, END + datetime.timedelta(days=1))
    assert '<!-- mine -->' in later
    assert permissions.load(later.encode(), 'p').grant('CN=/e').end == END + datetime.timedelta(days=1)


def document(*rules, default='DENY', subject='CN=/e', begin='2026-01-01T00:00:00', domains='<id>0</id>'):
    rule = ''.join(
        f'<{tag}><domains>{domains}</domains><publish><topics><topic>{topic}</topic></topics></publish></{tag}>'
        for tag, topic in rules
    )
    return (
        f'<dds><permissions><grant name="g"><subject_name>{subject}</subject_name><validity><not_before>{begin}'
        f'</not_before><not_after>2036-01-01T00:00:00Z</not_after></validity>{rule}<default>{default}</default></grant>'
        '</permissions></dds>'
    ).encode()


@pytest.mark.parametrize(
    ('topic', 'pattern', 'fits'),
    [
        ('rt/a', 'rt/a', True),
        ('rt/a/b', 'rt/*', True),  # '*' also matches '/'
        ('rt/a', 'rt/?', True),
        ('rt/ab', 'rt/[a-c]b', True),
        ('rt/ab', 'rt/A*', False),
        ('rt/a', 'rt/', False),
        ('[', '[', True),
    ],
)
def test_patterns(topic, pattern, fits):
    assert permissions.matches(topic, pattern) is fits


@pytest.mark.parametrize(
    ('domains', 'inside', 'outside'),
    [
        ('<id>5</id>', [5], [0, 6]),
        ('<id_range><min>3</min><max>5</max></id_range>', [3, 4, 5], [2, 6]),
        ('<id_range><min>3</min></id_range>', [3, 232], [2]),
        ('<id_range><max>3</max></id_range><id>9</id>', [0, 3, 9], [4]),
    ],
)
def test_domains(domains, inside, outside):
    grant = permissions.load(document(('allow_rule', 'rt/a'), domains=domains), 'p').grant('CN=/e')
    assert all(grant.decide(decision, 'publish', 'rt/a').allowed for decision in inside)
    assert not any(grant.decide(item, 'publish', 'rt/a').allowed for item in outside)


def test_first_matching_rule_decides():
    rules = [('allow_rule', 'rt/a'), ('deny_rule', 'rt/*'), ('allow_rule', 'rt/b')]
    grant = permissions.load(document(*rules, default='ALLOW'), 'p').grant('CN=/e')
    assert [grant.decide(0, 'publish', item).allowed for item in ('rt/a', 'rt/b', 'x')] == [True, False, True]


def test_names_of_certificates_with_blanks():
    result = permissions.load(document(subject='C=DK, CN=/e'), 'p')
    assert result.grant('C=DK,CN=/e') is not None and result.grant('CN=/e') is None


@pytest.mark.parametrize(
    ('data', 'expected'),
    [
        (b'<a/>', 'p.xml:1: expected <dds> with <permissions>, found <a>'),
        (document(default='maybe'), "the default is 'maybe'; expected ALLOW or DENY"),
        (document(begin='yesterday'), "<not_before> is 'yesterday'; expected a time"),
        (document(('allow_rule', 'x'), domains='<id>x</id>'), "<id> is 'x'; expected the number of a domain"),
        (document(('allow_rule', 'x'), domains='<id_range/>'), '<id_range> has neither <min> nor <max>'),
        (document().replace(b'subject_name', b'subject'), '<grant> has no <subject_name>'),
    ],
)
def test_refuses_invalid_permissions(data, expected):
    with pytest.raises(SecurityError) as error:
        permissions.load(data, 'p.xml')
    assert expected in str(error.value)


def test_governance_of_ros_2():
    result = governance.load(governance.make(7).encode(), 'g.xml')
    assert result.domains() == [(7, 7)] and result.rule(6) is None
    rule = result.rule(7)
    assert not rule.strangers and rule.access_control
    assert rule.topic('rt/a').controlled == {'publish': True, 'subscribe': True} and rule.topic('rt/a').encrypted


@pytest.mark.parametrize(
    ('change', 'expected'),
    [
        (('dds', 'dd'), 'expected <dds> with <domain_access_rules>'),
        (('>false<', '>perhaps<'), 'expected <allow_unauthenticated_participants> with true or false'),
        (('enable_read_access_control', 'x'), 'expected <enable_read_access_control> with true or false'),
    ],
)
def test_refuses_invalid_governance(change, expected):
    with pytest.raises(SecurityError) as error:
        governance.load(governance.make(7).replace(*change).encode(), 'g.xml')
    assert 'g.xml:' in str(error.value) and expected in str(error.value)


TAGS = re.findall(
    r'\w+',
    'dds permissions grant subject_name validity not_before not_after allow_rule deny_rule domains id id_range min max '
    'publish subscribe topics topic default domain_access_rules domain_rule topic_access_rules topic_rule',
)
TEXTS = st.sampled_from(
    ['', 'CN=/e', '0', '-1', '9999999999', 'true', 'DENY', '2026-01-01T00:00:00', 'rt/[', '0001-01-01']
)
TREES = st.recursive(TEXTS, lambda inner: st.lists(st.tuples(st.sampled_from(TAGS), inner), max_size=6), max_leaves=25)


def xml(tree):
    return tree if isinstance(tree, str) else ''.join(f'<{tag}>{xml(inner)}</{tag}>' for tag, inner in tree)


@given(TREES)
def test_any_xml_is_permissions_or_an_error(tree):
    for load, outer in ((permissions.load, 'permissions'), (governance.load, 'domain_access_rules')):
        try:
            result = load(f'<dds><{outer}>{xml(tree)}</{outer}></dds>'.encode(), 'p.xml')
        except SecurityError as error:
            assert str(error).startswith('p.xml:')
        else:
            for grant in getattr(result, 'grants', []):
                grant.decide(0, 'publish', 'rt/x')


PATTERN = st.text(alphabet='ab/*?', min_size=1, max_size=5).map(lambda text: f'/{text}')
RULES = st.lists(
    st.builds(lambda allowed, name: policy.Rule('topic', {'publish': allowed}, [name]), st.booleans(), PATTERN)
)


@given(RULES, st.text(alphabet='ab/', min_size=1, max_size=5).map(lambda text: f'/{text}'))
def test_a_policy_allows_what_is_allowed_and_not_denied(rules, name):
    rules = [rule for rule in rules if '//' not in rule.expressions[0]]
    expected = {
        allowed: any(
            permissions.matches(name, rule.expressions[0]) for rule in rules if rule.allowed == {'publish': allowed}
        )
        for allowed in (True, False)
    }
    ((topic,), _) = names.dds_topics('publish', name)
    assert grant_of(*rules).decide(7, 'publish', topic).allowed == (expected[True] and not expected[False])
