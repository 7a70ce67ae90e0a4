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

// A call that another worker may make: forked, and joined by the one who forked it, in the frame that holds it.
//
//   Future<int, long> right;
//   right.fork<&count>(worker, 30);         // leaves count(30) to thieves
//   const long left = count(worker, 29);
//   return left + right.join<&count>(worker);
//
// If nobody has stolen the call, join takes it back and makes it in place, by name: no function pointer, so that the
// compiler may inline it. If somebody has, join waits for its end. Nothing is allocated, but when the deque grows.
//
// The frame is the joiner's as soon as the latch is set. So a thief finds out whom to wake *before* it sets the latch,
// and touches nothing of the frame after (S-24).
//
// What is forked must be joined, once, by any of join, try_join and finish, on the same worker; the newest first, or
// others run before. `Input` is copied into the frame; `Output` is kept there until it is joined.
template <std::default_initializable Input, class Output, class Parts = DefaultParts>
class Future : private Job<Parts> {
 public:
  using Value = std::conditional_t<std::is_void_v<Output>, Nothing, Output>;
  using Worker = vigil::Worker<Parts>;

  Future() = default;

  // Leaves kFunction(input), or kFunction(worker, input), to thieves, and wakes one if all sleep. Throws std::bad_alloc
  // if the deque cannot grow; then nothing was forked. Everything before happens before the call.
  template <auto kFunction>
  void fork(Worker& worker, Input input) {
    input_ = std::move(input);
    owner_.set(&worker);
    this->set_handler(&run_elsewhere<kFunction>);
    worker.push(*this);
  }

  // What the call returns, or throws. Everything in the call happens before the return.
  template <auto kFunction>
  [[nodiscard]] Value join(Worker& worker) {
    return join_or_make(worker, [&] { return value_on(worker, kFunction, std::move(input_)); });
  }

  // As join, but a call that nobody has stolen is made by `in_place`, which may know better than this frame, whose
  // address others have seen, what there is to call.
  template <class InPlace>
  [[nodiscard]] Value join_or_make(Worker& worker, InPlace&& in_place) {
    if (worker.take_back(*this, latch_)) [[likely]]
      return in_place();
    if (!this->ended_with_a_value()) [[unlikely]]
      std::rethrow_exception(room_.take_exception());
    return room_.take_value();
  }

  // The same, without throwing what the call throws.
  template <auto kFunction>
  [[nodiscard]] Outcome<Value> try_join(Worker& worker) {
    if (worker.take_back(*this, latch_)) return outcome_on(worker, kFunction, std::move(input_));
    return room_.take(this->ended_with_a_value());
  }

  // Waits for the end of the call, and forgets what became of it.
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
    if (Parts::kProtocol.owner_before_latch) return owner->set_latch(self.latch_);
    const bool sleeps = self.latch_.set();
    Worker* const found_late = self.owner_.get();
    if (sleeps) found_late->notify_latch_set();
  }

  typename Parts::Latch latch_;
  Input input_;
  typename Parts::Layer::template var<Worker*> owner_{Name("owner")};
  detail::OutcomeRoom<Value> room_;
};

static_assert(sizeof(Job<DefaultParts>) == 8);
static_assert(sizeof(Future<std::int32_t, std::int64_t>) == 32);

}  // namespace vigil
