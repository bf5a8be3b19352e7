// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// teleop_demo (`make demo`): starts the three teleop nodes and a pseudo device, shows the drive,
// ends everything in order.
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "children.hpp"
#include "device.hpp"
#include "drive.hpp"
#include "monitor.hpp"
#include "terminal.hpp"
#include "view.hpp"

namespace teleop_demo
{

namespace
{

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr const char * usage =
  "usage: teleop_demo [--device /dev/input/eventN] [--joystick /dev/input/jsN] [--drive FILE] "
  "[--output DIR] [--nodes DIR]\n"
  "  Runs joystick_publisher, keyboard_publisher and velocity_publisher and shows where they drive "
  "a robot.\n"
  "  --device    a real keyboard instead of a pseudo device (or DEVICE in the environment)\n"
  "  --joystick  a real joystick (or JOYSTICK)\n"
  "  --drive     plays this recorded drive, also at a terminal (or DRIVE); without a terminal "
  "two_curves.drive is played\n"
  "  --output    where logs and teleop.svg go (default: a folder in /tmp)\n"
  "  --nodes     where the programs are (default: beside this one)\n";

// Reports a request of the user that cannot be met, with its cause and cure; nothing was started.
class UsageError : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

// A part of the demo failed while it ran.
class Failure : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

struct Options
{
  std::string device, joystick, drive, output, nodes;
};

Options parse(int argc, char ** argv)
{
  const auto environment = [](const char * name) {
    const char * value = std::getenv(name);
    return std::string(value ? value : "");
  };
  Options options{environment("DEVICE"), environment("JOYSTICK"), environment("DRIVE"), "", ""};
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--help") {
      std::fputs(usage, stdout);
      std::exit(0);
    }
    std::string * value = name == "--device"     ? &options.device
                          : name == "--joystick" ? &options.joystick
                          : name == "--drive"    ? &options.drive
                          : name == "--output"   ? &options.output
                          : name == "--nodes"    ? &options.nodes
                                                 : nullptr;
    if (!value) {
      throw UsageError("unknown option " + name + "\n" + usage);
    }
    if (i + 1 == argc) {
      throw UsageError(name + ": expected a value after it\n" + usage);
    }
    *value = argv[i + 1];
  }
  if (options.nodes.empty()) {
    options.nodes = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  }
  return options;
}

// The input devices of this machine, one a line, for a message.
std::string input_devices()
{
  std::vector<std::string> lines;
  std::error_code ignored;
  for (const auto & entry : std::filesystem::directory_iterator("/dev/input", ignored)) {
    const std::string file = entry.path().filename();
    if (file.rfind("event", 0) == 0 || file.rfind("js", 0) == 0) {
      std::string name;
      std::ifstream text("/sys/class/input/" + file + "/device/name");
      std::getline(text, name);
      lines.push_back("  " + entry.path().string() + "  " + name);
    }
  }
  std::sort(lines.begin(), lines.end());
  std::string all;
  for (const std::string & line : lines) {
    all += "\n" + line;
  }
  return all.empty() ? "\nThis machine has no /dev/input/event* or js*."
                     : "\nThe devices here:" + all;
}

void check_device(const char * variable, const std::string & path)
{
  const std::string start = std::string(variable) + " " + path + ": ";
  struct stat what
  {
  };
  if (stat(path.c_str(), &what) != 0) {
    throw UsageError(start + std::strerror(errno) + input_devices());
  }
  if (!S_ISCHR(what.st_mode) && !S_ISFIFO(what.st_mode)) {
    throw UsageError(
      start + "expected a character device or a FIFO, found another kind of file" +
      input_devices());
  }
  if (access(path.c_str(), R_OK) != 0) {
    throw UsageError(
      start + std::strerror(errno) +
      ". Input devices belong to the group `input`: `sudo usermod -aG input $USER`, log out and in "
      "again, "
      "or run this as root.");
  }
}

// The recorded drive that is played when there is no terminal: beside the sources, as they were
// when this was built.
std::string standard_drive()
{
  return std::string(TELEOP_DRIVES) + "/two_curves.drive";
}

