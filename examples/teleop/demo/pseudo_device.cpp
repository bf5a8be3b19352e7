// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// pseudo_device: imitates a keyboard and a joystick. Writes their records to FIFOs, from the
// terminal's keys or from a recorded drive. The teleop demo runs it. It also drives any other
// program that reads /dev/input/…, on a machine without these devices.
#include <linux/input-event-codes.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "device.hpp"
#include "drive.hpp"
#include "terminal.hpp"

namespace teleop_demo
{

namespace
{

using Clock = std::chrono::steady_clock;

constexpr const char * usage =
  "usage: pseudo_device [--keyboard FIFO] [--joystick FIFO] [--play DRIVE] [--record DRIVE] "
  "[--report FD]\n"
  "  without --play: arrow keys and space are the keyboard, w a s d and b (button) the joystick, q "
  "ends\n"
  "  --report FD: after each action, a line 'keyboard RECORDS DROPPED joystick RECORDS DROPPED'\n";

struct Options
{
  std::string keyboard, joystick, play, record;
  int report = -1;
};

Options parse(int argc, char ** argv)
{
  Options options;
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--help") {
      std::fputs(usage, stdout);
      std::exit(0);
    }
    if (i + 1 == argc) {
      throw std::invalid_argument(name + ": expected a value after it");
    }
    const std::string value = argv[i + 1];
    if (name == "--keyboard") {
      options.keyboard = value;
    } else if (name == "--joystick") {
      options.joystick = value;
    } else if (name == "--play") {
      options.play = value;
    } else if (name == "--record") {
      options.record = value;
    } else if (name == "--report") {
      options.report = std::atoi(value.c_str());
    } else {
      throw std::invalid_argument("unknown option " + name);
    }
  }
  if (options.keyboard.empty() && options.joystick.empty()) {
    throw std::invalid_argument("expected --keyboard or --joystick");
  }
  return options;
}

class Devices
{
public:
  explicit Devices(const Options & options) : report_(options.report)
  {
    if (!options.keyboard.empty()) {
      keyboard_.emplace(options.keyboard, Device::keyboard);
    }
    if (!options.joystick.empty()) {
      joystick_.emplace(options.joystick, Device::joystick);
    }
    if (!options.record.empty()) {
      record_.open(options.record);
      if (!record_) {
        throw std::system_error(
          errno, std::generic_category(), "cannot record to " + options.record);
      }
      record_ << "# seconds device control value\n";
    }
  }

  void act(const Action & action)
  {
    auto & device = action.device == Device::keyboard ? keyboard_ : joystick_;
    if (!device) {
      return;
    }
    device->write(action);
    if (record_.is_open()) {
      record_ << to_line(
                   {std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start_),
                    action})
              << '\n';
    }
    if (report_ >= 0) {
      char line[120];
      const int size = std::snprintf(
        line, sizeof line, "keyboard %zu %zu joystick %zu %zu\n",
        keyboard_ ? keyboard_->records() : 0, keyboard_ ? keyboard_->dropped() : 0,
        joystick_ ? joystick_->records() : 0, joystick_ ? joystick_->dropped() : 0);
      write_all(report_, {line, static_cast<std::size_t>(size)});
    }
  }

  // A terminal reports key presses only, so each key is released at once.
  void press(Key key)
  {
    using Control = Action::Control;
    const auto tap = [&](Device device, Control control, std::uint16_t code, std::int32_t value) {
      act({device, control, code, value});
      act({device, control, code, 0});
    };
    switch (key) {
      case Key::up:
        return tap(Device::keyboard, Control::key, KEY_UP, 1);
      case Key::down:
        return tap(Device::keyboard, Control::key, KEY_DOWN, 1);
      case Key::left:
        return tap(Device::keyboard, Control::key, KEY_LEFT, 1);
      case Key::right:
        return tap(Device::keyboard, Control::key, KEY_RIGHT, 1);
      case Key::space:
        return tap(Device::keyboard, Control::key, KEY_SPACE, 1);
      case Key::w:
        return tap(Device::joystick, Control::axis, 1, -32767);
      case Key::s:
        return tap(Device::joystick, Control::axis, 1, 32767);
      case Key::a:
        return tap(Device::joystick, Control::axis, 0, -32767);
      case Key::d:
        return tap(Device::joystick, Control::axis, 0, 32767);
      case Key::b:
        return tap(Device::joystick, Control::button, 0, 1);
      case Key::quit:
        return;
    }
  }

private:
  std::optional<PseudoDevice> keyboard_, joystick_;
  std::ofstream record_;
  int report_;
  Clock::time_point start_ = Clock::now();
};

// Waits until `until` for a signal (true) or a readable terminal (`fd` ≥ 0, `readable` set).
bool wait_for_signal(
  int signals, int fd, std::optional<Clock::time_point> until, bool * readable = nullptr)
{
  while (true) {
    pollfd fds[] = {{signals, POLLIN, 0}, {fd, POLLIN, 0}};
    timespec rest{};
    if (until) {
      const auto left = std::max(*until - Clock::now(), Clock::duration::zero());
      rest.tv_sec = std::chrono::duration_cast<std::chrono::seconds>(left).count();
      rest.tv_nsec = std::chrono::nanoseconds(left).count() % 1000000000;
    }
    const int ready = ppoll(fds, 2, until ? &rest : nullptr, nullptr);
    if (ready < 0 && errno == EINTR) {
      continue;
    }
    if (readable) {
      *readable = fds[1].revents != 0;
    }
    return ready < 0 || fds[0].revents != 0;
  }
}

void play(Devices & devices, const std::vector<TimedAction> & drive, int signals)
{
  const auto start = Clock::now();
  for (const TimedAction & timed : drive) {
    if (wait_for_signal(signals, -1, start + timed.at)) {
      return;
    }
    devices.act(timed.action);
  }
}

void read_keys(Devices & devices, int signals)
{
  std::optional<SingleKeys> single;
  if (is_usable_terminal(STDIN_FILENO)) {
    single.emplace(STDIN_FILENO);
  }
  KeyDecoder decoder;
  bool readable = false;
  while (!wait_for_signal(signals, STDIN_FILENO, std::nullopt, &readable)) {
    char bytes[64];
    const ssize_t size = readable ? read(STDIN_FILENO, bytes, sizeof bytes) : 0;
    if (size == 0 || (size < 0 && errno != EINTR && errno != EAGAIN)) {
      return;
    }
    if (size < 0) {
      continue;
    }
    for (const Key key : decoder.feed({bytes, static_cast<std::size_t>(size)})) {
      if (key == Key::quit) {
        return;
      }
      devices.press(key);
    }
  }
}

int run(int argc, char ** argv)
{
  const Options options = parse(argc, argv);
  const auto drive = options.play.empty() ? std::vector<TimedAction>{} : read_drive(options.play);
  Devices devices(options);
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    sigaddset(&set, signal);
  }
  sigprocmask(SIG_BLOCK, &set, nullptr);
  signal(SIGPIPE, SIG_IGN);
  const int signals = signalfd(-1, &set, SFD_CLOEXEC);
  if (options.play.empty()) {
    read_keys(devices, signals);
  } else {
    play(devices, drive, signals);
  }
  close(signals);
  return 0;
}

}  // namespace

}  // namespace teleop_demo

int main(int argc, char ** argv)
{
  try {
    return teleop_demo::run(argc, argv);
  } catch (const std::exception & error) {
    std::fprintf(stderr, "pseudo_device: %s\n", error.what());
    return 2;
  }
}
