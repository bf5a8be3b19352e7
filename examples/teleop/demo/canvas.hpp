// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Pictures made of text: a grid of dots (braille, or '*' where the locale has none) and a bar
// around zero.
#ifndef TELEOP__DEMO__CANVAS_HPP_
#define TELEOP__DEMO__CANVAS_HPP_

#include <cstddef>
#include <string>
#include <vector>

namespace teleop_demo
{

// Dots in cells of 2 × 4 (braille) or 1 × 1 (ASCII); (0, 0) is the upper left dot. Dots outside are
// ignored.
class Canvas
{
public:
  Canvas(std::size_t columns, std::size_t rows, bool utf8);

  std::size_t width() const { return columns_ * dots_x_; }
  std::size_t height() const { return rows_ * dots_y_; }
  // Height of a dot over its width as a terminal shows it.
  double aspect() const { return utf8_ ? 1.0 : 2.0; }

  void dot(double x, double y);
  void line(double x0, double y0, double x1, double y1);
  // One character in the cell of that dot, over its dots.
  void mark(double x, double y, const std::string & character);

  std::vector<std::string> lines() const;

private:
  struct Cell
  {
    unsigned dots = 0;
    std::string mark;
  };
  Cell * cell(double x, double y);

  std::size_t columns_, rows_;
  bool utf8_;
  std::size_t dots_x_, dots_y_;
  std::vector<Cell> cells_;
};

// `columns` wide, zero in the middle, filled from there to value / limit.
std::string bar(double value, double limit, std::size_t columns, bool utf8);

}  // namespace teleop_demo

#endif  // TELEOP__DEMO__CANVAS_HPP_
