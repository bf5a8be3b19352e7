// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The terminal as the teleop demo uses it: single keys in, a screen out, and everything as it was
// afterwards.
#ifndef TELEOP__DEMO__TERMINAL_HPP_
#define TELEOP__DEMO__TERMINAL_HPP_

#include <termios.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace teleop_demo
{

enum class Key
{
  up,
  down,
  left,
  right,
  space,
  w,
  a,
  s,
  d,
  b,
  quit
};

// Turns a terminal's bytes into keys: arrows in both of their spellings (ESC [ A, ESC O A), also
// when a sequence comes in pieces. Keys it does not know are skipped.
class KeyDecoder
{
public:
  std::vector<Key> feed(std::string_view bytes);

private:
  enum class State
  {
    plain,
    escape,
    sequence
  } state_ = State::plain;
};

// True if `fd` is a terminal on which this process may draw and from which it may read (it is in
// the foreground).
bool is_usable_terminal(int fd);

// Single keys without echo, while it lives; Ctrl-C stays a signal. Restores what was there.
class SingleKeys
{
public:
  explicit SingleKeys(int fd);
  ~SingleKeys();
  SingleKeys(const SingleKeys &) = delete;
  SingleKeys & operator=(const SingleKeys &) = delete;

private:
  int fd_;
  termios before_{};
};

// The terminal's other screen, without a cursor, while it lives.
class Screen
{
public:
  explicit Screen(int fd);
  ~Screen();
  Screen(const Screen &) = delete;
  Screen & operator=(const Screen &) = delete;

  struct Size
  {
    std::size_t columns, rows;
  };
  Size size() const;
  // Shows the lines, cut to the screen; what they do not cover is cleared.
  void show(const std::vector<std::string> & lines);

private:
  int fd_;
  termios before_{};
  bool has_termios_ = false;
};

// Whether the user's locale can show box and braille characters.
bool has_utf8();

// Writes all of the text. Returns false if the terminal has no reader.
bool write_all(int fd, std::string_view text);

// Number of columns that UTF-8 text takes (no wide characters in this program), escape sequences
// not counted.
std::size_t width(std::string_view text);

}  // namespace teleop_demo

#endif  // TELEOP__DEMO__TERMINAL_HPP_
