// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The exception for errors of recordings.

#ifndef BAG__ERROR_HPP_
#define BAG__ERROR_HPP_

#include <stdexcept>
#include <string>

namespace bag
{

/// A file is damaged, not a recording, missing, or cannot be written. The text contains the file,
/// the problem and, if known, the position in bytes.
class Error : public std::runtime_error
{
public:
  /// Creates the error. `code` is an errno, or 0 if the file itself is the problem.
  explicit Error(const std::string & text, int code = 0) : std::runtime_error(text), code_(code) {}

  /// Returns the errno of the operating system (ENOSPC for a full disk); 0 if the file itself is
  /// invalid.
  int code() const noexcept { return code_; }

private:
  int code_;
};

}  // namespace bag

#endif  // BAG__ERROR_HPP_
