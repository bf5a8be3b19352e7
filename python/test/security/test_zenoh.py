# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Settings of Zenoh: Zenoh's own key expressions decide as the permissions do; what has no equivalent is an error."""

import datetime
import json
import pathlib
import queue
import re
import shutil
import socket
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rxros2.security import check, permissions, policy, zenoh, zenoh_keys
from rxros2.security.errors import SecurityError
from rxros2.security.keystore import Keystore

ROOT = pathlib.Path(__file__).resolve().parents[3]
BEGIN = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
END = datetime.datetime(2036, 1, 1, tzinfo=datetime.timezone.utc)
TAIL = 'std_msgs::msg::dds_::String_/RIHS01_0'

key_expr = pytest.importorskip('zenoh').KeyExpr


def peer(*rules, name='/e', domain=7):
    text = permissions.make(name, [policy.Profile('/', 'n', list(rules))], domain, BEGIN, END)
    return zenoh.Peer(name, name, permissions.load(text.encode(), 'p.xml').grant(f'CN={name}'), 'p.xml')


def decide(access, common_name, flow, message, key):
    """Decides as Zenoh does: a rule must include the whole key, and a denial has precedence."""
    subjects = {entry['id'] for entry in access['subjects'] if common_name in entry['cert_common_names']}
    chosen = {rule for entry in access['policies'] if subjects & set(entry['subjects']) for rule in entry['rules']}
    permissions_of_rules = {
        rule['permission']
        for rule in access['rules']
        if rule['id'] in chosen
        and flow in rule['flows']
        and message in rule['messages']
        and any(key_expr(expression).includes(key_expr(key)) for expression in rule['key_exprs'])
    }
    return 'deny' not in permissions_of_rules and 'allow' in permissions_of_rules


def access_of(*rules):
    return zenoh.access_control([peer(*rules)], ['/router'])


NAMES = st.lists(st.text('ab', min_size=1, max_size=3), min_size=1, max_size=4).map(lambda parts: '/' + '/'.join(parts))
PATTERNS = st.text('ab/*', min_size=1, max_size=6).map(lambda text: f'/{text}')


@given(PATTERNS, NAMES)
def test_keys_match_what_a_pattern_matches(pattern, name):
    assume('//' not in pattern and not pattern.endswith('/'))
    keys = [zenoh_keys.canonical(f'7/{key}/*/*') for key in zenoh_keys.name_keys(pattern, 'p.xml:1')]
    included = any(key_expr(key).includes(key_expr(f'7{name}/{TAIL}')) for key in keys)
    assert included == permissions.matches(name, pattern)
    token = key_expr('@/' + (zenoh_keys.chunk(pattern) if pattern != '*' else '*'))
    assert token.includes(key_expr('@/' + name.replace('/', '%'))) == permissions.matches(name, pattern)


CHUNKS = st.text('ab', max_size=2).flatmap(
    lambda text: st.sampled_from([text or 'a', '*', '**', f'$*{text}', f'{text}$*', f'a$*{text}b'])
)
KEYS = st.lists(CHUNKS, min_size=1, max_size=4).map('/'.join)


@given(st.lists(st.tuples(st.booleans(), PATTERNS), max_size=4), st.booleans(), st.lists(NAMES, min_size=1), KEYS)
def test_zenoh_decides_as_the_permissions(rules, default, names, wild):
    """Compares also keys with wildcards; rules that cannot be expressed raise an error."""
    assume(all('//' not in pattern and not pattern.endswith('/') for _, pattern in rules))
    listed = [('allow_rule' if allowed else 'deny_rule', f'rt{pattern}') for allowed, pattern in rules]
    enclave = peer_with(listed, default='ALLOW' if default else 'DENY')
    try:
        access = zenoh.access_control([enclave], ['/router'])
    except SecurityError as error:
        assert 'allows more than what' in str(error) and any(not allowed for allowed, _ in rules)
        return
    for name in names:
        expected = enclave.grant.decide(7, 'publish', f'rt{name}').allowed
        assert decide(access, '/e', 'ingress', 'put', f'7{name}/{TAIL}') == expected
        token = f'@ros2_lv/7/a1/0/1/MP/%/%/n/{name.replace("/", "%")}/T/H/::,10:,:,:,,'
        assert decide(access, '/e', 'ingress', 'liveliness_token', token) == expected
        assert decide(access, '/e', 'egress', 'put', f'7{name}/{TAIL}') == default
        for key in (f'7/{wild}/*/*', f'*/{wild}/{TAIL}', f'**/{wild}/**', f'$*7/{wild}/$*/H'):
            sent = key_expr.autocanonize(key)
            if not expected and sent.intersects(key_expr(f'7{name}/{TAIL}')):
                assert not decide(access, '/e', 'ingress', 'put', str(sent))


