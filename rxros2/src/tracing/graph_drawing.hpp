// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Draws a directed graph as SVG with its own layout; trace::svg() draws the named stages with it.

#ifndef TRACING__GRAPH_DRAWING_HPP_
#define TRACING__GRAPH_DRAWING_HPP_

#include <cstddef>
#include <string>
#include <vector>

namespace rxros2::detail
{

/// A box and the indices of the boxes that its arrows point to. All texts are UTF-8.
struct drawn_box
{
  std::string title;
  std::string note;     ///< the second line
  std::string details;  ///< shown as a tooltip
  bool alarming = false;
  std::vector<std::size_t> to;
};

/// Returns a complete SVG document: arrows go from left to right, except where the graph has a
/// cycle.
/** The layers are ordered so that few arrows cross; an arrow that passes a layer does not touch its
 * boxes. Suitable for a few hundred boxes. The same graph gives the same drawing. */
std::string svg_of(const std::vector<drawn_box> & graph);

}  // namespace rxros2::detail

#endif  // TRACING__GRAPH_DRAWING_HPP_
