# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""check() finds each fault and gives advice; explain() names the deciding rule."""

import os
import shutil

import pytest

from rxros2.security import certificates, explain
from rxros2.security.check import check
from rxros2.security.enclave import Enclave
from rxros2.security.keystore import Keystore


def faults(root, domain=7):
    return [fault for fault in check(root, domain) if fault.level != 'ok']


def test_no_faults(root):
    assert faults(root) == []
    assert [fault.text for fault in check(root, 7)] == [
        f'{name}: valid until {Enclave(root, name).certificate().not_valid_after_utc:%F}'
        for name in ('/robot/camera', '/talker')
    ]


@pytest.mark.parametrize('others', [(), ('cert.pem',), ('permissions.p7s',)])
def test_missing_key(root, others):
    """An enclave without a key is reported, whatever else it lacks."""
    for name in ('key.pem', *others):
        (root / 'enclaves/talker' / name).unlink()
    (fault,) = faults(root)
    assert fault.level == 'error'
    assert fault.text == f'/talker: {root}/enclaves/talker/key.pem is missing, which every participant needs'


def test_copied_enclaves_on_a_robot(root, tmp_path):
    """Enclaves copied by `cp -rL` have no faults."""
    shutil.copytree(root / 'enclaves/talker', tmp_path / 'robot/enclaves/talker')
    assert faults(tmp_path / 'robot') == []


def test_no_keystore(tmp_path):
    (fault,) = check(tmp_path, 0)
    assert fault.text == f'{tmp_path} is not a keystore: it has no folder enclaves'


def test_world_writable_parent_folder(root):
    """Other users could replace the keystore, except in a folder with the sticky bit, such as /tmp."""
    folder = root.parent
    folder.chmod(0o777)
    (fault,) = faults(root)
    assert fault.text == f'{folder} can be changed by others: its mode is 0777, and the keystore is in it'
    assert fault.advice == f'chmod o-w {folder}; or move the keystore'
    folder.chmod(0o1777)
    assert faults(root) == []


@pytest.mark.skipif(os.geteuid() != 0, reason='only root gives files away')
def test_file_of_another_user(root):
    os.chown(root / 'public/ca.cert.pem', 12345, -1)
    assert f'{root}/public/ca.cert.pem can be changed by its owner, the user 12345' in [
        fault.text for fault in faults(root)
    ]


def other_authority(root, tmp_path):
    other = Keystore.create(tmp_path / 'other', 7)
    path = root / 'enclaves/talker/identity_ca.cert.pem'
    path.unlink()
    shutil.copy(other.root / 'public/ca.cert.pem', path)


def other_key(root, tmp_path):
    path = root / 'enclaves/talker/key.pem'
    path.write_bytes(certificates.key_bytes(certificates.new_key()))


def edit(name, old, new):
    def edited(root, _):
        path = root / 'enclaves' / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    return edited


def copied_enclave(root, _):
    shutil.rmtree(root / 'enclaves/talker')
    shutil.copytree(root / 'enclaves/robot/camera', root / 'enclaves/talker')


def ended(begin_days, end_days):
    def renew_certificate(root, _):
        import datetime

        real, start = certificates.now, certificates.now()
        try:
            certificates.now = lambda: start + datetime.timedelta(days=begin_days)
            Keystore(root).renew('/talker', end_days - begin_days)
        finally:
            certificates.now = real

    return renew_certificate


def chmod(name, mode=0o644):
    return lambda root, _: os.chmod(root / name, mode)


def authority_key(root, _):
    (root / 'private/ca.key.pem').write_bytes(certificates.key_bytes(certificates.new_key()))
    (root / 'private/ca.key.pem').chmod(0o600)


WRONG = {
    'key for all': (
        chmod('enclaves/talker/key.pem'),
        'warning',
        'talker/key.pem can be used by others: its mode is 0644',
    ),
    'CA key for all': (chmod('private/ca.key.pem'), 'warning', 'private/ca.key.pem can be used by others'),
    'folder for all': (chmod('public', 0o777), 'warning', 'public can be changed by others: its mode is 0777'),
    'enclaves for the group': (chmod('enclaves', 0o770), 'warning', 'enclaves can be changed by others'),
    'keystore for all': (chmod('.', 0o777), 'warning', 'can be changed by others: its mode is 0777'),
    'CA for all': (chmod('public/ca.cert.pem', 0o666), 'warning', 'ca.cert.pem can be changed by others: its mode'),
    'governance for all': (chmod('enclaves/governance.p7s', 0o646), 'warning', 'governance.p7s can be changed by'),
    'another CA key': (authority_key, 'error', '_ca.key.pem is not the key of'),
    'no CA': (
        lambda root, _: (root / 'public/ca.cert.pem').unlink(),
        'error',
        'is a link to ca.cert.pem, which does not',
    ),
    'broken link': (
        lambda root, _: (root / 'enclaves/governance.p7s').unlink(),
        'error',
        '/talker/governance.p7s is a link to ../governance.p7s, which does not exist',
    ),
    'no certificate': (
        lambda root, _: (root / 'enclaves/talker/cert.pem').unlink(),
        'error',
        'talker/cert.pem is missing, which every participant needs',
    ),
    'no PEM': (
        lambda root, _: (root / 'enclaves/talker/cert.pem').write_text('x'),
        'error',
        'is not a certificate in PEM',
    ),
    'no key': (
        lambda root, _: (root / 'enclaves/talker/key.pem').write_text('x'),
        'error',
        'is not a private key in PEM',
    ),
    'another CA': (other_authority, 'error', 'cert.pem was not signed by'),
    'another key': (other_key, 'error', 'cert.pem is not of the key'),
    'another enclave': (copied_enclave, 'warning', 'is of CN=/robot/camera; expected CN=/talker'),
    'ended': (ended(-20, -10), 'error', '/talker: the certificate'),
    'ends soon': (ended(0, 10), 'warning', 'talker/cert.pem ends within 30 days, at '),
    'not yet': (ended(20, 30), 'error', 'is not valid before'),
    'revoked': (lambda root, _: Keystore(root).revoke('/talker'), 'error', 'cert.pem is revoked, by'),
    'changed permissions': (
        edit('talker/permissions.p7s', 'rt/chatter', 'rt/secrets'),
        'error',
        '/talker: ',
    ),
    'edited permissions': (
        edit('talker/permissions.xml', 'rt/chatter', 'rt/secrets'),
        'warning',
        'permissions.xml was changed since it was signed; participants read the text in permissions.p7s',
    ),
    'edited governance': (edit('governance.xml', 'SIGN', 'NONE'), 'warning', 'governance.xml was changed since it was'),
    'changed governance': (edit('governance.p7s', 'SIGN', 'NONE'), 'error', 'governance.p7s was changed after it was'),
}


