// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#ifndef GREENHOUSE_SEEDS__SEEDS_HPP_
#define GREENHOUSE_SEEDS__SEEDS_HPP_

namespace greenhouse_seeds
{

/// Returns the number of seeds in a bed of that length and width, at that distance; all in cm.
inline int seeds_of_bed(int length, int width, int distance)
{
  return (length / distance) * (width / distance);
}

}  // namespace greenhouse_seeds

#endif  // GREENHOUSE_SEEDS__SEEDS_HPP_