// A folder of our own, removed with what is in it.
class TemporaryFolder
{
public:
  TemporaryFolder()
  {
    const char * base = std::getenv("TMPDIR");
    path_ = std::string(base && *base ? base : "/tmp") + "/teleop_demo_XXXXXX";
    if (!mkdtemp(path_.data())) {
      throw std::system_error(errno, std::generic_category(), "cannot make a folder like " + path_);
    }
  }
  ~TemporaryFolder()
  {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder & operator=(const TemporaryFolder &) = delete;
  const std::string & path() const { return path_; }

private:
  std::string path_;
};

// Signals as file descriptor, so that one loop sees everything. Must be made before any thread.
class Signals
{
public:
  Signals()
  {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGWINCH}) {
      sigaddset(&set, signal);
    }
    sigprocmask(SIG_BLOCK, &set, nullptr);
    signal(SIGPIPE, SIG_IGN);
    // Stopping half of a drive is of no use, and would leave the terminal as it is now.
    signal(SIGTSTP, SIG_IGN);
    fd_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  }
  ~Signals() { close(fd_); }
  Signals(const Signals &) = delete;
  Signals & operator=(const Signals &) = delete;

  int fd() const { return fd_; }
  // The next signal that came, 0 if none.
  int next()
  {
    signalfd_siginfo info{};
    return read(fd_, &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
  }

private:
  int fd_;
};

// Reports of pseudo_device about its devices.
class Reports
{
public:
  Reports()
  {
    if (pipe2(ends_, O_CLOEXEC | O_NONBLOCK) != 0) {
      throw std::system_error(errno, std::generic_category(), "cannot make a pipe");
    }
  }
  ~Reports()
  {
    close(ends_[0]);
    close(ends_[1]);
  }
  Reports(const Reports &) = delete;
  Reports & operator=(const Reports &) = delete;

  int writer() const { return ends_[1]; }
  int reader() const { return ends_[0]; }
  void read_all()
  {
    char bytes[4096];
    for (ssize_t size = 0; (size = read(ends_[0], bytes, sizeof bytes)) > 0;) {
      text_.append(bytes, static_cast<std::size_t>(size));
    }
    // Only the last whole line counts: each has the totals.
    const std::size_t end = text_.rfind('\n');
    if (end == std::string::npos) {
      return;
    }
    const std::size_t begin = end == 0 ? std::string::npos : text_.rfind('\n', end - 1);
    const std::string line = text_.substr(begin == std::string::npos ? 0 : begin + 1, end);
    std::sscanf(
      line.c_str(), "keyboard %zu %zu joystick %zu %zu", &keyboard, &keyboard_dropped, &joystick,
      &joystick_dropped);
    text_.erase(0, end + 1);
  }

  std::size_t keyboard = 0, keyboard_dropped = 0, joystick = 0, joystick_dropped = 0;

private:
  int ends_[2];
  std::string text_;
};

class Demo
{
public:
  explicit Demo(const Options & options)
  : options_(options),
    terminal_(is_usable_terminal(STDIN_FILENO) && is_usable_terminal(STDOUT_FILENO))
  {
    if (!options_.device.empty()) {
      check_device("DEVICE", options_.device);
    }
    if (!options_.joystick.empty()) {
      check_device("JOYSTICK", options_.joystick);
    }
    if (options_.drive.empty() && options_.device.empty() && !terminal_) {
      options_.drive = standard_drive();
    }
    if (!options_.drive.empty()) {
      // A bad line is reported before anything is started.
      read_drive(options_.drive);
    }
    if (options_.output.empty()) {
      options_.output = folder_.path();
    } else {
      std::filesystem::create_directories(options_.output);
    }
    drive_.source = !options_.drive.empty()    ? "recorded drive " + options_.drive
                    : !options_.device.empty() ? "device " + options_.device
                                               : "the keys of this terminal";
    drive_.utf8 = has_utf8();
    drive_.domain = set_domain();
  }

