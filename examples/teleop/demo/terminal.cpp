// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The terminal as the teleop demo uses it (terminal.hpp).
#include "terminal.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <system_error>

namespace teleop_demo
{

namespace
{

// The key of the last byte of an escape sequence.
std::optional<Key> key_of_sequence(char end)
{
  switch (end) {
    case 'A':
      return Key::up;
    case 'B':
      return Key::down;
    case 'C':
      return Key::right;
    case 'D':
      return Key::left;
    default:
      return std::nullopt;
  }
}

std::optional<Key> key_of(char byte)
{
  switch (byte) {
    case ' ':
      return Key::space;
    case 'w':
    case 'W':
      return Key::w;
    case 'a':
    case 'A':
      return Key::a;
    case 's':
    case 'S':
      return Key::s;
    case 'd':
    case 'D':
      return Key::d;
    case 'b':
    case 'B':
      return Key::b;
    case 'q':
    case 'Q':
    case '\x04':
      return Key::quit;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::vector<Key> KeyDecoder::feed(std::string_view bytes)
{
  std::vector<Key> keys;
  for (const char byte : bytes) {
    std::optional<Key> key;
    if (byte == '\x1b') {
      state_ = State::escape;
    } else if (state_ == State::escape && (byte == '[' || byte == 'O')) {
      state_ = State::sequence;
    } else if (state_ == State::sequence) {
      key = key_of_sequence(byte);
      // Parameters (digits and ';' as in ESC [ 1 ; 5 A) go on; any letter or '~' ends the sequence.
      if (byte >= '@' && byte <= '~') {
        state_ = State::plain;
      }
    } else {
      state_ = State::plain;
      key = key_of(byte);
    }
    if (key) {
      keys.push_back(*key);
    }
  }
  return keys;
}

bool is_usable_terminal(int fd)
{
  const char * term = std::getenv("TERM");
  return isatty(fd) == 1 && tcgetpgrp(fd) == getpgrp() && term && *term &&
         std::strcmp(term, "dumb") != 0;
}

namespace
{

// Read before any child of ours can have changed it.
const struct FoundAtStart
{
  FoundAtStart() { known = tcgetattr(STDOUT_FILENO, &settings) == 0; }
  termios settings{};
  bool known = false;
} found_at_start;

}  // namespace

SingleKeys::SingleKeys(int fd) : fd_(fd)
{
  if (tcgetattr(fd_, &before_) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot read the terminal's settings");
  }
  termios single = before_;
  single.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  single.c_cc[VMIN] = 1;
  single.c_cc[VTIME] = 0;
  tcsetattr(fd_, TCSANOW, &single);
}

SingleKeys::~SingleKeys()
{
  tcsetattr(fd_, TCSAFLUSH, &before_);
}

Screen::Screen(int fd) : fd_(fd)
{
  // The reader of the keys is another process: should it die, its settings are put back here.
  has_termios_ = found_at_start.known;
  before_ = found_at_start.settings;
  write_all(fd_, "\x1b[?1049h\x1b[?25l\x1b[2J");
}

Screen::~Screen()
{
  write_all(fd_, "\x1b[?25h\x1b[?1049l");
  if (has_termios_) {
    tcsetattr(fd_, TCSANOW, &before_);
  }
}

Screen::Size Screen::size() const
{
  winsize size{};
  if (ioctl(fd_, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
    return {80, 24};
  }
  return {size.ws_col, size.ws_row};
}

namespace
{

// The first `columns` columns of a line; escape sequences are kept whole.
std::string cut(std::string_view line, std::size_t columns)
{
  std::string out;
  std::size_t used = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b') {
      const std::size_t end = line.find_first_of("mK", i);
      if (end == std::string_view::npos) {
        break;
      }
      out.append(line.substr(i, end - i + 1));
      i = end;
      continue;
    }
    const bool starts = (static_cast<unsigned char>(line[i]) & 0xC0U) != 0x80U;
    if (starts && used++ == columns) {
      break;
    }
    out += line[i];
  }
  return out;
}

}  // namespace

void Screen::show(const std::vector<std::string> & lines)
{
  const Size size = this->size();
  std::string out = "\x1b[H";
  for (std::size_t row = 0; row < size.rows; ++row) {
    if (row < lines.size()) {
      out += cut(lines[row], size.columns);
    }
    out += "\x1b[0m\x1b[K";
    if (row + 1 < size.rows) {
      out += "\r\n";
    }
  }
  write_all(fd_, out);
}

bool has_utf8()
{
  for (const char * name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char * value = std::getenv(name);
    if (value && *value) {
      return std::strstr(value, "UTF-8") || std::strstr(value, "utf8") ||
             std::strstr(value, "utf-8") || std::strstr(value, "UTF8");
    }
  }
  return false;
}

bool write_all(int fd, std::string_view text)
{
  while (!text.empty()) {
    const ssize_t done = write(fd, text.data(), text.size());
    if (done >= 0) {
      text.remove_prefix(static_cast<std::size_t>(done));
    } else if (errno == EAGAIN) {
      // Another process that shares this terminal may have made it non-blocking.
      pollfd room{fd, POLLOUT, 0};
      poll(&room, 1, 1000);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

std::size_t width(std::string_view text)
{
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = text.find_first_of("mK", i);
      if (i == std::string_view::npos) {
        break;
      }
    } else {
      columns += (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    }
  }
  return columns;
}

}  // namespace teleop_demo
