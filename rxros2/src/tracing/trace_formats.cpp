// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The counters of named stages as a table, DOT, SVG and JSON.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "rxros2/tracing/trace.hpp"
#include "tracing/graph_drawing.hpp"
#include "tracing/json_text.hpp"

namespace rxros2::trace
{

namespace
{

/// Returns the second line of a box of the graph.
std::string counts_of(const stage_statistics & s)
{
  return std::to_string(s.out) + " out" +
         (s.in > s.out ? ", " + std::to_string(s.in - s.out) + " dropped" : "") +
         (s.errors > 0 ? ", " + std::to_string(s.errors) + " errors" : "");
}

std::string microseconds(std::chrono::nanoseconds time)
{
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", static_cast<double>(time.count()) / 1000.0);
  return text;
}

}  // namespace

std::string table()
{
  std::vector<std::vector<std::string>> rows{
    {"stage", "subscriptions", "in", "out", "dropped", "errors", "completed", "mean µs",
     "longest µs"}};
  for (const stage_statistics & s : statistics()) {
    rows.push_back(
      {s.name, std::to_string(s.subscriptions), std::to_string(s.in), std::to_string(s.out),
       std::to_string(s.in > s.out ? s.in - s.out : 0), std::to_string(s.errors),
       std::to_string(s.completed), microseconds(s.mean), microseconds(s.longest)});
  }
  const auto width = [](const std::string & text) {  // counts the characters of UTF-8
    return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
  };
  std::string text;
  for (const auto & row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::ptrdiff_t widest = 0;
      for (const auto & other : rows) {
        widest = std::max(widest, width(other[i]));
      }
      const std::string space(static_cast<std::size_t>(widest - width(row[i])), ' ');
      text += i == 0 ? row[i] + space : "  " + space + row[i];
    }
    text += '\n';
  }
  return text;
}

std::string dot()
{
  std::string text = "digraph streams {\n  rankdir=LR;\n  node [shape=box];\n";
  for (const stage_statistics & s : statistics()) {
    std::string label = detail::quoted(s.name);
    label.insert(label.size() - 1, "\\n" + counts_of(s));
    text += "  " + detail::quoted(s.name) + " [label=" + label + "];\n";
    for (const std::string & to : s.feeds) {
      text += "  " + detail::quoted(s.name) + " -> " + detail::quoted(to) + ";\n";
    }
  }
  return text + "}\n";
}

std::string svg()
{
  const std::vector<stage_statistics> stages = statistics();
  std::vector<detail::drawn_box> boxes;
  for (const stage_statistics & s : stages) {
    detail::drawn_box & box = boxes.emplace_back();
    box.title = s.name;
    box.note = counts_of(s);
    box.details =
      "subscriptions: " + std::to_string(s.subscriptions) + "\nin: " + std::to_string(s.in) +
      "\nout: " + std::to_string(s.out) + "\nerrors: " + std::to_string(s.errors) +
      "\ncompleted: " + std::to_string(s.completed) + "\nmean: " + microseconds(s.mean) +
      " µs\nlongest: " + microseconds(s.longest) + " µs";
    box.alarming = s.errors > 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
      if (std::find(s.feeds.begin(), s.feeds.end(), stages[i].name) != s.feeds.end()) {
        box.to.push_back(i);
      }
    }
  }
  return detail::svg_of(boxes);
}

std::string json()
{
  std::string text = "[";
  for (const stage_statistics & s : statistics()) {
    text += text.size() > 1 ? ",\n " : "";
    text += "{\"name\": " + detail::quoted(s.name) +
            ", \"subscriptions\": " + std::to_string(s.subscriptions) +
            ", \"in\": " + std::to_string(s.in) + ", \"out\": " + std::to_string(s.out) +
            ", \"errors\": " + std::to_string(s.errors) +
            ", \"completed\": " + std::to_string(s.completed) +
            ", \"mean\": " + std::to_string(s.mean.count()) +
            ", \"longest\": " + std::to_string(s.longest.count()) +
            ", \"place\": " + detail::quoted(s.place) + ", \"feeds\": [";
    for (std::size_t i = 0; i < s.feeds.size(); ++i) {
      text += (i > 0 ? ", " : "") + detail::quoted(s.feeds[i]);
    }
    text += "]}";
  }
  return text + "]\n";
}

}  // namespace rxros2::trace
