// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A keystore, participants of its enclaves, and the reasons why others are refused.

#ifndef SECURITY_TEST_HPP_
#define SECURITY_TEST_HPP_

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "keystore.hpp"
#include "rmw/security.hpp"
#include "support.hpp"

namespace security_test
{

using namespace test;

inline std::uint32_t domain()
{
  return rmw::read_environment().options.domain_id;
}

/// Returns the text of the security_error that `call` throws; fails the test if there is none.
inline std::string denial(const std::function<void()> & call)
{
  try {
    call();
  } catch (const rmw::security_error & fault) {
    return fault.what();
  }
  ADD_FAILURE() << "nothing was denied";
  return "";
}

inline bool has(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

struct Secured : testing::Test
{
  Keystore keystore{domain()};

  std::shared_ptr<rmw::Participant> join(const std::string & enclave)
  {
    rmw::ParticipantOptions options = rmw::read_environment().options;
    options.enclave = enclave;
    options.secured_as = {enclave, keystore.folder(enclave)};
    return rmw::Participant::create(options);
  }
  /// Waits until no participant of the test is left: a thread of the discovery that looks at one at
  /// this moment destroys it a little later, and the next test has another enclave.
  void TearDown() override
  {
    EXPECT_TRUE(eventually([] {
      try {
        participant();
        return true;
      } catch (const rmw::security_error &) {
        return false;
      }
    }));
  }
  /// Returns the reason why the enclave cannot join.
  std::string fault(const std::string & enclave)
  {
    return denial([&] { join(enclave); });
  }
};

/// Puts a revocation list with the certificate of the enclave in `whose` into the folder of another
/// or the same enclave; it expires after so many seconds.
inline void revoke(
  const fs::path & whose, const fs::path & into, const Identity & authority, long end = 90 * day)
{
  const std::unique_ptr<BIO, int (*)(BIO *)> file(
    BIO_new_file((whose / "cert.pem").c_str(), "r"), BIO_free);
  const std::unique_ptr<X509, void (*)(X509 *)> certificate(
    PEM_read_bio_X509(file.get(), nullptr, nullptr, nullptr), X509_free);
  const std::unique_ptr<X509_CRL, void (*)(X509_CRL *)> list(X509_CRL_new(), X509_CRL_free);
  X509_CRL_set_issuer_name(list.get(), X509_get_subject_name(authority.certificate.get()));
  const std::unique_ptr<ASN1_TIME, void (*)(ASN1_TIME *)> from(
    X509_gmtime_adj(nullptr, -day), ASN1_TIME_free);
  const std::unique_ptr<ASN1_TIME, void (*)(ASN1_TIME *)> to(
    X509_gmtime_adj(nullptr, end), ASN1_TIME_free);
  X509_CRL_set1_lastUpdate(list.get(), from.get());
  X509_CRL_set1_nextUpdate(list.get(), to.get());
  X509_REVOKED * const entry = X509_REVOKED_new();
  X509_REVOKED_set_serialNumber(entry, X509_get_serialNumber(certificate.get()));
  X509_REVOKED_set_revocationDate(entry, from.get());
  X509_CRL_add0_revoked(list.get(), entry);
  X509_CRL_sign(list.get(), authority.key.get(), EVP_sha256());
  write_pem(into / "crl.pem", [&](BIO * bio) { return PEM_write_bio_X509_CRL(bio, list.get()); });
}

}  // namespace security_test

#endif  // SECURITY_TEST_HPP_
