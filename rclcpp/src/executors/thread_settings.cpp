// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Checks thread settings, reads them from parameters, and applies them by Linux's system calls.
#include "rclcpp/thread_settings.hpp"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

#include "parameters/own_parameter.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp
{

namespace
{

constexpr std::pair<const char *, SchedulingPolicy> policies[] = {
  {"inherit", SchedulingPolicy::inherit},
  {"other", SchedulingPolicy::other},
  {"fifo", SchedulingPolicy::fifo},
  {"rr", SchedulingPolicy::rr},
  {"deadline", SchedulingPolicy::deadline}};

const char * name_of(SchedulingPolicy policy)
{
  for (const auto & [name, known] : policies) {
    if (known == policy) {
      return name;
    }
  }
  return "unknown";
}

// The sched_attr of the kernel, which the C library does not declare.
struct Attributes
{
  std::uint32_t size = sizeof(Attributes);
  std::uint32_t policy = 0;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime = 0;
  std::uint64_t deadline = 0;
  std::uint64_t period = 0;
};
constexpr std::uint32_t policy_deadline = 6;  // SCHED_DEADLINE
// Threads that a callback starts have the policy 'other'. Without this flag a thread with the
// policy 'deadline' cannot start threads.
constexpr std::uint64_t reset_on_fork = 1;

struct Problem
{
  std::string member;
  std::string value;
  std::string expected;
};

std::string seconds(std::chrono::nanoseconds time)
{
  return std::to_string(std::chrono::duration<double>(time).count()) + " s";
}

std::string list(const std::vector<int> & numbers)
{
  std::string text;
  for (const int number : numbers) {
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  }
  return "[" + text + "]";
}

std::optional<Problem> find_problem(const ThreadSettings & settings)
{
  const std::string with = std::string(" with policy '") + name_of(settings.policy) + "'";
  if (settings.name.size() > 15) {
    return Problem{"name", "'" + settings.name + "'", "at most 15 characters"};
  }
  const bool real_time =
    settings.policy == SchedulingPolicy::fifo || settings.policy == SchedulingPolicy::rr;
  if (real_time ? settings.priority < 1 || settings.priority > 99 : settings.priority != 0) {
    return Problem{
      "priority", std::to_string(settings.priority), (real_time ? "1 to 99" : "none (0)") + with};
  }
  const bool is_deadline = settings.policy == SchedulingPolicy::deadline;
  if (real_time || is_deadline ? settings.nice != 0 : settings.nice < -20 || settings.nice > 19) {
    return Problem{
      "nice", std::to_string(settings.nice),
      (real_time || is_deadline ? "none (0)" : "-20 to 19") + with};
  }
  for (const int cpu : settings.cpus) {
    if (cpu < 0 || cpu >= CPU_SETSIZE) {
      return Problem{
        "cpus", list(settings.cpus), "numbers from 0 to " + std::to_string(CPU_SETSIZE - 1)};
    }
  }
  if (is_deadline && !settings.cpus.empty()) {
    return Problem{
      "cpus", list(settings.cpus), "none" + with + ": the kernel places such threads itself"};
  }
  const std::pair<const char *, std::chrono::nanoseconds> times[] = {
    {"runtime", settings.runtime}, {"deadline", settings.deadline}, {"period", settings.period}};
  std::chrono::nanoseconds least{1};
  const char * least_name = "0";
  for (const auto & [name, time] : times) {
    if (!is_deadline && time.count() != 0) {
      return Problem{name, seconds(time), "none (0)" + with};
    }
    if (is_deadline && time < least) {
      return Problem{
        name, seconds(time),
        std::string(least.count() == 1 ? "more than " : "at least ") + least_name + with};
    }
    least = time;
    least_name = name;
  }
  return std::nullopt;
}

template <typename T>
T declared(
  node_interfaces::NodeParametersInterface & parameters, const std::string & name,
  const T & default_value, const char * description)
{
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.description = description;
  descriptor.read_only = true;
  return detail::own_parameter(parameters, name, default_value, descriptor);
}

// Logs the first rejection of the process, with its remedy; all others have the same remedy.
void warn_of_refusal(const ThreadSettings & settings, const std::string & what, int error)
{
  static std::atomic<bool> is_logged{false};
  if (is_logged.exchange(true)) {
    return;
  }
  std::string remedy;
  if (settings.policy == SchedulingPolicy::deadline && (error == EPERM || error == EBUSY)) {
    remedy =
      "Policy 'deadline' needs the capability CAP_SYS_NICE ('setcap cap_sys_nice+ep PROGRAM', "
      "'docker run --cap-add=sys_nice'), a process that may use all CPUs, and CPUs that have so "
      "much "
      "time left";
  } else if (error == EPERM || error == EACCES) {
    remedy =
      "Grant the user a limit of real-time priority and nice (in /etc/security/limits.d: "
      "'USER - rtprio 98' and 'USER - nice -20', then log in anew; 'docker run --ulimit "
      "rtprio=98'), "
      "or the program the capability CAP_SYS_NICE ('setcap cap_sys_nice+ep PROGRAM', "
      "'docker run --cap-add=sys_nice')";
  } else {
    remedy = "See sched(7)";
  }
  RCLCPP_WARN(
    get_logger("rclcpp"),
    "thread '%s' runs without %s, which the system refuses (%s). %s. More refusals are not "
    "reported.",
    settings.name.c_str(), what.c_str(), std::strerror(error), remedy.c_str());
}

// Returns 0 or the error. Uses the C library for policies that it knows, because it caches them.
int set_policy(int policy, int priority)
{
  sched_param parameters{};
  parameters.sched_priority = priority;
  return ::pthread_setschedparam(::pthread_self(), policy, &parameters);
}

int set_nice(int nice)
{
  // Linux applies this to the thread.
  return ::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), nice) == 0 ? 0
                                                                                          : errno;
}

