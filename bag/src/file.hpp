// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// Files that are read at any place, or written one byte after the other.
#ifndef BAG__FILE_HPP_
#define BAG__FILE_HPP_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace bag::detail
{

/// Threads: any. Error if it cannot be opened or read.
class InputFile
{
public:
  explicit InputFile(const std::filesystem::path & path);
  ~InputFile();
  InputFile(const InputFile &) = delete;
  InputFile & operator=(const InputFile &) = delete;

  const std::filesystem::path & path() const noexcept { return path_; }
  /// Bytes, when it was opened.
  std::uint64_t size() const noexcept { return size_; }
  /// Fills `to` with what stands from byte `at` on. Error if it ends before.
  void read(std::uint64_t at, std::span<std::byte> to) const;

private:
  std::filesystem::path path_;
  int descriptor_;
  std::uint64_t size_ = 0;
};

/// A new file. Error, with errno, if it cannot be made or written.
class OutputFile
{
public:
  /// What stood there is replaced.
  explicit OutputFile(const std::filesystem::path & path);
  ~OutputFile();
  OutputFile(OutputFile && other) noexcept;
  OutputFile & operator=(OutputFile &&) = delete;

  const std::filesystem::path & path() const noexcept { return path_; }
  /// Bytes written.
  std::uint64_t size() const noexcept { return size_; }
  /// All of it, or, with an Error, nothing: the file has the length then that it had before.
  void write(std::span<const std::byte> bytes);
  /// In place of what stands there already.
  void write_at(std::uint64_t at, std::span<const std::byte> bytes);
  void close();

private:
  [[noreturn]] void fail();

  std::filesystem::path path_;
  int descriptor_;
  std::uint64_t size_ = 0;
  std::uint64_t begun_ = 0;  // bytes that the disk was told to write
};

/// Has the disk write what a file or a folder has. Error, with errno, if it cannot.
void sync_path(const std::filesystem::path & path);

/// A folder that nobody else may use while this object is there; made if it is not. Error if
/// somebody does, or it cannot be made.
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
