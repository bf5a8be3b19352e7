# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Keystores: contents, access rights, killed processes. openssl checks them independently."""

import os
import pathlib
import random
import re
import signal
import stat
import subprocess
import sys
import time

import pytest

from rxros2.security import certificates, files, smime
from rxros2.security.enclave import FILES, Enclave, enclaves
from rxros2.security.errors import SecurityError
from rxros2.security.keystore import Keystore, domain_id, root_of


def openssl(*words):
    return subprocess.run(['openssl', *map(str, words)], capture_output=True, text=True, timeout=60)


def test_files_and_links(root):
    assert os.readlink(root / 'public/identity_ca.cert.pem') == 'ca.cert.pem'
    assert os.readlink(root / 'private/permissions_ca.key.pem') == 'ca.key.pem'
    folder = root / 'enclaves/robot/camera'
    assert all((folder / name).is_file() for name in (*FILES, 'permissions.xml'))
    assert os.readlink(folder / 'governance.p7s') == '../../governance.p7s'
    assert os.readlink(folder / 'identity_ca.cert.pem') == '../../../public/identity_ca.cert.pem'
    assert enclaves(root) == ['/robot/camera', '/talker']


def test_only_owner_can_read_keys(shared_folder):
    for path in (shared_folder / 'keystore').rglob('*'):
        mode = stat.S_IMODE(path.lstat().st_mode)
        if path.is_dir():
            assert mode == 0o700, path
        elif path.name.endswith('key.pem') and not path.is_symlink():
            assert mode == 0o600, path


def test_a_private_file_is_private_from_the_start(tmp_path, monkeypatch):
    modes = []
    replace = os.replace
    monkeypatch.setattr(os, 'replace', lambda a, b: (modes.append(stat.S_IMODE(os.stat(a).st_mode)), replace(a, b)))
    before = os.umask(0)
    try:
        files.write(tmp_path / 'key', b'x', private=True)
    finally:
        os.umask(before)
    assert modes == [0o600]


def test_openssl_accepts_it(root):
    ca = root / 'public/ca.cert.pem'
    for name in ('talker', 'robot/camera'):
        folder = root / 'enclaves' / name
        assert openssl('verify', '-x509_strict', '-CAfile', ca, folder / 'cert.pem').returncode in (0, 2)
        assert openssl('verify', '-CAfile', ca, folder / 'cert.pem').stdout.endswith('OK\n')
        subject = openssl('x509', '-in', folder / 'cert.pem', '-noout', '-subject', '-nameopt', 'RFC2253').stdout
        assert subject == f'subject=CN=/{name}\n'
        text = openssl('x509', '-in', folder / 'cert.pem', '-noout', '-text').stdout
        assert 'prime256v1' in text and 'CA:FALSE' in text and 'ecdsa-with-SHA256' in text
        for signed in ('governance', 'permissions'):
            result = openssl('smime', '-verify', '-text', '-in', folder / f'{signed}.p7s', '-CAfile', ca)
            assert result.returncode == 0, result.stderr
            plain = (folder / f'{signed}.p7s').resolve().with_suffix('.xml').read_text()
            assert result.stdout.replace('\r\n', '\n') == plain
    assert 'CA:TRUE, pathlen:1' in openssl('x509', '-in', ca, '-noout', '-text').stdout


@pytest.mark.parametrize(
    'options', [['-text'], ['-text', '-nodetach', '-nosmimecap'], ['-text', '-nocerts'], ['-text', '-md', 'sha512']]
)
def test_signatures_of_openssl_are_verified(root, options):
    text, signed = root / 'enclaves/governance.xml', root / 'other.p7s'
    ca = root / 'public/ca.cert.pem'
    key = root / 'private/ca.key.pem'
    done = openssl('smime', '-sign', *options, '-in', text, '-out', signed, '-signer', ca, '-inkey', key)
    assert done.returncode == 0, done.stderr
    certificate = certificates.load_certificate(ca)
    if '-nodetach' in options:  # the text is not readable
        with pytest.raises(SecurityError, match='is not a signed text'):
            smime.verify(signed.read_bytes(), 'x', certificate)
    else:
        assert smime.verify(signed.read_bytes(), 'x', certificate) == text.read_bytes()


def test_signatures_that_are_wrong(root, tmp_path):
    ca = certificates.load_certificate(root / 'public/ca.cert.pem')
    data = (root / 'enclaves/talker/permissions.p7s').read_bytes()
    with pytest.raises(SecurityError, match='was changed after it was signed'):
        smime.verify(data.replace(b'rt/chatter', b'rt/secrets'), 'x', ca)
    other = Keystore.create(tmp_path / 'other', 7)
    with pytest.raises(SecurityError, match='was signed by another CA'):
        smime.verify(data, 'x', certificates.load_certificate(other.root / 'public/ca.cert.pem'))
    # The key of an enclave may not sign permissions, although its certificate is from the same CA.
    folder = root / 'enclaves/talker'
    own = smime.sign(b'<dds/>', Enclave(root, '/talker').certificate(), certificates.load_key(folder / 'key.pem'))
    with pytest.raises(SecurityError, match='was signed by another CA'):
        smime.verify(own, 'x', ca)
    # Another key with the name and serial number of the CA. The last line of base64 is inside the signature.
    lines = data.rstrip().split(b'\n')
    last = max(number for number, line in enumerate(lines) if re.fullmatch(rb'[A-Za-z0-9+/=]{20,}\r?', line))
    lines[last] = (b'B' if lines[last][:1] == b'A' else b'A') + lines[last][1:]
    with pytest.raises(SecurityError, match="another key than the permissions CA's|signature cannot be read"):
        smime.verify(b'\n'.join(lines), 'x', ca)


