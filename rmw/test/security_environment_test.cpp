// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The environment variables of security, and the enclave that they name.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "security_test.hpp"

namespace
{

using namespace security_test;

/// Sets the variables; the destructor unsets them.
struct Environment : Secured
{
  std::vector<std::string> warnings;

  Environment() { clear(); }
  ~Environment() override { clear(); }
  static void clear()
  {
    for (const char * name :
         {"ROS_SECURITY_ENABLE", "ROS_SECURITY_STRATEGY", "ROS_SECURITY_KEYSTORE",
          "ROS_SECURITY_ENCLAVE_OVERRIDE"}) {
      unsetenv(name);
    }
  }
  void enable(const char * strategy)
  {
    setenv("ROS_SECURITY_ENABLE", "true", 1);
    setenv("ROS_SECURITY_STRATEGY", strategy, 1);
    setenv("ROS_SECURITY_KEYSTORE", keystore.root().c_str(), 1);
  }
  rmw::Enclave find(const std::string & enclave, rmw::EnclaveUse use = rmw::EnclaveUse::dds)
  {
    warnings.clear();
    return rmw::find_enclave(rmw::read_security_settings(warnings), enclave, warnings, use);
  }
  bool warned(const std::string & part)
  {
    return std::any_of(
      warnings.begin(), warnings.end(), [&](const std::string & w) { return has(w, part); });
  }
};

TEST_F(Environment, OffUnlessExactlyTrue)
{
  keystore.add("/arm");
  EXPECT_FALSE(find("/arm"));
  EXPECT_TRUE(warnings.empty());
  enable("Enforce");
  for (const char * value : {"", "false", "yes"}) {
    setenv("ROS_SECURITY_ENABLE", value, 1);
    EXPECT_FALSE(find("/arm")) << value;
    EXPECT_TRUE(warnings.empty()) << value;
  }
  for (const char * value : {"True", "TRUE", "1"}) {
    setenv("ROS_SECURITY_ENABLE", value, 1);
    EXPECT_FALSE(find("/arm")) << value;
    EXPECT_TRUE(warned("expected 'true'")) << value;
  }
}

TEST_F(Environment, FindsTheEnclaveExactly)
{
  const fs::path folder = keystore.add("/base/wheels");
  enable("Enforce");
  EXPECT_EQ(find("/base/wheels").folder, folder);
  EXPECT_TRUE(warnings.empty());
  const std::string missing = denial([&] { find("/base"); });
  EXPECT_TRUE(has(missing, "has no such enclave, only /base/wheels")) << missing;
  EXPECT_TRUE(has(denial([&] { find("/base/wheels/left"); }), "has no such enclave"));
}

TEST_F(Environment, TheRootEnclaveIsTheFolderItself)
{
  keystore.add("/arm");
  const Identity root = make_identity("/", &keystore.authority());
  enable("Enforce");
  EXPECT_TRUE(has(denial([&] { find("/"); }), "only /arm"));
  for (const auto & entry : fs::directory_iterator(keystore.folder("/arm"))) {
    fs::copy(entry.path(), keystore.root() / "enclaves" / entry.path().filename());
  }
  EXPECT_EQ(find("/").folder, keystore.root() / "enclaves");
}

TEST_F(Environment, TheOverrideCountsForEveryContext)
{
  const fs::path folder = keystore.add("/arm");
  enable("Enforce");
  setenv("ROS_SECURITY_ENCLAVE_OVERRIDE", "/arm", 1);
  EXPECT_EQ(find("/somebody").folder, folder);
  EXPECT_EQ(find("/somebody").name, "/arm");
  setenv("ROS_SECURITY_ENCLAVE_OVERRIDE", "arm", 1);
  const std::string text = denial([&] { find("/somebody"); });
  EXPECT_TRUE(has(text, "(of ROS_SECURITY_ENCLAVE_OVERRIDE)")) << text;
  EXPECT_TRUE(has(text, "absolute path")) << text;
}

TEST_F(Environment, PermissiveContinuesUnsecuredAndLogsIt)
{
  enable("Permissive");
  EXPECT_FALSE(find("/arm"));
  EXPECT_TRUE(warned("continues unsecured"));
  enable("enforce");
  EXPECT_FALSE(find("/arm"));
  EXPECT_TRUE(warned("expected 'Enforce' or 'Permissive'"));
}

TEST_F(Environment, EnforceRefusesEachMissingFile)
{
  enable("Enforce");
  const fs::path folder = keystore.add("/arm");
  for (const char * file :
       {"identity_ca.cert.pem", "permissions_ca.cert.pem", "governance.p7s", "permissions.p7s"}) {
    fs::rename(folder / file, folder / "away");
    std::string text = denial([&] { find("/arm"); });
    EXPECT_TRUE(has(text, std::string("/") + file + "' is missing")) << text;
    fs::create_symlink("../../nowhere", folder / file);
    text = denial([&] { find("/arm"); });
    EXPECT_TRUE(has(text, "is a link to '../../nowhere', where nothing is")) << text;
    fs::remove(folder / file);
    fs::rename(folder / "away", folder / file);
  }
  EXPECT_TRUE(find("/arm"));
}

TEST_F(Environment, AMissingKeystoreIsDistinguished)
{
  enable("Enforce");
  unsetenv("ROS_SECURITY_KEYSTORE");
  EXPECT_TRUE(has(denial([&] { find("/arm"); }), "ROS_SECURITY_KEYSTORE is not set"));
  setenv("ROS_SECURITY_KEYSTORE", "/proc/nowhere/keys", 1);
  EXPECT_TRUE(has(denial([&] { find("/arm"); }), "'/proc/nowhere/keys' is not a keystore"));
}

TEST_F(Environment, WarnsOfAnOpenKeyAndOfACertificateThatEnds)
{
  enable("Enforce");
  const fs::path folder = keystore.add("/arm");
  fs::permissions(folder / "key.pem", fs::perms::group_read, fs::perm_options::add);
  find("/arm");
  EXPECT_TRUE(warned("open to others than its owner (mode 640)"));
  const Identity ending = make_identity("/arm", &keystore.authority(), -day, 10 * day + 3600);
  write_certificate(folder / "cert.pem", ending);
  write_key(folder / "key.pem", ending);
  find("/arm");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(warned("of enclave '/arm' ends in 10 days; 'rxros2 security renew /arm'"));
  write_certificate(
    folder / "identity_ca.cert.pem", make_identity("authority", nullptr, -day, 3600));
  find("/arm");
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_TRUE(warned("/identity_ca.cert.pem' ends in 0 days; 'rxros2 security renew --authority'"));
}

TEST_F(Environment, WarnsOfPermissionsAndOfAListThatEnd)
{
  enable("Enforce");
  std::array<char, 32> end{};
  const std::time_t soon = std::time(nullptr) + 20 * day + 3600;
  std::strftime(end.data(), end.size(), "%Y-%m-%dT%H:%M:%S", std::gmtime(&soon));
  const fs::path folder = keystore.add(
    "/arm", {.subject = "/arm", .domains = domain_id(domain()), .not_after = end.data()});
  find("/arm");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(
    warned("the permissions of enclave '/arm' end in 20 days; 'rxros2 security renew /arm' makes "
           "new ones"));
  revoke(folder, folder, keystore.authority(), 5 * day + 3600);
  find("/arm");
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_TRUE(
    warned("/crl.pem' ends in 5 days; 'rxros2 security renew --authority' makes a new one"));
}

TEST_F(Environment, ZenohNeedsItsOwnFiles)
{
  const fs::path folder = keystore.add("/arm");
  enable("Enforce");
  const std::string session = denial([&] { find("/arm", rmw::EnclaveUse::zenoh_session); });
  EXPECT_TRUE(has(session, "zenoh_session.json5' is missing")) << session;
  EXPECT_TRUE(has(session, "rxros2 security generate_zenoh -k " + keystore.root().string()));
  const std::string router = denial([&] { find("/arm", rmw::EnclaveUse::zenoh_router); });
  EXPECT_TRUE(has(router, "zenoh_router.json5' is missing")) << router;
  EXPECT_TRUE(has(router, "--router /arm")) << router;
  write_text(folder / "zenoh_session.json5", "{}");
  EXPECT_EQ(find("/arm", rmw::EnclaveUse::zenoh_session).folder, folder);
  enable("Permissive");
  EXPECT_FALSE(find("/arm", rmw::EnclaveUse::zenoh_router));
  EXPECT_TRUE(warned("continues unsecured"));
}

}  // namespace
