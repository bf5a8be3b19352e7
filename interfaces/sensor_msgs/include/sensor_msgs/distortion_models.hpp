// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The names of lens models for CameraInfo's distortion_model.
#ifndef SENSOR_MSGS__DISTORTION_MODELS_HPP_
#define SENSOR_MSGS__DISTORTION_MODELS_HPP_

namespace sensor_msgs::distortion_models
{
inline constexpr char PLUMB_BOB[] = "plumb_bob";                      ///< k1, k2, t1, t2, k3
inline constexpr char RATIONAL_POLYNOMIAL[] = "rational_polynomial";  ///< k1, k2, t1, t2, k3 … k6
inline constexpr char EQUIDISTANT[] = "equidistant";                  ///< k1 … k4
}  // namespace sensor_msgs::distortion_models

#endif  // SENSOR_MSGS__DISTORTION_MODELS_HPP_