def test_any_spoilt_signature_is_an_error(root):
    ca = certificates.load_certificate(root / 'public/ca.cert.pem')
    data = (root / 'enclaves/governance.p7s').read_bytes()
    draw = random.Random(1)
    text = smime.verify(data, 'x', ca)
    for _ in range(500):
        spoilt = bytearray(data)
        for _ in range(draw.randint(1, 4)):
            spoilt[draw.randrange(len(spoilt))] = draw.randrange(256)
        cut = bytes(spoilt)[: draw.choice([len(spoilt), draw.randrange(len(spoilt))])]
        try:
            # Bytes outside the signed part may change.
            assert smime.verify(cut, 'x', ca) == text
        except SecurityError as error:
            assert str(error).startswith('x')


def test_domain_and_root_of_the_environment(monkeypatch, tmp_path):
    monkeypatch.delenv('ROS_DOMAIN_ID', raising=False)
    assert domain_id() == 0
    monkeypatch.setenv('ROS_DOMAIN_ID', '233')
    with pytest.raises(SecurityError, match="ROS_DOMAIN_ID is '233'; expected a number from 0 to 232"):
        domain_id()
    monkeypatch.setenv('ROS_DOMAIN_ID', '230')
    assert domain_id() == 230
    monkeypatch.setenv('ROS_DOMAIN_ID', '231')
    with pytest.raises(SecurityError, match='ROS_DOMAIN_ID is 231; Cyclone DDS accepts a keystore for domains 0'):
        domain_id()
    monkeypatch.delenv('ROS_SECURITY_KEYSTORE', raising=False)
    with pytest.raises(SecurityError, match='no keystore was named'):
        root_of(None)
    monkeypatch.setenv('ROS_SECURITY_KEYSTORE', str(tmp_path))
    assert root_of(None) == tmp_path


@pytest.mark.parametrize('name', ['talker', '', '/a/', '//a', '/1a', '/a b', '/../x', '/' + 'a' * 70, '/a' * 200])
def test_names_of_enclaves(keystore, name):
    with pytest.raises(SecurityError, match='is not an enclave|is longer than the 64 characters'):
        keystore.create_enclave(name, 7)
    assert keystore.enclaves() == ['/robot/camera', '/talker']


def test_the_enclave_of_the_root(keystore):
    assert keystore.create_enclave('/', 7)
    assert keystore.enclaves() == ['/', '/robot/camera', '/talker']
    assert not (keystore.root / 'enclaves/governance.p7s').is_symlink()
    assert certificates.subject(Enclave(keystore.root, '/').certificate()) == 'CN=/'


def test_create_enclave_keeps_existing_files(keystore):
    before = {path: path.read_bytes() for path in keystore.root.rglob('*') if path.is_file()}
    Keystore.create(keystore.root, 99)
    assert not keystore.create_enclave('/talker', 7)
    assert {path: path.read_bytes() for path in keystore.root.rglob('*') if path.is_file()} == before


def test_create_enclave_completes_missing_files(keystore):
    folder = keystore.root / 'enclaves/talker'
    (folder / 'governance.p7s').unlink()
    (folder / 'cert.pem').unlink()
    assert keystore.create_enclave('/talker', 7)
    assert certificates.is_issued_by(
        Enclave(keystore.root, '/talker').certificate(), certificates.load_certificate(folder / 'identity_ca.cert.pem')
    )
    assert (folder / 'governance.p7s').is_file()


def test_an_error_leaves_nothing(keystore):
    (keystore.root / 'private/ca.key.pem').write_text('no key')
    with pytest.raises(SecurityError, match='is not a private key in PEM without a password'):
        keystore.create_enclave('/new/one', 7)
    assert not (keystore.root / 'enclaves/new').exists()
    other = certificates.key_bytes(certificates.new_key())
    (keystore.root / 'private/ca.key.pem').write_bytes(other)
    with pytest.raises(SecurityError, match='is not the key of'):
        keystore.create_enclave('/new/one', 7)
    assert not list(keystore.root.rglob(f'*{files.PART}'))


def test_no_keystore(tmp_path):
    with pytest.raises(SecurityError, match='is not a keystore: public/identity_ca'):
        Keystore(tmp_path)
    (tmp_path / 'file').touch()
    with pytest.raises(SecurityError, match='is not a folder'):
        Keystore.create(tmp_path / 'file/keystore', 0)


