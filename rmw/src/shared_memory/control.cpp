// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Announcements, and the files of other processes.

#include "shared_memory/control.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <system_error>

#include "rmw/user_data.hpp"

namespace rmw::detail::shared_memory
{
namespace
{

std::string error_text(const std::string & operation)
{
  return operation + ": " + std::generic_category().message(errno);
}

// Reads a number that ends at `separator` or at the end of the text.
template <typename Number>
bool read_number(std::string_view & text, Number & number, char separator, int base = 10)
{
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (result.ec != std::errc{}) {
    return false;
  }
  text.remove_prefix(static_cast<std::size_t>(result.ptr - text.data()));
  if (text.empty()) {
    return separator == '\0';
  }
  if (text.front() != separator) {
    return false;
  }
  text.remove_prefix(1);
  return true;
}

// Opens a file of another process. The link is read first, because opening a device or a pipe by
// mistake may have effects.
int open_file(
  std::int32_t process, std::int32_t descriptor, std::string_view name, int flags,
  std::string & reason)
{
  const std::string path = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(descriptor);
  char target[64];
  const ssize_t length = readlink(path.c_str(), target, sizeof(target));
  if (length < 0) {
    reason = error_text("cannot read " + path);
    return -1;
  }
  const std::string expected = "/memfd:" + std::string(name) + " ";
  if (!std::string_view(target, static_cast<std::size_t>(length)).starts_with(expected)) {
    reason = path + " is not its shared memory, so the process is in another container or host";
    return -1;
  }
  const int file = ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) {
    reason = error_text("cannot open " + path);
    return -1;
  }
  constexpr int seals = F_SEAL_SHRINK | F_SEAL_GROW;
  struct stat status
  {
  };
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid()) {
    reason = path + " belongs to another user";
  } else if ((fcntl(file, F_GET_SEALS) & seals) != seals) {
    reason = path + " is not sealed against a change of its size";
  } else {
    return file;
  }
  close(file);
  return -1;
}

std::uint64_t size_of(int file)
{
  struct stat status
  {
  };
  return fstat(file, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

}  // namespace

int create_file(std::string_view name, std::uint64_t size, std::string & reason)
{
  // A larger file would end the process with SIGXFSZ.
  struct rlimit limit
  {
  };
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur < size) {
    reason = "the size of files is limited (ulimit -f)";
    return -1;
  }
  const int file = memfd_create(name.data(), MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) {
    reason = "cannot create a file of memory: " + std::generic_category().message(errno);
    return -1;
  }
  if (
    ftruncate(file, static_cast<off_t>(size)) != 0 ||
    fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
    reason = "cannot set the size of a file of memory: " + std::generic_category().message(errno);
    close(file);
    return -1;
  }
  return file;
}

// A signal that interrupts the kernel makes it begin again, on older kernels without any progress;
// so it is asked for pieces that are smaller after each signal.
int reserve_file(int file, std::uint64_t begin, std::uint64_t end)
{
  constexpr std::uint64_t largest_piece = std::uint64_t{2} << 20;
  constexpr std::uint64_t smallest_piece = std::uint64_t{64} << 10;
  constexpr int most_interruptions = 100;
  std::uint64_t piece = largest_piece;
  int interruptions = 0;  // since the last piece
  while (begin < end) {
    const std::uint64_t size = std::min(piece, end - begin);
    const int error = posix_fallocate(file, static_cast<off_t>(begin), static_cast<off_t>(size));
    if (error == 0) {
      begin += size;
      interruptions = 0;
    } else if (error == EINTR && ++interruptions < most_interruptions) {
      piece = std::max(piece / 2, smallest_piece);
    } else {
      return error;
    }
  }
  return 0;
}

