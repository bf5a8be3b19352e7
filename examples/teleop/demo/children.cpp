// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Child processes of the teleop demo (children.hpp).
#include "children.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace teleop_demo
{

std::string describe_status(int status)
{
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return "was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
  }
  return "exited with status " + std::to_string(WEXITSTATUS(status));
}

namespace
{

// Runs in the child, between fork and exec: async-signal-safe calls only. Returns if something
// failed, errno set.
void become(
  char * const * argv, const Children::Options & options, int log, int no_input, pid_t parent)
{
  // SIGTERM when our parent dies, also if it already did.
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || getppid() != parent) {
    return;
  }
  if (!options.terminal && (setpgid(0, 0) != 0 || dup2(no_input, STDIN_FILENO) < 0)) {
    return;
  }
  if (log >= 0 && (dup2(log, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)) {
    return;
  }
  if (options.pass >= 0 && fcntl(options.pass, F_SETFD, 0) != 0) {
    return;
  }
  signal(SIGPIPE, SIG_DFL);
  signal(SIGTSTP, options.terminal ? SIG_IGN : SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execv(argv[0], argv);
}

class Descriptor
{
public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor &) = delete;
  Descriptor & operator=(const Descriptor &) = delete;
  int get() const { return fd_; }
  void reset()
  {
    if (fd_ >= 0) {
      close(fd_);
    }
    fd_ = -1;
  }

private:
  int fd_;
};

}  // namespace

Children::~Children()
{
  for (const Child & child : std::vector<Child>(children_)) {
    stop(child.name, std::chrono::seconds(2));
  }
}

void Children::start(
  const std::string & name, const std::vector<std::string> & argv, const Options & options)
{
  std::vector<char *> arguments;
  arguments.reserve(argv.size() + 1);
  for (const std::string & argument : argv) {
    arguments.push_back(const_cast<char *>(argument.c_str()));
  }
  arguments.push_back(nullptr);

  Descriptor log(
    options.log.empty()
      ? -1
      : open(options.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!options.log.empty() && log.get() < 0) {
    throw std::system_error(errno, std::generic_category(), "cannot write " + options.log);
  }
  Descriptor no_input(open("/dev/null", O_RDONLY | O_CLOEXEC));

  // The child writes into this pipe why it could not become the program; a successful exec closes
  // it.
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot start " + name);
  }
  Descriptor failure(ends[0]), to_parent(ends[1]);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) {
    throw std::system_error(errno, std::generic_category(), "cannot start " + name);
  }
  if (pid == 0) {
    become(arguments.data(), options, log.get(), no_input.get(), parent);
    const int error = errno;
    (void)!write(to_parent.get(), &error, sizeof error);
    _exit(127);
  }
  to_parent.reset();
  int error = 0;
  if (read(failure.get(), &error, sizeof error) == static_cast<ssize_t>(sizeof error)) {
    waitpid(pid, nullptr, 0);
    throw std::system_error(error, std::generic_category(), "cannot run " + argv[0]);
  }
  children_.push_back({name, options.log, pid, true, 0, false});
}

std::vector<std::string> Children::reap()
{
  std::vector<std::string> unasked;
  for (Child & child : children_) {
    int status = 0;
    if (child.running && waitpid(child.pid, &status, WNOHANG) == child.pid) {
      child.running = false;
      child.status = status;
      if (!child.was_stopped) {
        unasked.push_back(child.name);
      }
    }
  }
  return unasked;
}

bool Children::wait(Child & child, std::chrono::milliseconds patience)
{
  // A pidfd becomes readable when the process ends.
  const Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, child.pid, 0)));
  pollfd end{process.get(), POLLIN, 0};
  if (process.get() >= 0) {
    poll(&end, 1, static_cast<int>(patience.count()));
  } else {
    // A kernel without pidfd: look again every 10 ms.
    siginfo_t info{};
    for (auto left = patience; left.count() > 0 && info.si_pid == 0;
         left -= std::chrono::milliseconds(10)) {
      poll(nullptr, 0, 10);
      waitid(P_PID, static_cast<id_t>(child.pid), &info, WEXITED | WNOHANG | WNOWAIT);
    }
  }
  reap();
  return !child.running;
}

void Children::stop(const std::string & name, std::chrono::milliseconds patience)
{
  Child & child = find(name);
  child.was_stopped = child.running;
  for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
    if (!child.running) {
      return;
    }
    // The pid is ours until reaped, so it cannot name another process.
    kill(child.pid, signal);
    wait(child, patience);
  }
  if (child.running) {
    waitpid(child.pid, &child.status, 0);
    child.running = false;
  }
}

Child & Children::find(const std::string & name)
{
  for (Child & child : children_) {
    if (child.name == name) {
      return child;
    }
  }
  throw std::invalid_argument("no child named " + name);
}

const Child & Children::child(const std::string & name) const
{
  return const_cast<Children *>(this)->find(name);
}

}  // namespace teleop_demo
