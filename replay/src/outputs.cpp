// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Outputs compared with a golden recording: what differs first, in words and as marbles.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "bag/reader.hpp"
#include "replay/detail/outputs.hpp"

namespace replay::detail
{

namespace
{

namespace fs = std::filesystem;

struct Said
{
  std::int64_t time;
  std::string bytes;

  friend bool operator==(const Said &, const Said &) = default;
};

/// The messages of a topic with one type.
using Topics = std::map<std::pair<std::string, std::string>, std::vector<Said>>;

Topics read(const fs::path & path)
{
  const bag::Reader reader(path);
  Topics topics;
  std::vector<std::vector<Said> *> of_topic;
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

/// Messages about the first difference as marbles: equal letters are equal bytes.
std::string marbles(
  const std::vector<Said> & golden, const std::vector<Said> & now, std::size_t first)
{
  constexpr std::size_t around = 6;
  constexpr std::int64_t width = 60;
  const std::size_t from = first < around ? 0 : first - around;
  const auto part = [&](const std::vector<Said> & all) {
    const std::size_t begin = std::min(from, all.size());
    const std::size_t end = std::min(first + around, all.size());
    return std::vector<Said>(
      all.begin() + static_cast<std::ptrdiff_t>(begin),
      all.begin() + static_cast<std::ptrdiff_t>(end));
  };
  const std::vector<Said> parts[] = {part(golden), part(now)};
  std::int64_t begin = INT64_MAX;
  std::int64_t end = INT64_MIN;
  for (const auto & each : parts) {
    for (const Said & said : each) {
      begin = std::min(begin, said.time);
      end = std::max(end, said.time);
    }
  }
  std::map<std::string, char> letters;
  std::string text;
  for (const auto & each : parts) {
    std::string line;
    for (const Said & said : each) {
      const auto place = static_cast<std::size_t>(
        end == begin ? 0 : static_cast<double>(said.time - begin) / (end - begin) * width);
      line.append(std::max(place, line.size()) - line.size(), '-');
      const auto next = static_cast<char>(letters.size() < 26 ? 'a' + letters.size() : '*');
      line += letters.try_emplace(said.bytes, next).first->second;
    }
    text += (&each == parts ? "    golden  " : "    now     ") + line + "\n";
  }
  return text;
}

/// Where the two begin to differ.
struct Difference
{
  std::int64_t time = INT64_MAX;
  Topics::key_type topic;
  std::size_t number = 0;
};

std::optional<Difference> compare(const Topics & golden, const Topics & now)
{
  static const std::vector<Said> none;
  std::set<Topics::key_type> names;
  for (const auto * topics : {&golden, &now}) {
    for (const auto & [name, messages] : *topics) {
      names.insert(name);
    }
  }
  std::optional<Difference> first;
  for (const auto & name : names) {
    const auto of = [&](const Topics & topics) -> const std::vector<Said> & {
      const auto found = topics.find(name);
      return found == topics.end() ? none : found->second;
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

std::string message(const std::vector<Said> & all, std::size_t number, std::int64_t begin)
{
  if (number >= all.size()) {
    return "no message";
  }
  return "after " + seconds(all[number].time - begin) + ", " +
         std::to_string(all[number].bytes.size()) + " bytes";
}

std::string describe(
  const Difference & difference, Topics & golden, Topics & now, std::int64_t begin)
{
  const auto & a = golden[difference.topic];
  const auto & b = now[difference.topic];
  const std::size_t n = difference.number;
  std::string text = "first in message " + std::to_string(n + 1) + " of " + difference.topic.first +
                     " (" + difference.topic.second + "):\n    golden  " + message(a, n, begin) +
                     "\n    now     " + message(b, n, begin);
  if (n < a.size() && n < b.size() && a[n].bytes != b[n].bytes) {
    const std::string & x = a[n].bytes;
    const std::string & y = b[n].bytes;
    const auto byte = std::mismatch(x.begin(), x.end(), y.begin(), y.end());
    const auto value = [](auto at, auto end) {
      return at == end ? std::string("missing") : std::to_string(static_cast<unsigned char>(*at));
    };
    text += "; byte " + std::to_string(byte.first - x.begin()) + " is " +
            value(byte.second, y.end()) + ", was " + value(byte.first, x.end());
  }
  return text + "\n" + marbles(a, b, n);
}

/// Whether this process was called with --accept.
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

}  // namespace

std::string look_at_outputs(
  const std::string & bag, const std::string & golden, const Program & program,
  const Options & options)
{
  const fs::path now = fs::path(golden).replace_extension("now.mcap");
  fs::remove(now);
  Options recorded = options;
  recorded.record = now;
  const Report report = run(bag, program, recorded);
  std::string text;
  for (const std::string & warning : report.warnings) {
    text += "  " + warning + "\n";
  }
  if (is_accepting()) {
    fs::rename(now, golden);
    return text;
  }
  if (!fs::exists(golden)) {
    return text + "there is no " + golden + " yet; the outputs, " +
           std::to_string(report.published) + " messages, are in " + now.string() +
           ". To take them as the golden ones: run this program with --accept";
  }
  Topics then_topics = read(golden);
  Topics now_topics = read(now);
  const auto difference = compare(then_topics, now_topics);
  if (!difference) {
    fs::remove(now);
    return text;
  }
  return text + "the outputs from " + bag + " are no longer those of " + golden + ", " +
         describe(*difference, then_topics, now_topics, report.begin) +
         "  all that differs: rxros2 bag diff " + golden + " " + now.string() +
         "\n  to take the outputs as golden: run this program with --accept";
}

}  // namespace replay::detail
