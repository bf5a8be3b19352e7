// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: any user data of an endpoint, any descriptor of a sample, and any content of
// an inbox. Descriptors refer to the slots of a small publisher in this process; what is found lies
// inside its slots. A datagram in another inbox is received, whatever is in the first one.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rmw/user_data.hpp"
#include "shared_memory/control.hpp"
#include "shared_memory/mailbox.hpp"
#include "shared_memory/pool.hpp"
#include "shared_memory/publishers.hpp"

namespace
{

using namespace rmw::detail::shared_memory;  // NOLINT: a test of this namespace

// Another publisher with three slots in its data file, as this process would find it.
struct Target
{
  Target()
  {
    const std::string name(file_name);
    control_file = memfd_create(name.c_str(), MFD_ALLOW_SEALING);
    data_file = memfd_create(name.c_str(), MFD_ALLOW_SEALING);
    const auto control_size = static_cast<off_t>(sizeof(Control));
    if (ftruncate(control_file, control_size) != 0 || ftruncate(data_file, 3 * slot_stride) != 0) {
      std::abort();
    }
    for (const int file : {control_file, data_file}) {
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
    }
    control = static_cast<Control *>(
      mmap(nullptr, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, control_file, 0));
    control->cookie = cookie;
    control->version = layout_version;
    control->data_descriptor = data_file;
    for (std::size_t i = 0; i < 4; ++i) {
      control->slot[i].generation = i + 1;
      control->slot[i].capacity = i == 2 ? ~std::uint64_t{0} : 4096;
    }
    Publishers::instance().add_match({getpid(), control_file, cookie});
  }

  static constexpr std::uint64_t cookie = 7;
  int control_file = -1;
  int data_file = -1;
  Control * control = nullptr;
};

// A mailbox of this process with two inboxes, as senders find it.
struct Inboxes
{
  Inboxes()
  {
    void * map =
      mmap(nullptr, mailbox_size, PROT_READ | PROT_WRITE, MAP_SHARED, mailbox->file(), 0);
    if (map == MAP_FAILED) {
      std::abort();
    }
    header = static_cast<MailboxHeader *>(map);
    bytes = static_cast<std::byte *>(map) + inboxes_offset;
    mailbox->begin_receiving();
  }

  // Adds a datagram to the second inbox.
  void send(std::uint64_t number)
  {
    constexpr std::uint32_t size = sizeof(number);
    InboxState & inbox = header->inboxes[1];
    inbox.origin = inbox.head.load();
    std::memcpy(bytes + inbox_size, &size, sizeof(size));
    std::memcpy(bytes + inbox_size + sizeof(size), &number, sizeof(number));
    inbox.head += space_of(size);
  }

  const std::vector<Address> addresses{Address{1, 1, {}}};
  const std::unique_ptr<Mailbox> mailbox = Mailbox::create(Target::cookie, 0, addresses);
  MailboxHeader * header = nullptr;
  std::byte * bytes = nullptr;
};

void receive_with(std::span<const std::byte> content)
{
  static Inboxes inboxes;
  std::array<std::uint64_t, 2> places{};
  const std::size_t head = std::min(sizeof(places), content.size());
  std::memcpy(places.data(), content.data(), head);
  std::copy(content.begin() + static_cast<std::ptrdiff_t>(head), content.end(), inboxes.bytes);
  InboxState & inbox = inboxes.header->inboxes[0];
  inbox.origin = places[0];
  inbox.head = inbox.tail + places[1];
  static std::uint64_t number = 0x6d61696c626f7800;
  inboxes.send(++number);
  inboxes.header->rung = 3;
  std::array<std::byte, 512> buffer{};
  std::uint64_t received = 0;
  do {
    const std::size_t size = inboxes.mailbox->take(buffer);
    if (size == 0 || size > buffer.size()) {
      std::abort();
    }
    std::memcpy(&received, buffer.data(), sizeof(received));
  } while (received != number);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  static Target target;
  const std::string text(reinterpret_cast<const char *>(data), size);
  if (const auto announcement = announcement_in(text)) {
    const std::string user_data = rmw::user_data_entry(announcement_key, to_string(*announcement));
    if (announcement_in(user_data) != announcement) {
      std::abort();
    }
  }
  std::vector<std::byte> bytes(size);
  std::transform(
    data, data + size, bytes.begin(), [](std::uint8_t byte) { return std::byte{byte}; });
  static_cast<void>(descriptor_in(bytes));
  receive_with(bytes);
  // The rest behind a right beginning.
  Descriptor descriptor;
  descriptor.cookie = Target::cookie;
  constexpr std::size_t fixed = offsetof(Descriptor, generation);
  std::copy_n(
    bytes.begin(), std::min(size, sizeof(descriptor) - fixed),
    reinterpret_cast<std::byte *>(&descriptor) + fixed);
  const auto slot = Publishers::instance().hold(descriptor);
  if (!slot) {
    return 0;
  }
  if (descriptor.slot > 1 || descriptor.size > 4096 || !slot->data) {
    std::abort();
  }
  volatile std::byte last = slot->data[descriptor.size - 1];
  static_cast<void>(last);
  Publishers::instance().release(*slot);
  if (target.control->slot[descriptor.slot].readers != 0) {
    std::abort();
  }
  return 0;
}
