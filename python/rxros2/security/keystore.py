# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A keystore: its folders and files in ROS 2's layout, and the operations on it."""

from __future__ import annotations

import datetime
import os
import pathlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from . import certificates, governance, permissions, policy, smime, zenoh
from .enclave import CRL, Enclave, enclaves, folder_of
from .errors import SecurityError
from .files import link, locked, make_folder, write
from .policy import Profile

_ISSUED = 'issued.txt'
_LINKS = {
    'identity_ca.cert.pem': 'public/identity_ca.cert.pem',
    'permissions_ca.cert.pem': 'public/permissions_ca.cert.pem',
    'governance.p7s': 'enclaves/governance.p7s',
}
"""Files of an enclave that link to files of the keystore."""
_CA_FILES = tuple(
    f'{folder}/{role}_ca.{kind}.pem'
    for folder, kind in (('public', 'cert'), ('private', 'key'))
    for role in ('identity', 'permissions')
)


_LAST_SECURED = 230
"""The last domain in which Cyclone DDS 0.10.2 opens a secured participant, by a test."""


def domain_id() -> int:
    """Returns ROS_DOMAIN_ID, 0 if it is not set. SecurityError for a domain that cannot be secured."""
    text = os.environ.get('ROS_DOMAIN_ID', '') or '0'
    if not text.isdecimal() or int(text) > 232:
        raise SecurityError(f"ROS_DOMAIN_ID is '{text}'; expected a number from 0 to 232")
    if int(text) > _LAST_SECURED:
        raise SecurityError(
            f'ROS_DOMAIN_ID is {text}; Cyclone DDS accepts a keystore for domains 0 to {_LAST_SECURED} only, and '
            'cannot parse one that names another'
        )
    return int(text)


def root_of(path: pathlib.Path | str | None) -> pathlib.Path:
    """Returns `path`, or the folder in ROS_SECURITY_KEYSTORE. SecurityError without both."""
    folder = str(path or '') or os.environ.get('ROS_SECURITY_KEYSTORE', '')
    if not folder:
        raise SecurityError('no keystore was named; expected its folder, or ROS_SECURITY_KEYSTORE in the environment')
    return pathlib.Path(folder)


@dataclass(frozen=True)
class Authority:
    """A certificate authority."""

    certificate: certificates.Certificate
    key: certificates.Key


