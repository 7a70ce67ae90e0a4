// Has a pool run all that it has accepted when it is destroyed, or when each of two stops of it returns?

#include "parts.hpp"

#include <vigil/pool/posted_job.hpp>

#include <tuple>

namespace vigil::models {
namespace {

using pools::kCheckerAlone;
using pools::with_tables;

template <AtomicsLayer ModelLayer>
class OneJob {
 public:
  using Layer = ModelLayer;
  using Parts = pools::RestlessParts<Layer>;
  using Pool = BasicThreadPool<Parts>;

 protected:
  struct Posted : PostedJob<Parts> {
    explicit Posted(OneJob& whose) : PostedJob<Parts>(&run), all(whose) {}
    static void run(PostedJob<Parts>& job, Worker<Parts>&) noexcept {
      static_cast<Posted&>(job).all.has_run_.set(true);
    }
    OneJob& all;
  };

  void post(Pool& pool) { Layer::require(pool.post(job_), "a pool that was not stopped refuses no job"); }
  void require_run() const { Layer::require(has_run_.get(), "a job that was accepted has run"); }

 private:
  typename Layer::template var<bool> has_run_{false, "has_run"};
  Posted job_{*this};
};

template <AtomicsLayer Layer>
struct Destroyed : OneJob<Layer> {
  static constexpr std::string_view kSentence = "a pool that is destroyed has run the jobs that were posted to it";
  static constexpr std::string_view kBounds =
      "1 thread: starts a pool of 1 worker, which never sleeps, posts a job and destroys the pool";
  static constexpr auto threads() { return std::tuple{&Destroyed::owner}; }

  void owner() {
    {
      typename OneJob<Layer>::Pool pool(pools::options(1));
      this->post(pool);
    }
    this->require_run();
  }
};

const auto destroyed =
    with_tables(model<Destroyed, kCheckerAlone>("pool/thread_pool/stop/destroyed")).defect("S-16").holds();

template <AtomicsLayer Layer>
struct StoppedByTwo : OneJob<Layer> {
  static constexpr std::string_view kSentence =
      "two threads may stop a pool at the same time, and its jobs have run when either stop returns";
  static constexpr std::string_view kBounds =
      "2 threads, which stop a pool of 1 worker that never sleeps; one of them posts a job before";
  static constexpr auto threads() { return std::tuple{&StoppedByTwo::owner}; }

  void owner() {
    typename OneJob<Layer>::Pool pool(pools::options(1));
    this->post(pool);
    typename Layer::thread other([this, &pool] { stop(pool); });
    stop(pool);
    other.join();
  }

 private:
  void stop(typename OneJob<Layer>::Pool& pool) {
    pool.stop();
    this->require_run();
  }
};

const auto stopped_by_two =
    with_tables(model<StoppedByTwo, kCheckerAlone>("pool/thread_pool/stop/by-two-threads")).holds();

}  // namespace
}  // namespace vigil::models
