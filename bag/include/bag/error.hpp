// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// What goes wrong with a recording.

#ifndef BAG__ERROR_HPP_
#define BAG__ERROR_HPP_

#include <stdexcept>
#include <string>

namespace bag
{

/// A file that is damaged, no recording, missing, or cannot be written. The text names the file,
/// what is wrong with it, and at which byte where that is known.
class Error : public std::runtime_error
{
public:
  explicit Error(const std::string & text, int code = 0) : std::runtime_error(text), code_(code) {}

  /// errno of the operating system (ENOSPC for a full disk); 0 if the file itself is at fault.
  int code() const noexcept { return code_; }

private:
  int code_;
};

}  // namespace bag

#endif  // BAG__ERROR_HPP_