int set_deadline(const Attributes & attributes)
{
  return ::syscall(SYS_sched_setattr, 0, &attributes, 0) == 0 ? 0 : errno;
}

// Gives this thread the policy of the settings; returns the error, 0 if there is none.
int apply_policy(const ThreadSettings & settings)
{
  switch (settings.policy) {
    case SchedulingPolicy::inherit:
      break;
    case SchedulingPolicy::other:
      return set_policy(SCHED_OTHER, 0);
    case SchedulingPolicy::fifo:
      return set_policy(SCHED_FIFO, settings.priority);
    case SchedulingPolicy::rr:
      return set_policy(SCHED_RR, settings.priority);
    case SchedulingPolicy::deadline: {
      Attributes attributes;
      attributes.policy = policy_deadline;
      attributes.flags = reset_on_fork;
      attributes.runtime = static_cast<std::uint64_t>(settings.runtime.count());
      attributes.deadline = static_cast<std::uint64_t>(settings.deadline.count());
      attributes.period = static_cast<std::uint64_t>(settings.period.count());
      return set_deadline(attributes);
    }
  }
  return 0;
}

}  // namespace

void check_thread_settings(const ThreadSettings & settings)
{
  if (const auto problem = find_problem(settings)) {
    throw std::invalid_argument(
      "thread settings: " + problem->member + " is " + problem->value + "; expected " +
      problem->expected);
  }
}

