# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Policies are read as in ROS 2, and errors name file and line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rxros2.security import elements, names, policy
from rxros2.security.errors import SecurityError

XI = 'xmlns:xi="http://www.w3.org/2001/XInclude"'
OLD_XI = 'xmlns:xi="http://www.w3.org/2003/XInclude"'  # policies of ROS 2 also use this one


def policy_of(profile, version='0.2.0', outer='enclaves', inner='enclave'):
    return (
        f'<policy version="{version}" {XI}>\n<{outer}>\n<{inner} path="/a">\n<profiles>\n'
        f'<profile ns="/ns" node="n">\n{profile}\n</profile>\n</profiles>\n</{inner}>\n</{outer}>\n</policy>\n'
    )


@pytest.fixture
def load(tmp_path):
    def loaded(text, **rest):
        for name, content in rest.items():
            (tmp_path / f'{name}.xml').write_text(content)
        (tmp_path / 'policy.xml').write_text(text)
        return policy.load(tmp_path / 'policy.xml')

    return loaded


@pytest.mark.parametrize(
    ('version', 'outer', 'inner'), [('0.2.0', 'enclaves', 'enclave'), ('0.1.0', 'contexts', 'context')]
)
def test_both_forms(load, version, outer, inner):
    rules = '<topics publish="ALLOW" subscribe="DENY"><topic>x</topic><topic>/y</topic></topics>'
    (profile,) = load(policy_of(rules, version, outer, inner)).enclaves['/a']
    assert (profile.namespace, profile.node) == ('/ns', 'n')
    assert profile.rules[0].allowed == {'publish': True, 'subscribe': False}
    assert profile.rules[0].expressions == ['x', '/y']
    assert profile.rules[0].place.endswith('policy.xml:6')


@pytest.mark.parametrize(
    ('expression', 'namespace', 'name'),
    [
        ('/scan', '/ns', '/scan'),
        ('scan', '/ns', '/ns/scan'),
        ('scan', '/', '/scan'),
        ('~/scan', '/ns', '/ns/n/scan'),
        ('~/scan', '/', '/n/scan'),
        ('/*', '/ns', '/*'),
        ('front/*', '/ns', '/ns/front/*'),
    ],
)
def test_expressions(expression, namespace, name):
    names.check_expression(expression, 'here')
    assert names.absolute(expression, namespace, 'n') == name
    assert names.absolute(names.relative(name, namespace, 'n'), namespace, 'n') == name


def test_includes_of_elements_of_a_file(load):
    """Paths of includes are relative to the including file, through several files, as in ROS 2's own policies."""
    common = f'<profile {OLD_XI}><xi:include href="time.xml" xpointer="xpointer(/profile/*)"/></profile>'
    time = '<profile>\n<topics subscribe="ALLOW"><topic>/clock</topic></topics>\n</profile>'
    rules = (
        '<xi:include href="common.xml" xpointer="xpointer(/profile/*)"/>'
        '<topics publish="ALLOW"><topic>x</topic></topics>'
    )
    (profile,) = load(policy_of(rules), common=common, time=time).enclaves['/a']
    assert [rule.expressions for rule in profile.rules] == [['/clock'], ['x']]
    assert profile.rules[0].place.endswith('time.xml:2')


def test_includes_of_enclaves_and_of_a_whole_file(load):
    text = f'<policy version="0.2.0" {XI}><enclaves>{{}}</enclaves></policy>'
    inner = text.format('<enclave path="/b"><profiles><profile ns="/" node="m"/></profiles></enclave>')
    enclave = '<enclave path="/c"><profiles><profile ns="/" node="o"/></profiles></enclave>'
    includes = '<xi:include href="inner.xml" xpointer="xpointer(/policy/enclaves/*)"/><xi:include href="enclave.xml"/>'
    assert list(load(text.format(includes), inner=inner, enclave=enclave).enclaves) == ['/b', '/c']


def test_enclave_in_several_parts(load):
    one = '<enclave path="/b"><profiles><profile ns="/" node="{}"/></profiles></enclave>'
    text = f'<policy version="0.2.0"><enclaves>{one.format("m")}{one.format("o")}</enclaves></policy>'
    assert [enclave.node for enclave in load(text).enclaves['/b']] == ['m', 'o']


