// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Child processes of the teleop demo: started with a log each, watched, stopped in order, and
// always reaped.
#ifndef TELEOP__DEMO__CHILDREN_HPP_
#define TELEOP__DEMO__CHILDREN_HPP_

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace teleop_demo
{

// How a child ended, in words: "exited with status 1", "was ended by signal 9 (Killed)".
std::string describe_status(int wait_status);

struct Child
{
  std::string name;
  std::string log;  // where its output goes; empty: shares ours
  pid_t pid = -1;
  bool running = false;
  int status = 0;            // as of waitpid, once it does not run
  bool was_stopped = false;  // we asked it to end
};

// Use from one thread, with SIGCHLD blocked (read it from a signalfd and call reap()). If this
// process dies without stopping them, the kernel sends them SIGTERM. The destructor stops and reaps
// what still runs.
class Children
{
public:
  ~Children();
  Children() = default;
  Children(const Children &) = delete;
  Children & operator=(const Children &) = delete;

  struct Options
  {
    std::string log = {};  // file for stdout and stderr; empty: shares ours
    bool terminal =
      false;  // stays in our process group, and so may read the terminal; else it gets no input
    int pass = -1;  // descriptor that the child keeps open, under the same number
  };
  // Starts argv[0]. Throws std::system_error naming the program if it cannot be run.
  void start(
    const std::string & name, const std::vector<std::string> & argv, const Options & options);

  // Collects those that ended; returns the names of those that ended unasked.
  std::vector<std::string> reap();

  // Asks the child to end (SIGINT, then SIGTERM, then SIGKILL, `patience` each) and returns when it
  // is reaped.
  void stop(const std::string & name, std::chrono::milliseconds patience);

  const Child & child(const std::string & name) const;
  const std::vector<Child> & all() const { return children_; }

private:
  Child & find(const std::string & name);
  bool wait(Child & child, std::chrono::milliseconds patience);

  std::vector<Child> children_;
};

}  // namespace teleop_demo

#endif  // TELEOP__DEMO__CHILDREN_HPP_
