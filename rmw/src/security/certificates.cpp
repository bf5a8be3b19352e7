// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Reads and checks the certificates, keys and signed documents of an enclave. Errors name the
// faulty file. The checks run in the order in which a person would fix the faults.

#include "security/certificates.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/pkcs7.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>

#include <ctime>
#include <memory>

#include "rmw/security.hpp"

namespace rmw::detail
{
namespace
{

namespace fs = std::filesystem;

template <auto free>
struct Free
{
  template <typename T>
  void operator()(T * object) const
  {
    free(object);
  }
};
using Bio = std::unique_ptr<BIO, Free<BIO_free_all>>;
using Certificate = std::unique_ptr<X509, Free<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using RevocationList = std::unique_ptr<X509_CRL, Free<X509_CRL_free>>;
using SignedDocument = std::unique_ptr<PKCS7, Free<PKCS7_free>>;
using Store = std::unique_ptr<X509_STORE, Free<X509_STORE_free>>;
using Verification = std::unique_ptr<X509_STORE_CTX, Free<X509_STORE_CTX_free>>;

Bio open(const fs::path & file)
{
  Bio bio(BIO_new_file(file.c_str(), "r"));
  if (!bio) {
    ERR_clear_error();
    throw security_error("'" + file.string() + "' cannot be opened");
  }
  return bio;
}

/// Returns the result of `read` for the file; `kind` is the expected kind of file.
template <typename Object, typename Read>
Object read_pem(const fs::path & file, Read read, const char * kind)
{
  const Bio bio = open(file);
  // With an empty password OpenSSL does not ask for one on the terminal.
  Object object(read(bio.get(), nullptr, nullptr, const_cast<char *>("")));
  if (!object) {
    ERR_clear_error();
    throw security_error("'" + file.string() + "' is not " + kind + " in PEM form");
  }
  return object;
}

Certificate read_certificate(const fs::path & file)
{
  return read_pem<Certificate>(file, PEM_read_bio_X509, "a certificate");
}

std::string text_of(const ASN1_TIME * time)
{
  const Bio bio(BIO_new(BIO_s_mem()));
  ASN1_TIME_print(bio.get(), time);
  char * text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

std::chrono::system_clock::time_point time_of(const ASN1_TIME * time)
{
  std::tm parts{};
  ASN1_TIME_to_tm(time, &parts);
  return std::chrono::system_clock::from_time_t(timegm(&parts));
}

RevocationList read_revocation_list(const fs::path & file)
{
  return read_pem<RevocationList>(file, PEM_read_bio_X509_CRL, "a list of revoked certificates");
}

Store store_of(const fs::path & authority)
{
  const Certificate certificate = read_certificate(authority);
  Store store(X509_STORE_new());
  X509_STORE_add_cert(store.get(), certificate.get());
  return store;
}

}  // namespace

std::string signed_text(const fs::path & document, const fs::path & authority)
{
  const Store store = store_of(authority);
  const Bio bio = open(document);
  BIO * content = nullptr;
  const SignedDocument signed_document(SMIME_read_PKCS7(bio.get(), &content));
  const Bio clear_text(content);
  if (!signed_document || !clear_text) {
    ERR_clear_error();
    throw security_error(
      "'" + document.string() + "' is not a signed document (S/MIME, signed in clear text)");
  }
  const Bio text(BIO_new(BIO_s_mem()));
  if (
    PKCS7_verify(
      signed_document.get(), nullptr, store.get(), clear_text.get(), text.get(), PKCS7_TEXT) != 1) {
    const int reason = ERR_GET_REASON(ERR_peek_error());
    ERR_clear_error();
    if (reason == PKCS7_R_CERTIFICATE_VERIFY_ERROR) {
      throw security_error(
        "'" + document.string() + "' was not signed by the authority whose certificate is '" +
        authority.string() + "'; sign it with that keystore, or copy its authority's certificate");
    }
    throw security_error(
      "'" + document.string() + "' was changed after it was signed; sign it again");
  }
  char * bytes = nullptr;
  const long size = BIO_get_mem_data(text.get(), &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

void check_key(const fs::path & enclave_folder)
{
  const Certificate certificate = read_certificate(enclave_folder / "cert.pem");
  const Key key =
    read_pem<Key>(enclave_folder / "key.pem", PEM_read_bio_PrivateKey, "a private key");
  if (X509_check_private_key(certificate.get(), key.get()) != 1) {
    ERR_clear_error();
    throw security_error(
      "'" + (enclave_folder / "key.pem").string() +
      "' is not the private key of the certificate in 'cert.pem' beside it; "
      "create the enclave again, or restore its key");
  }
}

void check_identity(const fs::path & enclave_folder)
{
  const fs::path authority = enclave_folder / "identity_ca.cert.pem";
  const fs::path file = enclave_folder / "cert.pem";
  const Store store = store_of(authority);
  const Certificate certificate = read_certificate(file);
  check_key(enclave_folder);
  const fs::path revoked = enclave_folder / "crl.pem";
  std::error_code ignored;
  if (fs::exists(revoked, ignored)) {
    X509_STORE_add_crl(store.get(), read_revocation_list(revoked).get());
    X509_STORE_set_flags(store.get(), X509_V_FLAG_CRL_CHECK);
  }
  const Verification verification(X509_STORE_CTX_new());
  X509_STORE_CTX_init(verification.get(), store.get(), certificate.get(), nullptr);
  if (X509_verify_cert(verification.get()) == 1) {
    return;
  }
  const int code = X509_STORE_CTX_get_error(verification.get());
  X509 * const current = X509_STORE_CTX_get_current_cert(verification.get());
  const bool is_authority = current && X509_cmp(current, certificate.get()) != 0;
  const std::string name = "'" + (is_authority ? authority : file).string() + "'";
  ERR_clear_error();
  switch (code) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      throw security_error(
        "the certificate " + name + " expired on " + text_of(X509_get0_notAfter(current)) +
        "; 'rxros2 security renew' creates a new one");
    case X509_V_ERR_CERT_NOT_YET_VALID:
      throw security_error(
        "the certificate " + name + " is valid only from " + text_of(X509_get0_notBefore(current)) +
        " on; check the clock of this machine");
    case X509_V_ERR_CERT_REVOKED:
      throw security_error(
        "the certificate " + name + " was revoked (by '" + revoked.string() +
        "'); create the enclave again if it may take part again");
    case X509_V_ERR_CRL_HAS_EXPIRED:
      throw security_error(
        "the list of revoked certificates '" + revoked.string() +
        "' has expired; 'rxros2 security revoke' creates a new one");
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
      throw security_error(
        "the certificate " + name + " was not issued by the authority of '" + authority.string() +
        "'; the enclave and the authority belong to two keystores");
    default:
      throw security_error(
        "the certificate " + name + " cannot be used: " + X509_verify_cert_error_string(code));
  }
}

std::chrono::system_clock::time_point certificate_end(const fs::path & file)
{
  return time_of(X509_get0_notAfter(read_certificate(file).get()));
}

std::chrono::system_clock::time_point revocation_list_end(const fs::path & file)
{
  const RevocationList list = read_revocation_list(file);
  const ASN1_TIME * const end = X509_CRL_get0_nextUpdate(list.get());
  return end ? time_of(end) : std::chrono::system_clock::time_point::max();
}

std::string certificate_subject(const fs::path & enclave_folder)
{
  const Certificate certificate = read_certificate(enclave_folder / "cert.pem");
  const Bio bio(BIO_new(BIO_s_mem()));
  X509_NAME_print_ex(
    bio.get(), X509_get_subject_name(certificate.get()), 0,
    XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
  char * text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

}  // namespace rmw::detail
