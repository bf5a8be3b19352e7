# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Checks of a keystore, or of the part of one that was copied to a robot, before a node fails."""

from __future__ import annotations

import datetime
import os
import pathlib
import stat
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from . import certificates, smime, zenoh
from .enclave import CRL, FILES, Enclave, enclaves, enclaves_without_key, folder_of, same_text
from .errors import SecurityError
from .governance import Governance
from .permissions import in_ranges

_T = TypeVar('_T')

SOON = datetime.timedelta(days=30)
"""A certificate or grant that ends within this time causes a warning."""


class Fault(NamedTuple):
    """A result of a check."""

    level: str
    """ok, note, warning or error; an error prevents nodes from working."""
    text: str
    advice: str = ''


def check(root: pathlib.Path, domain: int) -> Iterator[Fault]:
    """Checks all enclaves for participants in this domain. Yields each fault once, also for shared files."""
    reported = set()
    for fault in _check(root, domain):
        if fault not in reported:
            reported.add(fault)
            yield fault


def _check(root: pathlib.Path, domain: int) -> Iterator[Fault]:
    if not (root / 'enclaves').is_dir():
        yield Fault(
            'error', f'{root} is not a keystore: it has no folder enclaves', f'rxros2 security create_keystore {root}'
        )
        return
    yield from _open_to_others(root)
    for key in sorted((root / 'private').glob('*.pem')):
        yield from _key_mode(key.resolve() if key.exists() else key)
    for role in ('identity', 'permissions'):
        yield from _authority(root, role)
    names, without_key = enclaves(root), enclaves_without_key(root)
    for name in without_key:
        yield Fault(
            'error',
            f'{name}: {folder_of(root, name) / "key.pem"} is missing, which every participant needs',
            f'bring it back from where the enclave was copied from; or rxros2 security create_enclave {root} {name}, '
            'which creates a new key and certificate',
        )
    if not names and not without_key:
        yield Fault('note', f'{root} has no enclave', f'rxros2 security create_enclave {root} /NAME')
    for name in names:
        yield from _enclave(Enclave(root, name), domain)
    yield from _zenoh(root)


def _zenoh(root: pathlib.Path) -> Iterator[Fault]:
    """Compares the settings of Zenoh with the permissions, in a whole keystore; a robot has only some enclaves."""
    present = {*root.rglob(zenoh.SESSION_FILE), *root.rglob(zenoh.ROUTER_FILE)}
    if not present or not (root / 'private').is_dir():
        return
    command = f'rxros2 security generate_zenoh -k {root}'
    settings, faults = _try(lambda: zenoh.settings_of(root, zenoh.routers_of(root) or [zenoh.ROUTER]), command)
    yield from faults
    if settings is None:
        return
    for warning in settings.warnings:
        yield Fault('note', f'on Zenoh {warning}', command)
    for path in sorted(present | settings.files.keys()):
        if path not in present or path.read_bytes() != settings.files.get(path, '').encode():
            yield Fault(
                'warning',
                f'{path} was not made from the present enclaves and permissions: nodes on Zenoh apply former ones',
                f'{command}; then copy the enclaves to the robots again',
            )


def _try(look: Callable[[], _T], advice: str) -> tuple[_T | None, list[Fault]]:
    """Returns the result of `look`, or None and the fault that its SecurityError describes."""
    try:
        return look(), []
    except SecurityError as error:
        return None, [Fault('error', str(error), advice)]


def _key_mode(path: pathlib.Path) -> Iterator[Fault]:
    if not path.exists():
        return
    mode = path.stat().st_mode & 0o777
    if mode & 0o077:
        yield Fault('warning', f'{path} can be used by others: its mode is {mode:04o}', f'chmod 600 {path}')


def _open_to_others(root: pathlib.Path) -> Iterator[Fault]:
    """Finds folders and files that other users may change: these users could decide which peers nodes trust."""
    owners = {0, os.geteuid(), root.stat().st_uid}
    for folder in root.resolve().parents:
        mode = folder.stat().st_mode
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            text = f'{folder} can be changed by others: its mode is {mode & 0o777:04o}, and the keystore is in it'
            yield Fault('warning', text, f'chmod o-w {folder}; or move the keystore')
    for path in (root, *sorted(root.rglob('*'))):
        if not path.exists():
            continue  # a broken link; another check reports it
        path, status = path.resolve(), path.stat()
        if status.st_uid not in owners:
            text = f'{path} can be changed by its owner, the user {status.st_uid}'
            yield Fault('warning', text, f'chown {os.geteuid()} {path}')
        elif status.st_mode & 0o022 and not _is_key(path):  # _key_mode() checks keys
            text = f'{path} can be changed by others: its mode is {status.st_mode & 0o777:04o}'
            yield Fault('warning', text, f'chmod go-w {path}')


