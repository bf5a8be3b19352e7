// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The DDS type of all our topics: only its name differs from one to the next.

#ifndef CYCLONEDDS__SERTYPE_HPP_
#define CYCLONEDDS__SERTYPE_HPP_

#include <string>

#include "cyclonedds/cyclone.hpp"

namespace rmw::detail
{

/// A new type for dds_create_topic_sertype: keyless, XCDR1, no type information, never shared
/// memory. Types of one name are one for Cyclone.
ddsi_sertype * create_sertype(const std::string & type_name);

/// The type of a buffer that is not written yet.
const ddsi_sertype & untyped();

}  // namespace rmw::detail

#endif  // CYCLONEDDS__SERTYPE_HPP_
