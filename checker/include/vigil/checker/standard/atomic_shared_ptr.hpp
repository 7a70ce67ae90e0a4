#pragma once

#include <vigil/checker/standard/atomic.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace vigil::checker {

namespace detail {

// What an atomic pointer has held: it stays alive until the atomic is destroyed. Only the address of the holder counts;
// see construct() for its type.
void keep(void* holder, void* kept);
void forget_kept(void* holder);
// Takes one of them back; null if there is none left.
[[nodiscard]] void* take_kept(const void* holder);

}  // namespace detail

namespace standard {

namespace detail {

// A pointer as the number of its bytes: which are equal if it points to the same and shares it with the same.
template <class Pointer>
class AtomicPointer {
 public:
  using value_type = Pointer;
  static constexpr bool is_always_lock_free = false;

  AtomicPointer() noexcept : AtomicPointer(Pointer()) {}
  explicit AtomicPointer(const Pointer& pointer) noexcept : bytes_(begin(pointer)) {}
  ~AtomicPointer() {
    while (void* const kept = hooks::take_kept(this)) delete static_cast<Pointer*>(kept);
  }
  AtomicPointer(const AtomicPointer&) = delete;
  AtomicPointer& operator=(const AtomicPointer&) = delete;

  [[nodiscard]] bool is_lock_free() const noexcept { return false; }
  Pointer load(std::memory_order order = std::memory_order_seq_cst,
               Location location = Location::current()) const noexcept {
    return pointer_of(bytes_.load(order, location));
  }
  operator Pointer() const noexcept { return load(std::memory_order_seq_cst, {}); }
  void store(Pointer pointer, std::memory_order order = std::memory_order_seq_cst,
             Location location = Location::current()) noexcept {
    bytes_.store(keep(pointer), order, location);
  }
  Pointer exchange(Pointer pointer, std::memory_order order = std::memory_order_seq_cst,
                   Location location = Location::current()) noexcept {
    return pointer_of(bytes_.exchange(keep(pointer), order, location));
  }
  bool compare_exchange_strong(Pointer& expected, Pointer desired, std::memory_order success, std::memory_order failure,
                               Location location = Location::current()) noexcept {
    Bytes found = bytes_of(expected);
    if (bytes_.compare_exchange_strong(found, keep(desired), success, failure, location)) return true;
    expected = pointer_of(found);
    return false;
  }
  bool compare_exchange_weak(Pointer& expected, Pointer desired, std::memory_order success, std::memory_order failure,
                             Location location = Location::current()) noexcept {
    Bytes found = bytes_of(expected);
    if (bytes_.compare_exchange_weak(found, keep(desired), success, failure, location)) return true;
    expected = pointer_of(found);
    return false;
  }
  bool compare_exchange_strong(Pointer& expected, Pointer desired, std::memory_order order = std::memory_order_seq_cst,
                               Location location = Location::current()) noexcept {
    return compare_exchange_strong(expected, desired, order, failure_order(order), location);
  }
  bool compare_exchange_weak(Pointer& expected, Pointer desired, std::memory_order order = std::memory_order_seq_cst,
                             Location location = Location::current()) noexcept {
    return compare_exchange_weak(expected, desired, order, failure_order(order), location);
  }
  void wait(const Pointer& old, std::memory_order order = std::memory_order_seq_cst,
            Location location = Location::current()) const noexcept {
    bytes_.wait(bytes_of(old), order, location);
  }
  void notify_one(Location location = Location::current()) noexcept { bytes_.notify_one(location); }
  void notify_all(Location location = Location::current()) noexcept { bytes_.notify_all(location); }

 private:
  struct alignas(Pointer) Bytes {
    std::byte bytes[sizeof(Pointer)];
  };
  [[nodiscard]] static Bytes bytes_of(const Pointer& pointer) noexcept {
    Bytes bytes;
    std::memcpy(&bytes, &pointer, sizeof(Pointer));
    return bytes;
  }
  // What the bytes are of is alive: it was kept.
  [[nodiscard]] static Pointer pointer_of(const Bytes& bytes) noexcept {
    return *std::launder(reinterpret_cast<const Pointer*>(&bytes));
  }
  // An execution that was abandoned has left what it kept.
  [[nodiscard]] Bytes begin(const Pointer& pointer) noexcept {
    hooks::forget_kept(this);
    return keep(pointer);
  }
  [[nodiscard]] Bytes keep(const Pointer& pointer) noexcept {
    hooks::keep(this, new Pointer(pointer));
    return bytes_of(pointer);
  }

  atomic<Bytes> bytes_;
};

}  // namespace detail

/// `std::atomic<std::shared_ptr>`: each operation is one step. What it has held stays alive until it is destroyed, and
/// `use_count` counts that too. It must not be static.
template <class T>
class atomic<std::shared_ptr<T>> : public detail::AtomicPointer<std::shared_ptr<T>> {
 public:
  atomic() noexcept = default;
  atomic(std::shared_ptr<T> pointer) noexcept : detail::AtomicPointer<std::shared_ptr<T>>(pointer) {}
  void operator=(std::shared_ptr<T> pointer) noexcept { this->store(pointer, std::memory_order_seq_cst, {}); }
};
/// `std::atomic<std::weak_ptr>`, likewise.
template <class T>
class atomic<std::weak_ptr<T>> : public detail::AtomicPointer<std::weak_ptr<T>> {
 public:
  atomic() noexcept = default;
  atomic(std::weak_ptr<T> pointer) noexcept : detail::AtomicPointer<std::weak_ptr<T>>(pointer) {}
  void operator=(std::weak_ptr<T> pointer) noexcept { this->store(pointer, std::memory_order_seq_cst, {}); }
};

}  // namespace standard
}  // namespace vigil::checker