DENIED = ('deny_rule', 'rt/secret')


def test_keys_with_wildcards_do_not_evade_a_denial():
    for allowed in ('rt/*', 'rt/s*', 'rt/*/secret', 'rt/a*b', 'rt/secret/*'):
        try:
            access = zenoh.access_control([peer_with([DENIED, ('allow_rule', allowed)])], ['/router'])
        except SecurityError as error:
            assert allowed in ('rt/*', 'rt/s*') and "p.xml:12: '" in str(error), error
            assert 'denies in p.xml:8, and Zenoh cannot take a part out' in str(error)
            continue
        for key in ('7/*/T/H', '7/s$*/T/H', '7/**', '*/secret/*/*', '7/*/T/H/@adv/**', '7/**/@adv/**'):
            for flow, message in (('ingress', 'put'), ('ingress', 'reply'), ('egress', 'query')):
                assert not decide(access, '/e', flow, message, key), (allowed, key)


def test_a_default_that_allows_what_a_rule_denies_is_named():
    with pytest.raises(SecurityError, match=r"p\.xml:\d+: the default ALLOW allows more than what 'rt/secret' denies"):
        zenoh.access_control([peer_with([DENIED], default='ALLOW')], ['/router'])


def test_a_denied_allowance_is_left_out():
    rules = [('deny_rule', 'rt/a*'), ('allow_rule', 'rt/a/b'), ('allow_rule', 'rt/b')]
    access = zenoh.access_control([peer_with(rules)], ['/router'])
    assert not decide(access, '/e', 'ingress', 'put', f'7/a/b/{TAIL}')
    assert decide(access, '/e', 'ingress', 'put', f'7/b/{TAIL}')


def test_the_first_rule_that_matches_applies():
    access = zenoh.access_control([peer_with([('allow_rule', 'rt/a'), ('deny_rule', 'rt/*')])], ['/router'])
    assert decide(access, '/e', 'ingress', 'put', f'7/a/{TAIL}')
    assert not decide(access, '/e', 'ingress', 'put', f'7/b/{TAIL}')


@pytest.mark.parametrize(
    ('domains', 'denied'), [('<id>7</id>', [7]), ('<id_range><min>100</min></id_range>', [100, 232])]
)
def test_a_denial_holds_in_its_domains(domains, denied):
    enclave = peer_with([('deny_rule', '*')], default='ALLOW', domains=domains)
    access = zenoh.access_control([enclave], ['/router'])
    for domain in (0, 7, 99, 100, 232, 300):
        for key in (f'{domain}/a/{TAIL}', f'{domain}/*/*/*'):
            is_allowed = domain not in (*denied, 300)  # rules with a part of the domains are for those of DDS
            assert decide(access, '/e', 'ingress', 'put', key) == is_allowed, domain
    assert not decide(access, '/e', 'ingress', 'put', f'*/a/{TAIL}')


SERVICES = st.lists(st.sampled_from(['a', 'Re', 'R', 'quest', 'Request', '*', '/b']), min_size=1, max_size=5).map(
    lambda parts: '/a' + ''.join(parts)
)
SERVICE_NAMES = st.lists(st.sampled_from(['a', 'Re', 'Request', '/b']), max_size=4).map(
    lambda parts: '/a' + ''.join(parts)
)