KILLED = """
import pathlib, sys
from rxros2.security.keystore import Keystore
keystore = Keystore.create(pathlib.Path(sys.argv[1]), 7)
print(flush=True)
for number in range(1000):
    keystore.create_enclave(f'/e{number}', 7)
    keystore.renew(f'/e{number}')
"""


def test_killed_process_leaves_no_partial_enclave(tmp_path):
    """After a kill at any time, each existing enclave is complete, and the next run completes and cleans up."""
    root = tmp_path / 'keystore'
    draw = random.Random(3)
    for _ in range(6):
        command = [sys.executable, '-c', KILLED, root]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            time.sleep(draw.random() * 0.3)  # at a random moment
            process.send_signal(signal.SIGKILL)
        keystore = Keystore(root)
        for name in keystore.enclaves():
            enclave = Enclave(root, name)
            assert all((enclave.folder / file).is_file() for file in FILES), name
            assert enclave.permissions().grant(f'CN={name}') is not None
            key = certificates.load_key(enclave.folder / 'key.pem')
            assert certificates.public_bytes(key) == certificates.public_bytes(enclave.certificate().public_key())
    keystore.create_enclave('/last', 7)
    assert not list(root.rglob(f'*{files.PART}'))


def test_two_processes_at_once(tmp_path):
    """Files that both processes write are complete afterwards."""
    root = tmp_path / 'keystore'
    Keystore.create(root, 7)
    script = (
        'import pathlib, sys\nfrom rxros2.security.keystore import Keystore\n'
        'for n in range(8): Keystore(pathlib.Path(sys.argv[1])).create_enclave(f"/{sys.argv[2]}{n}", 7)\n'
    )
    pair = [subprocess.Popen([sys.executable, '-c', script, root, name]) for name in ('a', 'b')]
    assert [name.wait(60) for name in pair] == [0, 0]
    assert len(Keystore(root).issued()) == len(Keystore(root).enclaves()) == 16


def test_renew(keystore):
    folder = keystore.root / 'enclaves/talker'
    key, before = (folder / 'key.pem').read_bytes(), Enclave(keystore.root, '/talker').certificate()
    end = keystore.renew('/talker', 10)
    enclave = Enclave(keystore.root, '/talker')
    assert (folder / 'key.pem').read_bytes() == key
    assert enclave.certificate().serial_number != before.serial_number
    assert end == enclave.certificate().not_valid_after_utc == enclave.permissions().grants[0].end
    assert (
        enclave.permissions().grants[0].decide(7, 'publish', 'rt/chatter').allowed
    )  # the permissions of the policy are kept
    keystore.renew('/talker', 10, new_key=True)
    assert (folder / 'key.pem').read_bytes() != key
    with pytest.raises(SecurityError, match='no enclave /talkr; there are /talker, /robot/camera'):
        keystore.renew('/talkr')
    with pytest.raises(SecurityError, match='cannot be valid for'):
        keystore.renew('/talker', 10_000_000)


def test_renew_the_authority(keystore):
    before = Enclave(keystore.root, '/talker').certificate()
    keystore.revoke('/robot/camera')
    keystore.renew_authority(5000)
    enclave = Enclave(keystore.root, '/talker')
    assert enclave.certificate() == before
    assert certificates.is_issued_by(before, certificates.load_certificate(enclave.folder / 'identity_ca.cert.pem'))
    assert enclave.permissions().grant('CN=/talker') and enclave.governance().rule(7)
    assert len(keystore.revoked()) == 1


def test_revoke(keystore):
    keystore.renew('/talker')  # the first certificate must be revoked too
    assert keystore.revoke('/talker') == 2
    assert keystore.revoke('/talker') == 0
    ca, crl = keystore.root / 'public/ca.cert.pem', keystore.root / 'enclaves/robot/camera/crl.pem'
    assert os.readlink(crl) == '../../../public/crl.pem'
    check = ['verify', '-crl_check', '-CRLfile', crl, '-CAfile', ca]
    assert 'certificate revoked' in openssl(*check, keystore.root / 'enclaves/talker/cert.pem').stderr
    assert openssl(*check, keystore.root / 'enclaves/robot/camera/cert.pem').returncode == 0
    keystore.renew('/talker', new_key=True)
    assert openssl(*check, keystore.root / 'enclaves/talker/cert.pem').returncode == 0
    keystore.create_enclave('/later', 7)
    assert (keystore.root / 'enclaves/later/crl.pem').is_file()


def test_without_the_package(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, 'cryptography', None)
    for name in [name for name in sys.modules if name.startswith('cryptography.')]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(SecurityError, match=r"need the package cryptography .*: pip install 'rxros2\[security\]'"):
        Keystore.create(tmp_path / 'keystore', 0)


def test_permissions_without_dds(keystore, monkeypatch):
    monkeypatch.setenv('RMW_IMPLEMENTATION', 'rmw_zenoh_cpp')
    keystore.create_enclave('/quiet', 7)
    assert (
        not Enclave(keystore.root, '/quiet').permissions().grants[0].decide(7, 'publish', 'ros_discovery_info').allowed
    )
    assert pathlib.Path(keystore.root / 'enclaves/quiet/permissions.xml').is_file()
