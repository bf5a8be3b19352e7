// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The rule by which two names are probably meant to be the same one.

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rxros2/nodes/detail/wait_report.hpp"

namespace rxros2::detail
{
namespace
{

constexpr std::size_t most_edits = 2;

bool is_alphanumeric(char c)
{
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}
bool is_digit(char c)
{
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

std::string letters_of(std::string_view name)
{
  std::string letters;
  for (const char c : name) {
    if (c != '/' && c != '_') {
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return letters;
}

/// Returns the name with one 0 in place of each number.
std::string without_numbers(std::string_view name)
{
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!is_digit(name[i])) {
      text += name[i];
    } else if (i == 0 || !is_digit(name[i - 1])) {
      text += '0';
    }
  }
  return text;
}

std::vector<std::string_view> parts_of(std::string_view name)
{
  std::vector<std::string_view> parts;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('/'), name.size());
    if (end > 0) {
      parts.push_back(name.substr(0, end));
    }
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return parts;
}

/// Returns true if `shorter` has the parts of `longer` in their order, the last one included, but
/// not all of them.
bool lacks_namespace(std::string_view shorter, std::string_view longer)
{
  const auto parts = parts_of(shorter);
  const auto all = parts_of(longer);
  if (parts.empty() || parts.size() >= all.size() || parts.back() != all.back()) {
    return false;
  }
  auto rest = all.begin();
  return std::all_of(parts.begin(), parts.end(), [&](std::string_view part) {
    rest = std::find(rest, all.end(), part);
    return rest != all.end() && (++rest, true);
  });
}

/// Returns the fewest insertions, deletions, replacements and swaps that turn one text into the
/// other.
std::size_t alignment(std::string_view one, std::string_view other)
{
  std::vector<std::vector<std::size_t>> rows(
    one.size() + 1, std::vector<std::size_t>(other.size() + 1));
  for (std::size_t i = 0; i <= one.size(); ++i) {
    for (std::size_t j = 0; j <= other.size(); ++j) {
      if (i == 0 || j == 0) {
        rows[i][j] = i + j;
        continue;
      }
      rows[i][j] = std::min(
        {rows[i - 1][j] + 1, rows[i][j - 1] + 1,
         rows[i - 1][j - 1] + (one[i - 1] != other[j - 1])});
      if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1]) {
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[one.size()][other.size()];
}

/// Returns the length of the text between two boundaries around a place in a name.
template <typename IsBoundary>
std::size_t width(std::string_view name, std::size_t begin, std::size_t end, IsBoundary is_boundary)
{
  while (begin > 0 && !is_boundary(name[begin - 1])) {
    --begin;
  }
  while (end < name.size() && !is_boundary(name[end])) {
    ++end;
  }
  return end - begin;
}

/// Returns the number of typing errors between two names; nothing if they are too many for the
/// length of their parts.
std::optional<std::size_t> edits_between(std::string_view one, std::string_view other)
{
  const std::size_t shorter = std::min(one.size(), other.size());
  if (std::max(one.size(), other.size()) - shorter > most_edits) {
    return std::nullopt;
  }
  std::size_t begin = 0;
  while (begin < shorter && one[begin] == other[begin]) {
    ++begin;
  }
  std::size_t same_end = 0;
  while (same_end < shorter - begin &&
         one[one.size() - 1 - same_end] == other[other.size() - 1 - same_end]) {
    ++same_end;
  }
  const std::size_t edits = alignment(
    one.substr(begin, one.size() - same_end - begin),
    other.substr(begin, other.size() - same_end - begin));
  const auto longest = [&](auto is_boundary) {
    return std::max(
      width(one, begin, one.size() - same_end, is_boundary),
      width(other, begin, other.size() - same_end, is_boundary));
  };
  const std::size_t word = longest([](char c) { return !is_alphanumeric(c); });
  const std::size_t part = longest([](char c) { return c == '/'; });
  if (edits > most_edits || word < 3 || part < (edits == 1 ? 4U : 7U)) {
    return std::nullopt;
  }
  return edits;
}

/// Returns how far two names are from each other; nothing if they are not near.
std::optional<std::size_t> distance(const std::string & one, const std::string & other)
{
  if (letters_of(one) == letters_of(other)) {
    return 0;
  }
  if (without_numbers(one) == without_numbers(other)) {
    return std::nullopt;
  }
  if (const auto edits = edits_between(one, other)) {
    return edits;
  }
  if (lacks_namespace(one, other) || lacks_namespace(other, one)) {
    return most_edits + 1;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> near_names(
  const std::string & name, const std::vector<std::string> & candidates)
{
  std::vector<std::pair<std::size_t, std::string>> rated;
  for (const std::string & candidate : candidates) {
    if (candidate != name) {
      if (const auto far = distance(name, candidate)) {
        rated.emplace_back(*far, candidate);
      }
    }
  }
  std::sort(rated.begin(), rated.end());
  rated.erase(std::unique(rated.begin(), rated.end()), rated.end());
  std::vector<std::string> names;
  names.reserve(rated.size());
  for (auto & [far, candidate] : rated) {
    names.push_back(std::move(candidate));
  }
  return names;
}

}  // namespace rxros2::detail