@given(SERVICES, SERVICE_NAMES)
def test_a_pattern_may_end_within_the_suffix_of_services(pattern, name):
    expected = permissions.matches(f'rq{name}Request', f'rq{pattern}')
    try:
        listed = zenoh_keys.ros_names(f'rq{pattern}', 'p.xml:1')
    except SecurityError:
        assert not expected
        return
    keys = [
        key_expr(zenoh_keys.canonical(f'7/{key}/*/*'))
        for _, names in listed
        for key in zenoh_keys.name_keys(names, 'p.xml:1')
    ]
    assert any(key.includes(key_expr(f'7{name}/{TAIL}')) for key in keys) == expected


def test_a_subscriber_announces_no_history():
    for right, own, other in (('subscribe', 'sub', 'pub'), ('publish', 'pub', 'sub')):
        access = access_of(policy.Rule('topic', {right: True}, ['/a']))
        token = f'7/a/{TAIL}/@adv/{{}}/c0/7/_'
        assert decide(access, '/e', 'ingress', 'liveliness_token', token.format(own))
        assert not decide(access, '/e', 'ingress', 'liveliness_token', token.format(other))


def test_a_topic_in_each_direction():
    key, history = f'7/a/{TAIL}', f'7/a/{TAIL}/@adv/**'
    access = access_of(policy.Rule('topic', {'publish': True}, ['/a']))
    assert all(decide(access, '/e', 'ingress', message, key) for message in ('put', 'reply'))
    assert all(decide(access, '/e', 'egress', message, history) for message in ('query', 'declare_subscriber'))
    assert decide(access, '/e', 'egress', 'declare_subscriber', key)
    assert not decide(access, '/e', 'ingress', 'declare_subscriber', key)
    assert not decide(access, '/e', 'ingress', 'query', key)
    assert not decide(access, '/e', 'ingress', 'put', key.replace('7', '8', 1))
    assert not decide(access, '/other', 'ingress', 'put', key)
    access = access_of(policy.Rule('topic', {'subscribe': True}, ['/a']))
    assert decide(access, '/e', 'egress', 'put', key) and decide(access, '/e', 'ingress', 'query', history)
    assert decide(access, '/e', 'ingress', 'declare_subscriber', key)
    assert not decide(access, '/e', 'ingress', 'put', key)


def test_services_and_actions():
    client = access_of(policy.Rule('service', {'request': True}, ['/add']))
    server = access_of(policy.Rule('service', {'reply': True}, ['/add']))
    key = '7/add/example_interfaces::srv::dds_::AddTwoInts_/RIHS01_0'
    token = '@ros2_lv/7/a1/0/1/{}/%/%/n/%add/T/H/::,10:,:,:,,'
    for access, query, reply, kind in ((client, 'ingress', 'egress', 'SC'), (server, 'egress', 'ingress', 'SS')):
        assert decide(access, '/e', query, 'query', key) and decide(access, '/e', reply, 'reply', key)
        assert decide(access, '/e', reply, 'declare_queryable', key)
        assert not decide(access, '/e', reply, 'query', key) and not decide(access, '/e', query, 'reply', key)
        assert not decide(access, '/e', 'ingress', 'put', key)
        for other in ('SC', 'SS', 'MP', 'MS'):
            is_allowed = decide(access, '/e', 'ingress', 'liveliness_token', token.format(other))
            assert is_allowed == (other == kind), (kind, other)
    action = access_of(policy.Rule('action', {'execute': True}, ['/go']))
    assert decide(action, '/e', 'ingress', 'reply', '7/go/_action/send_goal/T/H')
    assert decide(action, '/e', 'ingress', 'put', '7/go/_action/feedback/T/H')
    assert not decide(action, '/e', 'ingress', 'query', '7/go/_action/send_goal/T/H')


