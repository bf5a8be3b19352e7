// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The base of the classes in class_loader_plugin.cpp.
#ifndef CLASS_LOADER_SHAPE_HPP_
#define CLASS_LOADER_SHAPE_HPP_

#include <string>

struct Shape
{
  virtual ~Shape() = default;
  virtual std::string name() const = 0;
};

struct Tool
{
  virtual ~Tool() = default;
};

#endif  // CLASS_LOADER_SHAPE_HPP_