WRONG = {
    'no XML': ('<policy', 'policy.xml:1: no XML: '),
    'another root': ('<profile/>', 'policy.xml:1: expected <policy>, found <profile>'),
    'no version': ('<policy/>', "policy.xml:1: <policy> has no attribute 'version'"),
    'a new version': ('<policy version="9"/>', "version '9' of policies is not known; expected 0.2.0 or 0.1.0"),
    'nothing': ('<policy version="0.2.0"/>', 'the policy has no <enclave>'),
    'a doctype': ('<!DOCTYPE x [<!ENTITY a "b">]><policy/>', 'it has a document type (DOCTYPE), which is not read'),
    'a name': (
        policy_of('').replace('"/a"', '"a b"'),
        "policy.xml:3: 'a b' is not an enclave; expected '/' or parts of",
    ),
    'an element': (policy_of('<topic/>'), 'policy.xml:6: <topic> is in <profile>; expected <topics> or '),
    'a right': (
        policy_of('<topics call="ALLOW"/>'),
        "policy.xml:6: <topics> has no attribute 'call'; expected publish",
    ),
    'a value': (policy_of('<topics publish="yes"/>'), "policy.xml:6: publish is 'yes'; expected ALLOW or DENY"),
    'an expression': (
        policy_of('<topics><topic>a b</topic></topics>'),
        "policy.xml:6: 'a b' is not a valid name; expected an",
    ),
    'tilde alone': (policy_of('<topics><topic>~a</topic></topics>'), "'~a' is not a valid name"),
    'no file': (policy_of('<xi:include href="no.xml"/>'), 'policy.xml:6: there is no file'),
    'the web': (policy_of('<xi:include href="http://x/y.xml"/>'), "href is 'http://x/y.xml'; expected a file with XML"),
    'text': (policy_of('<xi:include href="policy.xml" parse="text"/>'), 'expected a file with XML'),
    'itself': (policy_of('<xi:include href="policy.xml"/>'), 'policy.xml:6: policy.xml includes itself'),
    'a pointer': (policy_of('<xi:include href="p.xml" xpointer="a"/>'), "xpointer is 'a'; expected elements of that"),
    'a pointer to nothing': (
        policy_of('<xi:include href="p.xml" xpointer="xpointer(/x/*)"/>'),
        'has nothing that is /x/*',
    ),
    'deep': ('<a>' * 70, 'elements are nested more than 64 deep'),
}


@pytest.mark.parametrize(('text', 'expected'), WRONG.values(), ids=WRONG)
def test_refuses_invalid_policy(load, text, expected):
    with pytest.raises(SecurityError) as error:
        load(text, p='<profile/>')
    assert expected in str(error.value)


def test_includes_that_multiply(tmp_path):
    """Each file includes the next one ten times, so the last one would be included 10^9 times."""
    for number in range(9):
        include = f'<xi:include href="{number + 1}.xml" xpointer="xpointer(/a/*)"/>' * 10
        (tmp_path / f'{number}.xml').write_text(f'<a {XI}>{include}</a>')
    (tmp_path / '9.xml').write_text('<a><b/></a>')
    with pytest.raises(SecurityError, match='more than 200000 elements'):
        policy.load(tmp_path / '0.xml')


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(SecurityError, match=r'no\.xml cannot be read: No such file'):
        policy.load(tmp_path / 'no.xml')
    with pytest.raises(SecurityError, match='is longer than 16 MiB'):
        elements.parse(b' ' * (elements.LONGEST + 1), 'x')


EXPRESSION = st.from_regex(r'(~/|/|)[a-z]{1,4}(/[a-z*]{1,3}){0,2}', fullmatch=True)
RULES = st.sampled_from(sorted(names.KINDS)).flatmap(
    lambda kind: st.builds(
        policy.Rule,
        st.just(kind),
        st.dictionaries(st.sampled_from(names.KINDS[kind]), st.booleans()),
        st.lists(EXPRESSION, max_size=3),
    )
)
ENCLAVE = st.from_regex(r'(/[a-z]{1,4}){1,3}', fullmatch=True)
PROFILES = st.lists(st.builds(policy.Profile, st.just('/'), st.just('n'), st.lists(RULES, max_size=3)), max_size=2)
POLICIES = st.builds(policy.Policy, st.dictionaries(ENCLAVE, PROFILES, min_size=1, max_size=3))


def meaning(policy_):
    return {
        (enclave, profile.node, rule.kind, right, allowed, expression)
        for enclave, profiles in policy_.enclaves.items()
        for profile in profiles
        for rule in profile.rules
        for right, allowed in rule.allowed.items()
        for expression in rule.expressions
    }


@given(POLICIES)
def test_round_trip(tmp_path_factory, written):
    path = tmp_path_factory.getbasetemp() / 'written.xml'
    path.write_text(policy.dump(written))
    read = policy.load(path)
    assert meaning(read) == meaning(written) and policy.dump(read) == policy.dump(written)


@given(st.binary(max_size=300) | st.text(alphabet='<>/="! aclnopsty&;[]', max_size=120).map(str.encode))
def test_any_bytes_are_a_policy_or_an_error(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / 'any.xml'
    path.write_bytes(data)
    try:
        policy.load(path)
    except SecurityError as error:
        assert 'any.xml' in str(error)


def test_rights_are_added_once_and_relative():
    generated = policy.Policy()
    for name in ('/ns/n/own', '/ns/scan', '/scan', '/scan'):
        generated.profile('/a', '/ns', 'n').allow('publish', name)
    generated.profile('/a', '/ns', 'n').allow('request', '/ns/light')
    (profile,) = generated.enclaves['/a']
    assert [(rule.kind, rule.expressions) for rule in profile.rules] == [
        ('topic', ['~/own', 'scan', '/scan']),
        ('service', ['light']),
    ]
