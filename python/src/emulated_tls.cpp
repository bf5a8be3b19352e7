// Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
// The function behind thread-local variables that are compiled with -femulated-tls, which the
// compiler's own library does not have on Linux. Large buffers of C libraries inside the module are
// compiled so: the memory for thread-local variables of modules that are loaded later is small.
#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace
{

// The layout is the compiler's.
struct Variable
{
  std::size_t size;
  std::size_t alignment;
  std::atomic<std::uintptr_t> key;  // the key of the threads' values + 1, or 0 at first
  const void * initial;             // null: zeros
};

pthread_key_t key_of(Variable & variable)
{
  static std::mutex mutex;  // guards the creation of keys
  std::lock_guard lock(mutex);
  if (variable.key.load(std::memory_order_relaxed) == 0) {
    pthread_key_t key{};
    if (pthread_key_create(&key, std::free) != 0) {
      std::abort();
    }
    variable.key.store(key + std::uintptr_t{1}, std::memory_order_release);
  }
  return static_cast<pthread_key_t>(variable.key.load(std::memory_order_relaxed) - 1);
}

}  // namespace

/// Returns the calling thread's value. It is freed at the end of the thread.
extern "C" void * __emutls_get_address(Variable * variable)
{
  const std::uintptr_t known = variable->key.load(std::memory_order_acquire);
  const pthread_key_t key = known != 0 ? static_cast<pthread_key_t>(known - 1) : key_of(*variable);
  void * value = pthread_getspecific(key);
  if (value == nullptr) {
    const std::size_t alignment = variable->alignment;
    const std::size_t size = (variable->size + alignment - 1) / alignment * alignment;
    if (
      posix_memalign(&value, alignment < sizeof(void *) ? sizeof(void *) : alignment, size) != 0) {
      std::abort();
    }
    if (variable->initial != nullptr) {
      std::memcpy(value, variable->initial, variable->size);
    } else {
      std::memset(value, 0, variable->size);
    }
    pthread_setspecific(key, value);
  }
  return value;
}
