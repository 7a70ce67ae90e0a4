// The thread pool: joins, scopes, posted jobs, calls from outside and between pools, and a stop while callers come. A
// job is the body of a leaf, of a posted job or of a call.

#include "harness.hpp"
#include "parts.hpp"
#include "pools.hpp"

#include <vigil/latch/count_latch.hpp>
#include <vigil/pool/scope.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace vigil::soak {
namespace {

// Jobs `begin` … `end`-1.
struct Range {
  std::size_t begin;
  std::size_t end;

  [[nodiscard]] std::size_t size() const { return end - begin; }
  [[nodiscard]] Range left() const { return {begin, begin + size() / 2}; }
  [[nodiscard]] Range right() const { return {begin + size() / 2, end}; }
};

struct BodyEnds {};

template <class L>
class PoolRound {
  using Parts = PoolParts<L>;
  using Pool = BasicThreadPool<Parts>;
  using Worker = typename Pool::Worker;

 public:
  explicit PoolRound(Round& round)
      : round_(round),
        leaf_(1 + round.random().below(8)),
        tree_(round.draw_size(10'000, 400'000)),
        spawned_(round.draw_size(1'000, 60'000)),
        posted_(round.draw_size(1'000, 30'000)),
        called_(round.draw_size(20, 400)),
        crossed_(round.draw_size(50, 2'000)),
        late_(round.draw_size(200, 8'000)),
        marks_(round.make_jobs(tree_ + spawned_ + posted_ + called_ + crossed_ + late_)),
        is_accepted_(late_, 1),
        posts_(posted_ + late_) {}

  void run() {
    as_creator(round_, [this] { pool_ = make(); });
    std::size_t begin = 0;
    const auto next = [&begin](std::size_t size) {
      begin += size;
      return Range{begin - size, begin};
    };
    join_all(next(tree_));
    spawn_all(next(spawned_));
    post_all(next(posted_));
    call_all(next(called_));
    cross(next(crossed_));
    stop_in_use(next(late_));
    pool_.reset();
    const std::size_t first_late = begin - late_;
    round_.finish([&](std::size_t job) { return job < first_late ? 1U : unsigned{is_accepted_[job - first_late]}; });
  }

 private:
  struct Posted : PostedJob<Parts> {
    Posted() : PostedJob<Parts>(&Posted::run_here) {}
    static void run_here(PostedJob<Parts>& job, Worker&) noexcept {
      auto& self = static_cast<Posted&>(job);
      PoolRound& all = *self.all;
      Posted* const next = self.next;
      all.marks_.mark(self.job);
      Delays::perhaps();
      if (next != nullptr && !all.pool_->post(*next)) all.round_.complain("a pool refused a job of its own worker");
      if (all.ended_ != nullptr) all.ended_->count_down();
    }
    PoolRound* all = nullptr;
    Posted* next = nullptr;
    std::size_t job = 0;
  };

  std::unique_ptr<Pool> make() { return make_pool<Pool>(round_, draw_options(round_)); }

  // The job whose exception arrives, if jobs are joined.
  [[nodiscard]] std::optional<std::size_t> first_to_throw(Range range) const {
    if (round_.has(Fault::exception))
      for (std::size_t job = range.begin; job != range.end; ++job)
        if (round_.throws(job)) return job;
    return std::nullopt;
  }

  void leaf(Range range) {
    for (std::size_t job = range.begin; job != range.end; ++job) {
      marks_.mark(job);
      Delays::perhaps();
    }
    if (const auto job = first_to_throw(range)) {
      count(Fault::exception);
      throw Thrown{*job};
    }
  }

  // Calls `code`, from which the exception of `due` has to arrive, or none. If another one arrives, `wrong` says so.
  template <class Code>
  void expect(std::optional<std::size_t> due, const char* wrong, Code code) {
    std::optional<std::size_t> thrown;
    try {
      const Exposed here;
      code();
    } catch (const Thrown& arrived) {
      thrown = arrived.job;
    }
    if (thrown != due) round_.complain(wrong);
  }

  void join_all(Range range) {
    expect(first_to_throw(range), "a join threw another exception than was due, or none",
           [&] { pool_->call([&](Worker& worker) { join_halves(worker, range); }); });
  }
  void join_halves(Worker& worker, Range range) {
    if (range.size() <= leaf_) return leaf(range);
    const auto left = [this, range](Worker& other) { join_halves(other, range.left()); };
    const auto right = [this, range](Worker& other) { join_halves(other, range.right()); };
    try {
      join(worker, left, right);
      return;
    } catch (const std::bad_alloc&) {
      // Its own, because each join below catches those of its deque. It has called neither.
      if (!round_.has(Fault::allocation)) round_.complain("a join failed although there is memory");
    }
    one_after_the_other([&] { left(worker); }, [&] { right(worker); });
  }

  void spawn_all(Range range) {
    const bool body_ends = round_.has(Fault::creator_end) && round_.random().one_in(2);
    const bool throws = first_to_throw(range).has_value();
    const char* arrived = "nothing";
    try {
      const Exposed here;
      scope(*pool_, [&](auto& tasks) {
        divide(tasks, *pool_->current(), range, throws && body_ends);
        if (body_ends) throw BodyEnds();
      });
    } catch (const Thrown& thrown) {
      arrived = thrown.job >= range.begin && thrown.job < range.end && round_.throws(thrown.job) ? "job" : "another";
    } catch (const BodyEnds&) {
      arrived = "body";
      count(Fault::creator_end);
    }
    if (arrived != std::string(body_ends ? "body" : throws ? "job" : "nothing"))
      round_.complain("a scope threw something else than was due");
    // Here all tasks have ended.
    if (!marks_.complaint(range.begin, range.end).empty()) round_.complain("a scope ended before one of its tasks");
  }
  // Spawns one half and divides the other. What throws here ends as if a task had thrown it.
  void divide(auto& tasks, Worker& worker, Range range, bool is_quiet) {
    if (range.size() <= leaf_) {
      try {
        leaf(range);
      } catch (const Thrown&) {
        if (!is_quiet) throw;
      }
      return;
    }
    bool is_spawned = true;
    try {
      tasks.spawn(worker, [this, &tasks, range](Worker& other) { divide(tasks, other, range.left(), false); });
    } catch (const std::bad_alloc&) {
      is_spawned = false;
      if (!round_.has(Fault::allocation)) round_.complain("a spawn failed although there is memory");
    }
    one_after_the_other(
        [&] {
          if (!is_spawned) divide(tasks, worker, range.left(), is_quiet);
        },
        [&] { divide(tasks, worker, range.right(), is_quiet); });
  }

  Posted& posted(std::size_t number, std::size_t job) {
    Posted& post = posts_[number];
    post.all = this;
    post.job = job;
    return post;
  }
  // Some of the jobs post the next one themselves.
  void post_all(Range range) {
    const bool chains = round_.random().one_in(2);
    CountLatch<L> ended(static_cast<std::uint32_t>(range.size()));
    ended_ = &ended;
    const std::size_t posters = 1 + round_.random().below(3);
    const std::size_t parts = round_.has(Fault::creator_end) ? 1 + range.size() / posters / 2'000 : 1;
    testing::ThreadSet threads;
    threads.add(posters, [&](std::size_t poster) {
      for (std::size_t part = poster * parts; part != (poster + 1) * parts; ++part)
        as_creator(round_, [&] {
          const std::size_t last = range.size() * (part + 1) / (posters * parts);
          for (std::size_t i = range.size() * part / (posters * parts); i < last; i += chains ? 2 : 1) {
            Posted& post = posted(i, range.begin + i);
            if (chains && i + 1 < last) post.next = &posted(i + 1, range.begin + i + 1);
            const Exposed here;
            if (!pool_->post(post)) round_.complain("a pool that was not stopped refused a job");
          }
        });
    });
    threads.run();
    ended.wait();
    ended_ = nullptr;
  }

  void call_all(Range range) {
    constexpr std::size_t kCallers = 3;
    testing::ThreadSet threads;
    threads.add(kCallers, [&](std::size_t caller) {
      for (std::size_t job = range.begin + caller; job < range.end; job += kCallers)
        expect(first_to_throw({job, job + 1}), "a call threw another exception than was due, or none", [&] {
          pool_->call([&] { leaf({job, job + 1}); });
        });
    });
    threads.run();
  }

  // Jobs that call a neighbour, whose jobs call back.
  void cross(Range range) {
    const std::unique_ptr<Pool> neighbour = make();
    expect(first_to_throw(range), "a join across pools threw another exception than was due, or none",
           [&] { pool_->call([&](Worker& worker) { cross_halves(worker, *neighbour, range); }); });
  }
  void cross_halves(Worker& worker, Pool& neighbour, Range range) {
    if (range.size() <= leaf_)
      return neighbour.call([&] {
        if (range.begin % 3 == 0)
          pool_->call([&] { leaf(range); });
        else
          leaf(range);
      });
    const auto left = [&, range](Worker& other) { cross_halves(other, neighbour, range.left()); };
    const auto right = [&, range](Worker& other) { cross_halves(other, neighbour, range.right()); };
    try {
      join(worker, left, right);
      return;
    } catch (const std::bad_alloc&) {
      if (!round_.has(Fault::allocation)) round_.complain("a join failed although there is memory");
    }
    one_after_the_other([&] { left(worker); }, [&] { right(worker); });
  }

  // Callers and posters that meet a stop: each job runs, or is refused where it is given.
  void stop_in_use(Range range) {
    constexpr std::size_t kCallers = 3;
    const std::size_t stops_at = round_.random().below(range.size());
    std::atomic<std::size_t> given{0};
    testing::ThreadSet threads;
    threads.add(kCallers, [&](std::size_t caller) {
      for (std::size_t i = caller; i < range.size(); i += kCallers) {
        given.fetch_add(1, std::memory_order_relaxed);
        is_accepted_[i] = give(i, range.begin + i) ? 1 : 0;
      }
    });
    threads.add([&] {
      while (given.load(std::memory_order_relaxed) < stops_at) L::yield();
      pool_->stop();
    });
    threads.run();
    if (give(0, range.begin)) round_.complain("a pool that was stopped took a job");
    for (std::size_t i = 0; i != range.size(); ++i)
      if (marks_.times(range.begin + i) != is_accepted_[i]) round_.complain("a stop lost a job, or ran a refused one");
  }
  bool give(std::size_t i, std::size_t job) {
    const Exposed here;
    if (i % 16 != 0) return pool_->post(posted(posted_ + i, job));
    try {
      pool_->call([this, job] { marks_.mark(job); });
      return true;
    } catch (const PoolStopped&) {
      return false;
    } catch (const std::bad_alloc&) {
      // There was no memory for the text of the refusal.
      if (!round_.has(Fault::allocation)) round_.complain("a call failed although there is memory");
      return false;
    }
  }

  Round& round_;
  const std::size_t leaf_;
  const std::size_t tree_, spawned_, posted_, called_, crossed_, late_;
  testing::Marks& marks_;
  std::vector<std::uint8_t> is_accepted_;
  std::vector<Posted> posts_;
  CountLatch<L>* ended_ = nullptr;
  std::unique_ptr<Pool> pool_;
};

}  // namespace

void run_pool(Round& round) {
  on_drawn_layer(round, [&]<class L>() { std::make_unique<PoolRound<L>>(round)->run(); });
}

}  // namespace vigil::soak
