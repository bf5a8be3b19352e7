// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The counters of named stages, and what is shown of them.

#include "rxros2/trace.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "graph_drawing.hpp"

namespace rxros2
{

namespace detail
{

namespace
{

/// All names of the process, and which feeds which.
class trace_registry
{
public:
  static trace_registry & instance()
  {
    // Never destroyed: streams may still count while the process ends.
    static trace_registry * const registry = new trace_registry;
    return *registry;
  }

  stage_record * find(const std::string & name)
  {
    const std::lock_guard lock(mutex_);
    auto & record = records_[name];
    if (!record) {
      record = std::make_unique<stage_record>(name);
    }
    return record.get();
  }
  void connect(const stage_record & from, const stage_record & to)
  {
    const std::lock_guard lock(mutex_);
    edges_.emplace(from.name, to.name);
  }

  std::vector<trace::stage_statistics> statistics()
  {
    const std::lock_guard lock(mutex_);
    std::vector<trace::stage_statistics> all;
    for (const auto & [name, record] : records_) {
      trace::stage_statistics & each = all.emplace_back();
      each.name = name;
      each.subscriptions = record->subscriptions;
      each.in = record->in;
      each.out = record->out;
      each.errors = record->errors;
      each.completed = record->completed;
      each.longest = std::chrono::nanoseconds(record->longest);
      if (each.out > 0) {
        each.mean = std::chrono::nanoseconds(record->total / static_cast<std::int64_t>(each.out));
      }
      for (auto edge = edges_.lower_bound({name, ""}); edge != edges_.end() && edge->first == name;
           ++edge) {
        each.feeds.push_back(edge->second);
      }
    }
    return all;
  }
  void reset()
  {
    const std::lock_guard lock(mutex_);
    for (const auto & [name, record] : records_) {
      for (auto * count :
           {&record->subscriptions, &record->in, &record->out, &record->errors,
            &record->completed}) {
        *count = 0;
      }
      record->total = 0;
      record->longest = 0;
    }
  }

  std::atomic<bool> on{false};

private:
  trace_registry()
  {
    const char * const wish = std::getenv("RXROS2_TRACE");
    if (wish && *wish && std::string(wish) != "0") {
      on = true;
      std::atexit(&show_at_exit);
    }
  }

  static void show_at_exit()
  {
    const std::string wish = std::getenv("RXROS2_TRACE");
    const auto show = wish.ends_with(".svg")    ? &trace::svg
                      : wish.ends_with(".dot")  ? &trace::dot
                      : wish.ends_with(".json") ? &trace::json
                                                : nullptr;
    if (!show) {
      std::fputs(trace::table().c_str(), stderr);
      return;
    }
    std::FILE * const file = std::fopen(wish.c_str(), "w");
    if (!file) {
      std::perror(("RXROS2_TRACE: cannot write '" + wish + "'").c_str());
      return;
    }
    std::fputs(show().c_str(), file);
    std::fclose(file);
  }

  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<stage_record>> records_;
  std::set<std::pair<std::string, std::string>> edges_;  // from, to
};

thread_local stage_record * subscribing = nullptr;

/// With what JSON and DOT want before quotes and backslashes; control characters become spaces.
std::string quoted(const std::string & text)
{
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
    }
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + '"';
}

/// What a box of the graph says below its name.
std::string counts_of(const trace::stage_statistics & s)
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

void stage_record::leave() noexcept
{
  out.fetch_add(1, std::memory_order_relaxed);
  const std::int64_t began = entered.load(std::memory_order_relaxed);
  if (began == 0) {
    return;  // a source: nothing goes in
  }
  const std::int64_t took = now() - began;
  total.fetch_add(took, std::memory_order_relaxed);
  std::int64_t so_far = longest.load(std::memory_order_relaxed);
  while (so_far < took && !longest.compare_exchange_weak(so_far, took, std::memory_order_relaxed)) {
  }
}

stage_record * find_stage(const std::string & name)
{
  return trace::enabled() ? trace_registry::instance().find(name) : nullptr;
}

subscribing_stage::subscribing_stage(stage_record * stage) : before_(subscribing)
{
  if (stage) {
    stage->subscriptions.fetch_add(1, std::memory_order_relaxed);
    if (before_) {
      trace_registry::instance().connect(*stage, *before_);
    }
    subscribing = stage;
  }
}

subscribing_stage::~subscribing_stage()
{
  subscribing = before_;
}

}  // namespace detail

namespace trace
{

using detail::trace_registry;

bool enabled() noexcept
{
  return trace_registry::instance().on.load(std::memory_order_relaxed);
}

void enable(bool on) noexcept
{
  trace_registry::instance().on.store(on, std::memory_order_relaxed);
}

std::vector<stage_statistics> statistics()
{
  return trace_registry::instance().statistics();
}

void reset() noexcept
{
  trace_registry::instance().reset();
}

std::string table()
{
  std::vector<std::vector<std::string>> rows{
    {"stage", "subscriptions", "in", "out", "dropped", "errors", "completed", "mean µs",
     "longest µs"}};
  for (const stage_statistics & s : statistics()) {
    rows.push_back(
      {s.name, std::to_string(s.subscriptions), std::to_string(s.in), std::to_string(s.out),
       std::to_string(s.in > s.out ? s.in - s.out : 0), std::to_string(s.errors),
       std::to_string(s.completed), detail::microseconds(s.mean), detail::microseconds(s.longest)});
  }
  const auto width = [](const std::string & text) {  // of UTF-8
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
    label.insert(label.size() - 1, "\\n" + detail::counts_of(s));
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
    box.note = detail::counts_of(s);
    box.details =
      "subscriptions: " + std::to_string(s.subscriptions) + "\nin: " + std::to_string(s.in) +
      "\nout: " + std::to_string(s.out) + "\nerrors: " + std::to_string(s.errors) +
      "\ncompleted: " + std::to_string(s.completed) + "\nmean: " + detail::microseconds(s.mean) +
      " µs\nlongest: " + detail::microseconds(s.longest) + " µs";
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
            ", \"longest\": " + std::to_string(s.longest.count()) + ", \"feeds\": [";
    for (std::size_t i = 0; i < s.feeds.size(); ++i) {
      text += (i > 0 ? ", " : "") + detail::quoted(s.feeds[i]);
    }
    text += "]}";
  }
  return text + "]\n";
}

}  // namespace trace
}  // namespace rxros2
