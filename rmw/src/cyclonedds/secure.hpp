// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The security of a participant: the properties for Cyclone's plugins, and explanations of denials.

#ifndef CYCLONEDDS__SECURE_HPP_
#define CYCLONEDDS__SECURE_HPP_

#include <filesystem>

#include "cyclonedds/cyclone.hpp"

namespace rmw::detail
{

/// Makes the participant use the enclave in this folder (rmw::find_enclave()).
void secure(dds_qos_t * qos, const std::filesystem::path & enclave_folder);

}  // namespace rmw::detail

#endif  // CYCLONEDDS__SECURE_HPP_
