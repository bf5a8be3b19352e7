// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Opens damaged recordings and reads what is left of them.

#ifndef BAG__DAMAGE_HPP_
#define BAG__DAMAGE_HPP_

#include <filesystem>
#include <string>
#include <vector>

#include "bag/reader.hpp"

namespace bag
{

/// Opens a recording like Reader's constructor, but skips what is damaged and describes each fault
/// in one line of `faults`.
/**
 * A metadata.yaml that cannot be used is ignored: all files of the folder are read. Files that are
 * missing or cannot be opened, damaged chunks, and messages of unknown topics are skipped, and
 * channels whose number is used twice are reported, at most 1000 faults in all. Throws Error if
 * nothing can be read, and if descriptors, memory or disk of the machine do not suffice.
 *
 * Damage that a pass over the messages finds is still thrown by Messages::next(), but does not end
 * the pass: the next call returns the message behind it.
 */
Reader open_damaged(
  const std::filesystem::path & path, std::vector<std::string> & faults,
  const Limits & limits = {});

}  // namespace bag

#endif  // BAG__DAMAGE_HPP_
