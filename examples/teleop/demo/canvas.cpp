// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Pictures made of text (canvas.hpp).
#include "canvas.hpp"

#include <algorithm>
#include <cmath>

namespace teleop_demo
{

namespace
{

// UTF-8 of a character of the basic plane, three bytes.
std::string utf8_character(unsigned code)
{
  return {
    static_cast<char>(0xE0U | (code >> 12U)), static_cast<char>(0x80U | ((code >> 6U) & 0x3FU)),
    static_cast<char>(0x80U | (code & 0x3FU))};
}

}  // namespace

Canvas::Canvas(std::size_t columns, std::size_t rows, bool utf8)
: columns_(columns),
  rows_(rows),
  utf8_(utf8),
  dots_x_(utf8 ? 2 : 1),
  dots_y_(utf8 ? 4 : 1),
  cells_(columns * rows)
{
}

Canvas::Cell * Canvas::cell(double x, double y)
{
  if (!(x >= 0 && y >= 0 && x < static_cast<double>(width()) &&
        y < static_cast<double>(height()))) {
    return nullptr;
  }
  return &cells_
    [static_cast<std::size_t>(y) / dots_y_ * columns_ + static_cast<std::size_t>(x) / dots_x_];
}

void Canvas::dot(double x, double y)
{
  if (Cell * cell = this->cell(x, y)) {
    // Braille numbers its dots down the left column, down the right one, and then the lowest row.
    static constexpr unsigned bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    cell->dots |=
      bits[static_cast<std::size_t>(y) % dots_y_][static_cast<std::size_t>(x) % dots_x_];
  }
}

void Canvas::line(double x0, double y0, double x1, double y1)
{
  const double steps = std::ceil(std::max({std::abs(x1 - x0), std::abs(y1 - y0), 1.0}));
  for (double i = 0; i <= steps; ++i) {
    dot(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps);
  }
}

void Canvas::mark(double x, double y, const std::string & character)
{
  if (Cell * cell = this->cell(x, y)) {
    cell->mark = character;
  }
}

std::vector<std::string> Canvas::lines() const
{
  std::vector<std::string> lines(rows_);
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const Cell & cell = cells_[i];
    std::string & line = lines[i / columns_];
    if (!cell.mark.empty()) {
      line += cell.mark;
    } else if (cell.dots == 0) {
      line += ' ';
    } else {
      line += utf8_ ? utf8_character(0x2800U + cell.dots) : "*";
    }
  }
  return lines;
}

std::string bar(double value, double limit, std::size_t columns, bool utf8)
{
  const std::size_t half = (columns - 1) / 2;
  const double share = limit > 0 ? std::clamp(value / limit, -1.0, 1.0) : 0.0;
  const auto filled =
    static_cast<std::size_t>(std::lround(std::abs(share) * static_cast<double>(half)));
  const std::string full = utf8 ? "█" : "#", empty = utf8 ? "·" : ".", zero = utf8 ? "│" : "|";
  std::string left, right;
  for (std::size_t i = 0; i < half; ++i) {
    left += share < 0 && half - i <= filled ? full : empty;
    right += share > 0 && i < filled ? full : empty;
  }
  return left + zero + right;
}

}  // namespace teleop_demo