def test_everybody_sees_the_graph_and_routers_carry_everything():
    access = access_of(policy.Rule('topic', {'publish': True}, ['/a']))
    assert decide(access, '/e', 'ingress', 'liveliness_token', '@ros2_lv/7/a1/0/0/NN/%/%/n')
    assert decide(access, '/e', 'ingress', 'declare_liveliness_subscriber', '@ros2_lv/7/**')
    assert decide(access, '/e', 'egress', 'liveliness_token', '@ros2_lv/7/a1/0/1/MP/%/%/n/%x/T/H/q')
    assert not decide(access, '/e', 'ingress', 'liveliness_token', '@ros2_lv/7/a1/0/1/MP/%/%/n/%x/T/H/q')
    for key in ('9/x/T/H', '9/x/T/H/@adv/pub/1/2/_', '@ros2_lv/9/a1/0/1/MP/%/%/n/%x/T/H/q'):
        assert decide(access, '/router', 'ingress', 'put', key)


def test_a_grant_that_allows_by_default():
    text = permissions.make('/e', [policy.Profile('/', 'n', [])], 7, BEGIN, END).replace('>DENY<', '>ALLOW<')
    grant = permissions.load(text.encode(), 'p.xml').grant('CN=/e')
    access = zenoh.access_control([zenoh.Peer('/e', '/e', grant, 'p.xml')], ['/router'])
    assert decide(access, '/e', 'ingress', 'put', f'9/a/b/{TAIL}')


@pytest.mark.parametrize(
    ('topics', 'expected'),
    [
        (['rt/scan?'], "p.xml:8: 'rt/scan?' cannot be expressed as a key of Zenoh: of the wildcards Zenoh has only"),
        (['rt/[ab]'], "'rt/[ab]' cannot be expressed"),
        (['r*/scan'], "'r*/scan' cannot be expressed as a key of Zenoh: expected one that begins with 'rt/'"),
        (['rq/add'], "'rq/add' cannot be expressed as a key of Zenoh: expected one that ends with 'Request' or '*'"),
        (['rt/' + 'a*' * 9 + 'b'], "has too many '*' between letters"),
        (['rt/a/'], "p.xml:8: 'rt/a/' cannot be expressed as a key of Zenoh: no name ends with '/'"),
        (['rt/a*/'], "p.xml:8: 'rt/a*/' cannot"),
        (['rt/*/'], "p.xml:8: 'rt/*/' cannot"),
        (['rt/'], "p.xml:8: 'rt/' cannot"),
        (['rq/a/Request'], "p.xml:8: 'rq/a/Request' cannot"),
    ],
)
def test_what_has_no_equivalent_is_named(topics, expected):
    with pytest.raises(SecurityError) as error:
        zenoh.access_control([peer_with([('allow_rule', topic) for topic in topics])], ['/router'])
    assert expected in str(error.value)


def test_domains_count_among_the_keys_of_a_pattern():
    enclave = peer_with([('allow_rule', 'rt/a*b*c*d')], domains='<id_range><max>231</max></id_range>')
    with pytest.raises(SecurityError, match=r"'rt/a\*b\*c\*d' has too many '\*' between letters .* in 232 domains"):
        zenoh.access_control([enclave], ['/router'])


def test_topics_outside_of_ros_are_left_out():
    access = zenoh.access_control([peer_with([('allow_rule', 'Square')])], ['/router'])
    assert 'Square' not in json.dumps(access)


def peer_with(rules, default='DENY', domains='<id>7</id>'):
    body = '\n'.join(
        f'<{tag}><domains>{domains}</domains>\n<publish><topics>\n<topic>{topic}</topic>\n</topics></publish></{tag}>'
        for tag, topic in rules
    )
    text = (
        '<dds>\n<permissions>\n<grant name="g">\n<subject_name>CN=/e</subject_name>\n<validity><not_before>2026-01-01'
        f'T00:00:00</not_before><not_after>2036-01-01T00:00:00</not_after></validity>\n{body}\n<default>{default}</default>'
        '</grant></permissions></dds>'
    )
    return zenoh.Peer('/e', '/e', permissions.load(text.encode(), 'p.xml').grant('CN=/e'), 'p.xml')


def settings(path):
    header, text = path.read_text().split('\n', 1)
    assert header.startswith('//')
    return json.loads(text)


