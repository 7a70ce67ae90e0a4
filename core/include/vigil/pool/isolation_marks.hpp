#pragma once

#include <vigil/pool/parts.hpp>

#include <cstdint>
#include <utility>

namespace vigil::detail {

// Where the isolations of one worker begin on its deque: a *mark* is the index of the first job that is pushed inside.
// The worker sets and reads its marks. A thief reads the outermost one, to know whether the job that it has stolen was
// pushed inside.
//
// The thief reads it late, when it already has the job. For a call that was forked inside, the mark cannot have changed
// meanwhile, because the isolation cannot end before the call has ended. For a job that was pushed outside the thief
// finds no mark, or a later one: this lies above the index, which was taken before or is still below it.
template <class Parts>
class IsolationMarks {
 public:
  using Index = std::uint64_t;

  // Whether the worker is inside an isolation.
  [[nodiscard]] bool is_set() const { return innermost_ != kNone; }
  // The mark of the innermost isolation. No index of a deque, if there is none.
  [[nodiscard]] Index innermost() const { return innermost_; }
  // Whether the job that a thief has stolen at that index is isolated. Any thread.
  [[nodiscard]] bool cover(Index stolen) const { return stolen >= outermost_.load(Parts::kOrders.isolated); }

  // An isolation, from construction to destruction.
  class Set {
   public:
    Set(IsolationMarks& marks, Index next) : marks_(marks), outer_(std::exchange(marks.innermost_, next)) {
      marks_.publish(outer_);
    }
    ~Set() {
      marks_.innermost_ = outer_;
      marks_.publish(outer_);
    }
    Set(const Set&) = delete;
    Set& operator=(const Set&) = delete;

   private:
    IsolationMarks& marks_;
    const Index outer_;
  };

 private:
  // A deque that takes a job each nanosecond comes to this index after five hundred years.
  static constexpr Index kNone = UINT64_MAX;

  // At the beginning or the end of an isolation in another one, thieves go by the outer one, which stays.
  void publish(Index outer) {
    if (outer != kNone) return;
    outermost_.store(innermost_, Parts::kOrders.isolated);
  }

  Index innermost_ = kNone;
  typename Parts::Layer::template atomic<Index> outermost_{kNone, "isolated_from"};
};

}  // namespace vigil::detail
