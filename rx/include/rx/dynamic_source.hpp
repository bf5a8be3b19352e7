// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The source inside observable<T>: it holds a source of any type behind one pointer.

#ifndef RX__DYNAMIC_SOURCE_HPP_
#define RX__DYNAMIC_SOURCE_HPP_

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "rx/observer.hpp"
#include "rx/operators/concat.hpp"
#include "rx/resubscribing_operator.hpp"
#include "rx/stage.hpp"

namespace rx
{

template <class T>
class dynamic_source;

namespace detail
{

// True if a source is concat with an erased stream in front, as in `all = all.concat(one)`.
template <class Source>
inline constexpr bool extends_dynamic = false;
template <class T, class... Others>
inline constexpr bool extends_dynamic<resubscribing_source<dynamic_source<T>, concat<Others...>>> =
  (std::is_same_v<typename Others::value_type, T> && ...);

// concat of any number of streams; the first one is the source in front.
template <class T>
struct concat_all : resubscribing_operator
{
  explicit concat_all(std::vector<dynamic_source<T>> sources) : others(std::move(sources)) {}

  template <class>
  using emits = T;

  template <class Start>
  void subscribe(const dynamic_source<T> & source, Start && start)
  {
    const std::size_t at = started++;
    start(at == 0 ? source : std::exchange(others[at - 1], {}));
  }
  next_source on_completed() const
  {
    return started > others.size() ? next_source::none() : next_source::now();
  }

  std::vector<dynamic_source<T>> others;
  std::size_t started = 0;
};

}  // namespace detail

// A source of any type behind one pointer. Copies share it. Cost: one allocation when it is
// created, two per subscription.
//
// A loop can build a long chain of concat in which each link is erased. Such a chain is subscribed
// to as one concat of all its streams and is destroyed in a loop, so its length does not use up the
// stack.
template <class T>
class dynamic_source
{
public:
  // The type of the items.
  using value_type = T;

  dynamic_source() = default;  // holds no stream yet

  // Hides the type of `source`.
  template <class Source>
    requires(!std::is_same_v<std::remove_cvref_t<Source>, dynamic_source>)
  explicit dynamic_source(Source && source)
  : held_(std::make_shared<model<std::remove_cvref_t<Source>>>(std::forward<Source>(source)))
  {
  }

  // Starts the source; ends with std::logic_error if there is none.
  template <class Out>
  subscription start(Out && out) const
  {
    if (!held_) [[unlikely]] {
      out.on_error(std::make_exception_ptr(
        std::logic_error("rx::observable: subscribed to before a stream was assigned to it")));
      return {};
    }
    if constexpr (std::is_same_v<std::remove_cvref_t<Out>, dynamic_observer<T>>) {
      return held_->start(std::forward<Out>(out));
    } else {
      return held_->start(dynamic_observer<T>(std::forward<Out>(out)));
    }
  }
  // Returns the environment of the source, or an empty one.
  environment env() const
  {
    const dynamic_source * first = this;
    while (const dynamic_source * before = first->front()) {
      first = before;
    }
    return first->held_ ? first->held_->env() : environment();
  }

private:
  struct base
  {
    virtual ~base() = default;
    virtual subscription start(dynamic_observer<T> && out) const = 0;
    virtual environment env() const = 0;
    // A concat returns the erased stream in front of it here; the function below appends the
    // streams behind it, last one first.
    virtual dynamic_source * front() noexcept { return nullptr; }
    virtual void append_others(std::vector<dynamic_source> &) const {}
  };
  template <class Source>
  struct model final : base
  {
    explicit model(Source s) : source(std::move(s)) {}
    subscription start(dynamic_observer<T> && out) const override
    {
      return source.start(std::move(out));
    }
    environment env() const override { return env_of(source); }
    Source source;
  };
  template <class Source>
    requires detail::extends_dynamic<Source>
  struct model<Source> final : base
  {
    explicit model(Source s) : source(std::move(s)) {}
    ~model() override
    {
      // Without this move, the streams in front would be destroyed recursively, one stack frame per
      // link.
      dynamic_source before = std::move(source.source);
      while (before.held_.use_count() == 1 && before.front()) {
        before = dynamic_source(std::move(*before.front()));
      }
    }
    subscription start(dynamic_observer<T> && out) const override
    {
      if (!source.source.front()) {
        return source.start(std::move(out));
      }
      std::vector<dynamic_source> all;
      append_others(all);
      dynamic_source first = source.source;
      while (dynamic_source * before = first.front()) {
        first.held_->append_others(all);
        first = dynamic_source(*before);
      }
      std::reverse(all.begin(), all.end());
      using op = detail::concat_all<T>;
      return detail::resubscribing_source<dynamic_source, op>{std::move(first), op(std::move(all))}
        .start(std::move(out));
    }
    environment env() const override { return source.env(); }
    dynamic_source * front() noexcept override { return &source.source; }
    void append_others(std::vector<dynamic_source> & to) const override
    {
      std::apply(
        [&](const auto &... other) {
          const std::size_t before = to.size();
          (to.push_back(dynamic_source(other)), ...);
          std::reverse(to.begin() + static_cast<std::ptrdiff_t>(before), to.end());
        },
        source.op.others);
    }
    Source source;
  };

  dynamic_source * front() const noexcept { return held_ ? held_->front() : nullptr; }

  std::shared_ptr<base> held_;
};

template <class T>
using dynamic_observable = dynamic_source<T>;  // RxCpp's name

}  // namespace rx

#endif  // RX__DYNAMIC_SOURCE_HPP_
