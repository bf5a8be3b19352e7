// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// group_by: splits a stream into one stream per key.

#ifndef RX__OPERATORS__GROUP_BY_HPP_
#define RX__OPERATORS__GROUP_BY_HPP_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rx/stage.hpp"
#include "rx/subjects/state.hpp"

namespace rx
{

// The items of one key: an observable with get_key(). Defined in rx/grouped_observable.hpp.
template <class Key, class T>
class grouped_observable;

namespace detail
{

// `Less` orders the keys; no_function: uses std::hash and == instead.
template <class K, class V, class Key, class Value, class Less>
struct group_by_of : stage
{
  group_by_of(Key k, Value v, Less l) : key(std::move(k)), value(std::move(v)), groups(make_map(l))
  {
  }

  template <class>
  using emits = grouped_observable<K, V>;

  using group = subject_feed<V, no_memory<V>>;
  static constexpr bool fails_as_source = true;  // an exception of a function ends the groups, too

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    K k = std::invoke(key, std::as_const(item));
    auto found = groups.find(k);
    if (found == groups.end()) {
      if (over) {
        return wanted();
      }
      in_order.emplace_back();
      found = groups.emplace(k, in_order.size() - 1).first;
      over = !out.on_next(grouped_observable<K, V>(std::move(k), in_order.back().state()));
    }
    in_order[found->second]->next(std::invoke(value, std::forward<U>(item)));
    return wanted();
  }
  template <class Out>
  void on_completed(Out & out)
  {
    for_each_group([](const group & g) { g->completed(); });
    if (!over) {
      out.on_completed();
    }
  }
  template <class Out>
  void on_error(const std::exception_ptr & error, Out & out)
  {
    for_each_group([&](const group & g) { g->error(error); });
    if (!over) {
      out.on_error(error);
    }
  }

  // Visits the groups in the order of their creation or, if the keys are ordered, in the order of
  // their keys.
  template <class F>
  void for_each_group(F f) const
  {
    if constexpr (std::is_same_v<Less, no_function>) {
      std::for_each(in_order.begin(), in_order.end(), f);
    } else {
      for (const auto & [k, place] : groups) {
        f(in_order[place]);
      }
    }
  }
  bool wanted() const
  {
    return !over || std::any_of(in_order.begin(), in_order.end(), [](const auto & each) {
      return each->has_observers();
    });
  }

  [[no_unique_address]] Key key;
  static auto make_map(const Less & less)
  {
    if constexpr (std::is_same_v<Less, no_function>) {
      return std::unordered_map<K, std::size_t>();
    } else {
      return std::map<K, std::size_t, Less>(less);
    }
  }

  [[no_unique_address]] Value value;
  decltype(make_map(std::declval<const Less &>())) groups;
  std::vector<group> in_order;  // of their creation; the map holds their indices
  bool over = false;            // the subscriber needs no more groups
};

template <class Key, class Value, class Less>
struct group_by
{
  template <class T>
  static constexpr bool accepts =
    std::is_invocable_v<Key &, const T &> && std::is_invocable_v<Value &, T>;

  RX_REJECT(
    group_by, (!accepts<Item>),
    "rx::group_by: the key function must be callable with a const Item &, and the value function "
    "with an Item")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    using K = std::remove_cvref_t<std::invoke_result_t<Key &, const T &>>;
    using V = std::remove_cvref_t<std::invoke_result_t<Value &, T>>;
    if constexpr (!std::is_same_v<Less, no_function>) {
      static_assert(
        std::is_invocable_r_v<bool, const Less &, const K &, const K &>,
        "rx::group_by: the third function must be callable as bool(const key &, const key &)");
      return std::forward<Observable>(source) |
             group_by_of<K, V, Key, Value, Less>(key, value, less);
    } else if constexpr (requires(const K & k) {
                           std::hash<K>()(k);
                           k == k;
                         }) {
      return std::forward<Observable>(source) |
             group_by_of<K, V, Key, Value, Less>(key, value, less);
    } else {
      static_assert(
        requires(const K & k) { k < k; }, "rx::group_by: the keys need std::hash and ==, or <");
      using by_less = group_by_of<K, V, Key, Value, std::less<K>>;
      return std::forward<Observable>(source) | by_less(key, value, std::less<K>());
    }
  }

  [[no_unique_address]] Key key;
  [[no_unique_address]] Value value;
  [[no_unique_address]] Less less;
};

}  // namespace detail

namespace operators
{

// source.group_by(key[, value[, less]]) emits a stream (rx::grouped_observable, with get_key()) for
// each new key(item); that stream emits value(item) of the items with this key.
//
//   source              --1--2--3--4--|
//   group_by(odd?)      --g--g--------|
//   first g               1-----3-----|
//   second g                 2-----4--|
//
// Subscribe to a group when it is emitted; otherwise you miss its first items. Groups end with the
// source, in the order of their emission or, if the keys are compared by less or <, in the order of
// their keys. If the subscriber needs no more groups (take(1)), groups that have subscribers
// continue. Two keys are the same if == says so (with std::hash) or if neither is less than the
// other. An exception of a function becomes the error of the stream and of the groups. Cost: one
// subject per key, kept until the end; per item one look-up; no lock, no thread.
//
//   range(1, 4) | group_by([](int i) { return i % 2; }) | flat_map([](auto group) {
//     return group | map([key = group.get_key()](int i) { return 10 * key + i; });
//   });  // -> 11 2 13 4 |
template <class Key, class Value = std::identity, class Less = detail::no_function>
auto group_by(Key key, Value value = {}, Less less = {})
{
  return detail::group_by<Key, Value, Less>{std::move(key), std::move(value), std::move(less)};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__GROUP_BY_HPP_
