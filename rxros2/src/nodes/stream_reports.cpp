// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The reports of streams in the logs of their nodes, and the reaction to unhandled errors.

#include "nodes/stream_reports.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <typeinfo>
#include <utility>

#include "nodes/exit_code.hpp"
#include "nodes/stream_diagnostics.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/logging.hpp"
#include "rx/error.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"

namespace rxros2::detail
{

namespace
{

/// The name of a source or sink of a node's streams.
class node_stream_name final : public rx::stream_name
{
public:
  node_stream_name(std::optional<weak_node> node, stream_label label)
  : node_(std::move(node)), label_(std::move(label))
  {
  }

  std::string text() const override
  {
    if (label_.name.empty()) {
      return label_.text;
    }
    std::string name = label_.name;
    if (const auto node = this->node(); node && label_.resolved != stream_label::kind::text) {
      try {
        name = node->base->resolve_topic_or_service_name(
          name, label_.resolved == stream_label::kind::service);
      } catch (const std::exception &) {  // a bad name, which may be the error that is reported
      }
    }
    return label_.text + " '" + name + "'";
  }
  /// Returns null if there is none, or it was destroyed.
  std::shared_ptr<const node_access> node() const { return node_ ? node_->lock() : nullptr; }
  bool is_service() const noexcept { return label_.text == "service"; }

private:
  const std::optional<weak_node> node_;
  const stream_label label_;
};

const node_stream_name * of_node(const std::shared_ptr<const rx::stream_name> & name)
{
  return dynamic_cast<const node_stream_name *>(name.get());
}

/// Returns the node of a source or sink, or null.
std::shared_ptr<const node_access> node_of(const std::shared_ptr<const rx::stream_name> & name)
{
  if (const auto * const named = of_node(name)) {
    return named->node();
  }
  if (const auto * const several = dynamic_cast<const rx::stream_names *>(name.get())) {
    for (const auto & part : several->parts) {
      if (auto node = node_of(part)) {
        return node;
      }
    }
  }
  return nullptr;
}

/// Returns the node of a stream: that of its source or sink, otherwise that whose callback this
/// thread runs. Returns null if there is none.
std::shared_ptr<const node_access> node_of(const rx::stream_report & report)
{
  for (const auto & name : {report.source, report.sink}) {
    if (auto node = node_of(name)) {
      return node;
    }
  }
  const auto * const scheduler = node_scheduler::current();
  return scheduler ? scheduler->node().lock() : nullptr;
}

std::string name_of_type(const std::type_info & type)
{
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> name(
    abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  return status == 0 && name ? name.get() : type.name();
}

/// Returns the text in one line: a line break and the white space around it become one space.
std::string in_one_line(const std::string & text)
{
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n') {
      line += text[i];
      continue;
    }
    while (!line.empty() && line.back() == ' ') {
      line.pop_back();
    }
    while (i + 1 < text.size() && (text[i + 1] == ' ' || text[i + 1] == '\n')) {
      ++i;
    }
    line += ' ';
  }
  while (!line.empty() && line.back() == ' ') {
    line.pop_back();
  }
  return line;
}

/// Returns the type and the text of an exception.
std::string description_of(const std::exception_ptr & error)
{
  try {
    std::rethrow_exception(error);
  } catch (const std::exception & e) {
    return name_of_type(typeid(e)) + ": " + in_one_line(e.what());
  } catch (...) {
    return in_one_line(rx::what(error));
  }
}

/// Returns "stream of topic '/scan' to publish_to_topic '/out'", as far as the names are known.
std::string description_of(const rx::stream_report & report, const char * subject)
{
  std::string text = subject;
  if (report.source) {
    text += " of " + report.source->text();
  }
  if (report.sink && report.sink != report.source) {
    text += " to " + report.sink->text();
  }
  return text;
}

void react(
  const rx::stream_report & report, const std::shared_ptr<const node_access> & node,
  const std::string & error)
{
  const auto streams = node_streams::of(*node);
  show_in_diagnostics(
    *streams, *node,
    {description_of(report, report.text.c_str()), error,
     report.source ? report.source->text() : std::string(),
     report.sink ? report.sink->text() : std::string()});
  switch (streams->policy()) {
    case stream_error_policy::log:
      break;
    case stream_error_policy::shutdown:
      exit_with_failure();
      node->base->get_context()->shutdown("an unhandled error ended a stream: " + error);
      break;
    case stream_error_policy::raise:
      auto * const current = node_scheduler::current();
      const auto own = current && current->streams() == streams ? current->shared_from_this()
                                                                : streams->scheduler(*node);
      own->raise(report.error);
      break;
  }
}

/// Returns true for the first failed attempt of a stream if one like it was reported less than ten
/// seconds ago: a stream for each item, such as a request with retry(), would report each of them.
bool is_repeated(const rx::stream_report & report, const std::string & node)
{
  if (
    report.event != rx::stream_report::kind::failed_attempt ||
    report.text.find(',') != std::string::npos) {  // with a count
    return false;
  }
  struct Reported
  {
    std::mutex mutex;  // guards at
    std::map<std::string, std::chrono::steady_clock::time_point> at;
  };
  static auto & reported = *new Reported;  // streams may fail while the process ends
  constexpr std::size_t most = 1000;
  const std::string key = report.text + description_of(report, "") + node;
  const auto now = std::chrono::steady_clock::now();
  std::lock_guard lock(reported.mutex);
  if (reported.at.size() > most) {
    reported.at.clear();
  }
  const auto [entry, is_new] = reported.at.try_emplace(key, now);
  if (!is_new && now - entry->second < std::chrono::seconds(10)) {
    return true;
  }
  entry->second = now;
  return false;
}

void log(const rx::stream_report & report) noexcept
{
  try {
    const auto node = node_of(report);
    const std::string name = node ? node->base->get_fully_qualified_name() : "";
    const rclcpp::Logger logger = node ? logger_of(*node) : rclcpp::get_logger("rxros2");
    const std::string of_node = node ? " of node '" + name + "'" : "";
    if (report.event != rx::stream_report::kind::unhandled_error) {
      if (is_repeated(report, name)) {
        return;
      }
      RCLCPP_WARN(
        logger, "%s%s%s (%s%s)", report.text.c_str(), report.error ? ": " : "",
        report.error ? description_of(report.error).c_str() : "",
        description_of(report, "stream").c_str(), of_node.c_str());
      return;
    }
    const std::string error = description_of(report.error);
    const auto * const source = detail::of_node(report.source);
    const bool is_coroutine = report.text == "coroutine";
    RCLCPP_ERROR(
      logger, "%s; this ended the %s%s%s, because nothing handles the error. %s", error.c_str(),
      description_of(report, report.text.c_str()).c_str(), of_node.c_str(),
      source && source->is_service() ? ", so that the service is no longer offered" : "",
      is_coroutine
        ? "Catch it in the coroutine"
        : "Handle it with subscribe(on_next, on_error), on_error_resume_next() or retry()");
    if (node) {
      react(report, node, error);
    }
  } catch (...) {  // out of memory for the text, or the node has just ended
  }
}

}  // namespace

