// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// distinct: drops items that were emitted before.

#ifndef RX__OPERATORS__DISTINCT_HPP_
#define RX__OPERATORS__DISTINCT_HPP_

#include <functional>
#include <set>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "rx/stage.hpp"

namespace rx
{

namespace detail
{

template <class K>
concept has_hash = requires(const K & k) {
  std::hash<K>()(k);
  k == k;
};
template <class K>
concept has_less = requires(const K & k) { k < k; };

// For keys that can only be compared with ==: it looks at all of them.
template <class K>
struct list_of_different
{
  std::pair<K *, bool> insert(K k)
  {
    for (K & known : keys) {
      if (known == k) {
        return {&known, false};
      }
    }
    keys.push_back(std::move(k));
    return {&keys.back(), true};
  }
  std::vector<K> keys;
};

template <class K>
auto set_of_different()
{
  if constexpr (has_hash<K>) {
    return std::unordered_set<K>();
  } else if constexpr (has_less<K>) {
    return std::set<K>();
  } else {
    return list_of_different<K>();
  }
}

template <class T, class Key>
struct distinct_of : stage
{
  explicit distinct_of(Key k) : key(std::move(k)) {}

  template <class>
  using emits = T;

  template <class U, class Out>
  bool on_next(U && item, Out & out)
  {
    return !seen.insert(std::invoke(key, std::as_const(item))).second ||
           out.on_next(std::forward<U>(item));
  }

  [[no_unique_address]] Key key;
  decltype(set_of_different<std::remove_cvref_t<std::invoke_result_t<Key &, const T &>>>()) seen;
};

template <class Key>
struct distinct
{
  template <class T>
  static constexpr bool makes_keys()
  {
    if constexpr (std::is_invocable_v<Key &, const T &>) {
      using K = std::remove_cvref_t<std::invoke_result_t<Key &, const T &>>;
      return requires(const K & k) { k == k; } || has_less<K>;
    } else {
      return false;
    }
  }
  template <class T>
  static constexpr bool accepts = makes_keys<T>();

  RX_REJECT(
    distinct, (!accepts<Item>),
    "rx::distinct: an Item of this stream, or its key, cannot be compared. Pass a function of a "
    "const Item & that returns a key with std::hash and ==, or <, or ==")

  template <class Observable>
  auto operator()(Observable && source) const
  {
    using T = typename std::remove_cvref_t<Observable>::value_type;
    return std::forward<Observable>(source) | distinct_of<T, Key>(key);
  }

  [[no_unique_address]] Key key;
};

}  // namespace detail

namespace operators
{

// source.distinct([key]) emits each item that was not emitted before; with a function, each item
// whose key(item) is new.
//
//   source      --1--2--1--3--2--|
//   distinct()  --1--2-----3-----|
//
// An exception of key becomes the stream's error. Cost: it stores every distinct key until the
// stream ends, with one heap allocation each; per item a look-up by std::hash, otherwise by <,
// otherwise by == with every stored key. For long-lived streams use distinct_until_changed.
//
//   just(1, 2, 1, 3, 2) | distinct();  // -> 1 2 3 |
//   just(1, 2, 3, 4) | distinct([](int i) { return i % 2; });  // -> 1 2 |
template <class Key = std::identity>
auto distinct(Key key = {})
{
  return detail::distinct<Key>{std::move(key)};
}

}  // namespace operators
}  // namespace rx

#endif  // RX__OPERATORS__DISTINCT_HPP_
