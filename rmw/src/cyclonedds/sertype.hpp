// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The DDS type of all topics; only its name differs.

#ifndef CYCLONEDDS__SERTYPE_HPP_
#define CYCLONEDDS__SERTYPE_HPP_

#include <string>

#include "cyclonedds/cyclone.hpp"

namespace rmw::detail
{

/// Creates a type for dds_create_topic_sertype: keyless, XCDR1, no type information, never shared
/// memory. Cyclone treats types of one name as one.
ddsi_sertype * create_sertype(const std::string & type_name);

/// Returns the type of a buffer that is not written yet.
const ddsi_sertype & untyped();

}  // namespace rmw::detail

#endif  // CYCLONEDDS__SERTYPE_HPP_