class Keystore:
    """The keystore in a folder. Changes take a lock. After a killed process, repeating the operation completes it."""

    def __init__(self, root: pathlib.Path) -> None:
        """Raises SecurityError if the folder is not a keystore."""
        self.root = root
        missing = [name for name in (*_CA_FILES, 'enclaves/governance.p7s') if not (root / name).is_file()]
        if missing:
            raise SecurityError(
                f'{root} is not a keystore: {missing[0]} is missing; make one with: '
                f'rxros2 security create_keystore {root}'
            )

    @staticmethod
    def exists(root: pathlib.Path) -> bool:
        """Returns whether a folder is a complete keystore."""
        return all((root / name).is_file() for name in (*_CA_FILES, 'enclaves/governance.p7s'))

    @staticmethod
    def create(root: pathlib.Path, domain: int) -> Keystore:
        """Creates the missing files of a keystore and keeps existing ones.

        A removed governance is created again; a governance without signature is signed.
        """
        for folder in (root, root / 'public', root / 'private', root / 'enclaves'):
            make_folder(folder)
        with locked(root):
            if not all((root / name).is_file() for name in _CA_FILES):
                _create_authority(root)
            text = root / 'enclaves/governance.xml'
            if not text.is_file():
                write(text, governance.make(domain).encode())
            if not (root / 'enclaves/governance.p7s').is_file():
                governance.load(_bytes(text), str(text))
                _sign(text, _authority(root, 'permissions'))
        return Keystore(root)

    # Paths and contents.

    @property
    def enclaves_folder(self) -> pathlib.Path:
        """The folder of all enclaves."""
        return self.root / 'enclaves'

    def folder(self, enclave: str) -> pathlib.Path:
        """Returns the folder of an enclave, which need not exist."""
        return folder_of(self.root, enclave)

    def enclaves(self) -> list[str]:
        """Returns the enclaves, sorted."""
        return enclaves(self.root)

    @property
    def crl(self) -> pathlib.Path:
        """Path of the revocation list, which need not exist."""
        return self.root / 'public' / CRL

    def other_domain(self, domain: int) -> str:
        """Returns a warning if the governance is for another domain, else ''."""
        path = self.root / 'enclaves/governance.p7s'
        current = governance.load(smime.text_of(_bytes(path), str(path)), str(path))
        if current.rule(domain) is not None:
            return ''
        expected = current.domains()[0][0] if current.domains() else 0
        return (
            f'its governance is for domain {expected}, and ROS_DOMAIN_ID is {domain}, where no participant can be '
            f'created: export ROS_DOMAIN_ID={expected}, or change enclaves/governance.xml, remove governance.p7s and '
            'call create_keystore, which signs it'
        )

    # Operations.

    def create_enclave(
        self, enclave: str, domain: int, profiles: Iterable[Profile] | None = None, days: int = certificates.DAYS
    ) -> bool:
        """Creates an enclave with the permissions of `profiles`, or with all permissions.

        An existing enclave keeps its key and certificate, and without `profiles` its permissions. Returns whether the
        enclave is new.
        """
        folder = self.folder(enclave)
        certificates.common_name(enclave)
        with locked(self.root):
            if (folder / 'key.pem').is_file() and (folder / 'cert.pem').is_file():
                if profiles is not None or not (folder / 'permissions.p7s').is_file():
                    self._write_permissions(
                        folder, enclave, policy.wildcard() if profiles is None else profiles, domain
                    )
                self._write_links(folder)
                return False
            try:
                make_folder(folder)
                (folder / 'key.pem').unlink(missing_ok=True)
                key = self._new_identity(folder, enclave, days)
                self._write_permissions(folder, enclave, policy.wildcard() if profiles is None else profiles, domain)
                self._write_links(folder)
                write(folder / 'key.pem', key, private=True)  # last, because the key makes the folder an enclave
            except BaseException:
                self._remove_unfinished(folder)
                raise
        return True

    def create_permission(self, enclave: str, profiles: Iterable[Profile], domain: int) -> None:
        """Replaces the permissions of an existing enclave."""
        folder = Enclave(self.root, enclave).folder
        with locked(self.root):
            self._write_permissions(folder, enclave, profiles, domain)

    def renew(self, enclave: str, days: int = certificates.DAYS, new_key: bool = False) -> datetime.datetime:
        """Creates a new certificate for the key of the enclave, or for a new key, and returns its end.

        The permissions in permissions.xml get the same validity.
        """
        folder = Enclave(self.root, enclave).folder
        with locked(self.root):
            if new_key:
                write(folder / 'key.pem', self._new_identity(folder, enclave, days), private=True)
            else:
                self._issue(folder, enclave, certificates.load_key(folder / 'key.pem').public_key(), days)
            certificate = certificates.load_certificate(folder / 'cert.pem')
            text = folder / 'permissions.xml'
            if text.is_file():
                begin, end = certificate.not_valid_before_utc, certificate.not_valid_after_utc
                changed = permissions.renewed(_bytes(text).decode(errors='surrogateescape'), begin, end)
                data = changed.encode(errors='surrogateescape')
                permissions.load(data, str(text))
                write(text, data)
                _sign(text, _authority(self.root, 'permissions'))
            self._write_links(folder)
        return certificate.not_valid_after_utc

    def renew_authority(self, days: int = certificates.DAYS) -> datetime.datetime:
        """Creates new certificates for the keys of the authorities and returns their end.

        Governance, permissions and the revocation list are signed again. Certificates of enclaves stay valid.
        """
        with locked(self.root):
            done = set()
            for role in ('identity', 'permissions'):
                path = (self.root / f'public/{role}_ca.cert.pem').resolve()
                if path not in done:
                    current = _authority(self.root, role)
                    renewed = certificates.authority(current.key, days, current.certificate.subject)
                    write(path, certificates.certificate_bytes(renewed))
                    done.add(path)
            signer = _authority(self.root, 'permissions')
            for text in [self.enclaves_folder / 'governance.xml', *self.enclaves_folder.rglob('permissions.xml')]:
                if text.is_file():
                    _sign(text, signer)
            if self.crl.exists():
                self._write_revoked([])
        return signer.certificate.not_valid_after_utc

    def revoke(self, enclave: str) -> int:
        """Adds all known certificates of an enclave to the revocation list and links the list into every enclave.

        Returns the number of new entries.
        """
        folder = Enclave(self.root, enclave).folder
        with locked(self.root):
            current = certificates.load_certificate(folder / 'cert.pem').serial_number
            serials = {current} | {serial for serial, name in self.issued() if name == enclave}
            before = certificates.revocations(self.crl)
            known = {revoked.serial_number for revoked in before or ()}
            self._write_revoked(sorted(serials))
            for name in self.enclaves():
                link(self.folder(name) / CRL, self.crl)
        return len(serials - known)

    def has_zenoh(self) -> bool:
        """Returns whether enclaves have settings of Zenoh, which changes of permissions make obsolete."""
        return any(self.enclaves_folder.rglob(zenoh.SESSION_FILE))

    def write_zenoh(self, domain: int, routers: Iterable[str] | None = None) -> list[str]:
        """Writes the settings of Zenoh for all enclaves, and creates missing enclaves of routers.

        Without `routers` those that have settings keep them, or the first one is created. Returns what was done, and
        warnings, a sentence each. Nothing is written if a permission cannot be expressed.
        """
        chosen = list(routers or zenoh.routers_of(self.root) or [zenoh.ROUTER])
        done = []
        zenoh.settings_of(self.root, chosen)  # fails before a router is created
        for name in sorted(set(chosen) - set(self.enclaves())):
            self.create_enclave(name, domain, [])
            done.append(f'{name} is created, for routers')
        with locked(self.root):
            settings = zenoh.settings_of(self.root, chosen)
            present = {*self.enclaves_folder.rglob(zenoh.SESSION_FILE), *self.enclaves_folder.rglob(zenoh.ROUTER_FILE)}
            for obsolete in present - settings.files.keys():
                obsolete.unlink()
            for path, text in settings.files.items():
                write(path, text.encode())
                done.append(f'{path} is written')
        done += [f'warning: {warning}' for warning in settings.warnings]
        if self.crl.exists():
            done.append(
                f'warning: Zenoh reads no revocation list. What {self.crl} revokes still connects until it expires; it '
                'has no rights, unless its enclave has a new certificate: use an enclave of another name after a theft'
            )
        return done

    def revoked(self) -> set[int]:
        """Returns the serial numbers on the revocation list."""
        return {revoked.serial_number for revoked in certificates.revocations(self.crl) or ()}

    def issued(self) -> list[tuple[int, str]]:
        """Returns serial number and enclave of each certificate that this keystore has issued."""
        issued = []
        path = self.root / 'public' / _ISSUED
        if path.is_file():
            for line in _bytes(path).decode(errors='replace').splitlines():
                serial, _, enclave = line.partition(' ')
                try:
                    issued.append((int(serial, 16), enclave))
                except ValueError:
                    raise SecurityError(
                        f"{path}: '{line:.60}' is not a certificate; expected its serial number and its enclave"
                    ) from None
        return issued

    # Helpers.

    def _remove_unfinished(self, folder: pathlib.Path) -> None:
        """Removes the files of an enclave without a key, and the folders that become empty."""
        for name in ('cert.pem', 'permissions.xml', 'permissions.p7s', zenoh.SESSION_FILE, zenoh.ROUTER_FILE):
            (folder / name).unlink(missing_ok=True)
        for name, target in _LINKS.items():
            if folder / name != self.root / target:
                (folder / name).unlink(missing_ok=True)
        (folder / CRL).unlink(missing_ok=True)
        with suppress(OSError):
            while folder != self.enclaves_folder:
                folder.rmdir()
                folder = folder.parent

    def _new_identity(self, folder: pathlib.Path, enclave: str, days: int) -> bytes:
        """Creates a key, writes its certificate and returns the key."""
        key = certificates.new_key()
        self._issue(folder, enclave, key.public_key(), days)
        return certificates.key_bytes(key)

    def _issue(self, folder: pathlib.Path, enclave: str, public_key: object, days: int) -> None:
        ca = _authority(self.root, 'identity')
        certificate = certificates.identity(enclave, public_key, ca.certificate, ca.key, days)
        lines = [f'{serial:x} {name}' for serial, name in [*self.issued(), (certificate.serial_number, enclave)]]
        write(self.root / 'public' / _ISSUED, '\n'.join([*lines, '']).encode())
        write(folder / 'cert.pem', certificates.certificate_bytes(certificate))

    def _write_permissions(self, folder: pathlib.Path, enclave: str, profiles: Iterable[Profile], domain: int) -> None:
        certificate = certificates.load_certificate(folder / 'cert.pem')
        begin, end = certificate.not_valid_before_utc, certificate.not_valid_after_utc
        text = permissions.make(enclave, profiles, domain, begin, end, _uses_dds())
        write(folder / 'permissions.xml', text.encode())
        _sign(folder / 'permissions.xml', _authority(self.root, 'permissions'))

    def _write_links(self, folder: pathlib.Path) -> None:
        for name, target in _LINKS.items():
            if folder / name != self.root / target:
                link(folder / name, self.root / target)
        if self.crl.exists():
            link(folder / CRL, self.crl)

    def _write_revoked(self, serials: list[int]) -> None:
        ca = _authority(self.root, 'identity')
        before = certificates.revocations(self.crl)
        write(self.crl, certificates.revoke(serials, before, ca.certificate, ca.key))


