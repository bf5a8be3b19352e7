// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The waiting lookups of transform_to: requests, and the path of their answers into the stream.

#ifndef RXROS2__TRANSFORMS__DETAIL__TRANSFORM_WAIT_HPP_
#define RXROS2__TRANSFORMS__DETAIL__TRANSFORM_WAIT_HPP_

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "frames/buffer.hpp"
#include "rx/environment.hpp"
#include "rx/subscription.hpp"

namespace rxros2::detail
{

class transform_answers;

/// The lookup of one item. The thread that inserts a transform passes it to the stream, with its
/// answer.
class transform_request final : public frames::Request,
                                public std::enable_shared_from_this<transform_request>
{
public:
  explicit transform_request(std::weak_ptr<transform_answers> to) : to_(std::move(to)) {}

  std::uint64_t number = 0;  // of the item; used by the stream
  frames::Answer answer;     // used by the stream once the request has been returned

private:
  void ready(const frames::Answer & answer) noexcept override;

  const std::weak_ptr<transform_answers> to_;
};

/// The answers to one subscription's requests, as a source of its combining operator.
class transform_answers final : public rx::lifetime
{
public:
  using put_function = std::function<void(std::shared_ptr<transform_request>)>;

  void connect(put_function put)
  {
    const std::lock_guard lock(mutex_);
    put_ = std::make_shared<put_function>(std::move(put));
  }

  void put(std::shared_ptr<transform_request> request) noexcept
  {
    std::shared_ptr<put_function> put;
    {
      const std::lock_guard lock(mutex_);
      put = put_;
    }
    if (put) {
      (*put)(std::move(request));
    }
  }

  void dispose() noexcept override
  {
    std::shared_ptr<put_function> former;  // destroyed after the lock
    const std::lock_guard lock(mutex_);
    former = std::move(put_);
    disposed_ = true;
  }
  bool disposed() const noexcept override
  {
    const std::lock_guard lock(mutex_);
    return disposed_;
  }

private:
  mutable std::mutex mutex_;  // guards the members below
  std::shared_ptr<put_function> put_;
  bool disposed_ = false;
};

inline void transform_request::ready(const frames::Answer & found) noexcept
{
  answer = found;
  if (const auto to = to_.lock()) {
    to->put(shared_from_this());
  }
}

struct transform_answers_source
{
  using value_type = std::shared_ptr<transform_request>;

  template <typename Out>
  rx::subscription start(Out && out) const
  {
    answers->connect(
      [out = std::make_shared<std::remove_cvref_t<Out>>(std::forward<Out>(out))](
        std::shared_ptr<transform_request> request) { out->on_next(std::move(request)); });
    return answers;
  }

  rx::environment env() const { return {}; }

  std::shared_ptr<transform_answers> answers;
};

}  // namespace rxros2::detail

#endif  // RXROS2__TRANSFORMS__DETAIL__TRANSFORM_WAIT_HPP_
