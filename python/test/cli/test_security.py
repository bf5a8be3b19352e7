# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 security: its commands and their output. python/test/security tests keystores."""

import contextlib
import json
import os
import re
from unittest import mock
from xml.etree import ElementTree

import pytest

pytest.importorskip('cryptography')

from rxros2.cli import enclaves_in_graph
from rxros2.cli.checks import security
from rxros2.cli.security import generate_policy
from rxros2.security import policy
from rxros2.security.enclave import Enclave
from rxros2.security.keystore import Keystore

POLICY = """<policy version="0.2.0"><enclaves><enclave path="/talker"><profiles><profile ns="/" node="talker">
<topics publish="ALLOW"><topic>chatter</topic></topics>
</profile></profiles></enclave></enclaves></policy>
"""


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv('ROS_DOMAIN_ID', '7')
    (tmp_path / 'policy.xml').write_text(POLICY)
    return tmp_path / 'keystore'


def test_create_keystore_enclave_and_permissions(run_here, root):
    assert run_here('security', 'create_keystore', str(root)).out == (
        f'{root}: created a keystore for domain 7, from ROS_DOMAIN_ID\n'
    )
    assert run_here('security', 'create_keystore', str(root)).out == f'{root} exists already, for domain 7\n'
    assert run_here('security', 'list_enclaves', str(root)).out == ''
    assert run_here('security', 'create_enclave', str(root), '/talker').out == ''
    assert run_here('security', 'create_enclave', str(root), '/talker').out == (
        '/talker exists already and keeps its key, certificate and permissions\n'
    )
    assert run_here('security', 'list_enclaves', str(root)).out == '/talker\n'
    assert run_here('security', 'explain', '-k', str(root), '/talker', 'x', '--publish').code == 0
    assert run_here('security', 'create_permission', str(root), '/talker', str(root.parent / 'policy.xml')).code == 0
    assert run_here('security', 'explain', '-k', str(root), '/talker', 'x', '--publish').code == 1


def test_warns_of_other_domain(run_here, root, monkeypatch):
    Keystore.create(root, 8)
    sentence = 'governance is for domain 8, and ROS_DOMAIN_ID is 7, where no participant can be created'
    assert sentence in run_here('security', 'create_keystore', str(root)).out
    assert sentence in run_here('security', 'create_enclave', str(root), '/talker').out
    assert (
        sentence in run_here('security', 'create_permission', str(root), '/talker', str(root.parent / 'policy.xml')).out
    )
    monkeypatch.setenv('ROS_DOMAIN_ID', 'x')
    assert "ROS_DOMAIN_ID is 'x'" in run_here('security', 'create_keystore', str(root)).err


def test_generate_artifacts(run_here, root, monkeypatch):
    monkeypatch.setenv('ROS_SECURITY_KEYSTORE', str(root))
    words = ['-e', '/a/b', '-p', str(root.parent / 'policy.xml')]
    assert run_here('security', 'generate_artifacts', *words).out == (
        f'{root}: created a keystore for domain 7, from ROS_DOMAIN_ID\n'
        '/a/b is created\n/talker is created with permissions of the policy\n'
    )
    assert run_here('security', 'generate_artifacts', *words).out == '/talker has new permissions of the policy\n'
    assert not Enclave(root, '/talker').permissions().grants[0].decide(7, 'publish', 'rt/x').allowed
    # An error prevents all changes.
    (root.parent / 'policy.xml').write_text('<policy/>')
    assert run_here('security', 'generate_artifacts', '-k', str(root) + '2', *words).code == 1
    assert not os.path.exists(str(root) + '2')


@pytest.mark.parametrize(
    ('words', 'expected'),
    [
        (
            ['create_enclave', 'ROOT', '/a'],
            'is not a keystore: public/identity_ca.cert.pem is missing; make one with: ',
        ),
        (['list_enclaves', 'ROOT'], 'is not a keystore: it has no folder enclaves'),
        (['renew', '-k', 'ROOT'], 'nothing to renew; expected NAME, --ending-within or --authority'),
        (['renew', '--days', '0', '/a'], "argument --days: '0' is not a number of days, from 1 to 100000"),
        (['revoke', '/a'], 'no keystore was named; expected its folder, or ROS_SECURITY_KEYSTORE in the environment'),
    ],
)
def test_wrong_words(run_here, root, words, expected, monkeypatch):
    monkeypatch.delenv('ROS_SECURITY_KEYSTORE', raising=False)
    result = run_here('security', *[str(root) if word == 'ROOT' else word for word in words])
    assert result.code in (1, 2) and expected in result.err and not result.out


