// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The common part of the engine's tests: options from the environment, collecting listeners,
// waiting.

#ifndef SUPPORT_HPP_
#define SUPPORT_HPP_

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "eventually.hpp"
#include "rmw/environment.hpp"
#include "rmw/log.hpp"
#include "rmw/names.hpp"
#include "rmw/participant.hpp"
#include "rmw/qos_profiles.h"

namespace test
{

using namespace std::chrono_literals;

/// Returns a participant in the test's own domain.
inline std::shared_ptr<rmw::Participant> participant()
{
  return rmw::Participant::create(rmw::read_environment().options);
}

/// Returns a domain that only this test uses: cmake/own_domain.sh gives it two.
inline std::uint32_t second_domain()
{
  return rmw::read_environment().options.domain_id + 1;
}

/// Sets a variable for the children that are started meanwhile, and for participants here.
class Variable
{
public:
  Variable(const char * name, const char * value) : name_(name)
  {
    if (const char * const last = std::getenv(name)) {
      last_ = last;
    }
    setenv(name, value, 1);
  }
  ~Variable()
  {
    if (last_) {
      setenv(name_, last_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Variable(const Variable &) = delete;
  Variable & operator=(const Variable &) = delete;

private:
  const char * name_;
  std::optional<std::string> last_;
};

/// A configuration of Cyclone DDS that sends to several processes by multicast, on this host only.
inline constexpr const char * multicast =
  "<CycloneDDS><Domain><General><Interfaces><NetworkInterface name=\"lo\" multicast=\"true\"/>"
  "</Interfaces></General></Domain></CycloneDDS>";

/// The lines of the log while this object exists.
class LogLines
{
public:
  LogLines()
  {
    rmw::set_log_sink([this](rmw_log_severity_t, std::string_view line) {
      std::lock_guard lock(mutex_);
      lines_.emplace_back(line);
    });
  }
  ~LogLines() { rmw::set_log_sink({}); }
  LogLines(const LogLines &) = delete;
  LogLines & operator=(const LogLines &) = delete;

  /// Returns the number of lines with this part.
  std::ptrdiff_t count(const std::string & part)
  {
    std::lock_guard lock(mutex_);
    return std::count_if(lines_.begin(), lines_.end(), [&](const std::string & line) {
      return line.find(part) != std::string::npos;
    });
  }

private:
  std::mutex mutex_;  // guards lines_
  std::vector<std::string> lines_;
};

constexpr const char * string_type = "std_msgs::msg::dds_::String_";
constexpr const char * string_hash =
  "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18";

inline rmw::EndpointOptions options(
  const std::string & topic, const rmw_qos_profile_t & qos = rmw_qos_profile_default)
{
  return {rmw::dds_topic_name(rmw::TopicKind::topic, topic), string_type, string_hash, qos, ""};
}

inline rmw_qos_profile_t keep_all()
{
  rmw_qos_profile_t qos = rmw_qos_profile_default;
  qos.history = RMW_QOS_POLICY_HISTORY_KEEP_ALL;
  return qos;
}

inline rmw::Buffer buffer(std::string_view text)
{
  rmw::Buffer out(4 + text.size());
  const std::byte header[4] = {std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}};
  std::copy_n(header, 4, out.bytes().begin());
  if (!text.empty()) {
    std::memcpy(out.bytes().data() + 4, text.data(), text.size());
  }
  return out;
}

/// Returns the body, without header and padding (texts in tests contain no NUL).
inline std::string text(const rmw::Sample & sample)
{
  std::string out(
    reinterpret_cast<const char *>(sample.bytes().data()) + 4, sample.bytes().size() - 4);
  while (!out.empty() && out.back() == '\0') {
    out.pop_back();
  }
  return out;
}

/// Collects the calls of a reader's listener.
class Collector : public rmw::ReaderListener
{
public:
  struct Item
  {
    rmw::Sample sample;
    rmw::SampleInfo info;
  };

  void on_sample(rmw::Sample && sample, const rmw::SampleInfo & info) noexcept override
  {
    std::lock_guard lock(mutex_);
    items_.push_back({std::move(sample), info});
    changed_.notify_all();
  }
  void on_matched(const rmw_matched_status_t & status) noexcept override
  {
    std::lock_guard lock(mutex_);
    matched_ = status;
  }
  void on_incompatible_qos(const rmw::IncompatibleQosStatus & status) noexcept override
  {
    std::lock_guard lock(mutex_);
    incompatible_qos_.push_back(std::string(status.topic) + " " + status.policy);
  }
  void on_incompatible_type(const rmw_incompatible_type_status_t & status) noexcept override
  {
    std::lock_guard lock(mutex_);
    incompatible_types_ = status.total_count;
  }
  void on_mismatch(const rmw::MismatchReport & report) noexcept override
  {
    std::lock_guard lock(mutex_);
    mismatches_.push_back(report.text);
  }
  void on_sample_lost(const rmw_message_lost_status_t & status) noexcept override
  {
    std::lock_guard lock(mutex_);
    lost_ = status.total_count;
  }

  bool wait_for(std::size_t count, std::chrono::nanoseconds limit = patience)
  {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, limit, [&] { return items_.size() >= count; });
  }
  std::vector<Item> items()
  {
    std::lock_guard lock(mutex_);
    return items_;
  }
  std::size_t size()
  {
    std::lock_guard lock(mutex_);
    return items_.size();
  }
  std::vector<std::string> texts()
  {
    std::vector<std::string> out;
    for (const Item & item : items()) {
      out.push_back(text(item.sample));
    }
    return out;
  }
  rmw_matched_status_t matched()
  {
    std::lock_guard lock(mutex_);
    return matched_;
  }
  std::vector<std::string> incompatible_qos()
  {
    std::lock_guard lock(mutex_);
    return incompatible_qos_;
  }
  std::int32_t incompatible_types()
  {
    std::lock_guard lock(mutex_);
    return incompatible_types_;
  }
  std::vector<std::string> mismatches()
  {
    std::lock_guard lock(mutex_);
    return mismatches_;
  }
  std::size_t lost()
  {
    std::lock_guard lock(mutex_);
    return lost_;
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Item> items_;
  rmw_matched_status_t matched_{};
  std::vector<std::string> incompatible_qos_;
  std::int32_t incompatible_types_ = 0;
  std::vector<std::string> mismatches_;
  std::size_t lost_ = 0;
};

/// Collects the calls of a writer's listener.
class WriterEvents : public rmw::WriterListener
{
public:
  void on_incompatible_qos(const rmw::IncompatibleQosStatus & status) noexcept override
  {
    std::lock_guard lock(mutex_);
    incompatible_qos_.push_back(std::string(status.topic) + " " + status.policy);
  }
  void on_incompatible_type(const rmw_incompatible_type_status_t & status) noexcept override
  {
    std::lock_guard lock(mutex_);
    incompatible_types_ = status.total_count;
  }
  void on_mismatch(const rmw::MismatchReport & report) noexcept override
  {
    std::lock_guard lock(mutex_);
    mismatches_.push_back(report.text);
  }
  std::vector<std::string> incompatible_qos()
  {
    std::lock_guard lock(mutex_);
    return incompatible_qos_;
  }
  std::int32_t incompatible_types()
  {
    std::lock_guard lock(mutex_);
    return incompatible_types_;
  }
  std::vector<std::string> mismatches()
  {
    std::lock_guard lock(mutex_);
    return mismatches_;
  }

private:
  std::mutex mutex_;
  std::vector<std::string> incompatible_qos_;
  std::int32_t incompatible_types_ = 0;
  std::vector<std::string> mismatches_;
};

}  // namespace test

#endif  // SUPPORT_HPP_
