#pragma once

#include <vigil/deque/split.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

namespace vigil::models {

// A split deque in the hands of its owner and its thieves: what scenarios of it have in common. A job is a number in
// its slot. The thread that runs it finds the number there; a thief leaves another one, which the owner finds.
template <AtomicsLayer Layer, const SplitOrders& Orders>
class SplitJobs {
 public:
  void invariant() const { Layer::require(deque_.tail_never_passes_split(), "tail_never_passes_split"); }

  void finish() const {
    require_asked();
    std::size_t stolen = 0;
    for (std::size_t job = 0; job != pushed_; ++job) {
      int runs = 0;
      for (const auto& of_one : runs_) runs += of_one[job];
      Layer::require(runs == 1, "each job runs once");
      if (runs_[0][job] == 0) ++stolen;
    }
    Layer::require(stolen <= published_, "what is stolen was published, and the listener told");
  }

 protected:
  // What a thread does between two looks at a job that it waits for.
  struct NothingMeanwhile {
    void operator()() const {}
  };

  void push() {
    // Relacy's objects are larger than the checker's.
    static_assert(Deque::capacity() >= kJobs, "a slot for each job");
    number_in(next_) = pushed_;
    next_->emplace(static_cast<int>(pushed_++));
    deque_.push(next_++);
  }
  // Runs the newest job, or waits for its end.
  template <class Meanwhile = NothingMeanwhile>
  void pop(Meanwhile meanwhile = {}) {
    Slot* const newest = --next_;
    const std::size_t job = number_in(newest);
    if (deque_.pop(newest)) {
      Layer::require(newest->job().number.get() == static_cast<int>(job), "the job is as it was pushed");
      ++runs_[0][job];
    } else {
      wait_for(newest, meanwhile);
      deque_.retire(newest);
      Layer::require(newest->job().number.get() == static_cast<int>(job) + kRun, "what the thief left is there");
    }
    std::destroy_at(&newest->job());
  }
  // The same, but the owner leaves word for the thief, and waits until the thief has answered.
  void pop_with_word() {
    Slot* const newest = --next_;
    const std::size_t job = number_in(newest);
    if (deque_.pop(newest)) {
      ++runs_[0][job];
    } else {
      Word word(job);
      if (deque_.await(newest, reinterpret_cast<typename Deque::State>(&word)))
        (void)word.is_answered.spin_until([](bool is_answered) { return is_answered; }, std::memory_order_acquire);
      Layer::require(deque_.state(newest) == Deque::kReturned, "the job has ended");
      deque_.retire(newest);
      Layer::require(newest->job().number.get() == static_cast<int>(job) + kRun, "what the thief left is there");
    }
    std::destroy_at(&newest->job());
  }
  void require_asked() const { Layer::require(deque_.empty_asks(), "empty_asks"); }
  void publish_all() { deque_.publish_all(next_); }
  // One attempt of a thief. `thief` is 1 or 2; 0 is the owner.
  void steal(std::size_t thief) { steal(thief, NothingMeanwhile()); }
  template <class Code>
  void steal(std::size_t thief, Code code) {
    const auto result = deque_.steal();
    if (!result.is_success()) return;
    auto& number = result.job()->job().number;
    const int job = number.get();
    Layer::require(job >= 0 && job < static_cast<int>(pushed_), "a thief finds a job in its slot");
    code();
    ++runs_[thief][static_cast<std::size_t>(job)];
    number.set(job + kRun);
    const auto word = deque_.finish(result.job(), Deque::kReturned);
    if (word != Deque::kReady) answer(*reinterpret_cast<Word*>(word), job);
  }
  [[nodiscard]] std::size_t public_size() const { return deque_.public_size(); }

 private:
  static constexpr int kRun = 100;
  static constexpr std::size_t kJobs = 5;

  struct Job {
    explicit Job(int value) : number(value, "number") {}
    typename Layer::template var<int> number;
  };
  // What an owner that waits leaves for the thief: it lies in the owner's frame.
  struct Word {
    explicit Word(std::size_t awaited) : job(static_cast<int>(awaited), "awaited") {}
    typename Layer::template var<int> job;
    typename Layer::template atomic<bool> is_answered{false, "is_answered"};
  };
  struct Counts {
    std::size_t* jobs;
    bool published(std::size_t more, std::size_t) const {
      *jobs += more;
      return false;
    }
  };
  using Deque = SplitDeque<Job, 1024, Counts, Layer, Orders>;
  using Slot = typename Deque::Slot;

  static void answer(Word& word, int job) {
    Layer::require(word.job.get() == job, "the word is of the owner of this job");
    word.is_answered.store(true, std::memory_order_release);
  }
  template <class Meanwhile>
  void wait_for(Slot* stolen, Meanwhile meanwhile) {
    Layer::retry([&] {
      if (deque_.state(stolen) == Deque::kReturned) return true;
      meanwhile();
      Layer::relax();
      return false;
    });
  }
  std::size_t& number_in(Slot* slot) { return numbers_[static_cast<std::size_t>(slot - deque_.first())]; }

  std::size_t published_ = 0;
  Deque deque_{Counts{&published_}};
  Slot* next_ = deque_.first();
  std::size_t pushed_ = 0;
  std::array<std::size_t, kJobs> numbers_{};
  // By the owner, and by each thief.
  std::array<std::array<int, kJobs>, 3> runs_{};
};

}  // namespace vigil::models
