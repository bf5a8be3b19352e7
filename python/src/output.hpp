// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// output: memory that grows while CDR is written into it, either a bytes object or a sample of the
// middleware. Used by encode.cpp.

#ifndef RXROS2_PYTHON__OUTPUT_HPP_
#define RXROS2_PYTHON__OUTPUT_HPP_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "cdr/encapsulation.hpp"
#include "python_api.hpp"
#include "rclcpp/generic_publisher.hpp"
#include "rmw/buffer.hpp"

namespace rxros2_python
{

/// The sample that is being written, with its header. Needs the GIL. Not thread-safe.
class output
{
public:
  output(const output &) = delete;
  output & operator=(const output &) = delete;

  /// Aligns, and returns room for `size` bytes that is valid until the next call. Padding is 0.
  char * claim(std::size_t alignment, std::size_t size)
  {
    // Alignment counts from the end of the header, which is a multiple of 4 but not of 8.
    const std::size_t start =
      size_ < cdr::header_size
        ? size_
        : cdr::align_up(size_ - cdr::header_size, alignment) + cdr::header_size;
    if (start + size > capacity_) {
      const std::size_t least = start + size;
      capacity_ = least + least / 4 + 32;
      begin_ = resize(capacity_, size_);
    }
    std::memset(begin_ + size_, 0, start - size_);
    size_ = start + size;
    return begin_ + start;
  }

  template <typename T>
  void write(T value)
  {
    std::memcpy(claim(sizeof(T), sizeof(T)), &value, sizeof(T));
  }

  std::size_t size() const { return size_; }

  /// Returns whether the array has to be copied to `place`, its claimed room. Not if nothing reads
  /// the sample, or if it is there already.
  virtual bool needs(const void * array, std::size_t size, const char * place)
  {
    static_cast<void>(array), static_cast<void>(size), static_cast<void>(place);
    return true;
  }

protected:
  output() = default;
  ~output() = default;

  /// Sets the memory and writes the header.
  void start(char * begin, std::size_t capacity)
  {
    begin_ = begin;
    capacity_ = capacity;
    const std::byte header[cdr::header_size] = {
      std::byte{0}, cdr::native_order, std::byte{0}, std::byte{0}};
    std::memcpy(claim(1, sizeof(header)), header, sizeof(header));
  }

  std::size_t capacity() const { return capacity_; }

private:
  /// Enlarges or shrinks the memory, keeps its first `used` bytes, and returns its begin.
  virtual char * resize(std::size_t capacity, std::size_t used) = 0;

  char * begin_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
};

/// Writes into a bytes object.
class bytes_output final : public output
{
public:
  /// `expected` is an estimate of the final size.
  explicit bytes_output(std::size_t expected)
  : bytes_(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(expected)))
  {
    if (bytes_ == nullptr) {
      throw nanobind::python_error();
    }
    start(bytes_data(bytes_), expected);
  }
  ~bytes_output() { Py_XDECREF(bytes_); }

  /// Returns the bytes object. Call it once, at the end.
  nanobind::object take()
  {
    if (size() != capacity()) {
      resize(size(), size());
    }
    return nanobind::steal(std::exchange(bytes_, nullptr));
  }

private:
  char * resize(std::size_t capacity, std::size_t used) override
  {
    if (!resize_bytes(bytes_, static_cast<Py_ssize_t>(capacity), static_cast<Py_ssize_t>(used))) {
      throw nanobind::python_error();
    }
    return bytes_data(bytes_);
  }

  PyObject * bytes_;
};

/// Writes into memory that a publisher sends, and passes to local subscriptions, without a copy. A
/// large sample is written into shared memory if all readers can read it.
class sample_output final : public output
{
public:
  /// `expected` is an estimate of the final size.
  sample_output(std::size_t expected, const rclcpp::GenericPublisher & publisher)
  : publisher_(publisher), sample_(publisher.allocate_sample(expected))
  {
    start(begin(), expected);
  }

