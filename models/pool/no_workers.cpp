// What happens to a caller that asks for a pool without workers, or joins where there is no pool?

#include "parts.hpp"

#include <stdexcept>
#include <tuple>

namespace vigil::models {
namespace {

using pools::with_tables;

template <class Parts>
struct AsksForNoWorkers {
  using Layer = typename Parts::Layer;

  void caller() {
    bool is_refused = false;
    try {
      BasicThreadPool<Parts> pool(pools::options(0));
      pool.call([] {});
    } catch (const std::invalid_argument&) {
      is_refused = true;
    }
    Layer::require(is_refused, "a pool of no workers is refused");
  }
};

template <AtomicsLayer Layer>
struct Refused : AsksForNoWorkers<pools::Parts<Layer>> {
  static constexpr std::string_view kSentence = "a pool of no workers is refused, and nothing of it is left";
  static constexpr std::string_view kBounds = "1 caller: starts a pool of no workers, and would call";
  static constexpr auto threads() { return std::tuple{&Refused::caller}; }
};

const auto refused = with_tables(model<Refused>("pool/thread_pool/no-workers/refused")).defect("S-34").holds();

// Restless takes any number of workers, as a Sleep that did not check would.
template <AtomicsLayer Layer>
struct Accepted : AsksForNoWorkers<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence = "a call to a pool of no workers returns";
  static constexpr std::string_view kBounds = "1 caller: starts a pool of no workers, calls once";
  static constexpr auto threads() { return std::tuple{&Accepted::caller}; }
};

const auto accepted =
    with_tables(model<Accepted>("pool/thread_pool/no-workers/accepted")).defect("S-34").fails(Violation::livelock);

// On a thread that is not a worker no thief steals: the functions are called in place, one after the other.
template <AtomicsLayer Layer>
struct JoinWithoutPool {
  static constexpr std::string_view kSentence =
      "a join on a thread that is no worker calls its functions there, in turn";
  static constexpr std::string_view kBounds = "2 threads: one join of three each, whose second function may throw";
  static constexpr auto threads() { return std::tuple{&JoinWithoutPool::outsider, &JoinWithoutPool::outsider}; }

  typename Layer::template atomic<int> all{0, "all"};

  void outsider() {
    const bool second_throws = Layer::choose(2) == 1;
    int own = 0;
    int caught = 0;
    // The digits show the order, and how often.
    const auto call = [&](int digit) {
      own = own * 10 + digit;
      all.fetch_add(1, std::memory_order_relaxed);
    };
    try {
      (void)join([&] { call(1); },
                 [&] {
                   call(2);
                   if (second_throws) throw 2;
                 },
                 [&] { call(3); });
    } catch (int which) {
      caught = which;
    }
    Layer::require(own == 123, "each function is called once, and in turn");
    Layer::require(caught == (second_throws ? 2 : 0), "what one throws arrives after all were called");
  }
  void finish() { Layer::require(all.load(std::memory_order_relaxed) == 6, "each thread calls its own functions"); }
};

const auto without_pool = with_tables(model<JoinWithoutPool>("pool/thread_pool/no-workers/join-in-turn")).holds();

}  // namespace
}  // namespace vigil::models
