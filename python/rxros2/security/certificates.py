# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Keys, certificates and revocation lists, based on the package cryptography."""

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
"""Default validity of certificates in days."""
CA_NAME = 'sros2CA'
"""Name of the certificate authority, as in ROS 2."""

_CLOCK_TOLERANCE = datetime.timedelta(days=1)
"""Certificates are valid from this time before now, because clocks of robots may be slow."""


def cryptography(module: str) -> Any:
    """Imports a module of cryptography, such as 'x509'. SecurityError, which says how to install it, if missing."""
    try:
        return importlib.import_module(f'cryptography.{module}')
    except ModuleNotFoundError as error:
        if not (error.name or '').startswith('cryptography'):
            raise
        raise SecurityError(
            "keys and certificates need the package cryptography (42 or later): pip install 'rxros2[security]'"
        ) from None


def now() -> datetime.datetime:
    """Returns the current time in UTC, in whole seconds."""
    return datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)


def new_key() -> Key:
    """Creates a private key on P-256, the curve of DDS Security."""
    ec = cryptography('hazmat.primitives.asymmetric.ec')
    key: Key = ec.generate_private_key(ec.SECP256R1())
    return key


def key_bytes(key: Key) -> bytes:
    """Returns a key in PEM without a password, because nobody can type one when a robot starts."""
    serialization = cryptography('hazmat.primitives.serialization')
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def certificate_bytes(certificate: Certificate) -> bytes:
    """Returns a certificate in PEM."""
    return certificate.public_bytes(cryptography('hazmat.primitives.serialization').Encoding.PEM)


def _read(path: pathlib.Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SecurityError(f'{path} cannot be read: {error.strerror}') from None


def load_key(path: pathlib.Path) -> Key:
    """Reads a private key in PEM. SecurityError if that fails."""
    serialization = cryptography('hazmat.primitives.serialization')
    data = _read(path)
    try:
        key: Key = serialization.load_pem_private_key(data, None)
    except (ValueError, TypeError) as error:  # TypeError: it has a password
        raise SecurityError(f'{path} is not a private key in PEM without a password: {error}') from None
    except cryptography('exceptions').UnsupportedAlgorithm as error:
        raise SecurityError(f'{path} is a key of an unknown kind: {error}') from None
    return key


def load_certificate(path: pathlib.Path) -> Certificate:
    """Reads a certificate in PEM. SecurityError if that fails."""
    x509 = cryptography('x509')
    data = _read(path)
    try:
        certificate: Certificate = x509.load_pem_x509_certificate(data)
        _ = certificate.subject, certificate.issuer, certificate.not_valid_after_utc  # parsed at the first access
    except ValueError as error:
        raise SecurityError(f'{path} is not a certificate in PEM: {error}') from None
    return certificate


def common_name(name: str) -> x509.Name:
    """Returns the certificate name of an enclave. SecurityError if it is too long."""
    module = cryptography('x509')
    if len(name) > 64:
        raise SecurityError(f'{name} is longer than the 64 characters that the name of a certificate may have')
    name_object: x509.Name = module.Name([module.NameAttribute(module.NameOID.COMMON_NAME, name)])
    return name_object


def subject(certificate: Certificate) -> str:
    """Returns the name in a certificate in the format of permissions: 'CN=/robot'."""
    return ','.join(f'{attribute.rfc4514_attribute_name}={attribute.value!s}' for attribute in certificate.subject)


def authority(key: Key, days: int = DAYS, name: x509.Name | None = None) -> Certificate:
    """Creates the self-signed certificate of an authority."""
    x509 = cryptography('x509')
    name = name or common_name(CA_NAME)
    return _certificate(name, name, key.public_key(), key, x509.BasicConstraints(ca=True, path_length=1), days)


def identity(enclave: str, public_key: Any, ca: Certificate, ca_key: Key, days: int = DAYS) -> Certificate:
    """Creates the certificate of an enclave, whose path is the common name."""
    x509 = cryptography('x509')
    no_authority = x509.BasicConstraints(ca=False, path_length=None)
    return _certificate(common_name(enclave), ca.subject, public_key, ca_key, no_authority, days)


def _certificate(
    name: x509.Name, issuer: x509.Name, public_key: Any, key: Key, constraints: x509.BasicConstraints, days: int
) -> Certificate:
    x509 = cryptography('x509')
    today = now()
    try:
        certificate: Certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(issuer)
            .serial_number(x509.random_serial_number())
            .not_valid_before(today - _CLOCK_TOLERANCE)
            .not_valid_after(today + datetime.timedelta(days=days))
            .public_key(public_key)
            .add_extension(constraints, critical=constraints.ca)
            .sign(key, digest(key))
        )
    except OverflowError:
        raise SecurityError(f'a certificate cannot be valid for {days} days') from None
    return certificate


def digest(key: Any) -> Any:
    """Returns the hash function for signatures of this key; None for keys with a built-in one (Ed25519, Ed448)."""
    hashes = cryptography('hazmat.primitives.hashes')
    ed25519, ed448 = (cryptography(f'hazmat.primitives.asymmetric.{curve}') for curve in ('ed25519', 'ed448'))
    own = (ed25519.Ed25519PrivateKey, ed25519.Ed25519PublicKey, ed448.Ed448PrivateKey, ed448.Ed448PublicKey)
    return None if isinstance(key, own) else hashes.SHA256()


def public_bytes(key: Any) -> bytes:
    """Returns the public part of a key in DER, to compare keys."""
    serialization = cryptography('hazmat.primitives.serialization')
    public = key.public_key() if hasattr(key, 'private_bytes') else key
    encoded: bytes = public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return encoded


def is_issued_by(certificate: Certificate, ca: Certificate) -> bool:
    """Returns whether `ca` has signed the certificate; ignores dates."""
    try:
        certificate.verify_directly_issued_by(ca)
    except (ValueError, TypeError, cryptography('exceptions').InvalidSignature):
        return False
    return True


def revocations(path: pathlib.Path) -> x509.CertificateRevocationList | None:
    """Reads a revocation list; returns None if the file does not exist."""
    if not path.exists():
        return None
    module = cryptography('x509')
    try:
        revocation_list: x509.CertificateRevocationList = module.load_pem_x509_crl(_read(path))
    except ValueError as error:
        raise SecurityError(f'{path} is not a list of revoked certificates in PEM: {error}') from None
    return revocation_list


def revoke(serials: list[int], before: x509.CertificateRevocationList | None, ca: Certificate, ca_key: Key) -> bytes:
    """Returns the revocation list in PEM with more certificates. It is valid as long as the authority."""
    x509 = cryptography('x509')
    today = now()
    end = max(ca.not_valid_after_utc, today + datetime.timedelta(days=1))
    builder = x509.CertificateRevocationListBuilder().issuer_name(ca.subject).last_update(today).next_update(end)
    for revoked in before or ():
        builder = builder.add_revoked_certificate(revoked)
    for serial in serials:
        if before is None or before.get_revoked_certificate_by_serial_number(serial) is None:
            revoked = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(today).build()
            builder = builder.add_revoked_certificate(revoked)
    encoded: bytes = builder.sign(ca_key, digest(ca_key)).public_bytes(
        cryptography('hazmat.primitives.serialization').Encoding.PEM
    )
    return encoded
