// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// One running send_request: sends requests, emits responses, and holds the requests in flight.

#ifndef RXROS2__SERVICES__DETAIL__REQUEST_STREAM_HPP_
#define RXROS2__SERVICES__DETAIL__REQUEST_STREAM_HPP_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "rclcpp/create_client.hpp"
#include "rosidl_runtime_cpp/traits.hpp"
#include "rx/serialized_observer.hpp"
#include "rx/single_assignment_subscription.hpp"
#include "rx/storage.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"
#include "rxros2/nodes/detail/wait_report.hpp"
#include "rxros2/services/request_options.hpp"

namespace rxros2::detail
{

/// Returns the request inside an item of a stream, as a shared pointer that rclcpp can send.
template <typename Request, typename U>
std::shared_ptr<Request> shared_request(U && value)
{
  if constexpr (std::is_convertible_v<U &&, std::shared_ptr<Request>>) {
    return std::shared_ptr<Request>(std::forward<U>(value));
  } else if constexpr (std::is_convertible_v<U &&, const Request &>) {
    return std::make_shared<Request>(std::forward<U>(value));
  } else {
    return std::make_shared<Request>(*value);
  }
}

template <typename U, typename Request>
concept sendable =
  std::is_convertible_v<U &&, std::shared_ptr<Request>> ||
  std::is_convertible_v<U &&, const Request &> ||
  requires(U && value) { requires std::is_convertible_v<decltype(*value), const Request &>; };

/// The events of a request_machine.
template <typename ServiceT>
struct request_event
{
  using request = typename ServiceT::Request::SharedPtr;
  struct reply
  {
    std::uint64_t number;
    typename ServiceT::Response::SharedPtr response;
  };
  struct source_completed
  {
  };
  struct woken
  {
  };
  using any = std::variant<request, reply, source_completed, woken>;
};

/// The services that the machine uses of its stream.
template <typename ServiceT>
struct request_control
{
  virtual std::int64_t send(
    rclcpp::Client<ServiceT> & client, typename ServiceT::Request::SharedPtr request,
    std::uint64_t number) = 0;
  virtual rx::time_point now() const = 0;
  virtual void wake_at(rx::time_point due) = 0;
  virtual bool disposed_meanwhile() const noexcept = 0;
  virtual void report_missing_server(const char * service, rx::duration waited) const noexcept = 0;

protected:
  ~request_control() = default;
};

/// The policies of the two forms of send_request for the outcome of a request.
template <typename ServiceT>
struct fail_per_stream
{
  static constexpr bool keeps_request = false;
  using value_type = typename ServiceT::Response::SharedPtr;

  template <typename Out>
  static bool emit(request_result<ServiceT> && result, Out & out)
  {
    if (result.error) {
      out.on_error(result.error);
      return false;
    }
    return out.on_next(std::move(result.response));
  }
};

template <typename ServiceT>
struct fail_per_item
{
  static constexpr bool keeps_request = true;
  using value_type = request_result<ServiceT>;

  template <typename Out>
  static bool emit(request_result<ServiceT> && result, Out & out)
  {
    return out.on_next(std::move(result));
  }
};

/// The state machine of one send_request. It is the observer inside a serialized_observer, so two
/// threads never enter it at once.
/** The requests in flight are `calls_`, in the order of arrival; the others wait. The destructor,
 * at the end of the stream, withdraws the requests that were sent. */
template <typename ServiceT, typename Mode, typename Out>
class request_machine
{
public:
  using event = request_event<ServiceT>;
  using result = request_result<ServiceT>;

  request_machine(Out out, const request_options & options)
  : out_(std::move(out)), options_(options)
  {
  }
  request_machine(request_machine &&) = default;
  ~request_machine()
  {
    if (client_) {
      for (index at = first_; at != none; at = calls_[at].next) {
        take_back(calls_[at]);
      }
    }
  }

  void begin(
    request_control<ServiceT> & control, typename rclcpp::Client<ServiceT>::SharedPtr client)
  {
    control_ = &control;
    client_ = std::move(client);
  }

