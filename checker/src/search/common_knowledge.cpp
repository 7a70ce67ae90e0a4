#include "common_knowledge.hpp"

#include "graph.hpp"
#include "item_bytes.hpp"
#include "started_threads.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace vigil::checker {

std::string CommonKnowledge::pack() const {
  WorkItemWriter item;
  item.put(threads.size());
  for (const std::uint32_t each : threads) item.put(each);
  item.put(mutexes.size());
  for (const auto& each : mutexes) {
    item.put(each.mutex);
    item.put(each.tried_by);
    item.put(each.polled_by);
  }
  item.put(threads_are_exchanged ? 1U : 0U);
  item.put(threads_differ ? 1U : 0U);
  return std::move(item).take();
}

CommonKnowledge CommonKnowledge::unpack(std::string_view bytes, unsigned own_threads) {
  CommonKnowledge knowledge;
  if (bytes.empty()) return knowledge;
  WorkItemReader item(bytes);
  const std::size_t threads = item.get(kMostThreads, "the number of started threads");
  for (unsigned nth = 0; nth != threads; ++nth) {
    knowledge.threads.push_back(static_cast<std::uint32_t>(item.get(UINT32_MAX, "a started thread")));
    if (!StartedThreads::is_possible(knowledge.threads.back(), nth, own_threads))
      throw DamagedItem("a thread is started by none");
  }
  const std::size_t mutexes = item.get(MutexUse::kMostMutexes, "the number of mutexes");
  constexpr std::uint64_t kThreads = (1U << kMostThreads) - 1;
  for (std::size_t i = 0; i != mutexes; ++i) {
    MutexUse::Known each;
    each.mutex = static_cast<std::uint32_t>(item.get(Graph::kNumbers - 1, "a mutex"));
    each.tried_by = static_cast<std::uint16_t>(item.get(kThreads, "a set of threads"));
    each.polled_by = static_cast<std::uint16_t>(item.get(kThreads, "a set of threads"));
    for (const auto& earlier : knowledge.mutexes)
      if (earlier.mutex == each.mutex) throw DamagedItem("a mutex is there twice");
    knowledge.mutexes.push_back(each);
  }
  knowledge.threads_are_exchanged = item.get(1, "whether threads are exchanged") != 0;
  knowledge.threads_differ = item.get(1, "whether threads differ") != 0;
  item.expect_end();
  return knowledge;
}

bool CommonKnowledge::add(const CommonKnowledge& other) {
  const std::size_t common = std::min(threads.size(), other.threads.size());
  if (!std::equal(threads.begin(), threads.begin() + static_cast<std::ptrdiff_t>(common), other.threads.begin()))
    return false;
  if (other.threads.size() > threads.size()) threads = other.threads;
  for (const auto& each : other.mutexes) {
    const auto found = std::ranges::find(mutexes, each.mutex, &MutexUse::Known::mutex);
    if (found == mutexes.end()) {
      mutexes.push_back(each);
      continue;
    }
    found->tried_by |= each.tried_by;
    found->polled_by |= each.polled_by;
  }
  threads_are_exchanged |= other.threads_are_exchanged;
  threads_differ |= other.threads_differ;
  return true;
}

bool CommonKnowledge::is_contradiction() const {
  return (threads_are_exchanged && threads_differ) || std::ranges::any_of(mutexes, &MutexUse::is_contradiction);
}

void CommonKnowledge::begin_again() {
  threads_are_exchanged = false;
  for (auto& each : mutexes) each.polled_by = 0;
}

}  // namespace vigil::checker
