// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The end of a node as a stream.

#ifndef RXROS2__NODES__DETAIL__NODE_END_HPP_
#define RXROS2__NODES__DETAIL__NODE_END_HPP_

#include <memory>
#include <type_traits>
#include <utility>

#include "rx/observable.hpp"
#include "rx/serialized_observer.hpp"
#include "rxros2/nodes/detail/node_streams.hpp"

namespace rxros2::detail
{

template <typename Out>
class node_end_stream final : public rx::serialized_observer<bool, Out>, public node_bound
{
public:
  node_end_stream(Out out, std::shared_ptr<node_streams> streams)
  : rx::serialized_observer<bool, Out>(std::move(out)), streams_(std::move(streams))
  {
  }

  void node_ended() noexcept override
  {
    this->next(true);
    this->completed();
  }

protected:
  void released() noexcept override { streams_->remove(*this); }

private:
  const std::shared_ptr<node_streams> streams_;
};

/// Emits one item when the node ends, for take_until.
struct node_end_source
{
  using value_type = bool;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    const auto access = node.lock();
    if (!access) {
      out.on_next(true);
      out.on_completed();
      return {};
    }
    auto streams = node_streams::of(*access);
    auto stream =
      std::make_shared<node_end_stream<std::remove_cvref_t<Out>>>(std::forward<Out>(out), streams);
    streams->add(stream);
    return stream;
  }

  rx::environment env() const { return {}; }

  weak_node node;
};

inline auto node_end(const weak_node & node)
{
  return rx::make_observable(node_end_source{node});
}

}  // namespace rxros2::detail

#endif  // RXROS2__NODES__DETAIL__NODE_END_HPP_