std::string logger_name(const std::string & fully_qualified_name)
{
  std::string name = fully_qualified_name.substr(1);
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

rclcpp::Logger logger_of(const node_access & node)
{
  return rclcpp::get_logger(logger_name(node.base->get_fully_qualified_name()));
}

void log_stream_reports()
{
  static std::once_flag once;
  std::call_once(once, [] {
    const auto former = rx::on_report(&log);
    if (former != &rx::log_report) {
      rx::on_report(former);
    }
  });
}

rx::environment labelled(const rx::environment & env, const weak_node & node, stream_label label)
{
  return env.named(std::make_shared<node_stream_name>(node, std::move(label)));
}

rx::environment labelled(const rx::environment & env, stream_label label)
{
  const auto * const of_node = env ? dynamic_cast<const node_scheduler *>(&*env) : nullptr;
  return env.named(std::make_shared<node_stream_name>(
    of_node ? std::optional(of_node->node()) : std::nullopt, std::move(label)));
}

stream_label timer_label(rx::duration period)
{
  std::ostringstream text;
  text << "timer of " << std::chrono::duration<double, std::milli>(period).count() << " ms";
  return {text.str(), {}};
}

void set_stream_error_policy(const node_access & node, stream_error_policy policy)
{
  node_streams::of(node)->set_policy(policy);
}

}  // namespace rxros2::detail
