// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Lists the source files that a thread enters between two points of a program, by executing its
// instructions one by one.

#ifndef ENTERED_FILES_HPP_
#define ENTERED_FILES_HPP_

#include <dlfcn.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "folder.hpp"

namespace test
{

/// The two ends of a walk. The program of entered_files() calls each once, in its main thread.
[[gnu::noinline]] inline void begin_walk()
{
  asm volatile("int3");
}
[[gnu::noinline]] inline void end_walk()
{
  asm volatile("");
}

/// Tests whether the system permits a process to trace its child; containers may refuse that.
inline bool can_trace()
{
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? 0 : 1);
  }
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Finds the source files of addresses in this process and in its forked children.
class SourceFiles
{
public:
  void add(std::uintptr_t address)
  {
    Dl_info info;
    if (::dladdr(reinterpret_cast<void *>(address), &info) != 0) {
      offsets_[info.dli_fname].insert(address - reinterpret_cast<std::uintptr_t>(info.dli_fbase));
    }
  }
  /// Calls addr2line once for each library.
  void resolve()
  {
    const Folder folder;
    for (const auto & [library, offsets] : offsets_) {
      const auto input = folder / "addresses";
      {
        std::ofstream file(input);
        for (const std::uintptr_t offset : offsets) {
          file << std::hex << "0x" << offset << '\n';
        }
      }
      const std::string command =
        "addr2line -e '" + library + "' < '" + input.string() + "' 2> /dev/null";
      FILE * const lines = ::popen(command.c_str(), "r");
      if (!lines) {
        throw std::runtime_error("cannot run addr2line");
      }
      char line[4096];
      for (const std::uintptr_t offset : offsets) {
        if (!std::fgets(line, sizeof(line), lines)) {
          break;
        }
        const std::string text = line;
        files_[{library, offset}] = text.substr(0, text.rfind(':'));
      }
      ::pclose(lines);
    }
  }
  /// Returns "" or "??" if the file is not known.
  std::string of(std::uintptr_t address) const
  {
    Dl_info info;
    if (::dladdr(reinterpret_cast<void *>(address), &info) == 0) {
      return "";
    }
    const auto match =
      files_.find({info.dli_fname, address - reinterpret_cast<std::uintptr_t>(info.dli_fbase)});
    return match == files_.end() ? "" : match->second;
  }

private:
  std::map<std::string, std::set<std::uintptr_t>> offsets_;
  std::map<std::pair<std::string, std::uintptr_t>, std::string> files_;
};

/// Returns the files below `root` of the functions that the main thread of `program` calls between
/// begin_walk() and end_walk(), in the order of the calls; calls within a file count once. A file
/// that is entered again is listed again, but a return to a caller is no entry. `program` runs in a
/// forked child. Code must not be optimised, because an inlined function is not called. Relative
/// names in its debug information are those from `directory`. Throws std::runtime_error if the walk
/// has no end.
inline std::vector<std::string> entered_files(
  const std::filesystem::path & root, const std::filesystem::path & directory,
  const std::function<void()> & program)
{
  const pid_t child = ::fork();
  if (child == 0) {
    ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    program();
    ::_exit(0);
  }
  // The first addresses after each call: a call of another library goes through its jump table.
  constexpr int most_jumps = 3;
  std::vector<std::vector<std::uintptr_t>> calls;
  bool walking = false;
  bool ended = false;
  int jumps = most_jumps;
  user_regs_struct before{};
  for (int status = 0; ::waitpid(child, &status, 0) == child && WIFSTOPPED(status);) {
    int signal = WSTOPSIG(status);
    if (signal == SIGTRAP) {
      signal = 0;
      user_regs_struct now;
      ::ptrace(PTRACE_GETREGS, child, nullptr, &now);
      if (walking && now.rip == reinterpret_cast<std::uintptr_t>(&end_walk)) {
        walking = false;
        ended = true;
      }
      const bool pushed = walking && now.rsp + 8 == before.rsp;
      const auto pushed_value =
        pushed ? static_cast<std::uintptr_t>(::ptrace(PTRACE_PEEKDATA, child, now.rsp, nullptr))
               : 0;
      if (pushed_value > before.rip && pushed_value <= before.rip + 8) {
        calls.push_back({now.rip});
        jumps = 0;
      } else if (walking && jumps < most_jumps) {
        calls.back().push_back(now.rip);
        ++jumps;
      }
      walking = walking || !ended;
      before = now;
    }
    ::ptrace(walking ? PTRACE_SINGLESTEP : PTRACE_CONT, child, nullptr, signal);
  }
  if (!ended) {
    throw std::runtime_error("the program ended before end_walk()");
  }
  SourceFiles sources;
  for (const auto & call : calls) {
    for (const std::uintptr_t address : call) {
      sources.add(address);
    }
  }
  sources.resolve();
  std::vector<std::string> files;
  for (const auto & call : calls) {
    for (const std::uintptr_t address : call) {
      const std::string file = sources.of(address);
      if (file.empty() || file.starts_with("??")) {
        continue;
      }
      // The compiler was given relative names, if its output is cached.
      const std::filesystem::path path =
        std::filesystem::path(file).is_relative() ? directory / file : std::filesystem::path(file);
      const std::string relative = path.lexically_normal().lexically_relative(root).string();
      if (!relative.starts_with("..") && (files.empty() || files.back() != relative)) {
        files.push_back(relative);
      }
      break;
    }
  }
  return files;
}

}  // namespace test

#endif  // ENTERED_FILES_HPP_
