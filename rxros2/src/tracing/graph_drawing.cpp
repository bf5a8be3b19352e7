// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Layers by the longest path, order by barycentres, heights by least squares that keep the order.

#include "tracing/graph_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace rxros2::detail
{

namespace
{

// In pixels.
constexpr double character = 7.3;
constexpr double box_height = 40;
constexpr double between_boxes = 18;
constexpr double between_layers = 56;
constexpr double margin = 16;

using places = std::vector<std::size_t>;

/// A box, or a bend: a place in a layer where an arrow passes.
struct place
{
  std::size_t layer = 0;
  double width = 0;
  double height = 0;
  double x = 0;  // of its centre
  double y = 0;
  places before;  // in the next layer to the left; `after` is to the right
  places behind;
};

double width_of(const std::string & text)
{
  const auto characters =
    std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
  return character * static_cast<double>(characters);
}

class drawing
{
public:
  explicit drawing(const std::vector<drawn_box> & graph) : graph_(graph), places_(graph.size())
  {
    for (std::size_t i = 0; i < graph.size(); ++i) {
      places_[i].width = std::max(width_of(graph[i].title), width_of(graph[i].note)) + 24;
      places_[i].height = box_height;
    }
    find_arrows();
    find_layers();
    bend_arrows();
    order_layers();
    place_layers();
  }

  std::string text() const;

private:
  struct arrow
  {
    std::size_t from;
    std::size_t to;
    bool turned;  // drawn to the left, because it closes a cycle
    places way{};
  };

  // Arrows that close a cycle are reversed.
  void find_arrows()
  {
    enum class seen
    {
      no,
      open,
      closed
    };
    std::vector<seen> state(graph_.size(), seen::no);
    const std::function<void(std::size_t)> visit = [&](std::size_t from) {
      state[from] = seen::open;
      for (const std::size_t to : graph_[from].to) {
        if (state[to] == seen::open) {
          if (to != from) {
            arrows_.push_back({to, from, true});
          }
          continue;
        }
        arrows_.push_back({from, to, false});
        if (state[to] == seen::no) {
          visit(to);
        }
      }
      state[from] = seen::closed;
      left_to_right_.push_back(from);
    };
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      if (state[i] == seen::no) {
        visit(i);
      }
    }
    std::reverse(left_to_right_.begin(), left_to_right_.end());
  }

  // Places each box as far to the left as its sources allow; a source is placed just before the
  // boxes that it feeds.
  void find_layers()
  {
    for (const std::size_t i : left_to_right_) {
      for (const arrow & a : arrows_) {
        if (a.from == i) {
          places_[a.to].layer = std::max(places_[a.to].layer, places_[i].layer + 1);
        }
      }
    }
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      std::size_t nearest = std::numeric_limits<std::size_t>::max();
      bool source = true;
      for (const arrow & a : arrows_) {
        source &= a.to != i;
        nearest = a.from == i ? std::min(nearest, places_[a.to].layer) : nearest;
      }
      if (source && nearest != std::numeric_limits<std::size_t>::max()) {
        places_[i].layer = nearest - 1;
      }
    }
  }

  // An arrow gets a place of its own in each layer that it crosses.
  void bend_arrows()
  {
    for (arrow & a : arrows_) {
      std::size_t last = a.from;
      a.way.push_back(last);
      const auto connect = [&](std::size_t next) {
        places_[last].behind.push_back(next);
        places_[next].before.push_back(last);
        a.way.push_back(next);
        last = next;
      };
      while (places_[last].layer + 1 < places_[a.to].layer) {
        place bend;
        bend.layer = places_[last].layer + 1;
        places_.push_back(std::move(bend));
        connect(places_.size() - 1);
      }
      connect(a.to);
    }
    for (std::size_t i = 0; i < places_.size(); ++i) {
      layers_.resize(std::max(layers_.size(), places_[i].layer + 1));
      layers_[places_[i].layer].push_back(i);
    }
  }

  // Sweeps back and forth; each place moves to the mean of its neighbours. The order with the
  // fewest crossings is kept.
  void order_layers()
  {
    std::vector<places> best = layers_;
    std::size_t fewest = crossings();
    for (int sweep = 0; sweep < 12 && fewest > 0; ++sweep) {
      const bool forth = sweep % 2 == 0;
      for (std::size_t k = 1; k < layers_.size(); ++k) {
        order(layers_[forth ? k : layers_.size() - 1 - k], forth);
      }
      const std::size_t now = crossings();
      if (now < fewest) {
        fewest = now;
        best = layers_;
      }
    }
    layers_ = std::move(best);
  }
  void order(places & layer, bool forth)
  {
    const auto rank = ranks();
    std::vector<std::pair<double, std::size_t>> wished;
    for (const std::size_t i : layer) {
      const places & neighbours = forth ? places_[i].before : places_[i].behind;
      double sum = 0;
      for (const std::size_t n : neighbours) {
        sum += rank[n];
      }
      wished.emplace_back(
        neighbours.empty() ? rank[i] : sum / static_cast<double>(neighbours.size()), i);
    }
    std::stable_sort(wished.begin(), wished.end(), [](const auto & a, const auto & b) {
      return a.first < b.first;
    });
    for (std::size_t k = 0; k < layer.size(); ++k) {
      layer[k] = wished[k].second;
    }
  }
  std::vector<double> ranks() const
  {
    std::vector<double> rank(places_.size());
    for (const places & layer : layers_) {
      for (std::size_t k = 0; k < layer.size(); ++k) {
        rank[layer[k]] = static_cast<double>(k) / static_cast<double>(layer.size());
      }
    }
    return rank;
  }
  std::size_t crossings() const
  {
    const auto rank = ranks();
    std::size_t count = 0;
    for (const places & layer : layers_) {
      std::vector<std::pair<double, double>> ends;
      for (const std::size_t i : layer) {
        for (const std::size_t n : places_[i].behind) {
          ends.emplace_back(rank[i], rank[n]);
        }
      }
      for (std::size_t a = 0; a < ends.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          count += (ends[a].first - ends[b].first) * (ends[a].second - ends[b].second) < 0;
        }
      }
    }
    return count;
  }

  void place_layers()
  {
    double x = margin;
    for (const places & layer : layers_) {
      double widest = 0;
      double y = margin;
      for (const std::size_t i : layer) {
        widest = std::max(widest, places_[i].width);
        y += places_[i].height / 2;
        places_[i].y = y;
        y += places_[i].height / 2 + between_boxes;
      }
      for (const std::size_t i : layer) {
        places_[i].x = x + widest / 2;
      }
      left_.push_back(x);
      right_.push_back(x + widest);
      x += widest + between_layers;
    }
    for (int pass = 0; pass < 12; ++pass) {
      for (std::size_t k = 0; k < layers_.size(); ++k) {
        straighten(layers_[pass % 2 == 0 ? k : layers_.size() - 1 - k]);
      }
    }
    double top = std::numeric_limits<double>::max();
    for (const place & p : places_) {
      top = std::min(top, p.y - p.height / 2);
    }
    for (place & p : places_) {
      p.y += margin - top;
    }
  }

  // Computes the heights closest to those of the neighbours that keep the order and the distances:
  // runs that would overlap move to their common mean.
  void straighten(const places & layer)
  {
    struct run
    {
      double mean() const { return sum / count; }

      double sum;
      double count;
      std::size_t begin;
    };
    std::vector<run> runs;
    std::vector<double> offsets;  // from the first place of the layer, if all were packed closely
    double offset = 0;
    for (std::size_t k = 0; k < layer.size(); ++k) {
      const place & p = places_[layer[k]];
      if (k > 0) {
        offset += (places_[layer[k - 1]].height + p.height) / 2 + between_boxes;
      }
      offsets.push_back(offset);
      double sum = 0;
      double count = 0;
      for (const places * side : {&p.before, &p.behind}) {
        for (const std::size_t n : *side) {
          sum += places_[n].y;
          ++count;
        }
      }
      runs.push_back({(count > 0 ? sum / count : p.y) - offset, 1, k});
      while (runs.size() > 1 && runs[runs.size() - 2].mean() > runs.back().mean()) {
        const run last = runs.back();
        runs.pop_back();
        runs.back().sum += last.sum;
        runs.back().count += last.count;
      }
    }
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const std::size_t end = r + 1 < runs.size() ? runs[r + 1].begin : layer.size();
      for (std::size_t k = runs[r].begin; k < end; ++k) {
        places_[layer[k]].y = runs[r].mean() + offsets[k];
      }
    }
  }

  const std::vector<drawn_box> & graph_;
  std::vector<place> places_;  // the boxes come first
  std::vector<arrow> arrows_;
  places left_to_right_;
  std::vector<places> layers_;
  std::vector<double> left_;  // left edge of each layer
  std::vector<double> right_;
};

