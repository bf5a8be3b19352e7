// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The list of faults for which parts of a recording are skipped.
#ifndef BAG__FAULTS_HPP_
#define BAG__FAULTS_HPP_

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace bag::detail
{

/// The most faults that are listed. A damaged file may have millions, and more of them say nothing
/// new.
inline constexpr std::size_t most_faults = 1000;

/// Adds a fault that is not in the list yet. The last place says that there are more.
inline void add_fault(std::vector<std::string> & faults, std::string fault)
{
  if (faults.size() >= most_faults) {
    return;
  }
  if (std::find(faults.begin(), faults.end(), fault) != faults.end()) {
    return;
  }
  faults.push_back(
    faults.size() + 1 < most_faults ? std::move(fault) : "there are more faults, not listed here");
}

}  // namespace bag::detail

#endif  // BAG__FAULTS_HPP_
