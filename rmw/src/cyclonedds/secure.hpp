// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A participant's security: the properties that Cyclone's plugins read, and denials in words.

#ifndef CYCLONEDDS__SECURE_HPP_
#define CYCLONEDDS__SECURE_HPP_

#include <filesystem>

#include "cyclonedds/cyclone.hpp"

namespace rmw::detail
{

/// The participant will be the enclave of this folder (rmw::find_enclave()).
void secure(dds_qos_t * qos, const std::filesystem::path & enclave_folder);

}  // namespace rmw::detail

#endif  // CYCLONEDDS__SECURE_HPP_
