// Loops, reductions, pipelines, searches and sorts on a pool. A job is the body of a loop for one position, or an
// element that is sorted.

#include "harness.hpp"
#include "parts.hpp"
#include "pools.hpp"

#include <vigil/parallel/find.hpp>
#include <vigil/parallel/par.hpp>
#include <vigil/parallel/parallel_for.hpp>
#include <vigil/parallel/parallel_invoke.hpp>
#include <vigil/parallel/parallel_reduce.hpp>
#include <vigil/parallel/sort.hpp>
#include <vigil/parallel/stable_sort.hpp>
#include <vigil/parallel/terminals.hpp>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace vigil::soak {
namespace {

// A run of neighbours, to be combined in order only.
struct Run {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_whole = true;
};
Run append(Run a, Run b) {
  if (a.begin == a.end) return b;
  return {a.begin, b.end, a.is_whole && b.is_whole && a.end == b.begin};
}

struct Element {
  std::uint32_t key;
  std::uint32_t number;
};

template <class L>
class ParallelRound {
  using Pool = BasicThreadPool<PoolParts<L>>;

 public:
  explicit ParallelRound(Round& round)
      : round_(round),
        looped_(round.draw_size(10'000, 1'000'000)),
        pieces_(round.draw_size(10'000, 1'000'000)),
        reduced_(round.draw_size(10'000, 500'000)),
        piped_(round.draw_size(10'000, 300'000)),
        sorted_(round.draw_size(1'000, 100'000)),
        invoked_(3),
        marks_(round.make_jobs(looped_ + pieces_ + reduced_ + piped_ + sorted_ + invoked_)) {}

  void run() {
    as_creator(round_, [this] { pool_ = make_pool<Pool>(round_, draw_options(round_)); });
    std::size_t begin = 0;
    const auto next = [&](std::size_t size) { return std::exchange(begin, begin + size); };
    loop(next(looped_), looped_);
    loop_in_pieces(next(pieces_), pieces_);
    reduce(next(reduced_), reduced_);
    pipe(next(piped_), piped_);
    sort_all(next(sorted_), sorted_);
    invoke(next(invoked_));
    pool_.reset();
    round_.finish([this](std::size_t job) { return is_missing(job) ? std::min(marks_.times(job), 1U) : 1U; });
  }

 private:
  struct Gap {
    std::size_t begin;
    std::size_t end;
  };

  Grain grain() {
    const std::size_t size = std::size_t{1} << (3 + round_.random().below(10));
    return round_.random().one_in(2) ? Grain::adaptive(round_.random().one_in(2) ? 1 : size) : Grain::fixed(size);
  }

  void work(std::size_t job) {
    marks_.mark(job);
    Delays::perhaps();
    // Few pieces end so: what is left of the piece does not run.
    if (round_.has(Fault::exception) && job % 16'384 == 77 && round_.throws(job)) {
      count(Fault::exception);
      throw Thrown{job};
    }
  }
  [[nodiscard]] bool throws_within(std::size_t begin, std::size_t size) const {
    if (!round_.has(Fault::exception)) return false;
    for (std::size_t job = begin; job != begin + size; ++job)
      if (job % 16'384 == 77 && round_.throws(job)) return true;
    return false;
  }
  [[nodiscard]] bool is_missing(std::size_t job) const {
    return std::any_of(gaps_.begin(), gaps_.end(), [job](const Gap& gap) { return gap.begin <= job && job < gap.end; });
  }

  // Calls `code`, whose jobs these are. True if it returned: then each of them has run. If one throws, the exception of
  // one arrives. If no memory is left, the caller learns that.
  template <class Code>
  bool expect(std::size_t begin, std::size_t size, Code code) {
    const bool throws = throws_within(begin, size);
    try {
      const Exposed here;
      code();
      if (throws) round_.complain("an exception of a loop did not arrive");
      return true;
    } catch (const Thrown& thrown) {
      if (!throws || thrown.job < begin || thrown.job >= begin + size)
        round_.complain("an exception arrived that no job threw");
    } catch (const std::bad_alloc&) {
      if (!round_.has(Fault::allocation)) round_.complain("a loop failed although there is memory");
    }
    gaps_.push_back({begin, begin + size});
    return false;
  }

  void loop(std::size_t begin, std::size_t size) {
    const Grain drawn = grain();
    expect(begin, size, [&] {
      parallel_for(
          *pool_, begin, begin + size, [this](std::size_t i) { work(i); }, drawn);
    });
  }
  void loop_in_pieces(std::size_t begin, std::size_t size) {
    const Grain drawn = grain();
    expect(begin, size, [&] {
      parallel_for_pieces(
          *pool_, size,
          [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i != last; ++i) work(begin + i);
          },
          drawn);
    });
  }
  void reduce(std::size_t begin, std::size_t size) {
    const Grain drawn = grain();
    Run all;
    const auto one = [&](std::size_t i) {
      work(begin + i);
      return Run{i, i + 1};
    };
    if (expect(begin, size, [&] { all = parallel_reduce(*pool_, size, Run(), append, one, drawn); }) &&
        (all.begin != 0 || all.end != size || !all.is_whole))
      round_.complain("a reduction combined operands out of order");
  }

  void pipe(std::size_t begin, std::size_t size) {
    std::size_t sum = 0;
    const auto one = [&](std::size_t i) {
      work(begin + i);
      return i;
    };
    const auto is_even = [](std::size_t i) { return i % 2 == 0; };
    if (expect(begin, size,
               [&] {
                 sum =
                     par(*pool_, std::size_t{0}, size) | stage::transform(one) | stage::filter(is_even) | stage::sum();
               }) &&
        sum != ((size - 1) / 2) * ((size - 1) / 2 + 1))
      round_.complain("a pipeline gave a wrong sum");
    const std::size_t wanted = round_.random().below(size);
    std::optional<std::size_t> found;
    try {
      const Exposed here;
      found = par(*pool_, std::size_t{0}, size) | stage::find_first([wanted](std::size_t i) { return i >= wanted; });
    } catch (const std::bad_alloc&) {
      return;
    }
    if (found != wanted) round_.complain("find_first did not find the first");
  }

  void sort_all(std::size_t begin, std::size_t size) {
    const bool is_stable = round_.random().one_in(2);
    const auto keys = static_cast<std::uint32_t>(1 + round_.random().below(2 * size));
    std::vector<Element> elements(size);
    for (std::size_t i = 0; i != size; ++i)
      elements[i] = {static_cast<std::uint32_t>(round_.random().below(keys)), static_cast<std::uint32_t>(i)};
    const bool is_sorted = sort_drawn(elements, is_stable);
    for (std::size_t i = 0; i != size; ++i) {
      marks_.mark(begin + elements[i].number);
      if (!is_sorted || i == 0) continue;
      const Element before = elements[i - 1];
      if (before.key > elements[i].key) round_.complain("a sort left elements in the wrong order");
      if (is_stable && before.key == elements[i].key && before.number > elements[i].number)
        round_.complain("a stable sort exchanged equal elements");
    }
  }
  // Whether it could.
  bool sort_drawn(std::vector<Element>& elements, bool is_stable) {
    const auto key = [](const Element& element) {
      Delays::perhaps();
      return element.key;
    };
    try {
      const Exposed here;
      is_stable ? vigil::stable_sort(*pool_, elements, {}, key) : vigil::sort(*pool_, elements, {}, key);
      return true;
    } catch (const std::bad_alloc&) {
      if (!round_.has(Fault::allocation)) round_.complain("a sort failed although there is memory");
      return false;
    }
  }

  void invoke(std::size_t begin) {
    expect(begin, invoked_, [&] {
      parallel_invoke(
          *pool_, [&] { work(begin); }, [&] { work(begin + 1); }, [&] { work(begin + 2); });
    });
  }

  Round& round_;
  const std::size_t looped_, pieces_, reduced_, piped_, sorted_, invoked_;
  testing::Marks& marks_;
  std::vector<Gap> gaps_;
  std::unique_ptr<Pool> pool_;
};

}  // namespace

void run_parallel(Round& round) {
  on_drawn_layer(round, [&]<class L>() { std::make_unique<ParallelRound<L>>(round)->run(); });
}

}  // namespace vigil::soak
