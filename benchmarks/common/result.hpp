// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The JSON object that a benchmark program prints (benchmarks/README.md); every C++ benchmark
// writes it with this.
#ifndef BENCHMARKS__COMMON__RESULT_HPP_
#define BENCHMARKS__COMMON__RESULT_HPP_

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

namespace benchmarks
{

// Nanoseconds of a clock that all processes of a host share.
inline std::int64_t now_ns()
{
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * std::int64_t{1000000000} + now.tv_nsec;
}

// CPU time of this process so far, user and system, in seconds.
inline double cpu_seconds()
{
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval & time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// How often threads of this process have been switched to so far: by their own waits, and by others
// that took the core.
inline double context_switches()
{
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_nvcsw + usage.ru_nivcsw);
}

class Result
{
public:
  explicit Result(std::string program) : program_(std::move(program)) {}

  void setting(const std::string & name, const std::string & value)
  {
    settings_.push_back("\"" + name + "\": \"" + value + "\"");
  }
  void setting(const std::string & name, double value)
  {
    settings_.push_back("\"" + name + "\": " + number(value));
  }

  void value(const std::string & name, const std::string & unit, double value)
  {
    figures_.push_back(
      "{\"name\": \"" + name + "\", \"unit\": \"" + unit + "\", \"value\": " + number(value) + "}");
  }

  // Percentiles are nearest rank. Without samples the figure has only its count, 0.
  void distribution(const std::string & name, const std::string & unit, std::vector<double> samples)
  {
    std::string figure = "{\"name\": \"" + name + "\", \"unit\": \"" + unit +
                         "\", \"count\": " + std::to_string(samples.size());
    if (!samples.empty()) {
      std::sort(samples.begin(), samples.end());
      const auto at = [&](double share) {
        return samples[static_cast<std::size_t>(
          std::max(std::ceil(share * static_cast<double>(samples.size())) - 1, 0.0))];
      };
      const double sum = std::accumulate(samples.begin(), samples.end(), 0.0);
      figure += ", \"mean\": " + number(sum / static_cast<double>(samples.size())) +
                ", \"min\": " + number(samples.front());
      for (const auto & [label, share] :
           {std::pair{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}}) {
        figure += ", \"" + std::string(label) + "\": " + number(at(share));
      }
      figure += ", \"max\": " + number(samples.back());
    }
    figures_.push_back(figure + "}");
  }

  void print() const
  {
    const auto joined = [](const std::vector<std::string> & parts) {
      std::string all;
      for (const std::string & part : parts) {
        all += (all.empty() ? "" : ", ") + part;
      }
      return all;
    };
    std::printf(
      "{\"format\": 1, \"program\": \"%s\", \"settings\": {%s}, \"figures\": [%s]}\n",
      program_.c_str(), joined(settings_).c_str(), joined(figures_).c_str());
    std::fflush(stdout);
  }

private:
  static std::string number(double value)
  {
    char text[40];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
  }

  std::string program_;
  std::vector<std::string> settings_, figures_;
};

}  // namespace benchmarks

#endif  // BENCHMARKS__COMMON__RESULT_HPP_
