#pragma once

#include <vigil/pool/job.hpp>
#include <vigil/pool/outcome.hpp>
#include <vigil/pool/worker.hpp>
#include <vigil/pool/worker_set.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

namespace vigil {

/// A call that another worker may make. The *owner*, a worker, forks it and joins it, in the frame that holds it.
///
/// \code
///   Future<int, long> right;
///   right.fork<&count>(worker, 30);         // leaves count(30) to thieves
///   const long left = count(worker, 29);
///   return left + right.join<&count>(worker);
/// \endcode
///
/// If no *thief* has stolen the call, join takes it back and makes it in place. It names the function, so that the
/// compiler may inline the call. If a thief has stolen it, join waits for its end and runs other jobs meanwhile.
/// Nothing is allocated, except when the deque grows.
///
/// The frame is the owner's as soon as the latch is set. So a thief finds out which worker to wake *before* it sets the
/// latch, and accesses nothing of the frame after it (S-24).
///
/// A forked call must be joined once, by join, join_or_make, try_join or finish, on the same worker. Join the newest
/// one first; otherwise the newer ones run before it. vigil::join is easier to use.
///
/// \snippet pool/future.cpp example
/// \tparam Input what the function gets. It is moved into the frame.
/// \tparam Output what the function returns. It is kept in the frame until it is joined.
/// \tparam Parts what the pool is made of; see PoolParts.
/// \source Blitz's Future, with Rayon's latch.
template <std::default_initializable Input, class Output, class Parts = DefaultParts>
class Future : private Job<Parts> {
 public:
  /// What join returns.
  using Value = std::conditional_t<std::is_void_v<Output>, Nothing, Output>;
  /// A worker of the pool.
  using Worker = vigil::Worker<Parts>;

  /// A call that has not been forked.
  Future() = default;

  /// Leaves `kFunction(input)`, or `kFunction(worker, input)`, to thieves, and wakes one if all workers sleep.
  ///
  /// \threads The worker.
  /// \orders What happens before fork happens before the call.
  /// \throws std::bad_alloc if the deque cannot grow. Then the call was not forked, and must not be joined.
  template <auto kFunction>
  void fork(Worker& worker, Input input) {
    input_ = std::move(input);
    owner_.set(&worker);
    this->set_handler(&run_elsewhere<kFunction>);
    worker.push(*this);
  }

  /// Returns what the call returns, or throws what it throws.
  ///
  /// \threads The worker that forked the call.
  /// \progress Blocking if the call was stolen: the worker runs other jobs, or sleeps.
  /// \orders The call happens before the return.
  template <auto kFunction>
  [[nodiscard]] Value join(Worker& worker) {
    return join_or_make(worker, [&] { return value_on(worker, kFunction, std::move(input_)); });
  }

  /// As join, but `in_place()` makes a call that was not stolen. It may know better than this frame, whose address
  /// other threads have seen, what there is to call.
  template <class InPlace>
  [[nodiscard]] Value join_or_make(Worker& worker, InPlace&& in_place) {
    if (worker.take_back(*this, latch_)) [[likely]]
      return in_place();
    if (!this->ended_with_a_value()) [[unlikely]]
      std::rethrow_exception(room_.take_exception());
    return room_.take_value();
  }

  /// As join, but it returns what the call throws.
  template <auto kFunction>
  [[nodiscard]] Outcome<Value> try_join(Worker& worker) {
    if (worker.take_back(*this, latch_)) return outcome_on(worker, kFunction, std::move(input_));
    return room_.take(this->ended_with_a_value());
  }

  /// As join, but it drops what the call returns or throws.
  template <auto kFunction>
  [[gnu::noinline, gnu::cold]] void finish(Worker& worker) {
    (void)try_join<kFunction>(worker);
  }

 private:
  template <auto kFunction>
  static void run_elsewhere(Job<Parts>& job, Worker& worker) noexcept {
    auto& self = static_cast<Future&>(job);
    Worker* const owner = self.owner_.get();
    self.set_ended(self.room_.fill([&] { return value_on(worker, kFunction, std::move(self.input_)); }));
    owner->set_latch(self.latch_);
  }

  typename Parts::Latch latch_;
  Input input_;
  typename Parts::Layer::template var<Worker*> owner_{Name("owner")};
  detail::OutcomeRoom<Value> room_;
};

static_assert(sizeof(Job<DefaultParts>) == sizeof(void*));
static_assert(sizeof(Future<std::int32_t, std::int64_t>) <= 32);

}  // namespace vigil
