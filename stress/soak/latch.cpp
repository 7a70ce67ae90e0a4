// The latches: threads that set one and never use it again, and a waiter that destroys it as soon as it is open. A job
// is a latch that opened.

#include "harness.hpp"
#include "parts.hpp"

#include <vigil/latch/core_latch.hpp>
#include <vigil/latch/count_latch.hpp>
#include <vigil/latch/lock_latch.hpp>
#include <vigil/latch/once_latch.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace vigil::soak {
namespace {

// The latches of a round, each with a byte from each setter: plain data, written before the setter sets the latch.
//
// Setters go a few latches ahead of the waiter, or none: then each of them meets a waiter that sleeps.
template <class Latch>
class LatchRound {
 public:
  LatchRound(Round& round, std::size_t least, std::size_t most)
      : round_(round),
        setters_(std::max<std::size_t>(1, round.workers() - 1)),
        ahead_(round.random().one_in(2) ? 1 : 2 + round.random().below(500)),
        places_(round.draw_size(least, most)),
        marks_(round.make_jobs(places_.size())) {}

  [[nodiscard]] std::size_t setters() const { return setters_; }
  // Whether all other setters of the latch have asked before.
  [[nodiscard]] bool is_last(std::size_t i) {
    return places_[i].arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == setters_;
  }

  // `make(memory)` makes a latch, `wait(latch)` returns when it is open, `set(latch, i)` is called by each setter.
  template <class Make, class Wait, class Set>
  void run(Make make, Wait wait, Set set) {
    for (Place& place : places_) place.latch = make(static_cast<void*>(place.memory.data()));
    testing::ThreadSet threads;
    threads.add([&] {
      for (std::size_t i = 0; i != places_.size(); ++i) {
        wait(*places_[i].latch);
        end(places_[i], i);
        waited_.store(i + 1, std::memory_order_release);
        waited_.notify_all();
      }
    });
    threads.add(setters_, [&](std::size_t setter) {
      constexpr std::size_t kOfOneCreator = 400;
      for (std::size_t i = 0; i < places_.size(); i += kOfOneCreator)
        as_creator(round_, [&] { set_some(setter, i, std::min(i + kOfOneCreator, places_.size()), set); });
    });
    threads.run();
    for (const Place& place : places_)
      if (std::any_of(place.memory.begin(), place.memory.end(), [](std::byte byte) { return byte != kGone; }))
        throw Violation("a latch was written to after it was open, and destroyed");
    round_.finish();
  }

 private:
  static constexpr std::byte kGone{0xa5};
  struct Place {
    alignas(Latch) std::array<std::byte, sizeof(Latch)> memory;
    Latch* latch = nullptr;
    std::array<std::uint8_t, 8> notes{};
    std::atomic<std::size_t> arrived{0};
  };

  template <class Set>
  void set_some(std::size_t setter, std::size_t begin, std::size_t end, Set set) {
    for (std::size_t i = begin; i != end; ++i) {
      for (std::size_t waited = waited_.load(std::memory_order_acquire); i >= waited + ahead_;
           waited = waited_.load(std::memory_order_acquire))
        waited_.wait(waited, std::memory_order_acquire);
      places_[i].notes[setter] = 1;
      set(*places_[i].latch, i);
      Delays::perhaps();
    }
  }

  void end(Place& place, std::size_t i) {
    for (std::size_t setter = 0; setter != setters_; ++setter)
      if (place.notes[setter] != 1) round_.complain("a wait ended before what a setter had done was there");
    place.latch->~Latch();
    std::memset(place.memory.data(), static_cast<int>(kGone), place.memory.size());
    marks_.mark(i);
  }

