// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// group_by: a stream for each key.

#ifndef RX__OPERATORS__GROUP_BY_HPP_
#define RX__OPERATORS__GROUP_BY_HPP_

#include <algorithm>
#include <functional>
#include <memory>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "rx/stage.hpp"
#include "rx/subjects/state.hpp"

namespace rx
{

// The items of one key: an observable with get_key(). Defined in rx/grouped_observable.hpp.
template <class Key, class T>
class grouped_observable;

namespace detail
{

template <class K, class V, class Key, class Value>
struct group_by_of : stage
{
  group_by_of(Key k, Value v) : key(std::move(k)), value(std::move(v)) {}

  template <class>
  using emits = grouped_observable<K, V>;

  using group = subject_state<V, no_memory<V>>;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    K k = std::invoke(key, std::as_const(item));
    auto found = groups.find(k);
    if (found == groups.end()) {
      if (over) {
        return wanted();
      }
      found = groups.emplace(k, group::make()).first;
      over = !out.on_next(grouped_observable<K, V>(std::move(k), found->second));
    }
    found->second->next(std::invoke(value, std::forward<U>(item)));
    return wanted();
  }
  template <class Out>
  void on_completed(Out & out)
  {
    for (auto & [k, g] : groups) {
      g->completed();
    }
    if (!over) {
      out.on_completed();
    }
  }
  template <class Out>
  void on_error(const std::exception_ptr & error, Out & out)
  {
    for (auto & [k, g] : groups) {
      g->error(error);
    }
    if (!over) {
      out.on_error(error);
    }
  }

  bool wanted() const
  {
    return !over || std::any_of(groups.begin(), groups.end(), [](const auto & each) {
      return each.second->has_observers();
    });
  }

  [[no_unique_address]] Key key;
  [[no_unique_address]] Value value;
  std::unordered_map<K, std::shared_ptr<group>> groups;
  bool over = false;  // no more groups are wanted
};

template <class Key, class Value>
struct group_by
{
  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    static_assert(
      std::is_invocable_v<Key &, const T &>,
      "rx::group_by: the key function must be callable with a const item &");
    static_assert(
      std::is_invocable_v<Value &, T>,
      "rx::group_by: the value function must be callable with an item");
    using K = std::remove_cvref_t<std::invoke_result_t<Key &, const T &>>;
    using V = std::remove_cvref_t<std::invoke_result_t<Value &, T>>;
    static_assert(
      requires(const K & k) {
        std::hash<K>()(k);
        k == k;
      },
      "rx::group_by: the keys need std::hash and ==");
    return std::forward<Observable>(source) | group_by_of<K, V, Key, Value>(key, value);
  }

  [[no_unique_address]] Key key;
  [[no_unique_address]] Value value;
};

}  // namespace detail

namespace operators
{

// source.group_by(key[, value]) emits a stream (rx::grouped_observable, with get_key()) for each new key(item), and there
// value(item) of the items that have it.
//
//   source              --1--2--3--4--|
//   group_by(odd?)      --g--g--------|
//   first g               1-----3-----|
//   second g                 2-----4--|
//
// Subscribe to a group when it is emitted, or miss its first items. Groups end with the source. If no more groups are
// wanted (take(1)), those that have subscribers go on. What the functions throw becomes the stream's error. Cost: one
// subject a key, kept until the end; an item: a look-up; no lock, no thread.
//
//   range(1, 4) | group_by([](int i) { return i % 2; }) | flat_map([](auto group) {
//     return group | map([key = group.get_key()](int i) { return 10 * key + i; });
//   });  // -> 11 2 13 4 |
template <class Key, class Value = std::identity>
auto group_by(Key key, Value value = {})
{
  return detail::group_by<Key, Value>{std::move(key), std::move(value)};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__GROUP_BY_HPP_
