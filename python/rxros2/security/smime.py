# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Signed texts in S/MIME with clear text and a detached signature, the format of .p7s files in DDS Security.

The package cryptography creates signatures but does not verify them. This module verifies them, for the parts of
RFC 5652 that such files use.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .certificates import cryptography, digest
from .errors import SecurityError

if TYPE_CHECKING:
    from .certificates import Certificate, Key

_SIGNED_DATA = bytes.fromhex('2a864886f70d010702')
_MESSAGE_DIGEST = bytes.fromhex('2a864886f70d010904')
_HASHES = {
    bytes.fromhex('608648016503040201'): 'SHA256',
    bytes.fromhex('608648016503040202'): 'SHA384',
    bytes.fromhex('608648016503040203'): 'SHA512',
}


def sign(text: bytes, certificate: Certificate, key: Key) -> bytes:
    """Signs a text. SecurityError if the key cannot sign."""
    pkcs7 = cryptography('hazmat.primitives.serialization.pkcs7')
    serialization = cryptography('hazmat.primitives.serialization')
    hashes = cryptography('hazmat.primitives.hashes')
    try:
        builder = pkcs7.PKCS7SignatureBuilder().set_data(text).add_signer(certificate, key, hashes.SHA256())
        options = [pkcs7.PKCS7Options.Text, pkcs7.PKCS7Options.DetachedSignature]
        signed: bytes = builder.sign(serialization.Encoding.SMIME, options)
    except (TypeError, ValueError) as error:
        raise SecurityError(f'the key of the permissions CA cannot sign: {error}; expected EC P-256 or RSA') from None
    return signed


@dataclass(frozen=True)
class _Parts:
    signed: bytes
    """The signed bytes, including headers."""
    text: bytes
    signature: bytes


def text_of(data: bytes, file: str) -> bytes:
    """Returns the text of a .p7s file without verifying it."""
    return _split(data, file).text


def _split(data: bytes, file: str) -> _Parts:
    match = re.search(rb'boundary="?([^"\r\n;]+)"?', data[:4096])
    if match is None:
        raise SecurityError(f'{file} is not a signed text (S/MIME, multipart/signed): it has no boundary')
    lines = data.split(b'\n')
    border = b'--' + match[1].strip()
    borders = [number for number, line in enumerate(lines) if line.rstrip() in (border, border + b'--')]
    if len(borders) < 3:
        raise SecurityError(f'{file} is not a signed text: expected its text and its signature between boundaries')
    # As in e-mail, lines end with CR and LF, and the last line end belongs to the boundary.
    signed = b'\r\n'.join(line.rstrip(b'\r') for line in lines[borders[0] + 1 : borders[1]])
    _, _, text = signed.partition(b'\r\n\r\n')
    _, blank, encoded = b'\n'.join(line.strip() for line in lines[borders[1] + 1 : borders[2]]).partition(b'\n\n')
    try:
        signature = base64.b64decode(b''.join(encoded.split()), validate=True)
    except (binascii.Error, ValueError):
        signature = b''
    if not signature or not blank:
        raise SecurityError(f'{file} is not a signed text: its signature is not valid base64')
    return _Parts(signed, text.replace(b'\r\n', b'\n'), signature)


def verify(data: bytes, file: str, ca: Certificate) -> bytes:
    """Returns the text of a .p7s file that `ca` itself has signed. SecurityError for another signature."""
    parts = _split(data, file)
    try:
        signer = _Signer.read(parts.signature)
    except (ValueError, IndexError) as error:
        raise SecurityError(f'{file}: its signature cannot be read: {error}') from None
    # A certificate that the CA issued may not sign, because enclaves have such certificates.
    if signer.serial != ca.serial_number:
        raise SecurityError(f'{file} was signed by another CA than that in permissions_ca.cert.pem')
    if signer.digest != signer.hash_of(parts.signed):
        raise SecurityError(f'{file} was changed after it was signed')
    if not signer.has_signed(ca.public_key()):
        raise SecurityError(f"{file} was signed with another key than the permissions CA's")
    return parts.text


