// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// grouped_observable: the streams that group_by emits.

#ifndef RX__GROUPED_OBSERVABLE_HPP_
#define RX__GROUPED_OBSERVABLE_HPP_

#include <memory>
#include <utility>

#include "rx/observable.hpp"
#include "rx/subjects/state.hpp"

namespace rx
{

// A stream of the items that share one key. Copies are handles of the same stream.
template <class Key, class T>
class grouped_observable : public observable<T, detail::subject_source<T, detail::no_memory<T>>>
{
public:
  // The type of the group's key.
  using key_type = Key;

  // Used by group_by.
  grouped_observable(Key key, std::shared_ptr<detail::subject_state<T, detail::no_memory<T>>> items)
  : grouped_observable::observable(
      detail::subject_source<T, detail::no_memory<T>>{std::move(items)}),
    key_(std::move(key))
  {
  }
  // Returns the key that all items of this stream have.
  const Key & get_key() const noexcept { return key_; }

private:
  Key key_;
};

}  // namespace rx

#endif  // RX__GROUPED_OBSERVABLE_HPP_
