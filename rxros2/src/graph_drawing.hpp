// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A directed graph as SVG, laid out here: what trace::svg() draws the named stages with.

#ifndef GRAPH_DRAWING_HPP_
#define GRAPH_DRAWING_HPP_

#include <cstddef>
#include <string>
#include <vector>

namespace rxros2::detail
{

/// A box and the boxes that its arrows point to, by their place in the vector. All texts are UTF-8.
struct drawn_box
{
  std::string title;
  std::string note;     ///< the second line
  std::string details;  ///< shown when the pointer rests on it
  bool alarming = false;
  std::vector<std::size_t> to;
};

/// A complete SVG document: arrows go from left to right, except where the graph has a cycle.
/** In layers, ordered so that few arrows cross; an arrow that passes a layer keeps clear of its
 * boxes. Meant for some
 *  hundred boxes. The same graph gives the same drawing. */
std::string svg_of(const std::vector<drawn_box> & graph);

}  // namespace rxros2::detail

#endif  // GRAPH_DRAWING_HPP_
