#pragma once

#include "view.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil::checker {

// A read that was taken out because a new write would make it wait. It is added again for a write that depends on the
// new write. If it reads another write, the graph is one in which the read was never taken out.
struct DisplacedRead {
  EventId read;
  EventId by;
  std::uint16_t position = 0;  // of the read when it was taken out; earlier events have smaller ones
  std::uint16_t location = 0;
};

// The displaced reads of a graph, the newest last. A read may have been displaced several times. What an event asks of
// them costs nothing for those that do not concern it.
class DisplacedReads {
 public:
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

  void add(const DisplacedRead& displaced);
  // Those that `write`, the newest event of the graph, has displaced.
  void remove_by(EventId write) {
    while (!entries_.empty() && entries_.back().displaced.by == write) remove_last();
  }
  void clear() {
    while (!entries_.empty()) remove_last();
  }

  // The oldest first.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Entry& each : entries_) visit(each.displaced);
  }
  // The newest time first that this read was displaced. Whether `holds` is true of all.
  template <class Holds>
  [[nodiscard]] bool all_of(EventId read, Holds holds) const {
    for (std::size_t count = last_of(read); count != 0; count = entries_[count - 1].earlier)
      if (!holds(entries_[count - 1].displaced)) return false;
    return true;
  }
  // The largest position beyond `first` of those of which `counts` is true, or `first`.
  template <class Counts>
  [[nodiscard]] unsigned largest_position(unsigned first, Counts counts) const {
    for (std::size_t count = entries_.size(); count != 0 && entries_[count - 1].largest > first; --count) {
      const DisplacedRead& each = entries_[count - 1].displaced;
      if (each.position > first && counts(each)) first = each.position;
    }
    return first;
  }

 private:
  struct Entry {
    DisplacedRead displaced;
    std::uint16_t largest = 0;  // position of this entry and of all before it
    std::uint16_t earlier = 0;  // how many entries there were after the last one of the same read
  };

  [[nodiscard]] std::size_t last_of(EventId read) const {
    const auto& of_thread = last_[read.thread()];
    return read.index() < of_thread.size() ? of_thread[read.index()] : 0U;
  }
  void remove_last() {
    const Entry& last = entries_.back();
    last_[last.displaced.read.thread()][last.displaced.read.index()] = last.earlier;
    entries_.pop_back();
  }

  std::vector<Entry> entries_;
  // How many entries there were after the last one of a read, by thread and index.
  std::array<std::vector<std::uint16_t>, kMostThreads> last_;
};

inline void DisplacedReads::add(const DisplacedRead& displaced) {
  auto& of_thread = last_[displaced.read.thread()];
  const unsigned index = displaced.read.index();
  if (index >= of_thread.size()) of_thread.resize(index + 1U);
  const auto largest = entries_.empty() ? std::uint16_t{0} : entries_.back().largest;
  entries_.push_back({displaced, largest < displaced.position ? displaced.position : largest, of_thread[index]});
  of_thread[index] = static_cast<std::uint16_t>(entries_.size());
}

}  // namespace vigil::checker
