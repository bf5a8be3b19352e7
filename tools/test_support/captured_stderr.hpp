// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What a test writes to stderr, readable while it goes on.
#ifndef CAPTURED_STDERR_HPP_
#define CAPTURED_STDERR_HPP_

#include <unistd.h>

#include <cstdio>
#include <string>

namespace test
{

/// Redirects stderr to a file for a scope. No line is lost between two looks, as it would be if
/// gtest's capture were ended and begun again.
class CapturedStderr
{
public:
  CapturedStderr()
  {
    std::fflush(stderr);
    dup2(fileno(file_), STDERR_FILENO);
  }
  ~CapturedStderr()
  {
    std::fflush(stderr);
    dup2(before_, STDERR_FILENO);
    close(before_);
    std::fclose(file_);
  }
  CapturedStderr(const CapturedStderr &) = delete;
  CapturedStderr & operator=(const CapturedStderr &) = delete;

  /// Returns all that was written so far.
  std::string text() const
  {
    std::fflush(stderr);
    std::string all;
    char part[4096];
    for (ssize_t size;
         (size = pread(fileno(file_), part, sizeof(part), static_cast<off_t>(all.size()))) > 0;) {
      all.append(part, static_cast<std::size_t>(size));
    }
    return all;
  }

private:
  const int before_ = dup(STDERR_FILENO);
  std::FILE * const file_ = std::tmpfile();
};

}  // namespace test

#endif  // CAPTURED_STDERR_HPP_
