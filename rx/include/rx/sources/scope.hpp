// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// scope: a stream with a resource that lives as long as the stream. generate: items that a function
// returns one by one.

#ifndef RX__SOURCES__SCOPE_HPP_
#define RX__SOURCES__SCOPE_HPP_

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "rx/composite_subscription.hpp"
#include "rx/observable.hpp"

namespace rx
{

// RxCpp's holder of the resource of scope(): copies share one T, which is destroyed with the last
// copy.
//
//   auto open = [] { return resource<std::vector<int>>({1, 2, 3}); };
//   scope(open, [](resource<std::vector<int>> numbers) { return iterate(numbers.get()); });
//     // -> 1 2 3 |
template <class T>
class resource
{
public:
  // The type of the resource.
  using resource_type = T;

  // Takes the resource.
  explicit resource(T value) : value_(std::make_shared<T>(std::move(value))) {}
  // Takes the resource and a subscription to dispose with the last copy.
  resource(T value, composite_subscription at_the_end)
  : value_(new T(std::move(value)), [at_the_end = std::move(at_the_end)](T * t) {
      delete t;
      at_the_end.unsubscribe();
    })
  {
  }

  // Returns the resource.
  T & get() const noexcept { return *value_; }

private:
  std::shared_ptr<T> value_;
};

namespace detail
{

// An operator that only keeps an object alive until its stream is over.
template <class Resource>
struct keep_alive : combining_operator
{
  explicit keep_alive(Resource * r) : held(r) {}

  template <class T>
  using emits = T;

  template <class U, class Out>
  bool on_next(input<0>, U && item, Out & out, merge_control &)
  {
    return out.on_next(std::forward<U>(item));
  }

  std::shared_ptr<Resource> held;
};

template <class MakeResource, class MakeStream>
struct scope_source
{
  using resource = std::remove_cvref_t<std::invoke_result_t<const MakeResource &>>;
  static_assert(
    std::is_invocable_v<const MakeStream &, resource &>,
    "rx::scope: the second function must take what the first one returns");
  using stream = std::remove_cvref_t<std::invoke_result_t<const MakeStream &, resource &>>;
  static_assert(any_observable<stream>, "rx::scope: the second function must return an observable");
  using value_type = typename stream::value_type;

  template <class Out>
  subscription start(Out && out) const
  {
    using kept = combined<keep_alive<resource>>;
    using whole = decltype(std::declval<kept>()(std::declval<stream>()));
    std::optional<whole> value;
    try {
      keep_alive<resource> keep(new resource(make_resource()));
      resource & r = *keep.held;
      value.emplace(kept{std::move(keep), {}}(make_stream(r)));
    } catch (...) {
      out.on_error(std::current_exception());
      return {};
    }
    auto source = std::move(*value).source();
    value.reset();
    return std::move(source).start(std::forward<Out>(out));
  }

  MakeResource make_resource;
  MakeStream make_stream;
};

template <class F>
struct generate_source
{
  using value_type = typename std::invoke_result_t<F &>::value_type;

  template <class Out>
  subscription start(Out && out) const
  {
    F f = next;
    try {
      while (auto item = f()) {
        if (!out.on_next(std::move(*item))) {
          return {};
        }
      }
    } catch (...) {  // thrown by the user's function
      out.on_error(std::current_exception());
      return {};
    }
    out.on_completed();
    return {};
  }

  F next;
};

}  // namespace detail

namespace sources
{

// scope(make_resource, make_stream) creates a resource for each subscription and subscribes to
// make_stream(resource). The resource is destroyed when that stream is over, for whatever reason.
//
//   scope([] { return Camera("/dev/video0"); }, [](Camera & c) { return frames_of(c); })
//
// An exception of the functions becomes the stream's error. Cost: two allocations per subscription.
//
//   std::string log;
//   auto close = [&](int * camera) { delete camera; log += "closed"; };
//   auto open = [&] { return std::shared_ptr<int>(new int(7), close); };
//   scope(open, [](std::shared_ptr<int> & camera) { return just(*camera); });  // -> 7 |
//   log;  // -> closed
template <class MakeResource, class MakeStream>
auto scope(MakeResource make_resource, MakeStream make_stream)
{
  return make_observable(detail::scope_source<MakeResource, MakeStream>{
    std::move(make_resource), std::move(make_stream)});
}

// generate(f) emits the values of f(), a std::optional, until f returns an empty one.
//
//   generate([i = 0]() mutable { return i < 3 ? std::optional(i++) : std::nullopt; })   0-1-2-|
//
// All items are emitted within subscribe(), until the stream is disposed or ends. Each subscription
// has its own copy of f. An exception of f becomes the stream's error. No heap.
//
//   generate([i = 0]() mutable { return i < 3 ? std::optional(i++) : std::nullopt; });
//     // -> 0 1 2 |
template <class F>
auto generate(F f)
{
  static_assert(
    requires(F & g) {
      typename std::invoke_result_t<F &>::value_type;
      static_cast<bool>(g());
    }, "rx::generate: the function must return a std::optional");
  return make_observable(detail::generate_source<F>{std::move(f)});
}

}  // namespace sources
}  // namespace rx

#endif  // RX__SOURCES__SCOPE_HPP_