std::string to_string(const Announcement & announcement)
{
  char cookie[17];
  const auto end = std::to_chars(cookie, cookie + sizeof(cookie), announcement.cookie, 16).ptr;
  return std::to_string(layout_version) + ":" + std::to_string(announcement.process) + ":" +
         std::to_string(announcement.control_descriptor) + ":" + std::string(cookie, end);
}

std::optional<Announcement> announcement_in(std::string_view user_data)
{
  // Most peers have none: this test is cheaper than parsing the data.
  if (user_data.find(announcement_key) == std::string_view::npos) {
    return std::nullopt;
  }
  const auto value = user_data_value(user_data, announcement_key);
  if (!value) {
    return std::nullopt;
  }
  std::string_view text = *value;
  std::uint32_t version = 0;
  Announcement out;
  const bool valid = read_number(text, version, ':') && version == layout_version &&
                     read_number(text, out.process, ':') &&
                     read_number(text, out.control_descriptor, ':') &&
                     read_number(text, out.cookie, '\0', 16) && out.process > 0 &&
                     out.control_descriptor >= 0 && out.cookie != 0;
  return valid ? std::optional(out) : std::nullopt;
}

std::string absence_in(std::string_view user_data, const std::string & owner)
{
  const auto value = user_data_value(user_data, announcement_key);
  if (!value) {
    return owner + " offers none";
  }
  if (*value == switched_off) {
    return "it is switched off for " + owner;
  }
  if (*value == secured) {
    return owner + " has a security enclave";
  }
  if (*value == on_zenoh) {
    return "it carries only samples of DDS, and the nodes are on Zenoh";
  }
  if (*value == impossible) {
    return "the system provides none to " + owner;
  }
  if (*value == asynchronous) {
    return owner +
           " gets its samples later than they are acknowledged "
           "(SynchronousDeliveryPriorityThreshold in its CYCLONEDDS_URI)";
  }
  return owner + " runs another version of RxROS2";
}

OpenedControl open_control(const Announcement & announcement)
{
  OpenedControl out;
  out.file =
    open_file(announcement.process, announcement.control_descriptor, file_name, O_RDWR, out.reason);
  if (out.file < 0) {
    return out;
  }
  if (size_of(out.file) != sizeof(Control)) {
    out.reason = "its shared memory has another size";
  } else {
    void * map = mmap(nullptr, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, out.file, 0);
    if (map == MAP_FAILED) {
      out.reason = error_text("cannot map its shared memory");
    } else {
      out.control = static_cast<Control *>(map);
      if (out.control->cookie == announcement.cookie && out.control->version == layout_version) {
        return out;
      }
      out.reason = "process " + std::to_string(announcement.process) + " is another one here";
      munmap(map, sizeof(Control));
    }
  }
  close(out.file);
  out.file = -1;
  out.control = nullptr;
  return out;
}

int open_data(
  const Announcement & announcement, const Control & control, std::uint64_t & size,
  std::string & reason)
{
  const int file =
    open_file(announcement.process, control.data_descriptor, file_name, O_RDONLY, reason);
  size = file < 0 ? 0 : size_of(file);
  return file;
}

int open_mailbox(const Announcement & announcement, std::int32_t descriptor, std::uint64_t & size)
{
  std::string reason;
  const int file = open_file(announcement.process, descriptor, mailbox_name, O_RDWR, reason);
  size = file < 0 ? 0 : size_of(file);
  return file;
}

bool lock_index(int file, std::size_t index, bool test_only)
{
  struct flock lock
  {
  };
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(index);
  lock.l_len = 1;
  if (fcntl(file, test_only ? F_OFD_GETLK : F_OFD_SETLK, &lock) != 0) {
    return false;
  }
  return !test_only || lock.l_type == F_UNLCK;
}

void unlock_index(int file, std::size_t index)
{
  struct flock lock
  {
  };
  lock.l_type = F_UNLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(index);
  lock.l_len = 1;
  fcntl(file, F_OFD_SETLK, &lock);
}

}  // namespace rmw::detail::shared_memory