ThreadSettings declare_thread_settings(
  node_interfaces::NodeParametersInterface & parameters, const std::string & prefix,
  const ThreadSettings & defaults)
{
  const auto name = [&](const char * member) { return prefix + "." + member; };
  const auto time = [&](const char * member, std::chrono::nanoseconds default_value) {
    return std::chrono::nanoseconds(std::llround(
      1e9 * declared<double>(
              parameters, name(member), std::chrono::duration<double>(default_value).count(),
              "seconds; with policy 'deadline' only")));
  };
  ThreadSettings settings;
  settings.name =
    declared(parameters, name("name"), defaults.name, "of the thread; at most 15 characters");
  const auto policy = declared(
    parameters, name("policy"), std::string(name_of(defaults.policy)),
    "scheduling policy: inherit, other, fifo, rr or deadline");
  bool known = false;
  for (const auto & [policy_name, value] : policies) {
    if (policy == policy_name) {
      settings.policy = value;
      known = true;
    }
  }
  if (!known) {
    throw exceptions::InvalidParameterValueException(
      "parameter '" + name("policy") + "' is '" + policy +
      "'; expected 'inherit', 'other', 'fifo', 'rr' or 'deadline'");
  }
  // As wide as the parameter: a value that does not fit is outside every range.
  const auto number = [&](const char * member, int default_value, const char * description) {
    const std::int64_t value =
      declared<std::int64_t>(parameters, name(member), default_value, description);
    return value < -1000 ? -1000 : value > 100000 ? 100000 : static_cast<int>(value);
  };
  settings.priority =
    number("priority", defaults.priority, "1 to 99, with policies 'fifo' and 'rr' only");
  settings.nice = number("nice", defaults.nice, "-20 to 19, with policies 'inherit' and 'other'");
  for (const std::int64_t cpu : declared<std::vector<std::int64_t>>(
         parameters, name("cpus"),
         std::vector<std::int64_t>(defaults.cpus.begin(), defaults.cpus.end()),
         "CPUs that the thread may run on; empty: all")) {
    settings.cpus.push_back(cpu < 0 || cpu > 100000 ? -1 : static_cast<int>(cpu));
  }
  settings.runtime = time("runtime", defaults.runtime);
  settings.deadline = time("deadline", defaults.deadline);
  settings.period = time("period", defaults.period);
  if (const auto problem = find_problem(settings)) {
    throw exceptions::InvalidParameterValueException(
      "parameter '" + name(problem->member.c_str()) + "' is " + problem->value + "; expected " +
      problem->expected);
  }
  return settings;
}

ThreadSettings declare_thread_settings(
  Node & node, const std::string & prefix, const ThreadSettings & defaults)
{
  return declare_thread_settings(*node.get_node_parameters_interface(), prefix, defaults);
}

struct ScopedThreadSettings::Former
{
  Attributes attributes;
  cpu_set_t cpus;
  char name[16] = {};
};

ScopedThreadSettings::ScopedThreadSettings(const ThreadSettings & settings)
{
  if (settings == ThreadSettings()) {
    return;
  }
  check_thread_settings(settings);
  former_ = std::make_unique<Former>();
  ::syscall(SYS_sched_getattr, 0, &former_->attributes, sizeof(Attributes), 0);
  ::pthread_getaffinity_np(::pthread_self(), sizeof(cpu_set_t), &former_->cpus);
  ::pthread_getname_np(::pthread_self(), former_->name, sizeof(former_->name));

  const auto refused = [&](const std::string & what, int error) {
    complete_ = false;
    warn_of_refusal(settings, what, error);
  };
  if (!settings.name.empty()) {
    ::pthread_setname_np(::pthread_self(), settings.name.c_str());
  }
  if (!settings.cpus.empty()) {
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    for (const int cpu : settings.cpus) {
      CPU_SET(static_cast<std::size_t>(cpu), &cpus);
    }
    if (const int error = ::pthread_setaffinity_np(::pthread_self(), sizeof(cpus), &cpus)) {
      refused("CPUs " + list(settings.cpus), error);
    }
  }
  if (const int error = apply_policy(settings)) {
    refused(
      std::string("policy '") + name_of(settings.policy) + "'" +
        (settings.priority != 0 ? ", priority " + std::to_string(settings.priority) : ""),
      error);
  }
  if (settings.nice != 0) {
    if (const int error = set_nice(settings.nice)) {
      refused("nice " + std::to_string(settings.nice), error);
    }
  }
}

ScopedThreadSettings::~ScopedThreadSettings()
{
  if (former_) {
    if (former_->attributes.policy == policy_deadline) {
      set_deadline(former_->attributes);
    } else {
      set_policy(
        static_cast<int>(former_->attributes.policy),
        static_cast<int>(former_->attributes.priority));
      set_nice(former_->attributes.nice);
    }
    ::pthread_setaffinity_np(::pthread_self(), sizeof(cpu_set_t), &former_->cpus);
    ::pthread_setname_np(::pthread_self(), former_->name);
  }
}

}  // namespace rclcpp
