// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The counters of named stages, and the formats in which they are shown.

#include "rxros2/tracing/trace.hpp"

#include <errno.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "tracing/graph_drawing.hpp"
#include "tracing/trace_reporter.hpp"

namespace rxros2
{

namespace detail
{

namespace
{

std::string quoted(const std::string & text);
std::string valid_utf8(std::string text);

/// An event of a stage that is to be shown.
struct marble
{
  const stage_record * stage;
  std::int64_t at;  // in ticks
  char kind;        // subscribed, next, error, completed: the first letter
  std::string text;
};

constexpr std::size_t most_marbles = 1000;  // maximum number that wait for a report
constexpr std::size_t most_of_an_error = 300;
constexpr std::chrono::milliseconds between_marbles(33);

/// A name, with the counters that its subscriptions borrow. A returned counter continues with the
/// next subscription, so there are never more than the maximum of simultaneous subscriptions.
struct stage : stage_record
{
  using stage_record::stage_record;

  std::deque<stage_counts> counts;  // their addresses must not change
  std::vector<stage_counts *> unused;
  std::uint64_t in_before = 0;  // the counts at the last reset
  std::uint64_t out_before = 0;
  std::int64_t total_before = 0;
};

/// All names of the process, and the edges between them.
class trace_registry
{
public:
  static trace_registry & instance()
  {
    // Never destroyed: streams may still count while the process ends.
    static trace_registry * const registry = new trace_registry;
    return *registry;
  }

  stage_record * find(const std::string & name, const stage_place & place)
  {
    report_to_who_listens();
    const std::lock_guard lock(mutex_);
    auto & found = stages_[name];
    if (!found) {
      found =
        std::make_unique<stage>(name, std::string(place.file) + ":" + std::to_string(place.line));
      found->next_marble = listened_ ? 0 : INT64_MAX;
    }
    return found.get();
  }
  stage_counts * lend(stage_record & record)
  {
    const std::lock_guard lock(mutex_);
    stage & lender = static_cast<stage &>(record);
    if (lender.unused.empty()) {
      lender.unused.reserve(lender.counts.size() + 1);  // so that give_back() needs no memory
      return &lender.counts.emplace_back();
    }
    stage_counts * const borrowed = lender.unused.back();
    lender.unused.pop_back();
    return borrowed;
  }
  void give_back(stage_record & record, stage_counts * counts) noexcept
  {
    const std::lock_guard lock(mutex_);
    static_cast<stage &>(record).unused.push_back(counts);
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
    for (const auto & [name, found] : stages_) {
      trace::stage_statistics & stage_statistics = all.emplace_back();
      stage_statistics.name = name;
      stage_statistics.place = found->place;
      stage_statistics.subscriptions = found->subscriptions;
      stage_statistics.errors = found->errors;
      stage_statistics.completed = found->completed;
      stage_statistics.in = 0 - found->in_before;
      stage_statistics.out = 0 - found->out_before;
      std::int64_t total = -found->total_before;
      std::int64_t longest = 0;
      for (const stage_counts & counts : found->counts) {
        stage_statistics.in += counts.in;
        stage_statistics.out += counts.out;
        total += counts.total;
        longest = std::max(longest, counts.longest.load());
      }
      stage_statistics.longest = scale_.duration(longest);
      if (stage_statistics.out > 0) {
        stage_statistics.mean =
          scale_.duration(total / static_cast<std::int64_t>(stage_statistics.out));
      }
      for (auto edge = edges_.lower_bound({name, ""}); edge != edges_.end() && edge->first == name;
           ++edge) {
        stage_statistics.feeds.push_back(edge->second);
      }
    }
    return all;
  }
  void reset()
  {
    const std::lock_guard lock(mutex_);
    for (const auto & [name, found] : stages_) {
      found->subscriptions = found->errors = found->completed = 0;
      found->in_before = found->out_before = 0;
      found->total_before = 0;
      for (stage_counts & counts : found->counts) {
        found->in_before += counts.in;  // a concurrent writer would not see a reset to 0
        found->out_before += counts.out;
        found->total_before += counts.total;
        counts.longest = 0;
      }
    }
  }

  /// Keeps a marble for the next report, if there is a viewer; the stage's next one follows some
  /// time later.
  void keep(stage_record & record, std::int64_t at, char kind, std::string text)
  {
    if (!listened_) {
      return;
    }
    const std::lock_guard lock(mutex_);
    if (kind == 'n') {
      record.next_marble = at + scale_.count(between_marbles);
    }
    if (listened_ && marbles_.size() < most_marbles) {
      marbles_.push_back({&record, at, kind, std::move(text)});
    } else {
      ++left_out_;
    }
  }

  std::atomic<bool> on{false};

private:
  /// Creates the reporter, once there is a context in which it can report.
  void report_to_who_listens()
  {
    const auto context = rclcpp::contexts::get_global_default_context();
    if (!context->is_valid()) {
      return;
    }
    const std::lock_guard lock(reporter_mutex_);
    if (no_reporter_ || (reporter_ && !reporter_->is_over())) {
      return;
    }
    reporter_.reset();
    try {
      reporter_ = std::make_unique<trace_reporter>(
        context, [this] { return report(); }, [this](bool anybody) { listen(anybody); });
    } catch (const std::exception & error) {
      if (!context->is_valid()) {
        return;  // it was shut down meanwhile
      }
      no_reporter_ = true;
      RCLCPP_WARN(
        rclcpp::get_logger("rxros2"), "rxros2 view will not see streams: %s", error.what());
      return;
    }
    // Runs before the end of the objects that it uses, which were constructed earlier.
    [[maybe_unused]] static const int registered = std::atexit([] {
      trace_registry & registry = instance();
      const std::lock_guard last(registry.reporter_mutex_);
      registry.reporter_.reset();
      registry.no_reporter_ = true;
    });
  }

