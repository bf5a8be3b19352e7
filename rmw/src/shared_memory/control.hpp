// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The layout of shared memory between processes: the control part, the slots and the descriptor.

#ifndef SHARED_MEMORY__CONTROL_HPP_
#define SHARED_MEMORY__CONTROL_HPP_

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rmw::detail::shared_memory
{

/// Changes with each incompatible change of the layout or of the protocol.
inline constexpr std::uint32_t layout_version = 3;
inline constexpr std::size_t most_slots = 1024;
/// One bit of a slot's mask each.
inline constexpr std::size_t most_readers = 64;
/// The most mailboxes of a process: one for each DDS domain.
inline constexpr std::size_t most_mailboxes = 16;
/// The data file is sparse: slot i begins at i * slot_stride, whatever its capacity is, so that a
/// slot grows in its place.
inline constexpr std::uint64_t slot_stride = std::uint64_t{1} << 31;
inline constexpr std::uint64_t largest_capacity = std::uint64_t{1} << 30;
/// A sample begins here in its slot: its body, behind the 4-byte header of CDR, is then aligned to
/// 16 bytes.
inline constexpr std::size_t sample_offset = 12;

/// The shared state of a slot. The publisher writes `generation` and `capacity`; a reader process
/// sets and clears its own bit of `readers`, and sets that of `received`.
/**
 * A reader sets its bit and then compares the generation with that of the descriptor. A publisher
 * that reuses a slot increments the generation and then reads the bits. Both use sequentially
 * consistent order, so that either the publisher sees the bit or the reader sees the new
 * generation (tools/models/tests/slots.rs). A reader that has found its sample then sets its bit of
 * `received`: it needs the descriptor no longer. The publisher clears these bits for each sample.
 */
struct alignas(64) SlotState
{
  std::atomic<std::uint64_t> generation;
  std::atomic<std::uint64_t> readers;
  std::atomic<std::uint64_t> received;
  std::atomic<std::uint64_t> capacity;
};

/// The control part. Readers may write it, so the publisher relies on nothing in it for its own
/// memory safety. All bytes are zero at the beginning.
struct Control
{
  std::uint64_t cookie;  ///< the identity of the publisher's process
  std::uint32_t version;
  std::int32_t data_descriptor;            ///< of the data file in the publisher's process
  std::atomic<std::uint32_t> attachments;  ///< changes when a reader process comes or goes
  /// The cookie of the reader process with this index, 0: none. The process holds a lock on the
  /// byte of the control file with the number of the index, which the kernel releases at its end.
  std::array<std::atomic<std::uint64_t>, most_readers> reader_cookies;
  /// The number of the file of each mailbox in this process, plus one; 0: none.
  std::array<std::atomic<std::int32_t>, most_mailboxes> mailboxes;
  std::array<SlotState, most_slots> slot;
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

/// The bytes that DDS carries in place of a sample in a slot. Little-endian, as all our platforms.
struct Descriptor
{
  /// An identifier of CDR that no ROS 2 message has (PL_CDR2), because DDS drops unknown ones.
  std::array<std::uint8_t, 4> header{0, 11, 'R', 'x'};
  std::uint32_t magic = magic_number;
  std::uint64_t cookie = 0;
  std::uint64_t generation = 0;
  std::uint32_t slot = 0;
  std::uint32_t size = 0;  ///< of the sample

  static constexpr std::uint32_t magic_number = 0x6d687352 + layout_version;
};
static_assert(sizeof(Descriptor) == 32);
inline constexpr bool is_supported =
  std::endian::native == std::endian::little && sizeof(void *) == 8;

/// Returns the descriptor if the bytes are one. Its numbers are still to be checked.
inline std::optional<Descriptor> descriptor_in(std::span<const std::byte> bytes)
{
  Descriptor descriptor;
  if (bytes.size() != sizeof(descriptor)) {
    return std::nullopt;
  }
  std::memcpy(&descriptor, bytes.data(), sizeof(descriptor));
  const bool valid = descriptor.header == Descriptor().header &&
                     descriptor.magic == Descriptor::magic_number && descriptor.cookie != 0;
  return valid ? std::optional(descriptor) : std::nullopt;
}

/// The identity of the shared memory of a process, in the user data of its endpoints.
struct Announcement
{
  std::int32_t process = 0;
  std::int32_t control_descriptor = 0;  ///< of the control file in that process
  std::uint64_t cookie = 0;             ///< random, never 0

  bool operator==(const Announcement &) const = default;
};

/// The key of the announcement in the user data.
inline constexpr std::string_view announcement_key = "shm";
/// The values of that key for an endpoint that uses no shared memory, so that tools can name the
/// reason. One of an endpoint of ROS 2 has no such key.
inline constexpr std::string_view switched_off = "off";    // by an option or RXROS2_SHARED_MEMORY
inline constexpr std::string_view secured = "secured";     // the process has a security enclave
inline constexpr std::string_view on_zenoh = "zenoh";      // the endpoint is on Zenoh
inline constexpr std::string_view impossible = "missing";  // the system provides none
// A subscription of a process whose configuration delays the delivery of samples.
inline constexpr std::string_view asynchronous = "asynchronous";
/// The names of the files, as /proc shows them.
inline constexpr std::string_view file_name = "rxros2";
inline constexpr std::string_view mailbox_name = "rxros2_mailbox";

/// Creates a file of memory whose size cannot change; -1 on failure, with the reason.
int create_file(std::string_view name, std::uint64_t size, std::string & reason);
/// Reserves memory of the file, so that a lack of it cannot end the process later. Returns 0 or an
/// error; EINTR if the signals come too often.
int reserve_file(int file, std::uint64_t begin, std::uint64_t end);

std::string to_string(const Announcement & announcement);
/// Parses the user data of an endpoint; nullopt if it has no (readable) announcement.
std::optional<Announcement> announcement_in(std::string_view user_data);
/// Returns why the user data of an endpoint have no announcement. `owner` is the name of the
/// endpoint in the text.
std::string absence_in(std::string_view user_data, const std::string & owner);

/// Opens the control file of another process of this user, and maps it. Another process or file
/// under the same numbers is recognized. The caller unmaps and closes.
struct OpenedControl
{
  int file = -1;
  Control * control = nullptr;
  std::string reason;  ///< why it could not be opened; empty on success
};
OpenedControl open_control(const Announcement & announcement);
/// Opens the data file of a process for reading; -1 on failure, with the reason.
int open_data(
  const Announcement & announcement, const Control & control, std::uint64_t & size,
  std::string & reason);

/// Opens the file of a mailbox of a process for reading and writing; -1 on failure.
int open_mailbox(const Announcement & announcement, std::int32_t descriptor, std::uint64_t & size);

/// Sets (or tests, with `test_only`) the lock of the process with this index in the file; returns
/// true if it was free. The kernel releases it at the end of that process.
bool lock_index(int file, std::size_t index, bool test_only);
void unlock_index(int file, std::size_t index);

}  // namespace rmw::detail::shared_memory

#endif  // SHARED_MEMORY__CONTROL_HPP_
