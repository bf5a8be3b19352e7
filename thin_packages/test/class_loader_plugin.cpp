// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A library of classes. Two are built of it, whose name is LIBRARY.
#include "class_loader/register_macro.hpp"
#include "class_loader_shape.hpp"

namespace
{

struct Square : Shape
{
  std::string name() const override { return "square of " LIBRARY; }
};

struct Circle : Shape
{
  std::string name() const override { return "circle of " LIBRARY; }
};

struct Hammer : Tool
{
};

}  // namespace

CLASS_LOADER_REGISTER_CLASS(Square, Shape)
CLASS_LOADER_REGISTER_CLASS(Circle, Shape)
CLASS_LOADER_REGISTER_CLASS(Hammer, Tool)