  void listen(bool anybody)
  {
    const std::lock_guard lock(mutex_);
    listened_ = anybody;
    marbles_ = {};
    left_out_ = 0;
    for (const auto & [name, found] : stages_) {
      found->next_marble = anybody ? 0 : INT64_MAX;
    }
  }

  std::string report()
  {
    const std::string stages = trace::json();
    std::vector<marble> marbles;
    std::uint64_t left_out = 0;
    {
      const std::lock_guard lock(mutex_);
      marbles.swap(marbles_);
      left_out = std::exchange(left_out_, 0);
    }
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const std::int64_t now_ticks = ticks();
    char host[256] = "";
    ::gethostname(host, sizeof host - 1);
    std::string text = "{\"process\": " + quoted(program_invocation_short_name) +
                       ", \"host\": " + quoted(host) + ", \"pid\": " + std::to_string(::getpid()) +
                       ", \"language\": \"C++\", \"time\": " + seconds(now) +
                       ", \"stages\": " + stages + ", \"events\": [";
    for (const marble & item : marbles) {
      const auto ago = scale_.duration(now_ticks - item.at);
      text += &item == marbles.data() ? "[" : ", [";
      text += quoted(item.stage->name) + ", " + seconds(now - ago) + ", \"" + item.kind + "\", " +
              quoted(item.text) + "]";
    }
    return valid_utf8(text + "], \"left_out\": " + std::to_string(left_out) + "}");
  }

  static std::string seconds(std::chrono::system_clock::duration time)
  {
    char text[40];
    std::snprintf(text, sizeof text, "%.6f", std::chrono::duration<double>(time).count());
    return text;
  }

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

  const tick_scale scale_;
  std::mutex mutex_;  // guards the members below up to the next mutex
  std::map<std::string, std::unique_ptr<stage>> stages_;
  std::set<std::pair<std::string, std::string>> edges_;  // from, to
  std::vector<marble> marbles_;
  std::uint64_t left_out_ = 0;  // dropped since the last report, for lack of room
  std::atomic<bool> listened_{false};

  std::mutex reporter_mutex_;  // guards the members below; not for the reporter's thread
  std::unique_ptr<trace_reporter> reporter_;
  bool no_reporter_ = false;
};

thread_local stage_record * subscribing = nullptr;

/// Returns the text in quotes, with the escapes of JSON and DOT; control characters become spaces.
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

/// Replaces invalid UTF-8 by '?': bytes of a user's text, a character that was cut in two.
std::string valid_utf8(std::string text)
{
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t length = c < 0x80   ? 1
                               : c < 0xc2 ? 0
                               : c < 0xe0 ? 2
                               : c < 0xf0 ? 3
                               : c < 0xf5 ? 4
                                          : 0;
    bool whole = length > 0 && i + length <= text.size();
    for (std::size_t k = 1; whole && k < length; ++k) {
      whole = (static_cast<unsigned char>(text[i + k]) & 0xc0) == 0x80;
    }
    if (whole) {
      i += length;
    } else {
      text[i++] = '?';
    }
  }
  return text;
}

/// Returns the second line of a box of the graph.
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

stage_end::stage_end(stage_record * stage)
: stage_(stage), counts_(stage ? trace_registry::instance().lend(*stage) : nullptr)
{
}

void stage_end::give_back() noexcept
{
  trace_registry::instance().give_back(*stage_, counts_);
}

void stage_end::fail(const std::exception_ptr & error) noexcept
{
  if (!counts_) {
    return;
  }
  stage_->errors.fetch_add(1, std::memory_order_relaxed);
  try {
    std::string text;
    try {
      std::rethrow_exception(error);
    } catch (const std::exception & known) {
      text = known.what();
    } catch (...) {
      text = "an exception that is not a std::exception";
    }
    trace_registry::instance().keep(*stage_, ticks(), 'e', text.substr(0, most_of_an_error));
  } catch (...) {  // out of memory: it is not shown
  }
}

void stage_end::complete() noexcept
{
  if (!counts_) {
    return;
  }
  stage_->completed.fetch_add(1, std::memory_order_relaxed);
  try {
    trace_registry::instance().keep(*stage_, ticks(), 'c', {});
  } catch (...) {  // out of memory: it is not shown
  }
}

void stage_end::keep(std::int64_t now, std::string text)
{
  trace_registry::instance().keep(*stage_, now, 'n', std::move(text));
}

stage_record * find_stage(const std::string & name, const stage_place & place)
{
  return trace::enabled() ? trace_registry::instance().find(name, place) : nullptr;
}

subscribing_stage::subscribing_stage(stage_record * stage) : before_(subscribing)
{
  if (stage) {
    stage->subscriptions.fetch_add(1, std::memory_order_relaxed);
    trace_registry::instance().keep(*stage, ticks(), 's', {});
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
            ", \"longest\": " + std::to_string(s.longest.count()) +
            ", \"place\": " + detail::quoted(s.place) + ", \"feeds\": [";
    for (std::size_t i = 0; i < s.feeds.size(); ++i) {
      text += (i > 0 ? ", " : "") + detail::quoted(s.feeds[i]);
    }
    text += "]}";
  }
  return text + "]\n";
}

}  // namespace trace
}  // namespace rxros2