def _is_key(path: pathlib.Path) -> bool:
    return path.is_file() and (path.name == 'key.pem' or path.parent.name == 'private')


def _authority(root: pathlib.Path, role: str) -> Iterator[Fault]:
    """Checks the key and the certificate of an authority, if they exist; a robot has no key."""
    certificate_path, key_path = root / f'public/{role}_ca.cert.pem', root / f'private/{role}_ca.key.pem'
    for path in (certificate_path, key_path):
        if path.is_symlink() and not path.exists():
            yield Fault(
                'error',
                f'{path} is a link to {path.readlink()}, which does not exist',
                'bring that file back from where the keystore was copied from',
            )
    if not (certificate_path.exists() and key_path.exists()):
        return
    pair, faults = _try(
        lambda: (certificates.load_certificate(certificate_path), certificates.load_key(key_path)),
        'bring the files back from a copy of the keystore',
    )
    yield from faults
    if pair is not None and certificates.public_bytes(pair[1]) != certificates.public_bytes(pair[0].public_key()):
        yield Fault(
            'error',
            f'{key_path} is not the key of {certificate_path}: other participants reject what it signs',
            'bring both back from one copy of the keystore',
        )


def _dates(subject: str, begin: datetime.datetime, end: datetime.datetime, advice: str) -> Iterator[Fault]:
    now = certificates.now()
    if now < begin:
        yield Fault(
            'error', f'{subject} is not valid before {begin:%F %T} UTC, and it is {now:%F %T}', 'set the clock: date'
        )
    elif now >= end:
        yield Fault('error', f'{subject} ended at {end:%F %T} UTC', advice)
    elif end - now < SOON:
        yield Fault('warning', f'{subject} ends within {SOON.days} days, at {end:%F %T} UTC', advice)


def _enclave(enclave: Enclave, domain: int) -> Iterator[Fault]:
    faults = [*_files(enclave)]
    if not any(fault.level == 'error' for fault in faults):
        certificate, certificate_faults = _try(enclave.certificate, _renew(enclave))
        faults += certificate_faults
        faults += _identity(enclave, certificate)
        faults += _governance(enclave, domain)
        faults += _permissions(enclave, certificate, domain)
    yield from faults
    if not any(fault.level in ('error', 'warning') for fault in faults):
        yield Fault('ok', f'{enclave.name}: valid until {enclave.certificate().not_valid_after_utc:%F}')


def _renew(enclave: Enclave) -> str:
    return f'rxros2 security renew -k {enclave.root} {enclave.name}'


def _files(enclave: Enclave) -> Iterator[Fault]:
    command = f'rxros2 security create_enclave {enclave.root} {enclave.name}, which creates missing files'
    for name in (*FILES, CRL):
        path = enclave.folder / name
        if path.is_symlink() and not path.exists():
            yield Fault(
                'error',
                f'{enclave.name}: {path} is a link to {path.readlink()}, which does not exist',
                f'{command}; or copy the enclave with what its links lead to: cp -rL',
            )
        elif not path.exists() and name != CRL:
            yield Fault('error', f'{enclave.name}: {path} is missing, which every participant needs', command)
    yield from _key_mode(enclave.folder / 'key.pem')


def _identity(enclave: Enclave, certificate: certificates.Certificate | None) -> Iterator[Fault]:
    renew = _renew(enclave)
    ca_path, path = enclave.folder / 'identity_ca.cert.pem', enclave.folder / 'cert.pem'
    ca, faults = _try(lambda: certificates.load_certificate(ca_path), 'bring it back from a copy of the keystore')
    yield from faults
    key, faults = _try(lambda: certificates.load_key(enclave.folder / 'key.pem'), f'{renew} --new-key')
    yield from faults
    if ca is not None:
        yield from _dates(
            f'the certificate of the identity CA, {ca_path.resolve()},',
            ca.not_valid_before_utc,
            ca.not_valid_after_utc,
            f'rxros2 security renew -k {enclave.root} --authority',
        )
    if certificate is None:
        return
    subject = f'{enclave.name}: the certificate {path}'
    yield from _dates(subject, certificate.not_valid_before_utc, certificate.not_valid_after_utc, renew)
    if ca is not None and not certificates.is_issued_by(certificate, ca):
        yield Fault('error', f'{subject} was not signed by {ca_path.resolve()}: other participants reject it', renew)
    if key is not None and certificates.public_bytes(key) != certificates.public_bytes(certificate.public_key()):
        yield Fault('error', f'{subject} is not of the key {enclave.folder / "key.pem"}', renew)
    if certificates.subject(certificate) != f'CN={enclave.name}':
        yield Fault(
            'warning',
            f'{subject} is of {certificates.subject(certificate)}; expected CN={enclave.name}, the path of its folder',
            renew,
        )
    revoked, faults = _try(lambda: certificates.revocations(enclave.folder / CRL), 'rxros2 security revoke, once more')
    yield from faults
    if revoked is not None and revoked.get_revoked_certificate_by_serial_number(certificate.serial_number) is not None:
        yield Fault('error', f'{subject} is revoked, by {enclave.folder / CRL}', f'{renew} --new-key')


