# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs a program under a keystore that is made for it, and removed at its end.

secured.py COMMAND…: nodes of the command are in the enclave /benchmark of domain 229, and may use all topics. With
--cyclone it is a program of Cyclone DDS alone, which gets the same files by CYCLONEDDS_URI, beside what is there.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
from xml.sax.saxutils import escape

DOMAIN = 229
"""Cyclone's plugins refuse a governance for a domain above 230."""
_PLUGINS = (
    ('Authentication', 'dds_security_auth', 'authentication'),
    ('Cryptographic', 'dds_security_crypto', 'crypto'),
    ('AccessControl', 'dds_security_ac', 'access_control'),
)
_FOLDERS = pathlib.Path('/usr/lib')
"""Debian keeps the plugins in a folder below, which no linker looks into."""
_FILES = {
    'Authentication': (
        ('IdentityCertificate', 'cert.pem'),
        ('IdentityCA', 'identity_ca.cert.pem'),
        ('PrivateKey', 'key.pem'),
    ),
    'Cryptographic': (),
    'AccessControl': (
        ('Governance', 'governance.p7s'),
        ('Permissions', 'permissions.p7s'),
        ('PermissionsCA', 'permissions_ca.cert.pem'),
    ),
}


def security(*words):
    """A command of rxros2 security; what it prints is shown only if it fails."""
    done = subprocess.run(
        [sys.executable, '-m', 'rxros2.cli', 'security', *words], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f'rxros2 security {words[0]} ended with {done.returncode}: {done.stderr}')


def allow_all_topics(keystore, enclave):
    """And all partitions: also those of programs that are no ROS nodes."""
    plain = enclave / 'permissions.xml'
    text = plain.read_text()
    begin, end = text.index('<publish>'), text.rindex('</subscribe>')
    parts = '<topics><topic>*</topic></topics><partitions><partition>*</partition></partitions>'
    plain.write_text(f'{text[:begin]}<publish>{parts}</publish><subscribe>{parts}{text[end:]}')
    sign = ['openssl', 'smime', '-sign', '-text', '-in', plain, '-out', enclave / 'permissions.p7s']
    authority = ['-signer', enclave / 'permissions_ca.cert.pem', '-inkey', keystore / 'private/permissions_ca.key.pem']
    subprocess.run([*sign, *authority], check=True, capture_output=True)


def configuration(enclave):
    """For Cyclone DDS: its plugins, and the enclave's files."""
    parts = []
    for name, library, function in _PLUGINS:
        init = f'initFunction="init_{function}" finalizeFunction="finalize_{function}"'
        files = ''.join(f'<{key}>file:{escape(str(enclave / file))}</{key}>' for key, file in _FILES[name])
        path = next(_FOLDERS.glob(f'*/*/lib{library}.so'), library)
        parts.append(f'<{name}><Library path="{path}" {init}/>{files}</{name}>')
    return f'<CycloneDDS><Domain><Security>{"".join(parts)}</Security></Domain></CycloneDDS>'


def main():
    """Command line."""
    os.environ['ROS_DOMAIN_ID'] = str(DOMAIN)
    command, environment = sys.argv[1:], dict(os.environ)
    cyclone = command[:1] == ['--cyclone']
    with tempfile.TemporaryDirectory(prefix='rxros2_secured_') as folder:
        keystore = pathlib.Path(folder) / 'keystore'
        security('create_keystore', str(keystore))
        security('create_enclave', str(keystore), '/benchmark')
        enclave = keystore / 'enclaves/benchmark'
        allow_all_topics(keystore, enclave)
        if cyclone:
            before = environment.get('CYCLONEDDS_URI')
            environment['CYCLONEDDS_URI'] = ','.join(filter(None, [before, configuration(enclave)]))
        else:
            environment |= {
                'ROS_SECURITY_ENABLE': 'true',
                'ROS_SECURITY_STRATEGY': 'Enforce',
                'ROS_SECURITY_KEYSTORE': str(keystore),
                'ROS_SECURITY_ENCLAVE_OVERRIDE': '/benchmark',
            }
        return subprocess.run(command[1:] if cyclone else command, env=environment, check=False).returncode


if __name__ == '__main__':
    sys.exit(main())
