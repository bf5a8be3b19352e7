// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The cryptographic files of an enclave, read with OpenSSL: identity, authorities, signatures.

#ifndef SECURITY__CERTIFICATES_HPP_
#define SECURITY__CERTIFICATES_HPP_

#include <chrono>
#include <filesystem>
#include <string>

namespace rmw::detail
{

/// Returns the text of a signed document (governance.p7s, permissions.p7s), after verifying its
/// signature against the certificate of its authority. Throws security_error if it is not such a
/// document, is not signed by that authority, or was changed after signing.
std::string signed_text(
  const std::filesystem::path & document, const std::filesystem::path & authority);

/// Throws security_error if an enclave's private key does not belong to its certificate: the engine
/// accepts both, and then no peer would trust it.
void check_key(const std::filesystem::path & enclave_folder);

/// Throws security_error with the first error of an enclave's identity: invalid files, a
/// certificate of another authority, not yet or no longer valid, or revoked (crl.pem).
void check_identity(const std::filesystem::path & enclave_folder);

/// Returns the end of validity of a certificate. Throws security_error.
std::chrono::system_clock::time_point certificate_end(const std::filesystem::path & file);

/// Returns the end of validity of a revocation list, after which it rejects everything. Throws
/// security_error.
std::chrono::system_clock::time_point revocation_list_end(const std::filesystem::path & file);

/// Returns the subject of the enclave's certificate, as permissions write it: "CN=/robot/arm".
/// Throws security_error.
std::string certificate_subject(const std::filesystem::path & enclave_folder);

}  // namespace rmw::detail

#endif  // SECURITY__CERTIFICATES_HPP_