  int run()
  {
    start_nodes();
    if (!connect()) {
      stop();
      return 0;
    }
    start_hand();
    std::optional<Screen> screen;
    if (terminal_) {
      screen.emplace(STDOUT_FILENO);
    }
    std::string failure;
    try {
      drive(screen ? &*screen : nullptr);
    } catch (const Failure & error) {
      failure = error.what();
    }
    stop();
    screen.reset();
    report();
    if (!failure.empty()) {
      throw Failure(failure);
    }
    return 0;
  }

private:
  // A domain that no robot uses, unless the user names one; two demos at once hardly meet.
  static int set_domain()
  {
    setenv("ROS_DOMAIN_ID", std::to_string(222 + getpid() % 8).c_str(), 0);
    setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 0);
    return std::atoi(std::getenv("ROS_DOMAIN_ID"));
  }

  void say(const std::string & text) { write_all(STDOUT_FILENO, text + "\n"); }

  std::string log_of(const std::string & name) const
  {
    return options_.output + "/" + name + ".log";
  }

  void start_nodes()
  {
    say("teleop: starting velocity_publisher, keyboard_publisher, joystick_publisher");
    const auto start = [&](const std::string & name, std::vector<std::string> parameters) {
      std::vector<std::string> argv{options_.nodes + "/" + name};
      if (!parameters.empty()) {
        argv.push_back("--ros-args");
      }
      for (std::string & parameter : parameters) {
        argv.push_back("-p");
        argv.push_back("/" + name + "/" + parameter);
      }
      children_.start(name, argv, {log_of(name)});
    };
    if (options_.device.empty()) {
      keyboard_.emplace(folder_.path() + "/keyboard", Device::keyboard);
    }
    if (options_.joystick.empty()) {
      joystick_.emplace(folder_.path() + "/joystick", Device::joystick);
    }
    start(
      "velocity_publisher", {"frequency:=" + std::to_string(limits_.frequency),
                             "min_vel_linear:=" + std::to_string(limits_.min_linear),
                             "max_vel_linear:=" + std::to_string(limits_.max_linear),
                             "min_vel_angular:=" + std::to_string(limits_.min_angular),
                             "max_vel_angular:=" + std::to_string(limits_.max_angular)});
    start("keyboard_publisher", {"device:=" + (keyboard_ ? keyboard_->path() : options_.device)});
    start("joystick_publisher", {"device:=" + (joystick_ ? joystick_->path() : options_.joystick)});
    rclcpp::init(0, nullptr, rclcpp::InitOptions(), rclcpp::SignalHandlerOptions::None);
    monitor_ = std::make_unique<Monitor>(limits_);
  }

  // Waits until an event of each pseudo device arrives here, and a command that only such an event
  // can have caused. False if the user wants to end before.
  bool connect()
  {
    const auto deadline = Clock::now() + 60s;
    while (true) {
      const auto connected = monitor_->connected();
      const auto counts = monitor_->tracker().counts();
      const bool all = connected.keyboard > 0 && connected.joystick > 0 && connected.cmd_vel > 0;
      const bool pseudo = keyboard_ || joystick_;
      if (
        all && (!keyboard_ || counts.keyboard > 0) && (!joystick_ || counts.joystick > 0) &&
        (!pseudo || counts.commands > 0)) {
        break;
      }
      if (Clock::now() > deadline) {
        throw Failure(
          "the nodes are not connected after 60 s (publishers seen: /keyboard " +
          std::to_string(connected.keyboard) + ", /joystick " + std::to_string(connected.joystick) +
          ", /cmd_vel " + std::to_string(connected.cmd_vel) + "); their logs are in " +
          options_.output);
      }
      // One after the other: a command shows that the events of the first get to velocity_publisher
      // too.
      if (all && keyboard_) {
        keyboard_->write_nothing();
      }
      if (all && joystick_ && (!keyboard_ || counts.commands > 0)) {
        joystick_->write_nothing();
      }
      if (wait(100ms)) {
        return false;
      }
    }
    // Nothing that was written until here may arrive after begin(). What was written before this
    // node was known to the publishers never comes.
    const auto longest = Clock::now() + 10s;
    const auto written = [](const std::optional<PseudoDevice> & device) {
      return device ? device->records() : 0;
    };
    while (monitor_->tracker().counts().keyboard < written(keyboard_) ||
           monitor_->tracker().counts().joystick < written(joystick_)) {
      if (wait(20ms)) {
        return false;
      }
      if (Clock::now() > longest) {
        break;
      }
    }
    monitor_->begin();
    begin_ = Clock::now();
    return true;
  }

  // The hand on the devices: the terminal's keys or the recorded drive.
  void start_hand()
  {
    std::vector<std::string> argv{
      options_.nodes + "/pseudo_device", "--report", std::to_string(reports_.writer())};
    if (keyboard_) {
      argv.insert(argv.end(), {"--keyboard", keyboard_->path()});
    }
    if (joystick_) {
      argv.insert(argv.end(), {"--joystick", joystick_->path()});
    }
    const bool plays = !options_.drive.empty();
    if (plays) {
      argv.insert(argv.end(), {"--play", options_.drive});
    }
    // With real devices alone, or without a terminal to read keys from, no hand is needed.
    if ((keyboard_ || joystick_) && (plays || terminal_)) {
      children_.start(
        "pseudo_device", argv, {log_of("pseudo_device"), terminal_, reports_.writer()});
    }
  }

  void drive(Screen * screen)
  {
    // A drive with hands ends when they rest for so long.
    constexpr auto patience = 30s;
    // Long enough for the last event to be seen on /cmd_vel several times.
    constexpr auto last_look = 1s;
    std::optional<Clock::time_point> end;
    auto next_line = begin_ + 1s;
    while (true) {
      const auto now = Clock::now();
      const Tracker tracker = monitor_->tracker();
      const auto rested = std::chrono::nanoseconds(steady_now() - tracker.last_event());
      update();
      if (options_.drive.empty()) {
        drive_.ends_in = std::chrono::duration<double>(patience - rested).count();
      }
      if (screen) {
        const auto size = screen->size();
        screen->show(teleop_demo::screen(tracker, drive_, size.columns, size.rows));
      } else if (now >= next_line) {
        say(status_line(tracker, drive_));
        next_line += 1s;
      }
      if ((end && now >= *end) || (drive_.ends_in && rested >= patience)) {
        return;
      }
      auto until = screen ? now + 50ms : next_line;
      if (end) {
        until = std::min(until, *end);
      }
      if (wait(std::max<Clock::duration>(until - Clock::now(), 0ms))) {
        return;
      }
      if (hand_ended_ && !end) {
        // The keys' program ended because the user wants to; a recorded drive is shown to its end.
        end = Clock::now() + (options_.drive.empty() ? Clock::duration(0) : last_look);
      }
    }
  }

  // Lets that time pass or something happen; true if the user wants to end. Throws Failure if a
  // node ended.
  bool wait(Clock::duration time)
  {
    pollfd fds[] = {{signals_.fd(), POLLIN, 0}, {reports_.reader(), POLLIN, 0}};
    timespec rest{
      std::chrono::duration_cast<std::chrono::seconds>(time).count(),
      static_cast<long>(std::chrono::nanoseconds(time).count() % 1000000000)};
    ppoll(fds, 2, &rest, nullptr);
    reports_.read_all();
    bool wants_end = false;
    while (const int signal = signals_.next()) {
      wants_end = wants_end || (signal != SIGCHLD && signal != SIGWINCH);
    }
    for (const std::string & name : children_.reap()) {
      const Child & child = children_.child(name);
      if (name == "pseudo_device" && child.status == 0) {
        hand_ended_ = true;
      } else if (!wants_end) {
        throw Failure(
          name + " " + describe_status(child.status) + "; the end of " + child.log + ":\n" +
          tail(child.log));
      }
    }
    return wants_end;
  }

  void update()
  {
    drive_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (keyboard_) {
      drive_.keyboard_records = reports_.keyboard;
    }
    if (joystick_) {
      drive_.joystick_records = reports_.joystick;
    }
    drive_.dropped_records = reports_.keyboard_dropped + reports_.joystick_dropped;
  }

  // In the order in which nothing is lost: the hand, what reads the devices, what reads that.
  void stop()
  {
    for (const char * name :
         {"pseudo_device", "keyboard_publisher", "joystick_publisher", "velocity_publisher"}) {
      const auto & all = children_.all();
      if (std::any_of(
            all.begin(), all.end(), [&](const Child & child) { return child.name == name; })) {
        children_.stop(name, 10s);
      }
    }
    reports_.read_all();
    update();
    last_ = monitor_->tracker();
    monitor_.reset();
    rclcpp::shutdown();
  }

  void report()
  {
    write_all(STDOUT_FILENO, "\n" + charts(*last_, drive_.utf8) + "\n" + summary(*last_, drive_));
    for (const Child & child : children_.all()) {
      if (child.was_stopped && child.status != 0) {
        say(
          "  note: " + child.name + " " + describe_status(child.status) +
          " when it was asked to end");
      }
    }
    if (options_.output != folder_.path()) {
      const std::string picture = options_.output + "/teleop.svg";
      std::ofstream(picture) << svg(*last_, drive_);
      say("  picture " + picture + ", logs " + options_.output + "/*.log");
    }
  }

  static std::string tail(const std::string & path)
  {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
      lines.push_back(line);
    }
    std::string text;
    for (std::size_t i = lines.size() > 10 ? lines.size() - 10 : 0; i < lines.size(); ++i) {
      text += "  " + lines[i] + "\n";
    }
    return text.empty() ? "  (it is empty)\n" : text;
  }

  Signals signals_;
  Options options_;
  bool terminal_;
  TemporaryFolder folder_;
  Limits limits_;
  Reports reports_;
  std::optional<PseudoDevice> keyboard_, joystick_;
  Children children_;
  std::unique_ptr<Monitor> monitor_;
  std::optional<Tracker> last_;
  Drive drive_;
  bool hand_ended_ = false;
  Clock::time_point begin_{};
};

}  // namespace

}  // namespace teleop_demo

int main(int argc, char ** argv)
{
  try {
    return teleop_demo::Demo(teleop_demo::parse(argc, argv)).run();
  } catch (const teleop_demo::Failure & error) {
    std::fprintf(stderr, "teleop_demo: %s\n", error.what());
    return 1;
  } catch (const std::exception & error) {
    std::fprintf(stderr, "teleop_demo: %s\n", error.what());
    return 2;
  }
}