@pytest.mark.parametrize(('spoil', 'level', 'text'), WRONG.values(), ids=WRONG)
def test_finds_each_fault(root, tmp_path, spoil, level, text):
    spoil(root, tmp_path)
    result = faults(root)
    assert [fault for fault in result if fault.level == level and text in fault.text], result
    assert all(fault.advice for fault in result), result


def test_the_wrong_domain(root):
    result = faults(root, 8)
    assert f'{root}/enclaves/governance.p7s is for domain 7, and ROS_DOMAIN_ID is 8: no participant can be created' in [
        fault.text for fault in result
    ]
    assert any('allows nothing in domain 8' in fault.text for fault in result)
    assert 'export ROS_DOMAIN_ID=7' in result[0].advice


def test_shared_fault_is_reported_once(root):
    (root / 'enclaves/governance.p7s').write_text('x')
    assert len([fault for fault in faults(root) if 'governance.p7s' in fault.text]) == 1


def test_a_weak_governance_is_worth_a_note(root):
    edit('governance.xml', '<data_protection_kind>ENCRYPT', '<data_protection_kind>NONE')(root, None)
    edit('governance.xml', '<allow_unauthenticated_participants>false', '<allow_unauthenticated_participants>true')(
        root, 0
    )
    (root / 'enclaves/governance.p7s').unlink()
    Keystore.create(root, 7)
    assert [fault.level for fault in faults(root)] == ['note', 'note']
    assert "topics '*' are not encrypted" in faults(root)[1].text


def line_of(path, text):
    return next(number for number, line in enumerate(path.read_text().splitlines(), 1) if text in line)


def explained(root, right, name, enclave='/talker', domain=7):
    return explain.explain(Enclave(root, enclave), right, name, domain)


def test_explain(root):
    path = root / 'enclaves/talker/permissions.xml'
    result = explained(root, 'publish', '/chatter')
    allow = path.read_text().splitlines().index('      <allow_rule>')
    line = 1 + allow + next(n for n, x in enumerate(path.read_text().splitlines()[allow:]) if 'rt/chatter' in x)
    assert (result.allowed, result.reason) == (True, f"'rt/chatter' ({path}:{line})")
    result = explained(root, 'subscribe', '/chatter')
    assert result.reason == (
        f"the deny rule 'rt/chatter' forbids it to subscribe rt/chatter ({path}:{line_of(path, 'rt/chatter')})"
    )
    result = explained(root, 'publish', '/secret')
    place = f'{path}:{line_of(path, "<default>")}'
    assert result.reason == f'no rule of domain 7 lets it publish rt/secret, and the default is DENY ({place})'
    assert '<topics publish="ALLOW"><topic>/secret</topic></topics>' in result.advice
    assert explained(root, 'reply', '/talker/get_parameters').allowed
    assert not explained(root, 'request', '/talker/get_parameters').allowed
    assert explained(root, 'execute', '/count').allowed and not explained(root, 'call', '/count').allowed
    assert all(explained(root, right, '/x', '/robot/camera').allowed for right in ('publish', 'call', 'reply'))


def test_explain_domain_and_validity(root):
    assert 'has no rule for domain 8' in explained(root, 'publish', '/chatter', domain=8).reason
    ended(-20, -10)(root, None)
    assert 'the grant is valid from' in explained(root, 'publish', '/chatter').reason


def test_explain_without_access_control(root):
    edit('governance.xml', '<enable_write_access_control>true', '<enable_write_access_control>false')(root, None)
    (root / 'enclaves/governance.p7s').unlink()
    Keystore.create(root, 7)
    result = explained(root, 'publish', '/secret')
    assert result.allowed and 'asks for no permissions' in result.reason


def test_explain_another_subject(root):
    shutil.copy(root / 'enclaves/robot/camera/cert.pem', root / 'enclaves/talker/cert.pem')
    assert 'has no grant for CN=/robot/camera' in explained(root, 'publish', '/chatter').reason
    assert any('has no grant for CN=/robot/camera' in fault.text for fault in faults(root))
