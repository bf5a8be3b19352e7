// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Tests the ament_index_cpp of third_party/, which a build without system packages installs.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "ament_index_cpp/get_package_prefix.hpp"
#include "ament_index_cpp/get_package_share_directory.hpp"
#include "ament_index_cpp/get_package_share_path.hpp"
#include "ament_index_cpp/get_packages_with_prefixes.hpp"
#include "ament_index_cpp/get_resource.hpp"
#include "ament_index_cpp/get_resources.hpp"
#include "ament_index_cpp/get_search_paths.hpp"
#include "ament_index_cpp/has_resource.hpp"

namespace fs = std::filesystem;

namespace
{

class AmentIndex : public testing::Test
{
protected:
  void SetUp() override
  {
    folder_ = fs::temp_directory_path() / ("ament_index_test." + std::to_string(getpid()));
    add("a", "packages/one", "in a");
    add("b", "packages/one", "in b");
    add("b", "packages/two", "");
    add("b", "packages/.hidden", "");
    add("b", "plugins/lens", "zoom");
    setenv("AMENT_PREFIX_PATH", ("/no/such/folder::" + prefix("a") + ":" + prefix("b")).c_str(), 1);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string prefix(const std::string & name) const { return folder_ / name; }

private:
  void add(const std::string & prefix, const std::string & resource, const std::string & content)
  {
    const fs::path file = folder_ / prefix / "share/ament_index/resource_index" / resource;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << content;
  }

  fs::path folder_;
};

TEST_F(AmentIndex, SearchesExistingFoldersInOrder)
{
  EXPECT_EQ(
    ament_index_cpp::get_search_paths(), (std::list<std::string>{prefix("a"), prefix("b")}));
}

TEST_F(AmentIndex, SaysThatTheVariableIsNotSet)
{
  for (const char * value : {"", static_cast<const char *>(nullptr)}) {
    value ? setenv("AMENT_PREFIX_PATH", value, 1) : unsetenv("AMENT_PREFIX_PATH");
    EXPECT_THROW(ament_index_cpp::get_search_paths(), std::runtime_error);
    EXPECT_THROW(ament_index_cpp::get_package_prefix("one"), std::runtime_error);
  }
}

TEST_F(AmentIndex, FindsPackagesInTheFirstPrefixThatHasThem)
{
  EXPECT_EQ(ament_index_cpp::get_package_prefix("one"), prefix("a"));
  EXPECT_EQ(ament_index_cpp::get_package_prefix("two"), prefix("b"));
  EXPECT_EQ(ament_index_cpp::get_package_share_directory("two"), prefix("b") + "/share/two");
  EXPECT_EQ(ament_index_cpp::get_package_share_path("two"), fs::path(prefix("b")) / "share/two");
  EXPECT_EQ(
    ament_index_cpp::get_packages_with_prefixes(),
    (std::map<std::string, std::string>{{"one", prefix("a")}, {"two", prefix("b")}}));
}

TEST_F(AmentIndex, NamesThePackageThatIsMissing)
{
  try {
    ament_index_cpp::get_package_share_directory("three");
    FAIL();
  } catch (const ament_index_cpp::PackageNotFoundError & error) {
    EXPECT_EQ(error.package_name, "three");
    EXPECT_NE(std::string(error.what()).find("'three'"), std::string::npos);
  }
}

TEST_F(AmentIndex, ReadsResources)
{
  std::string content;
  std::string first_prefix;
  EXPECT_TRUE(ament_index_cpp::get_resource("plugins", "lens", content, &first_prefix));
  EXPECT_EQ(content, "zoom");
  EXPECT_EQ(first_prefix, prefix("b"));
  EXPECT_FALSE(ament_index_cpp::get_resource("plugins", "filter", content));
  EXPECT_TRUE(ament_index_cpp::has_resource("plugins", "lens"));
  EXPECT_FALSE(ament_index_cpp::has_resource("no_type", "lens"));
  EXPECT_EQ(ament_index_cpp::get_resources("plugins").count("lens"), 1u);
  EXPECT_TRUE(ament_index_cpp::get_resources("no_type").empty());
}

TEST_F(AmentIndex, RefusesEmptyNames)
{
  EXPECT_THROW(ament_index_cpp::has_resource("", "lens"), std::runtime_error);
  EXPECT_THROW(ament_index_cpp::has_resource("plugins", ""), std::runtime_error);
  EXPECT_THROW(ament_index_cpp::get_resources(""), std::runtime_error);
  EXPECT_THROW(ament_index_cpp::get_package_prefix(""), std::runtime_error);
}

}  // namespace