def _uses_dds() -> bool:
    """Returns whether the middleware is DDS; others need no permission for ros_discovery_info."""
    return os.environ.get('RMW_IMPLEMENTATION', '') != 'rmw_zenoh_cpp'


def _create_authority(root: pathlib.Path) -> None:
    key = certificates.new_key()
    certificate = certificates.authority(key)
    write(root / 'public/ca.cert.pem', certificates.certificate_bytes(certificate))
    write(root / 'private/ca.key.pem', certificates.key_bytes(key), private=True)
    for folder, kind in (('public', 'cert'), ('private', 'key')):
        for role in ('permissions', 'identity'):
            link(root / folder / f'{role}_ca.{kind}.pem', root / folder / f'ca.{kind}.pem')


def _authority(root: pathlib.Path, role: str) -> Authority:
    certificate_path, key_path = root / f'public/{role}_ca.cert.pem', root / f'private/{role}_ca.key.pem'
    authority = Authority(certificates.load_certificate(certificate_path), certificates.load_key(key_path))
    if certificates.public_bytes(authority.key) != certificates.public_bytes(authority.certificate.public_key()):
        raise SecurityError(f'{key_path} is not the key of {certificate_path}: participants reject what it signs')
    return authority


def _sign(text: pathlib.Path, signer: Authority) -> None:
    """Signs X.xml and writes X.p7s."""
    write(text.with_suffix('.p7s'), smime.sign(_bytes(text), signer.certificate, signer.key))


def _bytes(path: pathlib.Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SecurityError(f'{path} cannot be read: {error.strerror}') from None
