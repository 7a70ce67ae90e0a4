// The injectors: threads that push jobs, alone or in chains if the injector takes chains, and threads that pop them and
// push some of them again. A job is one passage of a node.

#include "faults.hpp"
#include "harness.hpp"
#include "parts.hpp"

#include <vigil/injector/segmented.hpp>
#include <vigil/injector/treiber.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <vector>

namespace vigil::soak {
namespace {

template <class L>
struct Node : InjectorNode<L> {
  std::uint32_t number = 0;
  std::uint32_t passages = 0;  // plain: handed on by push and pop
};

template <class Injector>
concept TakesChains = requires {
  typename Injector::Chain;
};

template <class L, class Injector>
class InjectorRound {
 public:
  explicit InjectorRound(Round& round)
      : round_(round),
        laps_(1 + round.random().below(4)),
        nodes_(round.draw_size(1'000, 60'000)),
        marks_(round.make_jobs(nodes_.size() * laps_)),
        pushers_(1 + round.random().below(std::max<std::size_t>(1, round.workers() / 2))),
        chain_(round.random().one_in(2) ? 1 : 2 + round.random().below(30)),
        pushing_(pushers_) {}

  void run() {
    for (std::size_t i = 0; i != nodes_.size(); ++i) nodes_[i].number = static_cast<std::uint32_t>(i);
    testing::ThreadSet threads;
    threads.add(pushers_, [this](std::size_t pusher) {
      push(nodes_.size() * pusher / pushers_, nodes_.size() * (pusher + 1) / pushers_);
      pushing_.fetch_sub(1, std::memory_order_release);
    });
    threads.add(std::max<std::size_t>(1, round_.workers() - pushers_), [this](std::size_t) { pop(); });
    threads.run();
    if (injector_.has_jobs()) throw Violation("the injector holds jobs that were taken");
    round_.finish();
  }

 private:
  void push(std::size_t begin, std::size_t end) {
    while (begin != end) {
      const std::size_t here = std::min(end, begin + (round_.has(Fault::creator_end) ? 5'000 : end - begin));
      as_creator(round_, [&] { push_all(begin, here); });
      begin = here;
    }
  }
  void push_all(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i != end;) {
      if constexpr (TakesChains<Injector>) {
        if (chain_ != 1) {
          typename Injector::Chain chain;
          for (std::size_t link = 0; link != chain_ && i != end; ++link) chain.add(nodes_[i++]);
          injector_.push(chain);
          continue;
        }
      }
      push(nodes_[i++]);
    }
  }

  // Again and again while there is no memory.
  void push(Node<L>& node) {
    for (;;) {
      const Exposed here;
      try {
        injector_.push(node);
        return;
      } catch (const std::bad_alloc&) {
        if (!round_.has(Fault::allocation)) throw Violation("a job could not be pushed although there is memory");
      }
    }
  }

  void pop() {
    for (;;) {
      const bool was_last = pushing_.load(std::memory_order_acquire) == 0;
      const auto taken = injector_.pop();
      if (taken.is_success())
        pass(*taken.job());
      else if (taken.is_empty() && was_last)
        return;
      else if (!taken.is_success())
        L::yield();
    }
  }
  void pass(Node<L>& node) {
    const std::uint32_t passage = node.passages++;
    if (passage >= laps_) return round_.complain("a node was popped more often than it was pushed");
    marks_.mark(node.number * laps_ + passage);
    if (passage + 1 != laps_) push(node);
  }

  Round& round_;
  const std::size_t laps_;
  std::vector<Node<L>> nodes_;
  testing::Marks& marks_;
  const std::size_t pushers_;
  const std::size_t chain_;
  Injector injector_;
  std::atomic<std::size_t> pushing_;
};

}  // namespace

void run_injector(Round& round) {
  const bool is_segmented = round.random().one_in(2);
  on_drawn_layer(round, [&]<class L>() {
    if (is_segmented) {
      std::make_unique<InjectorRound<L, SegmentedInjector<Node<L>, L>>>(round)->run();
    } else {
      std::make_unique<InjectorRound<L, TreiberInjector<Node<L>, L>>>(round)->run();
    }
  });
}

}  // namespace vigil::soak
