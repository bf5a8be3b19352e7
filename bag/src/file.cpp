// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
#include "file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "bag/error.hpp"

namespace bag::detail
{
namespace
{

/// Bytes after which the disk starts to write, while the file grows.
constexpr std::uint64_t writeback_step = 8 << 20;

}  // namespace

InputFile::InputFile(const std::filesystem::path & path)
: path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC))
{
  struct stat status
  {
  };
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) {
    const int code = errno;
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
    throw Error(path.string() + " cannot be read: " + std::strerror(code), code);
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile()
{
  ::close(descriptor_);
}

void InputFile::read(std::uint64_t at, std::span<std::byte> to) const
{
  while (!to.empty()) {
    const ssize_t count = ::pread(descriptor_, to.data(), to.size(), static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      const int code = count < 0 ? errno : 0;
      throw Error(
        path_.string() + " cannot be read: " + (code != 0 ? std::strerror(code) : "it ends") +
          " at byte " + std::to_string(at),
        code);
    }
    at += static_cast<std::uint64_t>(count);
    to = to.subspan(static_cast<std::size_t>(count));
  }
}

OutputFile::OutputFile(const std::filesystem::path & path)
: path_(path), descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666))
{
  if (descriptor_ < 0) {
    fail();
  }
}

OutputFile::OutputFile(OutputFile && other) noexcept
: path_(std::move(other.path_)),
  descriptor_(std::exchange(other.descriptor_, -1)),
  size_(other.size_),
  begun_(other.begun_)
{
}

OutputFile::~OutputFile()
{
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

void OutputFile::fail()
{
  const int code = errno;
  throw Error(path_.string() + " cannot be written: " + std::strerror(code), code);
}

void OutputFile::write(std::span<const std::byte> bytes)
{
  const std::uint64_t before = size_;
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      const int code = errno;
      if (size_ != before && ::ftruncate(descriptor_, static_cast<off_t>(before)) == 0) {
        ::lseek(descriptor_, static_cast<off_t>(before), SEEK_SET);
        size_ = before;
      }
      errno = code;
      fail();
    }
    size_ += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  if (size_ - begun_ >= writeback_step) {
    // This is only a hint, so an error does not matter.
    ::sync_file_range(
      descriptor_, static_cast<off_t>(begun_), static_cast<off_t>(size_ - begun_),
      SYNC_FILE_RANGE_WRITE);
    begun_ = size_;
  }
}

void OutputFile::write_at(std::uint64_t at, std::span<const std::byte> bytes)
{
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      fail();
    }
    at += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

void OutputFile::close()
{
  if (::close(std::exchange(descriptor_, -1)) != 0) {
    fail();
  }
}

void sync_path(const std::filesystem::path & path)
{
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool done = descriptor >= 0 && ::fsync(descriptor) == 0;
  const int code = errno;
  if (descriptor >= 0) {
    ::close(descriptor);
  }
  if (!done) {
    throw Error(path.string() + " cannot be written to the disk: " + std::strerror(code), code);
  }
}

FolderLock::FolderLock(const std::filesystem::path & folder)
{
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  descriptor_ = error ? -1 : ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0) {
    const int code = error ? error.value() : errno;
    throw Error(folder.string() + " cannot be created: " + std::strerror(code), code);
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const int code = errno;
    ::close(descriptor_);
    throw Error(
      folder.string() +
        (code == EWOULDBLOCK ? " is in use by another black box" : " cannot be locked"),
      code);
  }
}

FolderLock::~FolderLock()
{
  ::close(descriptor_);
}

}  // namespace bag::detail