def test_files_of_a_keystore(root):
    keystore = Keystore(root)
    done = keystore.write_zenoh(7)
    assert done[0] == '/zenohd is created, for routers' and len(done) == 4
    session = settings(root / 'enclaves/talker/zenoh_session.json5')
    assert session['mode'] == 'peer' and session['listen'] == {'endpoints': ['tls/localhost:0']}
    tls = session['transport']['link']['tls']
    assert tls['connect_certificate'] == str(root / 'enclaves/talker/cert.pem') and tls['enable_mtls']
    router = settings(root / 'enclaves/zenohd/zenoh_router.json5')
    assert router['mode'] == 'router' and router['access_control'] == session['access_control']
    assert not (root / 'enclaves/zenohd/zenoh_session.json5').exists()
    subjects = [entry['cert_common_names'] for entry in session['access_control']['subjects']]
    assert subjects == [['/robot/camera'], ['/talker'], ['/zenohd']]
    assert [fault for fault in check.check(root, 7) if fault.level != 'ok'] == []
    assert keystore.write_zenoh(7) == done[1:]


def test_another_enclave_becomes_the_router(keystore):
    keystore.write_zenoh(7)
    done = keystore.write_zenoh(7, ['/talker'])
    assert 'warning: /talker has all rights, because it is an enclave of routers' in done[-1]
    folder = keystore.root / 'enclaves'
    assert (folder / 'talker/zenoh_router.json5').exists() and not (folder / 'talker/zenoh_session.json5').exists()
    assert (folder / 'zenohd/zenoh_session.json5').exists()
    access = settings(folder / 'zenohd/zenoh_session.json5')['access_control']
    assert access['subjects'][-1] == {'id': 'routers', 'cert_common_names': ['/talker']}


def test_obsolete_settings_are_found(keystore):
    keystore.write_zenoh(7)
    assert keystore.has_zenoh()
    keystore.create_permission('/talker', [policy.Profile('/', 'n', [])], 7)
    faults = [fault for fault in check.check(keystore.root, 7) if fault.level != 'ok']
    assert len(faults) == 3 and all('nodes on Zenoh apply former ones' in fault.text for fault in faults)
    assert 'rxros2 security generate_zenoh' in faults[0].advice


def test_nothing_is_written_if_a_permission_has_no_equivalent(keystore):
    rule = policy.Rule('topic', {'publish': True}, ['/scan?'])
    keystore.create_permission('/talker', [policy.Profile('/', 'n', [rule])], 7)
    with pytest.raises(SecurityError, match=r"talker/permissions\.xml:\d+: 'rt/scan\?' cannot be expressed"):
        keystore.write_zenoh(7)
    assert not keystore.has_zenoh() and not (keystore.root / 'enclaves/zenohd').exists()


def subjects_of(path):
    return [name for entry in settings(path)['access_control']['subjects'] for name in entry['cert_common_names']]


def test_revoked_enclaves_get_no_rights(keystore):
    keystore.write_zenoh(7)
    keystore.revoke('/talker')
    faults = [fault for fault in check.check(keystore.root, 7) if 'Zenoh' in fault.text]
    assert sum('apply former ones' in fault.text for fault in faults) == 3
    done = keystore.write_zenoh(7)
    assert done[-2] == 'warning: /talker gets no rights and no settings: its certificate is revoked'
    assert 'Zenoh reads no revocation list' in done[-1]
    folder = keystore.root / 'enclaves'
    assert subjects_of(folder / 'zenohd/zenoh_router.json5') == ['/robot/camera', '/zenohd']
    assert not (folder / 'talker/zenoh_session.json5').exists()
    assert not any('apply former ones' in fault.text for fault in check.check(keystore.root, 7))
    keystore.renew('/talker', new_key=True)
    keystore.write_zenoh(7)
    assert subjects_of(folder / 'zenohd/zenoh_router.json5') == ['/robot/camera', '/talker', '/zenohd']


def test_a_revoked_router_is_an_error(keystore):
    keystore.write_zenoh(7)
    keystore.revoke('/zenohd')
    with pytest.raises(SecurityError, match='the certificate of /zenohd is revoked, and routers have all rights'):
        keystore.write_zenoh(7)
    keystore.write_zenoh(7, ['/router'])
    assert subjects_of(keystore.root / 'enclaves/router/zenoh_router.json5')[-1] == '/router'


