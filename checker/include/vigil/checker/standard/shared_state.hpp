#pragma once

#include <vigil/checker/standard/atomic.hpp>

#include <utility>

namespace vigil::checker::standard::detail {

// A pointer that shares what it points to, and counts in steps of the execution. `std::shared_ptr` counts unseen: which
// of its threads destroys what is shared would depend on the order in which the checker happens to run them.
template <class T>
class SharedState {
 public:
  SharedState() = default;
  template <class... Arguments>
  [[nodiscard]] static SharedState make(Arguments&&... arguments) {
    return SharedState(new Counted(std::forward<Arguments>(arguments)...));
  }
  SharedState(const SharedState& other) noexcept : counted_(other.counted_) {
    if (counted_ != nullptr) counted_->owners.fetch_add(1, std::memory_order_relaxed, {});
  }
  SharedState(SharedState&& other) noexcept : counted_(std::exchange(other.counted_, nullptr)) {}
  SharedState& operator=(SharedState other) noexcept {
    std::swap(counted_, other.counted_);
    return *this;
  }
  ~SharedState() { reset(); }

  void reset() {
    Counted* const counted = std::exchange(counted_, nullptr);
    if (counted != nullptr && counted->owners.fetch_sub(1, std::memory_order_acq_rel, {}) == 1) delete counted;
  }

  [[nodiscard]] T* operator->() const noexcept { return &counted_->value; }
  explicit operator bool() const noexcept { return counted_ != nullptr; }
  friend bool operator==(const SharedState&, const SharedState&) = default;

 private:
  struct Counted {
    template <class... Arguments>
    explicit Counted(Arguments&&... arguments) : value(std::forward<Arguments>(arguments)...) {}
    atomic<unsigned> owners{1};
    T value;
  };
  explicit SharedState(Counted* counted) : counted_(counted) {}

  Counted* counted_ = nullptr;
};

}  // namespace vigil::checker::standard::detail