  /// Returns the sample. Call it once, at the end.
  rmw::Buffer take()
  {
    if (size() < capacity() / 2) {
      resize(size(), size());  // it may wait in a queue: do not keep that much unused memory
    } else {
      sample_.shrink(size());
    }
    return std::move(sample_);
  }

private:
  char * begin() { return reinterpret_cast<char *>(sample_.bytes().data()); }

  char * resize(std::size_t capacity, std::size_t used) override
  {
    rmw::Buffer larger = publisher_.allocate_sample(capacity);
    std::memcpy(larger.bytes().data(), sample_.bytes().data(), used);
    sample_ = std::move(larger);
    return begin();
  }

  const rclcpp::GenericPublisher & publisher_;
  rmw::Buffer sample_;
};

/// Writes into memory of the encoder, whose bytes are lost when it grows: nothing reads them then.
class scratch_output : public output
{
protected:
  /// `expected` is an estimate of the final size.
  explicit scratch_output(std::size_t expected) : memory_(expected) { start(begin(), expected); }
  ~scratch_output() = default;

  char * begin() { return reinterpret_cast<char *>(memory_.bytes().data()); }

private:
  char * resize(std::size_t capacity, std::size_t) override
  {
    memory_ = rmw::Buffer(capacity);
    return begin();
  }

  rmw::Buffer memory_;
};

/// Checks whether a message can be encoded.
class checked_output final : public scratch_output
{
public:
  explicit checked_output(std::size_t expected) : scratch_output(expected) {}

  bool needs(const void *, std::size_t, const char *) override { return false; }
  void take() {}
};

/// An array in a sample.
struct array_place
{
  const void * array;
  std::size_t offset;
  std::size_t size;
};

/// Finds where the numeric arrays of a message are in its sample.
class layout_output final : public scratch_output
{
public:
  explicit layout_output(std::size_t expected) : scratch_output(expected) {}

  bool needs(const void * array, std::size_t size, const char * place) override
  {
    places_.push_back({array, static_cast<std::size_t>(place - begin()), size});
    return false;
  }

  /// Returns the size of the sample and its arrays. Call it once, at the end.
  std::pair<std::size_t, std::vector<array_place>> take() { return {size(), std::move(places_)}; }

private:
  std::vector<array_place> places_;
};

/// Writes into a sample some of whose arrays are there already, as a layout_output has placed them.
/** Nothing is changed in the sample before it is certain that these arrays are in their places. */
class loan_output final : public scratch_output
{
public:
  loan_output(std::size_t, std::span<std::byte> sample)
  : scratch_output(sample.size()), sample_(sample)
  {
  }

  bool needs(const void * array, std::size_t size, const char * place) override
  {
    const auto * const from = static_cast<const std::byte *>(array);
    const std::less<> before;
    if (before(from, sample_.data()) || !before(from, sample_.data() + sample_.size())) {
      return true;
    }
    const auto offset = static_cast<std::size_t>(place - begin());
    if (static_cast<std::size_t>(from - sample_.data()) != offset) {
      has_moved_ = true;
    }
    present_.push_back({array, offset, size});
    return has_moved_;
  }

  /// Completes the sample. Returns false if the message has another layout than the sample. Call it
  /// once, at the end.
  bool take()
  {
    if (has_moved_ || size() != sample_.size()) {
      return false;
    }
    std::size_t from = 0;
    for (const array_place & array : present_) {
      copy(from, array.offset);
      from = array.offset + array.size;
    }
    copy(from, size());
    return true;
  }

private:
  void copy(std::size_t from, std::size_t to)
  {
    std::memcpy(sample_.data() + from, begin() + from, to - from);
  }

  const std::span<std::byte> sample_;
  std::vector<array_place> present_;  // by increasing offset
  bool has_moved_ = false;
};

}  // namespace rxros2_python

#endif  // RXROS2_PYTHON__OUTPUT_HPP_
