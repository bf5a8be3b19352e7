// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Includes Cyclone DDS's headers in one place, and checks the version they are written for.

#ifndef CYCLONEDDS__CYCLONE_HPP_
#define CYCLONEDDS__CYCLONE_HPP_

#include <dds/dds.h>
#include <dds/ddsi/ddsi_keyhash.h>
#include <dds/ddsi/ddsi_serdata.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <dds/ddsi/q_radmin.h>
#include <dds/ddsrt/log.h>
#include <dds/version.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "rmw/endpoint.hpp"

// Serialized samples use internals that the next major version renames.
static_assert(
  std::string_view(DDS_VERSION).starts_with("0.10."),
  "src/cyclonedds is written for Cyclone DDS 0.10");

namespace rmw::detail
{

/// Returns text such as "Precondition Not Met" for a negative return code.
inline std::string return_code_text(dds_return_t code)
{
  return dds_strretcode(-code);
}

inline Gid gid_of(const dds_guid_t & guid)
{
  Gid gid;
  std::copy_n(guid.v, gid.size(), gid.begin());
  return gid;
}

/// A dds_qos_t that is deleted with its scope.
class DdsQos
{
public:
  DdsQos() : qos_(dds_create_qos()) {}
  ~DdsQos() { dds_delete_qos(qos_); }
  DdsQos(const DdsQos &) = delete;
  DdsQos & operator=(const DdsQos &) = delete;
  dds_qos_t * get() { return qos_; }

private:
  dds_qos_t * qos_;
};

}  // namespace rmw::detail

#endif  // CYCLONEDDS__CYCLONE_HPP_
