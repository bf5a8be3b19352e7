// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Runs one of the examples as a user would, with a terminal (pty) or without; the examples' tests
// use it.
#ifndef EXAMPLES__TEST__PROGRAM_HPP_
#define EXAMPLES__TEST__PROGRAM_HPP_

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// One run; killed by the destructor if it is still going.
class Program
{
public:
  enum class With
  {
    terminal,
    pipes
  };

  // `argv[0]` is a path in the folder that the environment variable PROGRAMS names.
  Program(
    std::vector<std::string> argv, With with,
    const std::vector<std::pair<std::string, std::string>> & environment = {})
  {
    argv[0] = std::string(std::getenv("PROGRAMS")) + "/" + argv[0];
    // All that the child needs is made before the fork: between that and exec it may not allocate,
    // as a thread that it does not have may hold the lock of the allocator.
    std::vector<char *> arguments;
    for (std::string & argument : argv) {
      arguments.push_back(argument.data());
    }
    arguments.push_back(nullptr);
    std::vector<std::string> given{"TERM=xterm"};
    for (const auto & [name, value] : environment) {
      given.push_back(name + "=" + value);
    }
    std::vector<char *> variables;  // the first of a name counts
    for (std::string & variable : given) {
      variables.push_back(variable.data());
    }
    for (char ** it = environ; *it; ++it) {
      variables.push_back(*it);
    }
    variables.push_back(nullptr);
    winsize size{30, 110, 0, 0};
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    if (with == With::terminal) {
      pid_ = forkpty(&from_, nullptr, nullptr, &size);
    } else {
      if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
        throw std::runtime_error("pipe");
      }
      pid_ = fork();
    }
    if (pid_ < 0) {
      throw std::runtime_error("fork");
    }
    if (pid_ == 0) {
      if (with == With::pipes) {
        setpgid(0, 0);
        dup2(in[0], 0);
        dup2(out[1], 1);
        dup2(out[1], 2);
      }
      execve(arguments[0], arguments.data(), variables.data());
      _exit(127);
    }
    if (with == With::terminal) {
      to_ = from_;
    } else {
      close(in[0]);
      close(out[1]);
      to_ = in[1];
      from_ = out[0];
    }
  }
  ~Program()
  {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    close(from_);
    if (to_ >= 0 && to_ != from_) {
      close(to_);
    }
  }
  Program(const Program &) = delete;
  Program & operator=(const Program &) = delete;

  pid_t pid() const { return pid_; }
  int terminal() const { return from_; }
  const std::string & output() const { return output_; }

  void type(const std::string & keys)
  {
    if (write(to_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size())) {
      throw std::runtime_error("cannot type");
    }
  }
  void close_input()
  {
    close(to_);
    to_ = -1;
  }

  // Reads on until the output contains the text; false if it ends or the time is over before.
  bool await(const std::string & text, std::chrono::seconds patience = std::chrono::seconds(120))
  {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (output_.find(text) == std::string::npos) {
      if (!read_some(deadline)) {
        return output_.find(text) != std::string::npos;
      }
    }
    return true;
  }

  // Reads on to the end; the exit status, 128 + n if signal n ended it, -1 if it does not end in
  // time.
  int finish(std::chrono::seconds patience = std::chrono::seconds(120))
  {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (read_some(deadline)) {
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      return -1;
    }
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

private:
  bool read_some(std::chrono::steady_clock::time_point deadline)
  {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
                        deadline - std::chrono::steady_clock::now())
                        .count();
    pollfd end{from_, POLLIN, 0};
    if (left <= 0 || poll(&end, 1, static_cast<int>(left)) <= 0) {
      return false;
    }
    char bytes[4096];
    // A pty whose other side is gone gives EIO.
    const ssize_t size = read(from_, bytes, sizeof bytes);
    if (size <= 0) {
      return false;
    }
    output_.append(bytes, static_cast<std::size_t>(size));
    return true;
  }

  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  std::string output_;
};

#endif  // EXAMPLES__TEST__PROGRAM_HPP_