def _governance(enclave: Enclave, domain: int) -> Iterator[Fault]:
    path = (enclave.folder / 'governance.p7s').resolve()
    command = f'rm {path}; rxros2 security create_keystore {enclave.root}'
    governance, faults = _try(enclave.governance, command)
    # All enclaves link to one governance; name that file, so check() reports the fault once.
    yield from (fault._replace(text=fault.text.replace(str(enclave.folder / path.name), str(path))) for fault in faults)
    if governance is None:
        return
    yield from _authority_dates(enclave)
    yield from _edited(path, command)
    rule = governance.rule(domain)
    if rule is None:
        yield Fault(
            'error',
            f'{path} is for {_ranges(governance.domains())}, and ROS_DOMAIN_ID is {domain}: '
            'no participant can be created',
            f'export ROS_DOMAIN_ID={governance.domains()[0][0] if governance.domains() else 0}; or add the domain to '
            f'governance.xml, then: {command}',
        )
    else:
        yield from _weak(governance, domain)


def _weak(governance: Governance, domain: int) -> Iterator[Fault]:
    rule = governance.rule(domain)
    assert rule is not None
    if rule.strangers:
        yield Fault(
            'note', f'{governance.file}:{rule.line} lets participants join that have no certificate of this keystore'
        )
    for topics in rule.topics:
        if not topics.encrypted:
            yield Fault('note', f"{governance.file}:{topics.line}: topics '{topics.expression}' are not encrypted")


def _authority_dates(enclave: Enclave) -> Iterator[Fault]:
    path = enclave.folder / 'permissions_ca.cert.pem'
    if path.resolve() != (enclave.folder / 'identity_ca.cert.pem').resolve():
        ca = certificates.load_certificate(path)
        yield from _dates(
            f'the certificate of the permissions CA, {path.resolve()},',
            ca.not_valid_before_utc,
            ca.not_valid_after_utc,
            f'rxros2 security renew -k {enclave.root} --authority',
        )


def _edited(signed: pathlib.Path, advice: str) -> Iterator[Fault]:
    """Checks whether the .xml beside a .p7s was edited after signing."""
    text = signed.with_suffix('.xml')
    if text.is_file() and not same_text(text, smime.text_of(signed.read_bytes(), str(signed))):
        yield Fault(
            'warning', f'{text} was changed since it was signed; participants read the text in {signed.name}', advice
        )


def _permissions(enclave: Enclave, certificate: certificates.Certificate | None, domain: int) -> Iterator[Fault]:
    path = enclave.folder / 'permissions.p7s'
    renew = _renew(enclave)
    command = f'rxros2 security create_permission {enclave.root} {enclave.name} POLICY.xml'
    permissions, faults = _try(enclave.permissions, f'{renew}, which signs permissions.xml; or {command}')
    yield from (fault._replace(text=f'{enclave.name}: {fault.text}') for fault in faults)
    if permissions is None:
        return
    yield from (fault._replace(text=f'{enclave.name}: {fault.text}') for fault in _edited(path, renew))
    if certificate is None:
        return
    name = certificates.subject(certificate)
    grant = permissions.grant(name)
    if grant is None:
        subjects = ', '.join(grant_.subject for grant_ in permissions.grants) or 'none'
        yield Fault(
            'error',
            f'{enclave.name}: {permissions.file} has no grant for {name}, the name in cert.pem; it has {subjects}',
            command,
        )
        return
    yield from _dates(f'{enclave.name}: the grant in {permissions.file}:{grant.line}', grant.begin, grant.end, renew)
    if not any(in_ranges(domain, [range_]) for range_ in grant.domains()) and not grant.default:
        yield Fault(
            'error',
            f'{enclave.name}: {permissions.file} allows nothing in domain {domain}, which is ROS_DOMAIN_ID; it is for '
            f'{_ranges(list(grant.domains()))}',
            f'export ROS_DOMAIN_ID; or: ROS_DOMAIN_ID={domain} {command}',
        )
    elif not all(
        grant.decide(domain, direction, 'ros_discovery_info').allowed for direction in ('publish', 'subscribe')
    ):
        yield Fault(
            'warning',
            f'{enclave.name}: {permissions.file} does not allow to publish and subscribe to ros_discovery_info, by '
            'which nodes of ROS 2 over DDS know of each other',
            command,
        )


def _ranges(ranges: list[tuple[int, int]]) -> str:
    if not ranges:
        return 'no domain'
    words = dict.fromkeys(str(first) if first == last else f'{first} to {last}' for first, last in ranges)
    return f'domain{"s" if len(words) > 1 else ""} {", ".join(words)}'
