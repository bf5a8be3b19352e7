// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Files for random reads, or for sequential writes.
#ifndef BAG__FILE_HPP_
#define BAG__FILE_HPP_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace bag::detail
{

/// Thread-safe. Throws Error if the file cannot be opened or read.
class InputFile
{
public:
  explicit InputFile(const std::filesystem::path & path);
  ~InputFile();
  InputFile(const InputFile &) = delete;
  InputFile & operator=(const InputFile &) = delete;

  const std::filesystem::path & path() const noexcept { return path_; }
  /// Returns the size in bytes at the time of opening.
  std::uint64_t size() const noexcept { return size_; }
  /// Fills `to` with the bytes from position `at` on. Throws Error if the file ends before.
  void read(std::uint64_t at, std::span<std::byte> to) const;

private:
  std::filesystem::path path_;
  int descriptor_;
  std::uint64_t size_ = 0;
};

/// A new file. Throws Error, with errno, if it cannot be created or written.
class OutputFile
{
public:
  /// Replaces an existing file.
  explicit OutputFile(const std::filesystem::path & path);
  ~OutputFile();
  OutputFile(OutputFile && other) noexcept;
  OutputFile & operator=(OutputFile &&) = delete;

  const std::filesystem::path & path() const noexcept { return path_; }
  /// Returns the number of bytes written.
  std::uint64_t size() const noexcept { return size_; }
  /// Writes all bytes or, if it throws Error, none: the file then has its previous length.
  void write(std::span<const std::byte> bytes);
  /// Overwrites existing bytes.
  void write_at(std::uint64_t at, std::span<const std::byte> bytes);
  void close();

private:
  [[noreturn]] void fail();

  std::filesystem::path path_;
  int descriptor_;
  std::uint64_t size_ = 0;
  std::uint64_t begun_ = 0;  // bytes whose write-back has been requested
};

/// Syncs a file or a folder to the disk. Throws Error, with errno, if that fails.
void sync_path(const std::filesystem::path & path);

/// Locks a folder during its lifetime, and creates the folder if it is missing. Throws Error if it
/// is locked or cannot be created.
class FolderLock
{
public:
  explicit FolderLock(const std::filesystem::path & folder);
  ~FolderLock();
  FolderLock(const FolderLock &) = delete;
  FolderLock & operator=(const FolderLock &) = delete;

private:
  int descriptor_;
};

}  // namespace bag::detail

#endif  // BAG__FILE_HPP_