  bool on_next(typename event::request && request) noexcept
  {
    return guarded([&] {
      if (!request) {
        return dropped(nullptr, "send_request: got a null pointer instead of a request");
      }
      if (in_flight_ < options_.max_in_flight) {
        start(std::move(request));
      } else if (waiting_.size() < options_.max_waiting) {
        waiting_.push_back(std::move(request));
      } else {
        return no_room(std::move(request));
      }
      return true;
    });
  }
  bool on_next(typename event::reply && reply) noexcept
  {
    return guarded([&] {
      const auto at = static_cast<index>(reply.number);
      call & answered = calls_[at];
      if (answered.number == reply.number && !answered.done) {  // else it has been given up
        answered.outcome.response = std::move(reply.response);
        finish(at);
      }
      return true;
    });
  }
  bool on_next(typename event::source_completed) noexcept
  {
    return guarded([&] {
      source_completed_ = true;
      return true;
    });
  }
  bool on_next(typename event::woken) noexcept
  {
    return guarded([&] {
      wake_ = rx::time_point::max();
      const rx::time_point now = control_->now();
      send_unsent();
      if (first_unsent_ != none) {
        if (const auto waited = absence_.due(calls_[first_unsent_].number, now)) {
          control_->report_missing_server(client_->get_service_name(), *waited);
        }
      }
      // None is due before one that came earlier.
      for (index at = first_; at != none && calls_[at].due <= now; at = calls_[at].next) {
        if (!calls_[at].done) {
          expire(at);
        }
      }
      return true;
    });
  }
  bool on_next(typename event::any && late) noexcept
  {
    return std::visit([this](auto & entry) { return this->on_next(std::move(entry)); }, late);
  }
  void on_error(const std::exception_ptr & error) noexcept { out_.on_error(error); }
  void on_completed() noexcept { out_.on_completed(); }

private:
  using index = std::uint32_t;
  static constexpr index none = ~index{0};

  // A request in its turn, which stays at its place while others come and go. They are a list in
  // the order in which they came, and so are the places that are free.
  struct call
  {
    std::uint64_t number = 0;  // its place; above that, how many were at this place before
    rx::time_point due{};
    result outcome;
    typename event::request unsent;
    std::int64_t id = 0;
    bool sent = false;
    bool done = false;
    index previous = none;
    index next = none;
  };

  // `f` may have produced results to emit, room for waiting requests, or the end of the stream.
  template <typename F>
  bool guarded(F f) noexcept
  {
    try {
      return f() && go_on();
    } catch (...) {  // out of memory
      out_.on_error(std::current_exception());
      return false;
    }
  }

  bool go_on()
  {
    for (;;) {
      if (const index next = next_done(); next != none) {
        // Several may come at once: those held back for this one.
        if (!Mode::emit(release(next), out_) || control_->disposed_meanwhile()) {
          return false;
        }
      } else if (!waiting_.empty() && in_flight_ < options_.max_in_flight) {
        auto request = std::move(waiting_.front());
        waiting_.pop_front();
        start(std::move(request));
      } else {
        break;
      }
    }
    if (source_completed_ && in_flight_ == 0) {
      out_.on_completed();
      return false;
    }
    arm();
    return true;
  }

  // The call whose outcome is the next to be handed on.
  index next_done()
  {
    if (options_.order == response_order::as_requested) {
      return first_ != none && calls_[first_].done ? first_ : none;
    }
    return done_.empty() ? none : done_.pop();
  }

  // A call at the end of the list.
  index add()
  {
    if (free_ == none) {
      const auto place = static_cast<index>(calls_.size());
      calls_.emplace_back().number = place;
      free_ = place;
    }
    const index at = free_;
    free_ = calls_[at].next;
    calls_[at].previous = last_;
    calls_[at].next = none;
    (last_ == none ? first_ : calls_[last_].next) = at;
    last_ = at;
    ++in_flight_;
    return at;
  }

  result release(index at)
  {
    call & ended = calls_[at];
    (ended.previous == none ? first_ : calls_[ended.previous].next) = ended.next;
    (ended.next == none ? last_ : calls_[ended.next].previous) = ended.previous;
    result outcome = std::move(ended.outcome);
    ended.outcome = {};
    ended.sent = false;
    ended.done = false;
    ended.number += std::uint64_t{1} << 32;
    ended.next = std::exchange(free_, at);
    --in_flight_;
    return outcome;
  }

  void finish(index at)
  {
    calls_[at].done = true;
    if (options_.order != response_order::as_requested) {
      done_.push(at);
    }
  }

