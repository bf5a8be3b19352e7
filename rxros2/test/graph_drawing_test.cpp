// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The properties of a readable drawing: boxes apart, arrows from edge to edge, to the right, over
// no box, with few crossings.

#include "tracing/graph_drawing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <regex>
#include <string>
#include <utility>
#include <vector>

using rxros2::detail::drawn_box;
using rxros2::detail::svg_of;

namespace
{

struct box
{
  double x, y, width, height;
};
struct way
{
  std::vector<std::pair<double, double>> points;
  bool turned;
};

std::vector<double> numbers(const std::string & text)
{
  std::vector<double> all;
  const std::regex number("-?[0-9]+");
  for (std::sregex_iterator i(text.begin(), text.end(), number), end; i != end; ++i) {
    all.push_back(std::stod(i->str()));
  }
  return all;
}

/// By title.
std::map<std::string, box> boxes(const std::string & svg)
{
  std::map<std::string, box> all;
  const std::regex drawn(R"(<rect(?: class="alarming")? (x="[^>]*") rx="6"/>)"
                         R"(<text x="[0-9]+" y="[0-9]+">([^<]*)</text>)");
  for (std::sregex_iterator i(svg.begin(), svg.end(), drawn), end; i != end; ++i) {
    const auto n = numbers((*i)[1]);
    all[(*i)[2]] = {n[0], n[1], n[2], n[3]};
  }
  return all;
}

/// With points so close that they show what lies on the path.
std::vector<way> ways(const std::string & svg)
{
  std::vector<way> all;
  const std::regex drawn("<path class=\"arrow\" d=\"([^\"]*)\" marker-(start|end)");
  const std::regex step("([MHC])([^MHC]*)");
  for (std::sregex_iterator i(svg.begin(), svg.end(), drawn), end; i != end; ++i) {
    way & w = all.emplace_back(way{{}, (*i)[2] == "start"});
    const std::string path = (*i)[1];
    for (std::sregex_iterator s(path.begin(), path.end(), step); s != end; ++s) {
      const auto n = numbers((*s)[2]);
      if ((*s)[1] == "M") {
        w.points.emplace_back(n[0], n[1]);
        continue;
      }
      const auto [x0, y0] = w.points.back();
      const std::vector<double> c = (*s)[1] == "C" ? n : std::vector{x0, y0, n[0], y0, n[0], y0};
      for (int k = 1; k <= 50; ++k) {
        const double t = k / 50.0;
        const auto bezier = [t](double a, double b, double d, double e) {
          const double u = 1 - t;
          return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * d + t * t * t * e;
        };
        w.points.emplace_back(bezier(x0, c[0], c[2], c[4]), bezier(y0, c[1], c[3], c[5]));
      }
    }
  }
  return all;
}

bool overlap(const box & a, const box & b)
{
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/// Returns the faults in the drawing of a graph; empty if there are none.
std::string faults(const std::vector<drawn_box> & graph)
{
  const std::string svg = svg_of(graph);
  const auto drawn = boxes(svg);
  if (drawn.size() != graph.size()) {
    return "boxes are missing: " + svg;
  }
  const auto size = numbers(svg.substr(svg.find("viewBox"), 40));
  std::size_t arrows = 0;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const box & one = drawn.at(graph[i].title);
    if (one.x < 0 || one.y < 0 || one.x + one.width > size[2] || one.y + one.height > size[3]) {
      return graph[i].title + " is outside: " + svg;
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (overlap(one, drawn.at(graph[k].title))) {
        return graph[i].title + " overlaps " + graph[k].title + ": " + svg;
      }
    }
    arrows += static_cast<std::size_t>(
      std::count_if(graph[i].to.begin(), graph[i].to.end(), [i](auto to) { return to != i; }));
  }
  const auto drawn_ways = ways(svg);
  if (drawn_ways.size() != arrows) {
    return "arrows are missing: " + svg;
  }
  for (const way & w : drawn_ways) {
    int touched = 0;
    for (const auto & [name, b] : drawn) {
      const auto near = [&](const auto & p, double room) {
        return p.first > b.x - room && p.first < b.x + b.width + room && p.second > b.y - room &&
               p.second < b.y + b.height + room;
      };
      touched += near(w.points.front(), 2) || near(w.points.back(), 2);
      if (std::any_of(
            w.points.begin(), w.points.end(), [&](const auto & p) { return near(p, -2); })) {
        return "an arrow passes over " + name + ": " + svg;
      }
    }
    if (touched != 2) {
      return "an arrow does not begin and end at a box: " + svg;
    }
    if (w.points.front().first >= w.points.back().first) {
      return "an arrow does not go to the right: " + svg;
    }
  }
  return "";
}

TEST(GraphDrawing, NothingIsAnEmptyDrawing)
{
  EXPECT_EQ(svg_of({}).find("<g>"), std::string::npos);
}

TEST(GraphDrawing, APipeIsAStraightLine)
{
  const std::vector<drawn_box> pipe{
    {"scan", "", "", false, {1}}, {"near", "", "", false, {2}}, {"cmd_vel", "", "", false, {}}};
  EXPECT_EQ(faults(pipe), "");
  const auto drawn = boxes(svg_of(pipe));
  EXPECT_EQ(drawn.at("scan").y, drawn.at("near").y);
  EXPECT_EQ(drawn.at("near").y, drawn.at("cmd_vel").y);
}

TEST(GraphDrawing, TwoPipesThatAreNamedCrosswiseDoNotCross)
{
  const std::vector<drawn_box> pipes{
    {"a", "", "", false, {3}},
    {"b", "", "", false, {2}},
    {"c", "", "", false, {}},
    {"d", "", "", false, {}}};
  const auto drawn = boxes(svg_of(pipes));
  EXPECT_EQ(drawn.at("a").y < drawn.at("b").y, drawn.at("d").y < drawn.at("c").y);
}

TEST(GraphDrawing, ASourceIsDrawnBeforeItsTargets)
{
  const std::vector<drawn_box> graph{
    {"a", "", "", false, {1}},
    {"b", "", "", false, {2}},
    {"c", "", "", false, {}},
    {"late", "", "", false, {2}}};
  const auto drawn = boxes(svg_of(graph));
  EXPECT_GT(drawn.at("late").x, drawn.at("a").x + drawn.at("a").width);
}

TEST(GraphDrawing, ACycleIsDrawnWithOneArrowBack)
{
  const std::vector<drawn_box> cycle{
    {"a", "", "", false, {1}}, {"b", "", "", false, {2}}, {"c", "", "", false, {0, 2}}};
  EXPECT_EQ(faults(cycle), "");
  const auto drawn = ways(svg_of(cycle));
  EXPECT_EQ(std::count_if(drawn.begin(), drawn.end(), [](const way & w) { return w.turned; }), 1);
}

TEST(GraphDrawing, AnyGraphOfTensOfBoxesIsReadable)
{
  std::mt19937 random(5);
  for (int round = 0; round < 60; ++round) {
    std::vector<drawn_box> graph(1 + random() % 40);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      graph[i].title = "stage " + std::to_string(i) + std::string(random() % 12, '.');
      graph[i].note = std::to_string(random() % 1000) + " out";
      for (std::size_t k = 0; k < graph.size(); ++k) {
        if (random() % (2 * graph.size()) < 2) {
          graph[i].to.push_back(k);
        }
      }
    }
    ASSERT_EQ(faults(graph), "") << "round " << round;
    ASSERT_EQ(svg_of(graph), svg_of(graph));
  }
}

}  // namespace
