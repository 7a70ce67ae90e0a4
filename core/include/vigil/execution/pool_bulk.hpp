#pragma once

#include <vigil/execution/bulk_work.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace vigil::execution::detail {

// A bulk operation on a pool. Its runners are jobs of the pool, and a part of the operation: nothing is allocated. See
// PoolHandle for Jobs.
//
// Each runner that finds pieces left starts two more, as far as the pool can run them at the same time. So in a pool in
// which few threads are free few runners are started, and many are started in few steps. A runner that is started too
// late finds no piece and leaves.
//
// `Body` has run(piece), stop_requested() and complete(ending, error), which may destroy this.
template <class Jobs, class Body>
class PoolBulk {
  using Pool = typename Jobs::Pool;

 public:
  // More threads than this never run one operation.
  static constexpr std::size_t kMostRunners = 32;

  explicit PoolBulk(Pool& pool) : pool_(pool) {}
  PoolBulk(const PoolBulk&) = delete;
  PoolBulk& operator=(const PoolBulk&) = delete;

  // The caller is the first runner.
  void start(Body& body, std::size_t size) noexcept {
    body_ = &body;
    pieces_ = Pieces(size);
    work_.emplace(pieces_.count());
    for (std::size_t i = 0; i != runners_.size(); ++i) runners_[i].set(*this, i + 1);
    most_ = std::min({kMostRunners, Jobs::most_at_once(pool_), pieces_.count()});
    run(0);
  }

 private:
  class Runner : private Jobs::template Job<Runner> {
   public:
    void set(PoolBulk& bulk, std::size_t index) {
      bulk_ = &bulk;
      index_ = index;
    }
    [[nodiscard]] bool leave_to(Pool& pool) { return Jobs::template Job<Runner>::leave_to(pool); }

   private:
    friend typename Jobs::template Job<Runner>;

    void complete() noexcept { bulk_->run(index_); }

    PoolBulk* bulk_ = nullptr;
    std::size_t index_ = 0;
  };

  // The operation may have been destroyed when this returns.
  void run(std::size_t index) noexcept {
    start_runner(2 * index + 1);
    start_runner(2 * index + 2);
    Body& body = *body_;
    const auto stop_requested = [&body] { return body.stop_requested(); };
    const auto run_piece = [this, &body](std::size_t which) { body.run(pieces_.piece(which)); };
    while (work_->do_one(stop_requested, run_piece)) {
    }
    if (work_->leave()) body.complete(work_->ending(), work_->error());
  }
  void start_runner(std::size_t index) noexcept {
    if (index >= most_ || !work_->has_pieces()) return;
    work_->join();
    // The caller is a runner, too: this one is not the last.
    if (!runners_[index - 1].leave_to(pool_)) static_cast<void>(work_->leave());
  }

  Pool& pool_;
  Body* body_ = nullptr;
  Pieces pieces_{0};
  // How many runners there may be, with the first.
  std::size_t most_ = 0;
  std::optional<BulkWork<typename Jobs::Layer>> work_;
  std::array<Runner, kMostRunners - 1> runners_;
};

}  // namespace vigil::execution::detail
