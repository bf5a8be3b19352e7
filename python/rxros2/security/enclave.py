# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The folder of an enclave as a participant reads it, in a keystore or in a copied part of one on a robot."""

from __future__ import annotations

import pathlib

from . import certificates, governance, names, permissions, smime
from .errors import SecurityError

FILES = ('identity_ca.cert.pem', 'cert.pem', 'key.pem', 'permissions_ca.cert.pem', 'governance.p7s', 'permissions.p7s')
"""Files that a participant needs."""
CRL = 'crl.pem'


def folder_of(root: pathlib.Path, name: str) -> pathlib.Path:
    """Returns the folder of an enclave, which need not exist. SecurityError for an invalid name."""
    names.check_enclave(name)
    return root / 'enclaves' / name[1:] if name != '/' else root / 'enclaves'


def enclaves(root: pathlib.Path) -> list[str]:
    """Returns the enclaves of a keystore, sorted: all folders that have a key."""
    return sorted(_with_file(root, 'key.pem'))


def enclaves_without_key(root: pathlib.Path) -> list[str]:
    """Returns the folders that have other files of an enclave, but no key, sorted by name."""
    with_files = _with_file(root, 'cert.pem') | _with_file(root, 'permissions.p7s')
    return sorted(with_files - _with_file(root, 'key.pem'))


def _with_file(root: pathlib.Path, name: str) -> set[str]:
    folder = root / 'enclaves'
    relative = {file.parent.relative_to(folder).as_posix() for file in folder.rglob(name)}
    return {'/' if path == '.' else f'/{path}' for path in relative}


class Enclave:
    """Reads the files of an enclave."""

    def __init__(self, root: pathlib.Path, name: str) -> None:
        """Raises SecurityError, which lists the known enclaves, if this one does not exist."""
        self.root, self.name, self.folder = root, name, folder_of(root, name)
        if not (self.folder / 'key.pem').is_file():
            from ..names import existing

            raise SecurityError(f'{root}: {existing("enclave", name, enclaves(root))}')

    def certificate(self) -> certificates.Certificate:
        """Returns the certificate of the enclave."""
        return certificates.load_certificate(self.folder / 'cert.pem')

    def governance(self) -> governance.Governance:
        """Returns the verified governance."""
        data, file = self.signed('governance')
        return governance.load(data, file)

    def permissions(self) -> permissions.Permissions:
        """Returns the verified permissions."""
        data, file = self.signed('permissions')
        return permissions.load(data, file)

    def signed(self, document: str) -> tuple[bytes, str]:
        """Verifies governance.p7s or permissions.p7s and returns its text and the file to name in errors.

        That file is the .xml if it has the same text, because people read that; participants read the signed one.
        """
        path = self.folder / f'{document}.p7s'
        try:
            data = path.read_bytes()
        except OSError as error:
            raise SecurityError(f'{path} cannot be read: {error.strerror}') from None
        ca = certificates.load_certificate(self.folder / 'permissions_ca.cert.pem')
        text = smime.verify(data, str(path), ca)
        plain = path.resolve().with_suffix('.xml')
        return text, str(plain if same_text(plain, text) else path)


def same_text(path: pathlib.Path, text: bytes) -> bool:
    """Returns whether a file has this text, ignoring differences of line ends."""
    try:
        return path.read_bytes().replace(b'\r\n', b'\n').rstrip() == text.rstrip()
    except OSError:
        return False
