#pragma once

#include <vigil/pool/job.hpp>
#include <vigil/pool/outcome.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace vigil {

template <class Parts>
class Worker;

namespace detail {

template <class Parts>
class Forks;

// The second function of a join, in a slot of its worker's forks: a copy if the function dies with the call of join and
// is small, so that the compiler may keep in registers what the frame's own has captured; otherwise its address. A
// thief replaces it by what the function has returned or thrown.
template <class Parts>
class Fork : public Job<Parts> {
 public:
  // State, handler and room fill a cache line.
  static constexpr std::size_t kRoom = 48;
  static constexpr std::size_t kAlignment = alignof(void*);

  // Whether there is room for a T.
  template <class T>
  static constexpr bool kFits = sizeof(T) <= kRoom && alignof(T) <= kAlignment;

  // Whether a function is copied that join gets so: `Given` is an lvalue reference, or the type of an rvalue.
  template <class Given>
  static constexpr bool kIsCopied = !std::is_lvalue_reference_v<Given> && kFits<std::remove_reference_t<Given>> &&
                                    std::is_trivially_copyable_v<std::remove_reference_t<Given>> &&
                                    std::is_copy_constructible_v<std::remove_reference_t<Given>>;

  // The function as the slot has it.
  template <class Given>
  class Function {
   public:
    using Type = std::remove_reference_t<Given>;
    using Value = ValueOn<Worker<Parts>, Type&>;

    static void put(Fork& fork, Type& function) {
      if constexpr (kIsCopied<Given>)
        ::new (static_cast<void*>(fork.room_)) Type(function);
      else
        ::new (static_cast<void*>(fork.room_)) Type*(std::addressof(function));
    }

    explicit Function(Fork& fork) : kept_(fork.template in_room<Kept>()) {}

    Value operator()(Worker<Parts>& worker) {
      if constexpr (kIsCopied<Given>)
        return value_on(worker, kept_);
      else
        return value_on(worker, *kept_);
    }

   private:
    using Kept = std::conditional_t<kIsCopied<Given>, Type, Type*>;

    Kept kept_;
  };

  // What a thief leaves.
  template <class Given>
  using Room = OutcomeRoom<typename Function<Given>::Value>;
  template <class Given>
  Room<Given>& outcome() {
    return in_room<Room<Given>>();
  }

  // Leaves the function in the slot, with the code for a thief.
  template <class Given>
  Fork(std::in_place_type_t<Given>, std::remove_reference_t<Given>& function) : Job<Parts>(&run_stolen<Given>) {
    Function<Given>::put(*this, function);
  }

 private:
  template <class T>
  T& in_room() {
    return *std::launder(reinterpret_cast<T*>(room_));
  }

  template <class Given>
  static void run_stolen(Job<Parts>& job, Worker<Parts>& thief) noexcept {
    auto& self = static_cast<Fork&>(job);
    Function<Given> function(self);
    auto* const room = ::new (static_cast<void*>(self.room_)) Room<Given>();
    const bool has_returned = room->fill([&] { return function(thief); });
    Forks<Parts>::end(self, has_returned);
  }

  alignas(kAlignment) std::byte room_[kRoom];
};

}  // namespace detail
}  // namespace vigil