  void start(typename event::request && request)
  {
    const bool for_ever = options_.timeout == rx::duration::zero();
    const index at = add();
    call & added = calls_[at];
    added.due =
      for_ever ? rx::time_point::max() : rx::saturated_add(control_->now(), options_.timeout);
    if constexpr (Mode::keeps_request) {
      added.outcome.request = request;
    }
    added.unsent = std::move(request);
    if (first_unsent_ == none) {
      first_unsent_ = at;
    }
    send_unsent();
  }

  // Sends in the order of arrival: no request overtakes another that still waits for a server.
  void send_unsent()
  {
    if (first_unsent_ == none || !client_->service_is_ready()) {
      return;
    }
    while (first_unsent_ != none) {
      const index at = first_unsent_;
      call & each = calls_[at];
      first_unsent_ = each.next;
      try {
        each.id = control_->send(*client_, std::move(each.unsent), each.number);
        each.sent = true;
      } catch (...) {  // what rclcpp says of this request: a bound exceeded, …
        each.outcome.error = std::current_exception();
        finish(at);
      }
    }
  }

  void expire(index at)
  {
    call & each = calls_[at];
    if (first_unsent_ == at) {
      first_unsent_ = each.next;
    }
    take_back(each);
    each.unsent = nullptr;
    using milliseconds = std::chrono::duration<double, std::milli>;
    const std::string service = std::string("'") + client_->get_service_name() + "'";
    const std::string limit =
      " within " + std::to_string(milliseconds(options_.timeout).count()) + " ms";
    each.outcome.error = std::make_exception_ptr(request_timeout(
      each.sent ? "send_request: service " + service + " did not respond" + limit
                : "send_request: there was no service " + service + limit));
    finish(at);
  }

  void take_back(const call & each) noexcept
  {
    if (each.sent && !each.done) {
      client_->remove_pending_request(each.id);
    }
  }

  bool no_room(typename event::request && request)
  {
    const std::string why = "send_request: the queue is full: " + std::to_string(waiting_.size()) +
                            " requests wait for service '" + client_->get_service_name() +
                            "' (max_waiting)";
    switch (options_.overflow) {
      case rx::overflow::drop_newest:
        return !Mode::keeps_request || dropped(std::move(request), why);
      case rx::overflow::latest:
      case rx::overflow::drop_oldest: {
        waiting_.push_back(std::move(request));
        auto oldest = std::move(waiting_.front());
        waiting_.pop_front();
        return !Mode::keeps_request || dropped(std::move(oldest), why);
      }
      default:
        return dropped(std::move(request), why);
    }
  }

  bool dropped(typename event::request request, const std::string & why)
  {
    result outcome;
    outcome.request = std::move(request);
    outcome.error = std::make_exception_ptr(request_dropped(why));
    return Mode::emit(std::move(outcome), out_);
  }

  // One timer for all: at the first time limit, or soon if the machine waits for a server.
  void arm()
  {
    // The first one is not done, or it would have been handed on; those behind it came later.
    rx::time_point first = first_ == none ? rx::time_point::max() : calls_[first_].due;
    if (first_unsent_ != none) {
      first = std::min(first, control_->now() + look_for_server_every);
    }
    if (first < wake_) {
      wake_ = first;
      control_->wake_at(first);
    }
  }

  static constexpr rx::duration look_for_server_every = std::chrono::milliseconds(10);

