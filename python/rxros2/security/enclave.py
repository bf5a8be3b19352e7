# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The folder of an enclave, as a participant reads it: in a keystore, or in what was copied of one to a robot."""

from __future__ import annotations

import pathlib

from . import certificates, governance, names, permissions, smime
from .errors import SecurityError

FILES = ('identity_ca.cert.pem', 'cert.pem', 'key.pem', 'permissions_ca.cert.pem', 'governance.p7s', 'permissions.p7s')
"""What a participant needs."""
CRL = 'crl.pem'


def folder_of(root: pathlib.Path, name: str) -> pathlib.Path:
    """Of an enclave, which need not be there."""
    names.check_enclave(name)
    return root / 'enclaves' / name[1:] if name != '/' else root / 'enclaves'


def enclaves(root: pathlib.Path) -> list[str]:
    """Those below a keystore's folder, in order: who has a key is one."""
    folder = root / 'enclaves'
    found = []
    for key in folder.rglob('key.pem'):
        relative = key.parent.relative_to(folder).as_posix()
        found.append('/' if relative == '.' else f'/{relative}')
    return sorted(found)


class Enclave:
    """What is read of one."""

    def __init__(self, root: pathlib.Path, name: str) -> None:
        """SecurityError, which says which there are, if there is none of this name."""
        self.root, self.name, self.folder = root, name, folder_of(root, name)
        if not (self.folder / 'key.pem').is_file():
            from ..names import existing

            raise SecurityError(f'{root}: {existing("enclave", name, enclaves(root))}')

    def certificate(self) -> certificates.Certificate:
        return certificates.load_certificate(self.folder / 'cert.pem')

    def governance(self) -> governance.Governance:
        data, file = self.signed('governance')
        return governance.load(data, file)

    def permissions(self) -> permissions.Permissions:
        data, file = self.signed('permissions')
        return permissions.load(data, file)

    def signed(self, what: str) -> tuple[bytes, str]:
        """The text of governance.p7s or permissions.p7s, verified, and the file to look into: the .xml where that has
        the same text. The signed one is what counts.
        """
        path = self.folder / f'{what}.p7s'
        try:
            data = path.read_bytes()
        except OSError as error:
            raise SecurityError(f'{path} cannot be read: {error.strerror}') from None
        ca = certificates.load_certificate(self.folder / 'permissions_ca.cert.pem')
        text = smime.verify(data, str(path), ca)
        plain = path.resolve().with_suffix('.xml')
        return text, str(plain if same_text(plain, text) else path)


def same_text(path: pathlib.Path, text: bytes) -> bool:
    """Whether that is what the file has, whatever its ends of lines."""
    try:
        return path.read_bytes().replace(b'\r\n', b'\n').rstrip() == text.rstrip()
    except OSError:
        return False
