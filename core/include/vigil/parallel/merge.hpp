#pragma once

#include <vigil/common/exceptions.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/worker.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace vigil::detail {

// As join, but if the deque cannot grow, the worker calls both functions, one after the other. For callers that rely on
// both calls.
template <class Parts, class First, class Second>
void join_or_do_both(Worker<Parts>& worker, const First& first, const Second& second) {
  bool has_begun = false;
  const auto noted = [&](Worker<Parts>& same) {
    has_begun = true;
    first(same);
  };
  VIGIL_TRY {
    join(worker, noted, second);
    return;
  }
  VIGIL_CATCH_ALL {
    if (has_begun) VIGIL_RETHROW;
  }
  VIGIL_TRY { first(worker); }
  VIGIL_CATCH_ALL {
    second(worker);
    VIGIL_RETHROW;
  }
  second(worker);
}

// Two sorted runs, and the start of the output. In the output, elements of the first run precede equal ones of the
// second.
template <class From, class To>
struct Runs {
  From first;
  From first_end;
  From second;
  From second_end;
  To out;

  [[nodiscard]] std::ptrdiff_t size() const { return (first_end - first) + (second_end - second); }

  // Moves the rest of both runs to the output.
  void move_rest() {
    out = std::ranges::move(first, first_end, out).out;
    std::ranges::move(second, second_end, out);
  }

  // Merges on the calling thread. `all_arrive`: all elements are in the output afterwards, also if `less` throws.
  template <class Less>
  void merge(const Less& less) {
    VIGIL_TRY {
      while (first != first_end && second != second_end) {
        const bool takes_second = less(*second, *first);
        *out++ = std::ranges::iter_move(takes_second ? second : first);
        second += takes_second;
        first += !takes_second;
      }
    }
    VIGIL_CATCH_ALL {
      move_rest();
      VIGIL_RETHROW;
    }
    move_rest();
  }

  // Divides into two pairs of runs that can be merged independently, in the middle of the longer run.
  template <class Less>
  [[nodiscard]] std::pair<Runs, Runs> halves(const Less& less) const {
    From in_first = first + (first_end - first) / 2;
    From in_second = second + (second_end - second) / 2;
    if (first_end - first >= second_end - second)
      in_second = std::lower_bound(second, second_end, *in_first, less);
    else
      in_first = std::upper_bound(first, first_end, *in_second, less);
    const auto before = static_cast<std::iter_difference_t<To>>((in_first - first) + (in_second - second));
    return {Runs{first, in_first, second, in_second, out},
            Runs{in_first, first_end, in_second, second_end, out + before}};
  }
};

// Below this size a fork costs more than it can save.
inline constexpr std::ptrdiff_t kMergeLeaf = 4'096;

// Merges, with parts at the same time. `all_arrive`: as Runs::merge.
template <class Parts, class From, class To, class Less>
void merge(Worker<Parts>& worker, Runs<From, To> runs, const Less& less) {
  if (runs.size() <= kMergeLeaf) return runs.merge(less);
  const auto halves = [&] {
    VIGIL_TRY { return runs.halves(less); }
    VIGIL_CATCH_ALL {
      runs.move_rest();
      VIGIL_RETHROW;
    }
  }();
  join_or_do_both(
      worker, [&](Worker<Parts>& same) { merge(same, halves.first, less); },
      [&](Worker<Parts>& any) { merge(any, halves.second, less); });
}

}  // namespace vigil::detail
