// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The cryptographic files of an enclave, read with OpenSSL: identity, authorities, signatures.

#ifndef SECURITY__CERTIFICATES_HPP_
#define SECURITY__CERTIFICATES_HPP_

#include <chrono>
#include <filesystem>
#include <string>

namespace rmw::detail
{

/// The text of a signed document (governance.p7s, permissions.p7s), after its signature was
/// verified against the certificate of its authority. Throws security_error: no such document, not
/// signed by that authority, changed since it was signed.
std::string signed_text(
  const std::filesystem::path & document, const std::filesystem::path & authority);

/// Throws security_error if an enclave's private key is not that of its certificate: the engine
/// takes both, and then no peer would believe it.
void check_key(const std::filesystem::path & enclave_folder);

/// Throws security_error with the first fault of an enclave's identity: files that are none, a
/// certificate of another authority, not yet or no longer valid, or revoked (crl.pem).
void check_identity(const std::filesystem::path & enclave_folder);

/// When a certificate ends. Throws security_error.
std::chrono::system_clock::time_point certificate_end(const std::filesystem::path & file);

/// When a list of revoked certificates ends, after which it refuses everybody. Throws
/// security_error.
std::chrono::system_clock::time_point revocation_list_end(const std::filesystem::path & file);

/// Whom the enclave's certificate names, as permissions spell it: "CN=/robot/arm". Throws
/// security_error.
std::string certificate_subject(const std::filesystem::path & enclave_folder);

}  // namespace rmw::detail

#endif  // SECURITY__CERTIFICATES_HPP_