def test_wrong_policies(run_here, root):
    policy = root.parent / 'policy.xml'
    run_here('security', 'create_keystore', str(root))
    assert 'policy.xml: no enclave /talkr; there is /talker' in (
        run_here('security', 'create_permission', str(root), '/talkr', str(policy)).err
    )
    assert 'no enclave /talker; there is none' in (
        run_here('security', 'create_permission', str(root), '/talker', str(policy)).err
    )
    policy.write_text('<policy version="0.2.0">\n<enclaves>\n<x/></enclaves></policy>')
    assert 'policy.xml:3: <x> is in <enclaves>; expected <enclave>' in (
        run_here('security', 'create_permission', str(root), '/talker', str(policy)).err
    )


@pytest.fixture
def keystore(run_here, root, monkeypatch):
    run_here('security', 'generate_artifacts', '-k', str(root), '-p', str(root.parent / 'policy.xml'), '-e', '/open')
    monkeypatch.setenv('ROS_SECURITY_KEYSTORE', str(root))
    return Keystore(root)


def test_explain(run_here, keystore):
    result = run_here('security', 'explain', '/talker', 'chatter', '--publish', '--subscribe')
    lines = result.out.splitlines()
    assert result.code == 1
    assert re.fullmatch(r"/talker may publish the topic /chatter: 'rt/chatter' \(.*permissions\.xml:\d+\)", lines[0])
    assert lines[1].startswith('/talker may not subscribe to the topic /chatter: no rule of domain 7 lets it subscribe')
    assert '<topics subscribe="ALLOW"><topic>/chatter</topic></topics>' in lines[2]
    every = json.loads(run_here('security', 'explain', '/open', '/count', '--json').out)
    assert [verdict['right'] for verdict in every] == ['publish', 'subscribe', 'reply', 'request', 'call', 'execute']
    assert all(verdict['allowed'] for verdict in every)
    assert run_here('security', 'explain', '/open', '/count', '--csv', '--call').out.startswith(
        'right,allowed,reason,advice'
    )
    assert 'has no rule for domain 9' in run_here('security', 'explain', '/open', '/x', '--call', '--domain', '9').out
    assert 'no enclave /tlker; there are /talker, /open' in run_here('security', 'explain', '/tlker', '/x').err


def test_renew_and_revoke(run_here, keystore):
    assert run_here('security', 'renew', '--ending-within', '30').out == 'no certificate ends within 30 days\n'
    assert re.fullmatch(
        r'/talker is valid until \d{4}-\d\d-\d\d\n', run_here('security', 'renew', '/talker', '--days', '9').out
    )
    assert 'warning' in run_here('security', 'check').out
    assert run_here('security', 'renew', '--ending-within', '30').out.startswith('/talker is valid until ')
    assert run_here('security', 'revoke', '/talker').out == f'/talker: 3 certificates revoked, by {keystore.crl}\n'
    assert 'are already revoked' in run_here('security', 'revoke', '/talker').out
    assert 'cert.pem is revoked, by' in run_here('security', 'check').out
    assert run_here('security', 'renew', '--authority').out.startswith('the CA is valid until ')
    run_here('security', 'renew', '/talker', '--new-key')
    assert run_here('security', 'check').code == 0


def test_check(run_here, keystore):
    result = run_here('security', 'check')
    assert result.code == 0 and result.out.splitlines()[0] == str(keystore.root)
    assert result.out.splitlines()[-1] == '0 errors, 0 warnings'
    (keystore.root / 'enclaves/open/key.pem').chmod(0o644)
    assert run_here('security', 'check').code == 0 and run_here('security', 'check', '-iw').code == 1
    (fault,) = [name for name in json.loads(run_here('security', 'check', '--json').out) if name['level'] != 'ok']
    assert fault['text'].endswith('open/key.pem can be used by others: its mode is 0644')
    assert fault['advice'].startswith('chmod 600 ')


