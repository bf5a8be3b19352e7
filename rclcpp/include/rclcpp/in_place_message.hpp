// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// InPlaceMessage: a message whose arrays are written where its subscriptions read them. Not in
// ROS 2.
#ifndef RCLCPP__IN_PLACE_MESSAGE_HPP_
#define RCLCPP__IN_PLACE_MESSAGE_HPP_

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "cdr/arrays_in_place.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/publisher.hpp"
#include "rmw/buffer.hpp"
#include "rmw/sample.hpp"

namespace rclcpp
{

namespace detail
{

/// The functions of a publisher for encoded messages.
struct SamplePublisher : PublisherBase
{
  static rmw::Buffer allocate(const PublisherBase & publisher, std::size_t size)
  {
    constexpr auto allocate = &SamplePublisher::allocate_serialized;
    return (publisher.*allocate)(size);
  }
  static void publish(PublisherBase & publisher, const rmw::Sample & sample)
  {
    using Publish = void (PublisherBase::*)(const rmw::Sample &, std::int64_t);
    (publisher.*static_cast<Publish>(&SamplePublisher::publish_serialized))(sample, 0);
  }
};

/// A publisher of one type of messages.
template <typename PublisherT>
concept typed_publisher =
  std::derived_from<PublisherT, PublisherBase> && requires { typename PublisherT::ROSMessageType; };

/// A publisher that publishes at some times only, and counts what it drops.
template <typename PublisherT>
concept may_drop_messages = requires(PublisherT & publisher) {
  { publisher.admits_message() } -> std::same_as<bool>;
};

}  // namespace detail

/// A message whose large arrays the program writes into the sample itself, in shared memory if the
/// publisher's readers use it: nothing is copied, whatever the size (zero-copy). Not in ROS 2.
/**
 *     rclcpp::InPlaceMessage image(node->create_publisher<Image>("image", 10));
 *     image->encoding = "rgb8";
 *     image.resize(image->data, 640 * 480 * 3);
 *     while (camera.read(image.array(image->data))) {
 *       image->header.stamp = node->now();
 *       image.publish();
 *     }
 *
 * array() returns a std::span into the sample. The arrays are sequences of numbers, or of structs
 * of numbers without padding, and at most four. Their vectors in the message stay empty. publish()
 * begins a new message: all fields and lengths keep their values, but the elements are not
 * initialised, so call array() again and write them.
 *
 * Set strings and other sequences before array(): they decide where the arrays are. If one of them
 * gets another length before publish(), if an array becomes longer, or one in front of another
 * shorter, the elements are copied; the log says so the first time.
 *
 * Movable; after a move only assign to it or destroy it. One thread at a time may use it. It owns
 * its publisher, which may be a lifecycle publisher: while that is not activated, publish() drops
 * the message.
 */
template <typename MessageT>
class InPlaceMessage
{
public:
  /// Creates a message with default values, for an rclcpp::Publisher or a class derived from it,
  /// such as LifecyclePublisher. Throws std::invalid_argument for null.
  template <detail::typed_publisher PublisherT>
  explicit InPlaceMessage(std::shared_ptr<PublisherT> publisher) : publisher_(std::move(publisher))
  {
    static_assert(
      std::is_same_v<typename PublisherT::ROSMessageType, MessageT>,
      "rclcpp::InPlaceMessage<MessageT>: the publisher publishes messages of another type");
    if constexpr (detail::may_drop_messages<PublisherT>) {
      admits_message_ = [](PublisherBase & to) {
        return static_cast<PublisherT &>(to).admits_message();
      };
    }
    if (!publisher_) {
      throw std::invalid_argument("InPlaceMessage: the publisher is null");
    }
  }

  /// Returns the message without the elements of its arrays.
  MessageT & operator*() { return message_; }
  /// Gives access to the fields.
  MessageT * operator->() { return &message_; }

