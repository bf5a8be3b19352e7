// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Draws two marble diagrams in one picture: the expected and the actual stream. For marbles.hpp.

#ifndef RX__TESTING__MARBLE_DRAWING_HPP_
#define RX__TESTING__MARBLE_DRAWING_HPP_

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "rx/time.hpp"

namespace rx::testing::detail
{

// The events of each frame: characters as in a diagram, empty for '-'.
using frames_of_marbles = std::vector<std::string>;

// A drawing of the expected and the actual diagram.
class marble_drawing
{
public:
  marble_drawing(frames_of_marbles expected, frames_of_marbles got, duration frame)
  : expected_(std::move(expected)), got_(std::move(got)), frame_(frame)
  {
    count_ = std::max({expected_.size(), got_.size(), std::size_t{1}});
    expected_.resize(count_);
    got_.resize(count_);
    for (std::size_t i = 0; i < count_; ++i) {
      most_ = std::max({most_, expected_[i].size(), got_[i].size()});
    }
  }

  // Returns an SVG with the diagrams one above the other, marked where they differ. Events in the
  // same frame are drawn one above the other, too.
  std::string svg() const
  {
    const std::size_t row = 16 + most_ * unit;
    const std::size_t width = left + count_ * unit + 30;
    const std::size_t height = top + 2 * row + 8;
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(width) +
                      "\" height=\"" + std::to_string(height) + "\">\n" + style;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::string x = std::to_string(left + i * unit);
      if (expected_[i] != got_[i]) {
        out += "<rect class=\"differs\" x=\"" + x + "\" y=\"0\" width=\"" + std::to_string(unit) +
               "\" height=\"" + std::to_string(height) + "\"/>\n";
      }
      if (i % 5 == 0) {
        out += "<text class=\"tick\" x=\"" + std::to_string(left + i * unit + unit / 2) +
               "\" y=\"14\">" + std::to_string(i) + "</text>\n";
      }
    }
    return out + drawn("expected", expected_, top + row / 2) +
           drawn("got", got_, top + row + row / 2) + "</svg>\n";
  }

private:
  static constexpr std::size_t left = 90;
  static constexpr std::size_t top = 20;
  static constexpr std::size_t unit = 26;
  static constexpr const char * style =
    "<style>text{font:12px monospace;fill:#222}.tick{fill:#777;text-anchor:middle;font-size:10px}"
    ".item{font-weight:bold;fill:#fff;text-anchor:middle}.differs{fill:#fde2e2}"
    "path{stroke:#222;stroke-width:2;fill:none}.error{stroke:#c22}</style>\n"
    "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";

  std::string drawn(const char * name, const frames_of_marbles & frames, std::size_t y) const
  {
    std::size_t end = count_;
    for (std::size_t i = 0; i < count_; ++i) {
      if (frames[i].find_first_of("|X") != std::string::npos) {
        end = i;
      }
    }
    const std::size_t stop = left + end * unit + (end == count_ ? 8 : unit / 2);
    std::string out = "<text x=\"8\" y=\"" + std::to_string(y + 4) + "\">" + name + "</text>\n";
    out += "<path d=\"M" + std::to_string(left) + ' ' + std::to_string(y) + 'H' +
           std::to_string(stop) + "\"/>\n";
    for (std::size_t i = 0; i < count_; ++i) {
      const std::size_t above =
        (frames[i].size() - std::min<std::size_t>(frames[i].size(), 1)) * unit / 2;
      for (std::size_t k = 0; k < frames[i].size(); ++k) {
        out += mark(frames[i][k], i, left + i * unit + unit / 2, y - above + k * unit);
      }
    }
    return out;
  }

  std::string mark(char what, std::size_t at, std::size_t x, std::size_t y) const
  {
    static constexpr std::array<const char *, 8> colours{
      "#4e79a7", "#c56a12", "#3f8a3a", "#8c5a85", "#c23b3d", "#3c7f7a", "#8a6d00", "#7a5b45"};
    const std::string place = std::to_string(x) + ' ' + std::to_string(y);
    const auto time = std::chrono::duration<double, std::milli>(frame_ * at).count();
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "frame %zu, %g ms", at, time);
    const std::string title = "<title>" + std::string(text.data()) + "</title>";
    if (what == '|') {
      return "<g>" + title + "<path d=\"M" + place + "m0 -11v22\"/></g>\n";
    }
    if (what == 'X') {
      return "<g>" + title + "<path class=\"error\" d=\"M" + place +
             "m-8 -8l16 16m0 -16l-16 16\"/></g>\n";
    }
    const auto colour = colours[static_cast<unsigned char>(what) % colours.size()];
    return "<g>" + title + "<circle cx=\"" + std::to_string(x) + "\" cy=\"" + std::to_string(y) +
           "\" r=\"11\" fill=\"" + colour + "\"/><text class=\"item\" x=\"" + std::to_string(x) +
           "\" y=\"" + std::to_string(y + 4) + "\">" + escaped(what) + "</text></g>\n";
  }

  static std::string escaped(char c)
  {
    const auto code = static_cast<unsigned char>(c);
    const bool plain = code >= ' ' && code < 127 && c != '<' && c != '>' && c != '&';
    return plain      ? std::string(1, c)
           : c == '<' ? "&lt;"
           : c == '>' ? "&gt;"
           : c == '&' ? "&amp;"
                      : "?";
  }

  frames_of_marbles expected_;
  frames_of_marbles got_;
  duration frame_;
  std::size_t count_ = 1;
  std::size_t most_ = 1;
};

// If the environment variable RX_TEST_DRAWINGS names a folder, writes the picture there, into a new
// file, and returns a line with its name for the end of a message. Otherwise returns an empty
// string.
inline std::string written(const marble_drawing & drawing)
{
  static std::atomic<int> number{0};
  const char * const folder = std::getenv("RX_TEST_DRAWINGS");
  if (folder == nullptr || *folder == '\0') {
    return {};
  }
  const std::string path = std::string(folder) + "/unexpected_marbles_" + std::to_string(getpid()) +
                           '_' + std::to_string(++number) + ".svg";
  const std::string text = drawing.svg();
  std::FILE * const file = std::fopen(path.c_str(), "w");
  const bool complete =
    file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file == nullptr || std::fclose(file) != 0 || !complete) {
    return "\n  not drawn: " + path + " cannot be written: " + std::strerror(errno);
  }
  return "\n  drawn in " + path;
}

}  // namespace rx::testing::detail

#endif  // RX__TESTING__MARBLE_DRAWING_HPP_