  Round& round_;
  const std::size_t setters_;
  const std::size_t ahead_;
  std::vector<Place> places_;
  testing::Marks& marks_;
  std::atomic<std::size_t> waited_{0};
};

template <class Latch>
void count_down(Round& round) {
  const auto latches = std::make_unique<LatchRound<Latch>>(round, 200, 8'000);
  const auto count = static_cast<std::uint32_t>(latches->setters());
  latches->run([count](void* memory) { return new (memory) Latch(count); }, [](Latch& latch) { latch.wait(); },
               [](Latch& latch, std::size_t) { latch.count_down(); });
}

// The last of the setters sets the latch.
template <class Inner>
void set_once(Round& round) {
  const auto latches = std::make_unique<LatchRound<Inner>>(round, 200, 4'000);
  latches->run([](void* memory) { return new (memory) Inner; }, [](Inner& latch) { latch.wait(); },
               [&](Inner& latch, std::size_t i) {
                 if (latches->is_last(i)) latch.set();
               });
}

// An owner that sleeps by its own mutex, as in Sleep, until a setter that learned so wakes it.
template <class L>
class CoreLatchRound {
 public:
  explicit CoreLatchRound(Round& round)
      : round_(round),
        latches_(round.draw_size(200, 4'000)),
        marks_(round.make_jobs(latches_.size())),
        wakers_(latches_.size()),
        setters_(std::max<std::size_t>(1, round.workers() - 1)),
        set_(latches_.size()) {}

  void run() {
    testing::ThreadSet threads;
    threads.add([this] {
      for (std::size_t i = 0; i != latches_.size(); ++i) {
        begun_.store(i, std::memory_order_relaxed);
        wait(i);
        marks_.mark(i);
      }
    });
    threads.add(setters_, [this](std::size_t) {
      constexpr std::size_t kOfOneCreator = 400;
      for (std::size_t i = 0; i < latches_.size(); i += kOfOneCreator)
        as_creator(round_, [&] { set(i, std::min(i + kOfOneCreator, latches_.size())); });
    });
    threads.run();
    for (const auto& wakers : wakers_)
      if (wakers.load() > 1) throw Violation("more than one setter of a CoreLatch was told to wake its owner");
    round_.finish();
  }

 private:
  void wait(std::size_t i) {
    auto& latch = latches_[i];
    while (!latch.probe()) {
      if (!latch.get_sleepy()) continue;
      std::unique_lock lock(mutex_);
      if (!latch.fall_asleep()) continue;
      is_woken_ = false;
      woken_.wait(lock, [this] { return is_woken_; });
      latch.wake_up();
    }
    if (set_[i].load(std::memory_order_relaxed) == 0)
      round_.complain("a CoreLatch is set and what its setter did before is not there");
  }
  void set(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i != end; ++i) {
      // Near the owner: otherwise all latches are set before it comes.
      while (begun_.load(std::memory_order_relaxed) + 2 < i) L::yield();
      set_[i].store(1, std::memory_order_relaxed);
      if (latches_[i].set()) {
        wakers_[i].fetch_add(1, std::memory_order_relaxed);
        const std::lock_guard lock(mutex_);
        is_woken_ = true;
        woken_.notify_one();
      }
      Delays::perhaps();
    }
  }

  Round& round_;
  std::vector<CoreLatch<L>> latches_;
  testing::Marks& marks_;
  std::vector<std::atomic<std::uint8_t>> wakers_;
  const std::size_t setters_;
  std::vector<std::atomic<std::uint8_t>> set_;
  std::atomic<std::size_t> begun_{0};
  std::mutex mutex_;
  std::condition_variable woken_;
  bool is_woken_ = false;
};

}  // namespace

void run_latch(Round& round) {
  on_drawn_layer(round, [&]<class L>() {
    switch (round.random().below(6)) {
      case 0:
        return count_down<CountLatch<L, Waiters::one>>(round);
      case 1:
        return count_down<CountLatch<L, Waiters::many>>(round);
      case 2:
        return set_once<OnceLatch<L>>(round);
      case 3:
        return set_once<OnceLatch<L, Waiters::many>>(round);
      case 4:
        return set_once<LockLatch<L>>(round);
      default:
        return std::make_unique<CoreLatchRound<L>>(round)->run();
    }
  });
}

}  // namespace vigil::soak
