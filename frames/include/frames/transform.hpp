// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Rigid transforms and the arithmetic on them that a tree of frames needs.

#ifndef FRAMES__TRANSFORM_HPP_
#define FRAMES__TRANSFORM_HPP_

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace frames
{

/// A time in nanoseconds, of the clock that stamps transforms.
using Time = std::int64_t;
/// A length of time in nanoseconds.
using Duration = std::int64_t;

/// A point or translation, in metres.
struct Vector3
{
  double x = 0;  ///< along the x axis
  double y = 0;  ///< along the y axis
  double z = 0;  ///< along the z axis

  /// Returns true if all coordinates are equal.
  friend bool operator==(const Vector3 &, const Vector3 &) = default;
};

/// A rotation about an axis by an angle, as a quaternion.
struct Quaternion
{
  double x = 0;  ///< sine of half the angle, times the axis' x
  double y = 0;  ///< sine of half the angle, times the axis' y
  double z = 0;  ///< sine of half the angle, times the axis' z
  double w = 1;  ///< cosine of half the angle

  /// Returns true if all components are equal; q and -q are the same rotation, but not equal.
  friend bool operator==(const Quaternion &, const Quaternion &) = default;
};

/// Maps points in a child frame to points in its parent frame: first rotates, then translates.
struct Transform
{
  Vector3 translation;  ///< the origin of the child frame, in the parent frame
  Quaternion rotation;  ///< the orientation of the child frame, in the parent frame

  /// Returns true if translation and rotation are equal.
  friend bool operator==(const Transform &, const Transform &) = default;
};

/// Returns the sum of two translations.
inline Vector3 operator+(const Vector3 & a, const Vector3 & b) noexcept
{
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
/// Returns the opposite translation.
inline Vector3 operator-(const Vector3 & a) noexcept
{
  return {-a.x, -a.y, -a.z};
}

/// The product: first rotates by b, then by a.
inline Quaternion operator*(const Quaternion & a, const Quaternion & b) noexcept
{
  return {
    a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
    a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/// The inverse rotation of a unit quaternion.
inline Quaternion conjugate(const Quaternion & q) noexcept
{
  return {-q.x, -q.y, -q.z, q.w};
}

/// Returns the four-dimensional dot product.
inline double dot(const Quaternion & a, const Quaternion & b) noexcept
{
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/// Returns the quaternion with unit length; the identity if its length is 0.
inline Quaternion normalized(const Quaternion & q) noexcept
{
  const double length = std::sqrt(dot(q, q));
  return length > 0 ? Quaternion{q.x / length, q.y / length, q.z / length, q.w / length}
                    : Quaternion{};
}

/// Returns q·v·q*: a rotation if q has unit length, otherwise scaled by its squared length.
inline Vector3 rotate(const Quaternion & q, const Vector3 & v) noexcept
{
  // The expanded product, with u = (x, y, z): (w² - u·u) v + 2 (u·v) u + 2 w (u × v).
  const double square = q.w * q.w - (q.x * q.x + q.y * q.y + q.z * q.z);
  const double along = 2 * (q.x * v.x + q.y * v.y + q.z * v.z);
  const double twice = 2 * q.w;
  return {
    square * v.x + along * q.x + twice * (q.y * v.z - q.z * v.y),
    square * v.y + along * q.y + twice * (q.z * v.x - q.x * v.z),
    square * v.z + along * q.z + twice * (q.x * v.y - q.y * v.x)};
}

/// Maps a point.
inline Vector3 operator*(const Transform & t, const Vector3 & point) noexcept
{
  return rotate(t.rotation, point) + t.translation;
}

/// The concatenation: first `inner`, then `outer`.
inline Transform operator*(const Transform & outer, const Transform & inner) noexcept
{
  return {outer * inner.translation, outer.rotation * inner.rotation};
}

/// Returns the inverse transform; its rotation must have unit length.
inline Transform inverse(const Transform & t) noexcept
{
  const Quaternion back = conjugate(t.rotation);
  return {rotate(back, -t.translation), back};
}

/// Interpolates on the shorter arc from a (ratio 0) to b (ratio 1), at constant speed.
inline Quaternion slerp(const Quaternion & a, const Quaternion & b, double ratio) noexcept
{
  const double product = dot(a, b);
  const double lengths = std::sqrt(dot(a, a) * dot(b, b));
  const double angle = std::acos(std::min(std::abs(product) / lengths, 1.0));
  const double sine = std::sin(angle);
  if (!(sine > 1e-12)) {
    return a;
  }
  const double of_a = std::sin((1 - ratio) * angle) / sine;
  const double of_b = std::copysign(std::sin(ratio * angle) / sine, product);
  return {
    of_a * a.x + of_b * b.x, of_a * a.y + of_b * b.y, of_a * a.z + of_b * b.z,
    of_a * a.w + of_b * b.w};
}

/// Interpolates from a (ratio 0) to b (ratio 1): linearly, and the rotation with slerp.
inline Transform interpolate(const Transform & a, const Transform & b, double ratio) noexcept
{
  const double rest = 1 - ratio;
  return {
    {rest * a.translation.x + ratio * b.translation.x,
     rest * a.translation.y + ratio * b.translation.y,
     rest * a.translation.z + ratio * b.translation.z},
    slerp(a.rotation, b.rotation, ratio)};
}

}  // namespace frames

#endif  // FRAMES__TRANSFORM_HPP_