@pytest.mark.parametrize(
    ('values', 'level', 'text'),
    [
        ({}, 'note', 'security is off'),
        (
            {'ENABLE': 'True'},
            'warning',
            "ROS_SECURITY_ENABLE is 'True', which does not turn security on; expected exactly 'true'",
        ),
        ({'ENABLE': 'true', 'STRATEGY': 'enforce'}, 'warning', "is 'enforce', which counts as Permissive"),
        (
            {'ENABLE': 'true'},
            'warning',
            'is not Enforce: a node whose enclave is missing or wrong runs without security',
        ),
        ({'ENABLE': 'true', 'STRATEGY': 'Enforce'}, 'error', 'and ROS_SECURITY_KEYSTORE is not set'),
    ],
)
def test_doctor_checks_environment(monkeypatch, values, level, text):
    for name in ('ENABLE', 'STRATEGY', 'KEYSTORE'):
        monkeypatch.delenv(f'ROS_SECURITY_{name}', raising=False)
    for name, value in values.items():
        monkeypatch.setenv(f'ROS_SECURITY_{name}', value)
    assert [finding.level for finding in security.check() if text in finding.text] == [level]


def test_generate_policy_from_running_nodes(rxros2, started, tmp_path):
    path = tmp_path / 'policy.xml'
    path.write_text(POLICY)
    with started('policy_node.py'):
        assert re.search(r'policy\.xml: \d+ nodes in 1 enclave\n', rxros2('security', 'generate_policy', path).out)
        while '/ns' not in path.read_text():
            rxros2('security', 'generate_policy', path)
    tree = ElementTree.fromstring(path.read_text())
    assert tree.find("enclaves/enclave[@path='/talker']/profiles/profile/topics/topic").text == 'chatter'
    profile = tree.find("enclaves/enclave[@path='/']/profiles/profile[@ns='/ns']")
    output = {
        (right, line.text)
        for group in profile
        for right, value in group.attrib.items()
        for line in group
        if value == 'ALLOW'
    }
    assert {
        ('publish', '/status'),
        ('subscribe', 'orders'),
        ('reply', '~/light'),
        ('request', '/door'),
        ('execute', '/count'),
        ('reply', '~/get_parameters'),
        ('publish', '/rosout'),
    } <= output
    assert not [name for _, name in output if '_action' in name]


def test_doctor_reports_denied_rights(rxros2, started, tmp_path):
    """Reports denied rights of nodes that run without security yet."""
    domain = int(os.environ['ROS_DOMAIN_ID'])
    keystore = Keystore.create(tmp_path / 'keystore', domain)
    env = {'ROS_SECURITY_KEYSTORE': str(keystore.root)}
    with started('policy_node.py'):
        result = rxros2('doctor', 'security', '--json', env=env, until='/ns/guarded is in the enclave /')
        assert 'it cannot be secured' in result.out
        policy = tmp_path / 'policy.xml'
        while not policy.exists() or '/ns' not in policy.read_text():
            rxros2('security', 'generate_policy', policy)
        policy.write_text(policy.read_text().replace('<service>/door</service>', ''))
        rxros2('security', 'generate_artifacts', '-k', keystore.root, '-p', policy)
        result = rxros2('doctor', 'security', '--json', env=env, until='no permission to request')
        texts = [name['text'] for name in json.loads(result.out) if '/ns/guarded' in name['text']]
        assert texts == ['/ns/guarded: its enclave / has no permission to request /door']


def test_no_nodes_no_policy(rxros2, tmp_path, monkeypatch):
    monkeypatch.setenv('ROS_DOMAIN_ID', str(int(os.environ.get('ROS_DOMAIN_ID', 0)) + 1))
    result = rxros2('security', 'generate_policy', tmp_path / 'policy.xml', '--spin-time', '1')
    assert result.code == 1 and result.err == 'rxros2: no nodes are running; no policy was written\n'
    assert not (tmp_path / 'policy.xml').exists()


def test_invalid_enclave_is_left_out_of_policy(run_here, tmp_path, monkeypatch):
    """A participant says of itself in which enclave it is."""
    nodes = {
        ('/robot', '/', 'camera'): [('publish', '/image')],
        ('/../../etc', '/', 'evil'): [('publish', '/evil')],
        ('/a" b="', '/', 'worse'): [('publish', '/worse')],
    }
    monkeypatch.setattr(enclaves_in_graph, 'nodes_and_rights', lambda _: nodes)
    monkeypatch.setattr(generate_policy, 'command_node', lambda _: contextlib.nullcontext(mock.Mock()))
    path = tmp_path / 'policy.xml'
    result = run_here('security', 'generate_policy', str(path))
    assert (result.code, result.out) == (0, f'{path}: 1 nodes in 1 enclave\n')
    assert "warning: /evil is left out: '/../../etc' is not an enclave; expected" in result.err
    assert [*policy.load(path).enclaves] == ['/robot']