  Out out_;
  request_options options_;
  request_control<ServiceT> * control_ = nullptr;
  typename rclcpp::Client<ServiceT>::SharedPtr client_;
  std::vector<call> calls_;
  index first_ = none;
  index last_ = none;
  index first_unsent_ = none;  // this and those behind it
  wait_report absence_;        // of a server for the first unsent request
  index free_ = none;
  std::size_t in_flight_ = 0;
  rx::fifo<index> done_;  // if they are handed on as they arrive
  std::deque<typename event::request> waiting_;
  rx::time_point wake_ = rx::time_point::max();
  bool source_completed_ = false;
};

/// Creates a client that holds `end`, which is null with our own rclcpp. Throws what rclcpp throws.
template <typename ServiceT>
typename rclcpp::Client<ServiceT>::SharedPtr make_client(
  const node_access & node, const std::string & service, const request_options & options,
  [[maybe_unused]] std::shared_ptr<const void> end)
{
#ifdef RCL__CLIENT_H_  // an installed rclcpp, whose clients hold no callback of ours
  class client final : public rclcpp::Client<ServiceT>
  {
  public:
    client(
      const node_access & node, const std::string & service, rcl_client_options_t & options,
      std::shared_ptr<const void> end)
    : rclcpp::Client<ServiceT>(node.base.get(), node.graph, service, options), end_(std::move(end))
    {
    }

  private:
    const std::shared_ptr<const void> end_;
  };
  rcl_client_options_t client_options = rcl_client_get_default_options();
  client_options.qos = options.qos.get_rmw_qos_profile();
  auto created = std::make_shared<client>(node, service, client_options, std::move(end));
  node.services->add_client(created, options.callback_group);
  return created;
#else
  return rclcpp::create_client<ServiceT>(
    node.base, node.graph, node.services, service, options.qos, options.callback_group);
#endif
}

/// One subscribed observer of a send_request. Client and stream hold each other while a request is
/// in flight.
template <typename ServiceT, typename Mode, typename Out>
class request_stream final
: public rx::serialized_observer<
    typename request_event<ServiceT>::any, request_machine<ServiceT, Mode, Out>, rx::schedulable>,
  public request_control<ServiceT>,
  public node_bound,
  public std::enable_shared_from_this<request_stream<ServiceT, Mode, Out>>
{
public:
  using event = request_event<ServiceT>;
  using base = rx::serialized_observer<
    typename event::any, request_machine<ServiceT, Mode, Out>, rx::schedulable>;

  request_stream(
    Out out, const weak_node & weak, const node_access & node, const request_options & options)
  : base(request_machine<ServiceT, Mode, Out>(std::move(out), options)),
    node_(weak),
    streams_(node_streams::of(node)),
    time_(streams_->scheduler(node, options.callback_group, RCL_STEADY_TIME)),
    env_(streams_->scheduler(node, options.callback_group))
  {
  }

  /// Creates the client; throws what rclcpp throws.
  void open(const node_access & node, const std::string & service, const request_options & options)
  {
    node_streams::check_context(node, "service", service);
    streams_->add(this->shared_from_this());
    auto client = make_client<ServiceT>(node, service, options, time_->at_end_of_entity());
    this->feed([&](auto & machine) {
      machine.begin(*this, std::move(client));
      return true;
    });
  }

  const rx::environment & env() const noexcept { return env_; }

  // The services of request_control.
  std::int64_t send(
    rclcpp::Client<ServiceT> & client, typename ServiceT::Request::SharedPtr request,
    std::uint64_t number) override
  {
    return client
      .async_send_request(
        std::move(request),
        [self = this->shared_from_this(),
         number](typename rclcpp::Client<ServiceT>::SharedFuture future) {
          const node_scheduler::scope scope(*self->time_);
          self->next(typename event::reply{number, future.get()});
        })
      .request_id;
  }
  rx::time_point now() const override { return time_->now(); }
  void wake_at(rx::time_point due) override
  {
    time_->cancel(*this);
    time_->schedule(this->shared_from_this(), due, {});
  }

  bool disposed_meanwhile() const noexcept override { return this->disposed(); }
  void report_missing_server(const char * service, rx::duration waited) const noexcept override
  {
    detail::report_missing_server(
      node_, service, rosidl_generator_traits::name<ServiceT>(), waited);
  }

  void run() noexcept override { this->next(typename event::woken{}); }
  void scheduler_ended() noexcept override { this->completed(); }
  void node_ended() noexcept override { this->completed(); }

  rx::single_assignment_subscription source;

protected:
  void released() noexcept override
  {
    source.dispose();
    time_->cancel(*this);
    streams_->remove(*this);
  }

private:
  const weak_node node_;
  const std::shared_ptr<node_streams> streams_;
  const std::shared_ptr<node_scheduler> time_;
  const rx::environment env_;
};

/// The observer of the source of requests.
template <typename ServiceT, typename Stream>
struct request_input
{
  template <typename U>
  bool on_next(U && item) noexcept
  {
    try {
      return stream->next(
        detail::shared_request<typename ServiceT::Request>(std::forward<U>(item)));
    } catch (...) {
      stream->error(std::current_exception());
      return false;
    }
  }
  void on_error(const std::exception_ptr & error) noexcept { stream->error(error); }
  void on_completed() noexcept
  {
    stream->next(typename request_event<ServiceT>::source_completed{});
    stream->source.dispose();
  }
  rx::environment env() const { return stream->env(); }

  std::shared_ptr<Stream> stream;
};

}  // namespace rxros2::detail

#endif  // RXROS2__SERVICES__DETAIL__REQUEST_STREAM_HPP_