std::string escaped(const std::string & text)
{
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      default:
        result += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
    }
  }
  return result;
}

std::string number(double x)
{
  return std::to_string(std::lround(x));
}

std::string point(double x, double y)
{
  return number(x) + ' ' + number(y);
}

std::string line(double x0, double x1)
{
  return number(x0) == number(x1) ? "" : 'H' + number(x1);
}

std::string curve(double x0, double y0, double x1, double y1)
{
  const double middle = (x0 + x1) / 2;
  return 'C' + point(middle, y0) + ' ' + point(middle, y1) + ' ' + point(x1, y1);
}

std::string drawing::text() const
{
  std::string arrows;
  for (const arrow & a : arrows_) {
    const place & from = places_[a.from];
    std::string path = 'M' + point(from.x + from.width / 2, from.y);
    for (std::size_t k = 1; k < a.way.size(); ++k) {
      const place & p = places_[a.way[k - 1]];
      const place & q = places_[a.way[k]];
      path += line(p.x + p.width / 2, right_[p.layer]) +
              curve(right_[p.layer], p.y, left_[q.layer], q.y) +
              line(left_[q.layer], q.x - q.width / 2);
    }
    arrows += "<path class=\"arrow\" d=\"" + path + "\" marker-" + (a.turned ? "start" : "end") +
              "=\"url(#head)\"/>\n";
  }
  std::string boxes;
  double width = 2 * margin;
  double height = 2 * margin;
  for (std::size_t i = 0; i < graph_.size(); ++i) {
    const place & p = places_[i];
    const std::string x = number(p.x);
    boxes += std::string("<g><title>") + escaped(graph_[i].details) + "</title><rect" +
             (graph_[i].alarming ? " class=\"alarming\"" : "") + " x=\"" +
             number(p.x - p.width / 2) + "\" y=\"" + number(p.y - p.height / 2) + "\" width=\"" +
             number(p.width) + "\" height=\"" + number(p.height) + "\" rx=\"6\"/><text x=\"" + x +
             "\" y=\"" + number(p.y - 4) + "\">" + escaped(graph_[i].title) +
             "</text><text class=\"note\" x=\"" + x + "\" y=\"" + number(p.y + 12) + "\">" +
             escaped(graph_[i].note) + "</text></g>\n";
    width = std::max(width, p.x + p.width / 2 + margin);
    height = std::max(height, p.y + p.height / 2 + margin);
  }
  for (const place & p : places_) {
    height = std::max(height, p.y + margin);
  }
  const std::string size = number(width) + "\" height=\"" + number(height);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + point(width, height) +
         "\" width=\"" + size +
         "\">\n<style>text{font:12px monospace;text-anchor:middle;fill:#222}.note{fill:#667}"
         "rect{fill:#eef2f7;stroke:#8aa0b8}.alarming{fill:#fbe9e7;stroke:#c0392b}"
         ".arrow{fill:none;stroke:#556;stroke-width:1.3}</style>\n"
         "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" "
         "markerHeight=\"8\" orient=\"auto-start-reverse\"><path d=\"M0 0L8 4L0 8z\" "
         "fill=\"#556\"/></marker></defs>\n"
         "<rect width=\"100%\" height=\"100%\" style=\"fill:#fff;stroke:none\"/>\n" +
         arrows + boxes + "</svg>\n";
}

}  // namespace

std::string svg_of(const std::vector<drawn_box> & graph)
{
  return drawing(graph).text();
}

}  // namespace rxros2::detail