def test_expired_permissions_give_no_rights(keystore, monkeypatch):
    now = datetime.datetime.now(datetime.timezone.utc)
    keystore.renew('/talker', 10)
    keystore.write_zenoh(7)
    path = keystore.root / 'enclaves/zenohd/zenoh_router.json5'
    assert '/talker' in subjects_of(path)
    monkeypatch.setattr('rxros2.security.certificates.now', lambda: now + datetime.timedelta(days=11))
    done = keystore.write_zenoh(7)
    assert any('/talker gets no rights and no settings: its permissions are valid from' in text for text in done)
    assert '/talker' not in subjects_of(path) and '/robot/camera' in subjects_of(path)


def test_a_copied_enclave_is_an_error(keystore):
    folder = keystore.root / 'enclaves'
    shutil.copytree(folder / 'talker', folder / 'twin', symlinks=True)
    with pytest.raises(SecurityError, match=r'twin/cert\.pem is the certificate of CN=/talker and not of /twin'):
        keystore.write_zenoh(7)


def test_sessions_keep_denials_from_keys_with_wildcards(keystore):
    """Opens sessions of Zenoh: one with the rules, and a peer that applies none and may publish and read /ok."""
    zenoh_api = pytest.importorskip('zenoh')
    denied = policy.Rule('topic', {'publish': False, 'subscribe': False}, ['/secret'])
    allowed = policy.Rule('topic', {'publish': True, 'subscribe': True}, ['/ok', '/s', '/secret/*', '/o*'])
    keystore.create_permission('/talker', [policy.Profile('/', 'n', [denied, allowed])], 7)
    keystore.write_zenoh(7)
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        endpoint = f'tls/127.0.0.1:{probe.getsockname()[1]}'

    def open_session(enclave, listen, connect, **changes):
        changed = settings(keystore.root / f'enclaves/{enclave}/zenoh_session.json5') | changes
        changed['listen'], changed['connect'] = {'endpoints': listen}, {'endpoints': connect}
        return zenoh_api.open(zenoh_api.Config.from_json5(json.dumps(changed)))

    def subscribe(session, keys, remote):
        """Returns a queue of the keys of what the remote session publishes."""
        received = queue.Queue()

        def receive(sample):
            if sample.payload.to_bytes() == remote:
                received.put(str(sample.key_expr))

        for key in keys:
            session.declare_subscriber(key, receive)
        return received

    with (
        open_session('robot/camera', [endpoint], []) as own,
        open_session('talker', [], [endpoint], access_control={'enabled': False}) as other,
    ):
        received = subscribe(own, ['7/ok/T/H', '7/secret/T/H', '7/ok/T/end'], b'other')
        others = subscribe(other, ['7/ok/T/H', '7/*/T/H', '**', '7/ok/T/end'], b'own')
        deadline = time.monotonic() + 60
        while received.empty() or others.empty():
            other.put('7/ok/T/H', b'other')
            own.put('7/ok/T/H', b'own')
            assert time.monotonic() < deadline
            time.sleep(0.1)
        for key in ('7/secret/T/H', '7/*/T/H', '7/s$*/T/H', '*/secret/**', '7/ok/T/end'):
            other.put(key, b'other')
        for key in ('7/secret/T/H', '7/ok/T/end'):
            own.put(key, b'own')
        for keys in (received, others):
            assert set(iter(lambda keys=keys: keys.get(timeout=60), '7/ok/T/end')) <= {'7/ok/T/H'}


def test_common_settings_are_those_of_the_engine():
    """The library's table has the same settings; its values are JSON5."""
    source = (ROOT / 'rmw/zenoh/src/settings.rs').read_text()
    table = source[source.index('const COMMON') : source.index('const PEER')]
    entries = re.findall(r'\("([a-z_/]+)", "((?:[^"\\]|\\.)*)"\)', table)
    assert len(entries) > 15
    for key, text in entries:
        expected = json.loads(re.sub(r'(\w+):', r'"\1":', text.replace('\\"', '"')))
        value = zenoh.COMMON
        for part in key.split('/'):
            value = value[part]
        assert value == expected, key
