#pragma once

// A search in slices without other processes: the store, and programs whose parts have much to carry.

#include "common_knowledge.hpp"

#include <vigil/checker.hpp>
#include <vigil/checker/frontier.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>

namespace vigil::checker::slices {

using Layer = CheckedAtomics;

// A store in memory, for workers of this process. What it loses, a process that died would have lost.
class InMemory : public Frontier {
 public:
  void put(std::string whole) { items_[next_++] = std::move(whole); }

  Claim claim() override {
    if (total.stop != Stop::none || items_.empty()) return {Next::ended, 0, 0, {}, {}};
    // Any of them: the counts do not depend on the order.
    auto item = items_.begin();
    std::advance(item, static_cast<std::ptrdiff_t>(random_() % items_.size()));
    if (before_claim) before_claim(item->second);
    return {Next::item, item->first, begun, item->second, known};
  }
  Outcome commit(const Claim& claim, const Contribution& contribution) override {
    ++commits;
    if (before_commit) before_commit(*this);
    if (claim.begun != begun || !items_.contains(claim.item)) return Outcome::dropped;
    if (lost != 0 && random_() % lost == 0) return Outcome::dropped;  // and the item is there as before
    if (contribution.knowledge.version != known.version) return Outcome::outdated;
    if (contribution.knowledge.bytes != known.bytes) known = {known.version + 1, contribution.knowledge.bytes};
    if (contribution.begins_again) {
      ++begun;
      items_.clear();
      total = {};
    }
    items_.erase(claim.item);
    add(total, contribution.result);
    for (const auto& part : contribution.rest) items_[next_++] = part;
    most_items = std::max(most_items, items_.size());
    return Outcome::counted;
  }
  void release(const Claim& /*claim*/) override { ++releases; }
  SharedKnowledge knowledge() override { return known; }
  unsigned wanted() override { return others_wait; }

  Result total;
  SharedKnowledge known;
  std::uint64_t begun = 0;
  unsigned others_wait = 0;
  unsigned lost = 0;  // one in so many
  std::size_t most_items = 0, commits = 0, releases = 0;
  std::function<void(InMemory&)> before_commit;
  std::function<void(std::string&)> before_claim;

 private:
  std::map<std::uint64_t, std::string> items_;
  std::uint64_t next_ = 1;
  std::mt19937_64 random_{1};
};

inline bool always() { return true; }

struct Adding {
  static constexpr auto threads() { return std::tuple{&Adding::add, &Adding::add, &Adding::read}; }
  Layer::atomic<int> count{0}, other{0};
  void add() {
    count.fetch_add(1, std::memory_order_relaxed);
    other.store(1, std::memory_order_seq_cst);
    (void)count.load(std::memory_order_seq_cst);
    Layer::fence(std::memory_order_seq_cst);
  }
  void read() {
    (void)count.exchange(7, std::memory_order_acq_rel);
    (void)other.load(std::memory_order_acquire);
    int expected = 7;
    (void)count.compare_exchange_weak(expected, 3, std::memory_order_seq_cst, std::memory_order_relaxed);
  }
};

struct Waiting3 {
  static constexpr auto threads() { return std::tuple{&Waiting3::wait, &Waiting3::wait, &Waiting3::signal}; }
  Layer::mutex mutex;
  Layer::condition_variable condition;
  Layer::var<int> ready{0};
  Layer::atomic<int> flag{0};
  void wait() {
    mutex.lock();
    while (ready.get() == 0) condition.wait(mutex);
    mutex.unlock();
    flag.wait(0, std::memory_order_acquire);
  }
  void signal() {
    mutex.lock();
    ready.set(1);
    mutex.unlock();
    condition.notify_all();
    flag.store(1, std::memory_order_release);
    flag.notify_all();
  }
};

inline Options options_for(MemoryModel memory_model, bool symmetry) {
  Options options;
  options.memory_model = memory_model;
  options.symmetry = symmetry;
  options.count_violations = true;
  // A loop that is no wait goes on to the bound.
  options.most_events = 12;
  return options;
}

// What a store came to.
template <class Work>
Result searched(const ModelCode& code, const Options& options, InMemory& store, Work work) {
  {
    FrontierWorker worker(code, options, "model");
    store.put(worker.whole_search());
    work(worker);
  }
  Result result = store.total;
  conclude(result, code, options);
  return result;
}

}  // namespace vigil::checker::slices
