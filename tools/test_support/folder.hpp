// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Where tests of all rooms put their files.

#ifndef FOLDER_HPP_
#define FOLDER_HPP_

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace test
{

/// A folder that is removed with the test; in memory, where there is such a place: thousands of
/// files are written.
class Folder
{
public:
  Folder()
  {
    namespace fs = std::filesystem;
    const fs::path place = fs::is_directory("/dev/shm") ? "/dev/shm" : fs::temp_directory_path();
    std::string name = (place / "rxros2_test_XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder &) = delete;
  Folder & operator=(const Folder &) = delete;

  std::filesystem::path operator/(const std::string & name) const { return path_ / name; }

private:
  std::filesystem::path path_;
};

}  // namespace test

#endif  // FOLDER_HPP_
