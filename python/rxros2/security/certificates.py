# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Keys, certificates and lists of revoked ones, by the package cryptography."""

from __future__ import annotations

import datetime
import importlib
import pathlib
from typing import TYPE_CHECKING, Any

from .errors import SecurityError

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.types import CertificateIssuerPrivateKeyTypes

    Key = CertificateIssuerPrivateKeyTypes
    Certificate = x509.Certificate

DAYS = 3650
"""How long certificates are valid, unless it is said."""
CA_NAME = 'sros2CA'
"""What ROS 2 calls the authority that it makes."""

_CLOCKS = datetime.timedelta(days=1)
"""Certificates are valid from so long ago: clocks of robots may be slow."""


def cryptography(module: str) -> Any:
    """A module of the package, 'x509' or 'hazmat.primitives.hashes'; SecurityError, which says how to install it."""
    try:
        return importlib.import_module(f'cryptography.{module}')
    except ModuleNotFoundError as error:
        if not (error.name or '').startswith('cryptography'):
            raise
        raise SecurityError(
            "keys and certificates need the package cryptography (42 or later): pip install 'rxros2[security]'"
        ) from None


def now() -> datetime.datetime:
    return datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)


def new_key() -> Key:
    """On the curve that DDS Security names, P-256."""
    ec = cryptography('hazmat.primitives.asymmetric.ec')
    key: Key = ec.generate_private_key(ec.SECP256R1())
    return key


def key_bytes(key: Key) -> bytes:
    """PEM, without a password, which nobody could type when a robot starts."""
    serialization = cryptography('hazmat.primitives.serialization')
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def certificate_bytes(certificate: Certificate) -> bytes:
    return certificate.public_bytes(cryptography('hazmat.primitives.serialization').Encoding.PEM)


def _read(path: pathlib.Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SecurityError(f'{path} cannot be read: {error.strerror}') from None


def load_key(path: pathlib.Path) -> Key:
    serialization = cryptography('hazmat.primitives.serialization')
    data = _read(path)
    try:
        key: Key = serialization.load_pem_private_key(data, None)
    except (ValueError, TypeError) as error:  # TypeError: it has a password
        raise SecurityError(f'{path} is no private key in PEM without a password: {error}') from None
    except cryptography('exceptions').UnsupportedAlgorithm as error:
        raise SecurityError(f'{path} is a key of a kind that is not known here: {error}') from None
    return key


def load_certificate(path: pathlib.Path) -> Certificate:
    x509 = cryptography('x509')
    data = _read(path)
    try:
        certificate: Certificate = x509.load_pem_x509_certificate(data)
        _ = certificate.subject, certificate.issuer, certificate.not_valid_after_utc  # which are read only now
    except ValueError as error:
        raise SecurityError(f'{path} is no certificate in PEM: {error}') from None
    return certificate


def common_name(name: str) -> x509.Name:
    module = cryptography('x509')
    if len(name) > 64:
        raise SecurityError(f'{name} is longer than the 64 characters that the name of a certificate may have')
    made: x509.Name = module.Name([module.NameAttribute(module.NameOID.COMMON_NAME, name)])
    return made


def subject(certificate: Certificate) -> str:
    """As permissions have it: 'CN=/robot'."""
    return ','.join(f'{each.rfc4514_attribute_name}={each.value!s}' for each in certificate.subject)


def authority(key: Key, days: int = DAYS, name: x509.Name | None = None) -> Certificate:
    """The certificate of an authority that signs itself."""
    x509 = cryptography('x509')
    name = name or common_name(CA_NAME)
    return _certificate(name, name, key.public_key(), key, x509.BasicConstraints(ca=True, path_length=1), days)


def identity(enclave: str, public_key: Any, ca: Certificate, ca_key: Key, days: int = DAYS) -> Certificate:
    """The certificate of an enclave, which is its common name."""
    x509 = cryptography('x509')
    no_authority = x509.BasicConstraints(ca=False, path_length=None)
    return _certificate(common_name(enclave), ca.subject, public_key, ca_key, no_authority, days)


def _certificate(
    name: x509.Name, issuer: x509.Name, public_key: Any, key: Key, constraints: x509.BasicConstraints, days: int
) -> Certificate:
    x509 = cryptography('x509')
    today = now()
    try:
        made: Certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(issuer)
            .serial_number(x509.random_serial_number())
            .not_valid_before(today - _CLOCKS)
            .not_valid_after(today + datetime.timedelta(days=days))
            .public_key(public_key)
            .add_extension(constraints, critical=constraints.ca)
            .sign(key, digest(key))
        )
    except OverflowError:
        raise SecurityError(f'a certificate cannot be valid for {days} days') from None
    return made


def digest(key: Any) -> Any:
    """What is hashed with before this key signs; None for those that do it themselves (Ed25519)."""
    hashes = cryptography('hazmat.primitives.hashes')
    ed25519, ed448 = (cryptography(f'hazmat.primitives.asymmetric.{each}') for each in ('ed25519', 'ed448'))
    own = (ed25519.Ed25519PrivateKey, ed25519.Ed25519PublicKey, ed448.Ed448PrivateKey, ed448.Ed448PublicKey)
    return None if isinstance(key, own) else hashes.SHA256()


def public_bytes(key: Any) -> bytes:
    """To compare keys by: of a private key its public part."""
    serialization = cryptography('hazmat.primitives.serialization')
    public = key.public_key() if hasattr(key, 'private_bytes') else key
    made: bytes = public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return made


def is_issued_by(certificate: Certificate, ca: Certificate) -> bool:
    """Whether `ca` has signed it; dates are not looked at."""
    try:
        certificate.verify_directly_issued_by(ca)
    except (ValueError, TypeError, cryptography('exceptions').InvalidSignature):
        return False
    return True


def revocations(path: pathlib.Path) -> x509.CertificateRevocationList | None:
    """The list in a file; None if there is no file."""
    if not path.exists():
        return None
    module = cryptography('x509')
    try:
        made: x509.CertificateRevocationList = module.load_pem_x509_crl(_read(path))
    except ValueError as error:
        raise SecurityError(f'{path} is no list of revoked certificates in PEM: {error}') from None
    return made


def revoke(serials: list[int], before: x509.CertificateRevocationList | None, ca: Certificate, ca_key: Key) -> bytes:
    """The list, in PEM, with more certificates on it. It is valid as long as the authority itself."""
    x509 = cryptography('x509')
    today = now()
    end = max(ca.not_valid_after_utc, today + datetime.timedelta(days=1))
    builder = x509.CertificateRevocationListBuilder().issuer_name(ca.subject).last_update(today).next_update(end)
    for each in before or ():
        builder = builder.add_revoked_certificate(each)
    for serial in serials:
        if before is None or before.get_revoked_certificate_by_serial_number(serial) is None:
            revoked = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(today).build()
            builder = builder.add_revoked_certificate(revoked)
    made: bytes = builder.sign(ca_key, digest(ca_key)).public_bytes(
        cryptography('hazmat.primitives.serialization').Encoding.PEM
    )
    return made
