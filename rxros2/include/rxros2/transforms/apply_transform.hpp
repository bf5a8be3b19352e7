// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// apply_transform: maps messages from one frame to another; used by transform_to.

#ifndef RXROS2__TRANSFORMS__APPLY_TRANSFORM_HPP_
#define RXROS2__TRANSFORMS__APPLY_TRANSFORM_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include "frames/transform.hpp"
#include "geometry_msgs/msg/point32.hpp"
#include "geometry_msgs/msg/point_stamped.hpp"
#include "geometry_msgs/msg/polygon_stamped.hpp"
#include "geometry_msgs/msg/pose_array.hpp"
#include "geometry_msgs/msg/pose_stamped.hpp"
#include "geometry_msgs/msg/pose_with_covariance_stamped.hpp"
#include "geometry_msgs/msg/quaternion_stamped.hpp"
#include "geometry_msgs/msg/transform_stamped.hpp"
#include "geometry_msgs/msg/vector3_stamped.hpp"
#include "geometry_msgs/msg/wrench_stamped.hpp"
#if __has_include("sensor_msgs/msg/point_cloud2.hpp")
#include "sensor_msgs/msg/point_cloud2.hpp"
#endif

namespace rxros2
{

/// apply_transform(transform, message) maps a message in place from the transform's child frame to
/// its parent frame. It does not use the message's header.
/** For the messages of geometry_msgs below and for PointCloud2. For a type of your own, write `void
 * apply_transform(const frames::Transform &, Own &)` in the type's namespace, where
 * argument-dependent lookup finds it. As in tf2, points are rotated and translated, vectors (a
 * Vector3, a wrench's force) are rotated, and so is the covariance of a pose.
 *
 *     geometry_msgs::msg::PointStamped seen = in_frame("laser")('3');
 *     apply_transform(frames::Transform{{10, 0, 0}, {}}, seen);
 *     x_of(seen);  // -> 13
 */
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::Point & m)
{
  const frames::Vector3 p = t * frames::Vector3{m.x, m.y, m.z};
  m.x = p.x;
  m.y = p.y;
  m.z = p.z;
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::Point32 & m)
{
  const frames::Vector3 p = t * frames::Vector3{m.x, m.y, m.z};
  m.x = static_cast<float>(p.x);
  m.y = static_cast<float>(p.y);
  m.z = static_cast<float>(p.z);
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::Vector3 & m)
{
  const frames::Vector3 v = rotate(t.rotation, {m.x, m.y, m.z});
  m.x = v.x;
  m.y = v.y;
  m.z = v.z;
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::Quaternion & m)
{
  const frames::Quaternion q = t.rotation * frames::Quaternion{m.x, m.y, m.z, m.w};
  m.x = q.x;
  m.y = q.y;
  m.z = q.z;
  m.w = q.w;
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::Pose & m)
{
  apply_transform(t, m.position);
  apply_transform(t, m.orientation);
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::Transform & m)
{
  const frames::Vector3 p = t * frames::Vector3{m.translation.x, m.translation.y, m.translation.z};
  m.translation.x = p.x;
  m.translation.y = p.y;
  m.translation.z = p.z;
  apply_transform(t, m.rotation);
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::Wrench & m)
{
  apply_transform(t, m.force);
  apply_transform(t, m.torque);
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::Polygon & m)
{
  for (auto & point : m.points) {
    apply_transform(t, point);
  }
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::PoseWithCovariance & m)
{
  apply_transform(t, m.pose);
  // The matrix has four blocks of 3 × 3: each becomes R · block · Rᵀ.
  const auto column = [&t](double x, double y, double z) { return rotate(t.rotation, {x, y, z}); };
  const auto turn = [&](std::size_t first, std::size_t step) {
    double * const c = m.covariance.data() + first;
    const frames::Vector3 v = column(c[0], c[step], c[2 * step]);
    c[0] = v.x;
    c[step] = v.y;
    c[2 * step] = v.z;
  };
  for (std::size_t i = 0; i < 6; ++i) {
    turn(i, 6);
    turn(18 + i, 6);
  }
  for (std::size_t i = 0; i < 6; ++i) {
    turn(6 * i, 1);
    turn(6 * i + 3, 1);
  }
}

inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::PointStamped & m)
{
  apply_transform(t, m.point);
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::Vector3Stamped & m)
{
  apply_transform(t, m.vector);
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::QuaternionStamped & m)
{
  apply_transform(t, m.quaternion);
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::PoseStamped & m)
{
  apply_transform(t, m.pose);
}
inline void apply_transform(
  const frames::Transform & t, geometry_msgs::msg::PoseWithCovarianceStamped & m)
{
  apply_transform(t, m.pose);
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::PoseArray & m)
{
  for (auto & pose : m.poses) {
    apply_transform(t, pose);
  }
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::PolygonStamped & m)
{
  apply_transform(t, m.polygon);
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::TransformStamped & m)
{
  apply_transform(t, m.transform);
}
inline void apply_transform(const frames::Transform & t, geometry_msgs::msg::WrenchStamped & m)
{
  apply_transform(t, m.wrench);
}

#if __has_include("sensor_msgs/msg/point_cloud2.hpp")
namespace detail
{

/// Finds the offsets of three float fields in a point of a cloud. Returns false if there are none.
inline bool find_floats(
  const sensor_msgs::msg::PointCloud2 & cloud, const std::array<const char *, 3> & names,
  std::array<std::size_t, 3> & offsets)
{
  for (std::size_t i = 0; i < names.size(); ++i) {
    bool is_found = false;
    for (const auto & field : cloud.fields) {
      if (field.name == names[i] && field.datatype == sensor_msgs::msg::PointField::FLOAT32) {
        offsets[i] = field.offset;
        is_found = std::size_t{field.offset} + sizeof(float) <= cloud.point_step;
      }
    }
    if (!is_found) {
      return false;
    }
  }
  return true;
}

template <typename Map>
void map_floats(std::uint8_t * point, const std::array<std::size_t, 3> & offsets, Map map)
{
  std::array<float, 3> v;
  for (std::size_t i = 0; i < 3; ++i) {
    std::memcpy(&v[i], point + offsets[i], sizeof(float));
  }
  map(v);
  for (std::size_t i = 0; i < 3; ++i) {
    std::memcpy(point + offsets[i], &v[i], sizeof(float));
  }
}

}  // namespace detail

/// Maps the points (x, y, z) of a cloud and, if it has them, their normals (normal_x, …). All other
/// fields stay unchanged.
/** Throws std::invalid_argument for a cloud without float x, y and z, with a byte order other than
 * this machine's, or with less data than its size says. */
inline void apply_transform(const frames::Transform & t, sensor_msgs::msg::PointCloud2 & cloud)
{
  std::array<std::size_t, 3> place, normal;
  if (!detail::find_floats(cloud, {"x", "y", "z"}, place)) {
    throw std::invalid_argument("transform_to: a PointCloud2 without float fields x, y and z");
  }
  constexpr std::uint16_t one = 1;
  if (cloud.is_bigendian != (*reinterpret_cast<const char *>(&one) == 0)) {
    throw std::invalid_argument("transform_to: a PointCloud2 of the other byte order");
  }
  const std::size_t of_rows = std::size_t{cloud.row_step} * cloud.height;
  if (std::size_t{cloud.point_step} * cloud.width > cloud.row_step || of_rows > cloud.data.size()) {
    throw std::invalid_argument(
      "transform_to: a PointCloud2 of " + std::to_string(cloud.data.size()) +
      " bytes; expected height · row_step, and rows of width · point_step");
  }
  // The product with each axis is computed once for all points.
  const auto x = rotate(t.rotation, {1, 0, 0}), y = rotate(t.rotation, {0, 1, 0}),
             z = rotate(t.rotation, {0, 0, 1}), o = t.translation;
  const auto turn = [&](std::array<float, 3> & v, const frames::Vector3 & origin) {
    const double a = v[0], b = v[1], c = v[2];
    v = {
      static_cast<float>(x.x * a + y.x * b + z.x * c + origin.x),
      static_cast<float>(x.y * a + y.y * b + z.y * c + origin.y),
      static_cast<float>(x.z * a + y.z * b + z.z * c + origin.z)};
  };
  const bool has_normals = detail::find_floats(cloud, {"normal_x", "normal_y", "normal_z"}, normal);
  for (std::size_t row = 0; row < cloud.height; ++row) {
    std::uint8_t * point = cloud.data.data() + row * cloud.row_step;
    for (std::size_t i = 0; i < cloud.width; ++i, point += cloud.point_step) {
      detail::map_floats(point, place, [&](auto & v) { turn(v, o); });
      if (has_normals) {
        detail::map_floats(point, normal, [&](auto & v) { turn(v, {}); });
      }
    }
  }
}
#endif

}  // namespace rxros2

#endif  // RXROS2__TRANSFORMS__APPLY_TRANSFORM_HPP_