@dataclass(frozen=True)
class _Signer:
    """The first SignerInfo."""

    serial: int
    hash_name: str
    attributes: bytes
    """The signed attributes, which include the hash of the text."""
    digest: bytes
    signature: bytes

    @staticmethod
    def read(data: bytes) -> _Signer:
        kind, content = _expect(_items(_only(data, 0x30)), 0x06, 0xA0)
        if kind != _SIGNED_DATA:
            raise ValueError('it is not a SignedData')
        infos = [body for tag, body in _items(_only(content, 0x30)) if tag == 0x31][
            -1
        ]  # the first set contains algorithms
        info = list(_items(_only(infos, 0x30)))
        _, signer_id, hash_, attributes, _, signature = _expect(info[:6], 0x02, 0x30, 0x30, 0xA0, 0x30, 0x04)
        serial = _expect(_items(signer_id), 0x30, 0x02)[1]
        name = _HASHES.get(_only(hash_, 0x06))
        if name is None:
            raise ValueError('expected SHA-256, SHA-384 or SHA-512')
        digest = b''
        for _, attribute in _items(attributes):
            key, values = _expect(_items(attribute), 0x06, 0x31)
            if key == _MESSAGE_DIGEST:
                digest = _only(values, 0x04)
        length = _length(len(attributes))
        return _Signer(int.from_bytes(serial, 'big'), name, b'\x31' + length + attributes, digest, signature)

    def hash_of(self, data: bytes) -> bytes:
        """Returns the hash of data by the algorithm of the signature."""
        import hashlib

        return hashlib.new(self.hash_name.lower(), data).digest()

    def has_signed(self, key: Any) -> bool:
        """Returns whether this key has signed the attributes."""
        hashes = cryptography('hazmat.primitives.hashes')
        asymmetric = 'hazmat.primitives.asymmetric'
        ec, rsa = cryptography(f'{asymmetric}.ec'), cryptography(f'{asymmetric}.rsa')
        hash_ = getattr(hashes, self.hash_name)()
        try:
            if isinstance(key, ec.EllipticCurvePublicKey):
                key.verify(self.signature, self.attributes, ec.ECDSA(hash_))
            elif isinstance(key, rsa.RSAPublicKey):
                padding = cryptography(f'{asymmetric}.padding')
                key.verify(self.signature, self.attributes, padding.PKCS1v15(), hash_)
            elif digest(key) is None:
                key.verify(self.signature, self.attributes)
            else:
                return False
        except cryptography('exceptions').InvalidSignature:
            return False
        return True


# DER: each item consists of a tag, a length and a body.


def _items(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(data):
        tag, length, at = data[at], data[at + 1], at + 2
        if length >= 0x80:
            size = length & 0x7F
            if not 1 <= size <= 4:
                raise ValueError('an item has no definite length')
            length, at = int.from_bytes(data[at : at + size], 'big'), at + size
        if at + length > len(data):
            raise ValueError('it is cut off')
        yield tag, data[at : at + length]
        at += length


def _only(data: bytes, tag: int) -> bytes:
    """Returns the body of the first item. ValueError if its tag is another one."""
    return _expect([next(_items(data), (-1, b''))], tag)[0]


def _expect(items: Any, *tags: int) -> list[bytes]:
    pairs = list(items)
    if tuple(tag for tag, _ in pairs) != tags:
        raise ValueError(f'expected items {[hex(tag) for tag in tags]}, found {[hex(tag) for tag, _ in pairs]}')
    return [body for _, body in pairs]


def _length(number: int) -> bytes:
    if number < 0x80:
        return bytes([number])
    size = (number.bit_length() + 7) // 8
    return bytes([0x80 | size]) + number.to_bytes(size, 'big')
