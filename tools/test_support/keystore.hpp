// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Keystores for tests, made with OpenSSL: whole ones, and ones with a chosen fault.

#ifndef KEYSTORE_HPP_
#define KEYSTORE_HPP_

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs7.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

namespace test
{

namespace fs = std::filesystem;

constexpr long day = 86400;  // seconds

/// A certificate and its private key.
struct Identity
{
  std::shared_ptr<X509> certificate;
  std::shared_ptr<EVP_PKEY> key;
};

/// `from` and `to` are seconds from now; without `issuer` it is its own authority.
inline Identity make_identity(
  const std::string & name, const Identity * issuer = nullptr, long from = -day, long to = 90 * day)
{
  static long serial = 0;
  const std::shared_ptr<EVP_PKEY> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
  const std::shared_ptr<X509> certificate(X509_new(), X509_free);
  X509 * const x = certificate.get();
  X509_set_version(x, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(x), ++serial);
  X509_gmtime_adj(X509_getm_notBefore(x), from);
  X509_gmtime_adj(X509_getm_notAfter(x), to);
  X509_set_pubkey(x, key.get());
  const auto * text = reinterpret_cast<const unsigned char *>(name.c_str());
  X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_UTF8, text, -1, -1, 0);
  X509_set_issuer_name(x, X509_get_subject_name(issuer ? issuer->certificate.get() : x));
  X509_EXTENSION * const constraints = X509V3_EXT_conf_nid(
    nullptr, nullptr, NID_basic_constraints, issuer ? "critical,CA:FALSE" : "critical,CA:TRUE");
  X509_add_ext(x, constraints, -1);
  X509_EXTENSION_free(constraints);
  X509_sign(x, issuer ? issuer->key.get() : key.get(), EVP_sha256());
  return {certificate, key};
}

inline void write_text(const fs::path & file, const std::string & text)
{
  fs::remove(file);
  std::ofstream(file) << text;
}

inline std::string read_text(const fs::path & file)
{
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

template <typename Write>
void write_pem(const fs::path & file, Write write)
{
  fs::remove(file);
  const std::unique_ptr<BIO, int (*)(BIO *)> bio(BIO_new_file(file.c_str(), "w"), BIO_free);
  if (!bio || write(bio.get()) != 1) {
    throw std::runtime_error("cannot write " + file.string());
  }
}

inline void write_certificate(const fs::path & file, const Identity & identity)
{
  write_pem(file, [&](BIO * bio) { return PEM_write_bio_X509(bio, identity.certificate.get()); });
}

inline void write_key(const fs::path & file, const Identity & identity)
{
  write_pem(file, [&](BIO * bio) {
    return PEM_write_bio_PrivateKey(bio, identity.key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  });
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
}

inline void write_signed(const fs::path & file, const std::string & text, const Identity & signer)
{
  const int flags = PKCS7_DETACHED | PKCS7_TEXT;
  const std::unique_ptr<BIO, int (*)(BIO *)> content(
    BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), BIO_free);
  const std::unique_ptr<PKCS7, void (*)(PKCS7 *)> document(
    PKCS7_sign(signer.certificate.get(), signer.key.get(), nullptr, content.get(), flags),
    PKCS7_free);
  BIO_reset(content.get());
  write_pem(
    file, [&](BIO * bio) { return SMIME_write_PKCS7(bio, document.get(), content.get(), flags); });
}

inline std::string governance(const std::string & domains)
{
  return R"(<dds>
  <domain_access_rules>
    <domain_rule>
      <domains>)" +
         domains + R"(</domains>
      <allow_unauthenticated_participants>false</allow_unauthenticated_participants>
      <enable_join_access_control>true</enable_join_access_control>
      <discovery_protection_kind>ENCRYPT</discovery_protection_kind>
      <liveliness_protection_kind>ENCRYPT</liveliness_protection_kind>
      <rtps_protection_kind>SIGN</rtps_protection_kind>
      <topic_access_rules>
        <topic_rule>
          <topic_expression>*</topic_expression>
          <enable_discovery_protection>true</enable_discovery_protection>
          <enable_liveliness_protection>true</enable_liveliness_protection>
          <enable_read_access_control>true</enable_read_access_control>
          <enable_write_access_control>true</enable_write_access_control>
          <metadata_protection_kind>ENCRYPT</metadata_protection_kind>
          <data_protection_kind>ENCRYPT</data_protection_kind>
        </topic_rule>
      </topic_access_rules>
    </domain_rule>
  </domain_access_rules>
</dds>
)";
}

/// Topics are DDS patterns in <topic> elements.
struct Permissions
{
  std::string subject;
  std::string domains;
  std::string publish = "<topic>*</topic>";
  std::string subscribe = "<topic>*</topic>";
  std::string deny = {};  ///< rules before the one that allows
  std::string not_before = "2020-01-01T00:00:00";
  std::string not_after = "2060-01-01T00:00:00";

  std::string xml() const
  {
    return "<dds>\n<permissions>\n<grant name=\"test\">\n<subject_name>CN=" + subject +
           "</subject_name>\n<validity>\n<not_before>" + not_before + "</not_before>\n<not_after>" +
           not_after + "</not_after>\n</validity>\n" + deny + "<allow_rule>\n<domains>" + domains +
           "</domains>\n<publish>\n<topics>" + publish + "</topics>\n</publish>\n<subscribe>\n" +
           "<topics>" + subscribe +
           "</topics>\n</subscribe>\n</allow_rule>\n<default>DENY</default>\n</grant>\n" +
           "</permissions>\n</dds>\n";
  }
};

inline std::string domain_id(std::uint32_t domain)
{
  return "<id>" + std::to_string(domain) + "</id>";
}

/// A keystore in a folder of its own, removed at the end.
class Keystore
{
public:
  explicit Keystore(std::uint32_t domain) : domain_(domain), authority_(make_identity("authority"))
  {
    std::string name = (fs::temp_directory_path() / "keystore_XXXXXX").string();
    root_ = mkdtemp(name.data());
    fs::create_directories(root_ / "enclaves");
  }
  ~Keystore() { fs::remove_all(root_); }
  Keystore(const Keystore &) = delete;
  Keystore & operator=(const Keystore &) = delete;

  const fs::path & root() const { return root_; }
  const Identity & authority() const { return authority_; }
  fs::path folder(const std::string & enclave) const
  {
    return root_ / "enclaves" / enclave.substr(1);
  }

  /// An enclave that may do everything; `permissions` may say less.
  fs::path add(const std::string & enclave)
  {
    return add(enclave, {.subject = enclave, .domains = domain_id(domain_)});
  }
  fs::path add(const std::string & enclave, const Permissions & permissions)
  {
    const fs::path folder = this->folder(enclave);
    fs::create_directories(folder);
    const Identity identity = make_identity(enclave, &authority_);
    write_certificate(folder / "cert.pem", identity);
    write_key(folder / "key.pem", identity);
    write_certificate(folder / "identity_ca.cert.pem", authority_);
    write_certificate(folder / "permissions_ca.cert.pem", authority_);
    write_signed(folder / "governance.p7s", governance(domain_id(domain_)), authority_);
    write_signed(folder / "permissions.p7s", permissions.xml(), authority_);
    return folder;
  }

private:
  std::uint32_t domain_;
  Identity authority_;
  fs::path root_;
};

}  // namespace test

#endif  // KEYSTORE_HPP_