  /// Lets the array `field`, a field of this message or of a struct in it, have `count` elements.
  /// Call array() again if they are more than before. Throws std::invalid_argument for another
  /// field, std::length_error for more than four arrays or for too many elements.
  template <cdr::sequence_in_place Sequence>
  void resize(const Sequence & field, std::size_t count)
  {
    const std::size_t i = arrays_.index_of(message_, field);
    arrays_.resize(message_, field, count);
    elements_lent_[i] = std::min(elements_lent_[i], count);
  }

  /// Returns the elements of `field` in the sample, which the caller writes before publish(). They
  /// are not initialised, but keep what was written since the last publish(). The span is valid
  /// until publish(), or until the next array() after another length was set. Throws
  /// std::invalid_argument if resize() was not called for the field or if its vector is not empty,
  /// cdr::error if a bound of the message is exceeded, std::length_error, cdr::error and
  /// std::bad_alloc if the sample becomes too large.
  template <cdr::sequence_in_place Sequence>
  auto array(const Sequence & field)
  {
    const std::size_t i = arrays_.index_of(message_, field);
    if (i == arrays_.size()) {
      throw std::invalid_argument(
        std::string("topic '") + publisher_->get_topic_name() +
        "': call resize() of the InPlaceMessage for this array first");
    }
    place();
    elements_lent_[i] = arrays_.count(i);
    return arrays_.elements(message_, field, sample_->bytes());
  }

  /// Publishes the message. The spans of array() must not be used any longer, because subscriptions
  /// read this memory. Throws std::logic_error if array() has not returned each element, and as
  /// array() and Publisher::publish(). After an exception of the encoding the message can be
  /// corrected and published.
  void publish()
  {
    for (std::size_t i = 0; i != arrays_.size(); ++i) {
      if (arrays_.count(i) > elements_lent_[i]) {
        throw std::logic_error(
          std::string("publish on topic '") + publisher_->get_topic_name() +
          "': call array() of the InPlaceMessage for each array, and write the elements");
      }
    }
    if (admits_message_ && !admits_message_(*publisher_)) {
      sample_.reset();
      elements_lent_.fill(0);
      return;
    }
    place();
    arrays_.encode(message_, sample_->bytes());
    rmw::Buffer filled = std::move(*sample_);
    sample_.reset();
    elements_lent_.fill(0);
    detail::SamplePublisher::publish(*publisher_, rmw::Sample(std::move(filled)));
  }

private:
  // Makes the sample fit the message as it is now.
  void place()
  {
    const std::size_t size = arrays_.place(message_);
    if (!sample_) {
      sample_.emplace(detail::SamplePublisher::allocate(*publisher_, size));
    } else if (size > sample_->size() || !arrays_.fit_into(placed_)) {
      rmw::Buffer buffer = detail::SamplePublisher::allocate(*publisher_, size);
      arrays_.copy_elements(sample_->bytes(), placed_, buffer.bytes());
      sample_ = std::move(buffer);
      placed_ = arrays_;
      RCLCPP_WARN_ONCE(
        get_logger("rclcpp"),
        "topic '%s': the arrays of an InPlaceMessage were copied, because a string, a sequence or "
        "an array got another length after array(); set these lengths before",
        publisher_->get_topic_name());
    } else {
      sample_->shrink(size);
    }
    placed_ = arrays_;
  }

  std::shared_ptr<PublisherBase> publisher_;
  bool (*admits_message_)(PublisherBase &) = nullptr;  // null: always
  MessageT message_{};
  cdr::arrays_in_place<MessageT> arrays_;
  cdr::arrays_in_place<MessageT> placed_;  // as they were when the sample was made to fit
  // The number of elements of each array that array() has returned since the last publish().
  std::array<std::size_t, cdr::arrays_in_place<MessageT>::most> elements_lent_{};
  std::optional<rmw::Buffer> sample_;
};

template <detail::typed_publisher PublisherT>
InPlaceMessage(std::shared_ptr<PublisherT>) -> InPlaceMessage<typename PublisherT::ROSMessageType>;

}  // namespace rclcpp

#endif  // RCLCPP__IN_PLACE_MESSAGE_HPP_
