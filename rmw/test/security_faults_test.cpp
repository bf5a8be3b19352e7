// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The error for each fault of a keystore, and for each denial by its rules.

#include <functional>
#include <string>

#include "security_test.hpp"

namespace
{

using namespace security_test;

TEST_F(Secured, AForbiddenTopicNamesTheRule)
{
  const fs::path folder = keystore.add(
    "/arm", {.subject = "/arm",
             .domains = domain_id(domain()),
             .publish = "<topic>ros_discovery_info</topic><topic>rt/joints</topic>",
             .subscribe = "<topic>ros_discovery_info</topic><topic>rt/*</topic>",
             .deny = "<deny_rule>\n<domains>" + domain_id(domain()) +
                     "</domains>\n<subscribe>\n<topics>\n<topic>rt/secret*</topic>\n</topics>\n"
                     "</subscribe>\n</deny_rule>\n"});
  const auto arm = join("/arm");
  Collector collector;
  WriterEvents events;
  EXPECT_NO_THROW(arm->create_writer(options("/joints"), events));
  EXPECT_NO_THROW(arm->create_reader(options("/camera"), collector));

  const std::string none = denial([&] { arm->create_writer(options("/camera"), events); });
  EXPECT_TRUE(has(none, "enclave '/arm' may not publish topic '/camera'")) << none;
  EXPECT_TRUE(has(none, "no rule of '" + (folder / "permissions.p7s").string())) << none;
  EXPECT_TRUE(has(none, R"(<topics publish="ALLOW"><topic>/camera</topic></topics>)")) << none;

  const std::string denied =
    denial([&] { arm->create_reader(options("/secret_plan"), collector); });
  EXPECT_TRUE(has(denied, "may not subscribe to topic '/secret_plan'")) << denied;
  EXPECT_TRUE(has(denied, "'rt/secret*' of")) << denied;
  const std::string line = "(line ";
  const int number = std::atoi(denied.c_str() + denied.find(line) + line.size());
  std::ifstream file(folder / "permissions.p7s");
  std::string text;
  for (int i = 0; i < number; ++i) {
    std::getline(file, text);
  }
  EXPECT_TRUE(has(text, "rt/secret*")) << "line " << number << " is: " << text;
}

TEST_F(Secured, AForbiddenServiceOrActionIsNamedAsOne)
{
  keystore.add(
    "/arm", {.subject = "/arm",
             .domains = domain_id(domain()),
             .publish = "<topic>ros_discovery_info</topic>",
             .subscribe = "<topic>ros_discovery_info</topic>"});
  const auto arm = join("/arm");
  Collector collector;
  WriterEvents events;
  const auto dds = [](const char * topic) {
    rmw::EndpointOptions out = options("/unused");
    out.topic = topic;
    return out;
  };
  const auto write = [&](const char * topic) {
    return denial([&] { arm->create_writer(dds(topic), events); });
  };
  const auto read = [&](const char * topic) {
    return denial([&] { arm->create_reader(dds(topic), collector); });
  };
  EXPECT_TRUE(has(write("rq/gripRequest"), "may not call service '/grip'"));
  EXPECT_TRUE(has(read("rr/gripReply"), "may not call service '/grip'"));
  EXPECT_TRUE(has(write("rr/gripReply"), "may not serve service '/grip'"));
  EXPECT_TRUE(has(read("rq/gripRequest"), R"(<services reply="ALLOW"><service>/grip</service>)"));
  EXPECT_TRUE(has(write("rq/lift/_action/send_goalRequest"), "may not call action '/lift'"));
  EXPECT_TRUE(has(read("rt/lift/_action/feedback"), "may not call action '/lift'"));
  EXPECT_TRUE(has(write("rt/lift/_action/status"), "may not execute action '/lift'"));
  EXPECT_TRUE(
    has(read("rq/lift/_action/get_resultRequest"), R"(<actions execute="ALLOW"><action>/lift<)"));
}

TEST_F(Secured, EachFaultOfAnEnclaveHasItsSentence)
{
  const Keystore other(domain());
  const std::string here = domain_id(domain());
  const std::uint32_t elsewhere = (domain() + 1) % 200;
  const auto identity = [&](const fs::path & folder, const Identity & who) {
    write_certificate(folder / "cert.pem", who);
    write_key(folder / "key.pem", who);
  };
  const auto permissions = [&](const fs::path & folder, const Permissions & what) {
    write_signed(folder / "permissions.p7s", what.xml(), keystore.authority());
  };
  struct Case
  {
    const char * sentence;
    std::function<void(const fs::path & folder)> spoil;
  };
  const Case cases[] = {
    {"/cert.pem' expired on",
     [&](const fs::path & f) {
       identity(f, make_identity("/arm", &keystore.authority(), -20 * day, -10 * day));
     }},
    {"/cert.pem' is valid only from",
     [&](const fs::path & f) {
       identity(f, make_identity("/arm", &keystore.authority(), 10 * day, 20 * day));
     }},
    {"/cert.pem' was not issued by the authority of",
     [&](const fs::path & f) { identity(f, make_identity("/arm", &other.authority())); }},
    {"/key.pem' is not the private key of the certificate",
     [&](const fs::path & f) { write_key(f / "key.pem", make_identity("/arm")); }},
    {"/cert.pem' is not a certificate",
     [](const fs::path & f) { write_text(f / "cert.pem", "no certificate\n"); }},
    {"/key.pem' is not a private key",
     [](const fs::path & f) { write_text(f / "key.pem", "no key\n"); }},
    {"/identity_ca.cert.pem' is not a certificate",
     [](const fs::path & f) { write_text(f / "identity_ca.cert.pem", "no certificate\n"); }},
    {"/governance.p7s' is not a signed document",
     [](const fs::path & f) { write_text(f / "governance.p7s", "<dds/>\n"); }},
    {"/governance.p7s' was not signed by the authority",
     [&](const fs::path & f) {
       write_signed(f / "governance.p7s", governance(here), other.authority());
     }},
    {"/permissions.p7s' was not signed by the authority",
     [&](const fs::path & f) {
       write_signed(f / "permissions.p7s", Permissions{"/arm", here}.xml(), other.authority());
     }},
    {"/permissions.p7s' was changed after it was signed",
     [](const fs::path & f) {
       std::string text = read_text(f / "permissions.p7s");
       text.replace(text.find("2060"), 4, "2070");
       write_text(f / "permissions.p7s", text);
     }},
    {"/governance.p7s' has no rule for domain",
     [&](const fs::path & f) {
       write_signed(f / "governance.p7s", governance(domain_id(elsewhere)), keystore.authority());
     }},
    {"allows anything in domain",
     [&](const fs::path & f) { permissions(f, {"/arm", domain_id(elsewhere)}); }},
    {"expired on 2021-01-01 00:00:00 UTC",
     [&](const fs::path & f) {
       permissions(f, {.subject = "/arm", .domains = here, .not_after = "2021-01-01T00:00:00"});
     }},
    {"valid only from 2050-01-01 00:00:00 UTC",
     [&](const fs::path & f) {
       permissions(f, {.subject = "/arm", .domains = here, .not_before = "2050-01-01T00:00:00"});
     }},
    {"grants permissions to 'CN=/leg', but the certificate beside it is of 'CN=/arm'",
     [&](const fs::path & f) { permissions(f, {"/leg", here}); }},
    {"is not XML",
     [&](const fs::path & f) {
       write_signed(f / "permissions.p7s", "<dds><permissions>\n", keystore.authority());
     }},
  };
  for (const Case & c : cases) {
    SCOPED_TRACE(c.sentence);
    const fs::path folder = keystore.add("/arm");
    c.spoil(folder);
    const std::string text = fault("/arm");
    EXPECT_TRUE(
      text.starts_with("enclave '/arm' cannot join domain " + std::to_string(domain()) + ": "))
      << text;
    EXPECT_TRUE(has(text, c.sentence)) << text;
    fs::remove_all(folder);
  }
  keystore.add("/arm");
  EXPECT_NO_THROW(join("/arm"));
}

TEST_F(Secured, ADomainThatIsNeverSecuredIsCalledSo)
{
  Keystore last(231);
  rmw::ParticipantOptions options = rmw::read_environment().options;
  options.domain_id = 231;
  options.secured_as = {"/arm", last.add("/arm")};
  const std::string text = denial([&] { rmw::Participant::create(options); });
  EXPECT_TRUE(has(text, "cannot join domain 231: Cyclone DDS secures the domains 0 to 230"))
    << text;
}

TEST_F(Secured, ARevokedCertificateIsNamed)
{
  const fs::path folder = keystore.add("/arm");
  revoke(folder, folder, keystore.authority());
  const std::string text = fault("/arm");
  EXPECT_TRUE(has(text, "cert.pem' was revoked (by '" + (folder / "crl.pem").string())) << text;
}

}  // namespace
