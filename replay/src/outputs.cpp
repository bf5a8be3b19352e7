// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Compares outputs with a golden recording: the first difference, as fields and as marbles.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "bag/reader.hpp"
#include "cdr/differences.hpp"
#include "replay/outputs.hpp"
#include "run.hpp"

namespace replay
{

using detail::Fields;

namespace
{

namespace fs = std::filesystem;

struct OutputMessage
{
  std::int64_t time;
  std::string bytes;

  friend bool operator==(const OutputMessage &, const OutputMessage &) = default;
};

/// The messages of a topic with one type.
using Topics = std::map<std::pair<std::string, std::string>, std::vector<OutputMessage>>;

Topics read(const fs::path & path)
{
  const bag::Reader reader(path);
  Topics topics;
  std::vector<std::vector<OutputMessage> *> of_topic;
  for (const bag::Topic & topic : reader.topics()) {
    of_topic.push_back(&topics[{topic.name, topic.type}]);
  }
  auto messages = reader.messages();
  for (bag::Message message; messages.next(message);) {
    const auto * data = reinterpret_cast<const char *>(message.data.data());
    of_topic[message.topic]->push_back({message.log_time, std::string(data, message.data.size())});
  }
  return topics;
}

std::string seconds(std::int64_t ns)
{
  char text[48];
  std::snprintf(
    text, sizeof(text), "%lld.%09lld s", static_cast<long long>(ns / 1'000'000'000),
    static_cast<long long>(ns % 1'000'000'000));
  return text;
}

/// Returns one line of marbles for each of the two, from some messages before the first difference
/// to some after it, with a pointer to it. Equal letters are equal bytes.
std::string marbles(
  const std::vector<OutputMessage> & expected, const std::vector<OutputMessage> & found,
  std::size_t first)
{
  constexpr std::size_t around = 6;
  constexpr double width = 60;
  const std::size_t from = first - std::min(first, around);
  const auto part = [&](const std::vector<OutputMessage> & all) {
    return std::span(all).subspan(
      std::min(from, all.size()),
      std::min(first + around, all.size()) - std::min(from, all.size()));
  };
  const std::pair<const char *, std::span<const OutputMessage>> lines[] = {
    {"    expected  ", part(expected)}, {"    found     ", part(found)}};
  std::int64_t begin = INT64_MAX;
  std::int64_t end = INT64_MIN;
  for (const auto & [name, line_messages] : lines) {
    for (const OutputMessage & output_message : line_messages) {
      begin = std::min(begin, output_message.time);
      end = std::max(end, output_message.time);
    }
  }
  const double scale = end > begin ? width / static_cast<double>(end - begin) : 0;
  std::map<std::string, char> letters;
  std::string text;
  std::size_t pointed = std::string::npos;
  for (const auto & [name, line_messages] : lines) {
    std::string line;
    for (std::size_t i = 0; i < line_messages.size(); ++i) {
      const auto place =
        static_cast<std::size_t>(static_cast<double>(line_messages[i].time - begin) * scale);
      line.append(std::max(place, line.size()) - line.size(), '-');
      if (from + i == first) {
        pointed = std::min(pointed, line.size());
      }
      const auto next = static_cast<char>(letters.size() < 26 ? 'a' + letters.size() : '*');
      line += letters.try_emplace(line_messages[i].bytes, next).first->second;
    }
    text += name + line + "\n";
  }
  return text + std::string(14 + pointed, ' ') + "^\n";
}

/// The position of the first difference.
struct Difference
{
  std::int64_t time = INT64_MAX;
  Topics::key_type topic;
  std::size_t number = 0;
};

std::optional<Difference> compare(const Topics & golden, const Topics & now)
{
  static const std::vector<OutputMessage> none;
  std::set<Topics::key_type> names;
  for (const auto * topics : {&golden, &now}) {
    for (const auto & [name, messages] : *topics) {
      names.insert(name);
    }
  }
  std::optional<Difference> first;
  for (const auto & name : names) {
    const auto of = [&](const Topics & topics) -> const std::vector<OutputMessage> & {
      const auto entry = topics.find(name);
      return entry == topics.end() ? none : entry->second;
    };
    const auto & a = of(golden);
    const auto & b = of(now);
    const auto at = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    if (at.first == a.end() && at.second == b.end()) {
      continue;
    }
    std::int64_t time = INT64_MAX;
    time = at.first == a.end() ? time : std::min(time, at.first->time);
    time = at.second == b.end() ? time : std::min(time, at.second->time);
    if (!first || time < first->time) {
      first = Difference{time, name, static_cast<std::size_t>(at.first - a.begin())};
    }
  }
  return first;
}

std::string message(const std::vector<OutputMessage> & all, std::size_t number, std::int64_t begin)
{
  return number < all.size() ? "after " + seconds(all[number].time - begin) : "no message";
}

/// Returns how many messages of `all`, from `number` on, the other recording has skipped before its
/// next one, `next`; 0 if `all` does not contain that message, at its time, later on.
std::size_t left_out(
  const std::vector<OutputMessage> & all, std::size_t number, const OutputMessage & next)
{
  const auto from = all.begin() + static_cast<std::ptrdiff_t>(number);
  const auto at = std::find(from, all.end(), next);
  return at == all.end() ? 0 : static_cast<std::size_t>(at - from);
}

/// Returns the fields of two messages, or the first differing byte if the fields are unknown or
/// equal.
std::string fields(
  const OutputMessage & expected, const OutputMessage & output_message,
  const cdr::struct_description * description)
{
  constexpr std::size_t most = 8;
  const auto line = [](const std::string & label, const std::string & was, const std::string & is) {
    return "    " + label + ": expected " + was + ", found " + is + "\n";
  };
  std::vector<cdr::difference> differing;
  if (description) {
    try {
      differing = cdr::differences(
        std::as_bytes(std::span(expected.bytes)), std::as_bytes(std::span(output_message.bytes)),
        *description);
    } catch (const cdr::error &) {  // of another definition, or damaged
    }
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(most, differing.size()); ++i) {
    const cdr::difference & difference = differing[i];
    text += line(difference.path, cdr::to_text(difference.first), cdr::to_text(difference.second));
  }
  if (differing.size() > most) {
    text += "    … and " + std::to_string(differing.size() - most) + " more fields\n";
  }
  if (differing.empty() && expected.bytes != output_message.bytes) {
    const std::string & was = expected.bytes;
    const std::string & is = output_message.bytes;
    const auto at = std::mismatch(was.begin(), was.end(), is.begin(), is.end());
    const auto value = [](auto byte, auto end) {
      return byte == end ? "none" : std::to_string(static_cast<unsigned char>(*byte));
    };
    text = line(
      "byte " + std::to_string(at.first - was.begin()), value(at.first, was.end()),
      value(at.second, is.end()));
  }
  return text;
}

std::string describe(
  const Difference & difference, Topics & golden, Topics & now, std::int64_t begin,
  const Fields & known)
{
  const auto & a = golden[difference.topic];
  const auto & b = now[difference.topic];
  const std::size_t n = difference.number;
  const auto & [topic, type] = difference.topic;
  const bool have_both = n < a.size() && n < b.size();
  const std::size_t missing = have_both ? left_out(a, n, b[n]) : 0;
  const std::size_t added = have_both && missing == 0 ? left_out(b, n, a[n]) : 0;
  const auto none = [](std::size_t count, const char * verb) {
    return "no message; " + std::to_string(count) + (count == 1 ? " is " : " are ") + verb;
  };
  std::string text =
    "first in message " + std::to_string(n + 1) + " of " + topic + " (" + type +
    "):\n    expected  " + (added != 0 ? none(added, "added") : message(a, n, begin)) +
    "\n    found     " + (missing != 0 ? none(missing, "missing") : message(b, n, begin)) + "\n";
  if (have_both && missing == 0 && added == 0) {
    const auto description = known.find(type);
    text += fields(a[n], b[n], description == known.end() ? nullptr : description->second);
  }
  return text + marbles(a, b, n);
}

}  // namespace

bool is_accepting()
{
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  for (std::string word; std::getline(in, word, '\0');) {
    if (word == "--accept") {
      return true;
    }
  }
  return false;
}

std::string look_at_outputs(
  const std::string & bag, const std::string & golden, const Program & program,
  const Options & options, bool accept)
{
  const fs::path now = fs::path(golden).replace_extension("now.mcap");
  fs::remove(now);
  Options recorded = options;
  recorded.record = now;
  const auto [report, known] = detail::run_with_fields(bag, program, recorded);
  std::string text;
  for (const std::string & warning : report.warnings) {
    text += "  " + warning + "\n";
  }
  if (accept) {
    fs::rename(now, golden);
    return text;
  }
  if (!fs::exists(golden)) {
    return text + "there is no " + golden + " yet; the outputs, " +
           std::to_string(report.published) + " messages, are in " + now.string() +
           ". To accept them as golden, run this program with --accept";
  }
  Topics then_topics = read(golden);
  Topics now_topics = read(now);
  const auto difference = compare(then_topics, now_topics);
  if (!difference) {
    fs::remove(now);
    return text;
  }
  return text + "the outputs from " + bag + " differ from those of " + golden + ", " +
         describe(*difference, then_topics, now_topics, report.begin, known) +
         "  all differences: rxros2 bag diff " + golden + " " + now.string() +
         "\n  to accept the outputs as golden, run this program with --accept";
}

}  // namespace replay
