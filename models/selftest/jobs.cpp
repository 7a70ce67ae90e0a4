// Does the engine find a lost job, a job that is taken twice, and the reuse of an address (ABA)?

#include <vigil/model/model.hpp>

#include <array>
#include <memory>
#include <new>

namespace vigil::models {
namespace {

struct JobsProtocol {
  // Indices and heads are changed by one read-modify-write, not by a load and a store.
  bool uses_rmw = true;
};
JobsProtocol protocol;

template <AtomicsLayer Layer>
struct TwoTakers {
  static constexpr std::string_view kSentence = "two threads that take jobs by their index never take the same one";
  static constexpr std::string_view kBounds = "2 threads: one job each";
  static constexpr auto threads() { return std::tuple{&TwoTakers::taker, &TwoTakers::taker}; }

  typename Layer::template atomic<unsigned> next{0U, "next"};
  std::array<unsigned, 2> taken{};

  void taker() { ++taken[protocol.uses_rmw ? next.fetch_add(1, std::memory_order_relaxed) : load_and_store()]; }
  unsigned load_and_store() {
    const unsigned index = next.load(std::memory_order_seq_cst);
    next.store(index + 1, std::memory_order_seq_cst);
    return index;
  }
  void finish() { Layer::require(taken[0] <= 1 && taken[1] <= 1, "no_job_twice"); }
};
const auto two_takers = model<TwoTakers>("selftest/jobs/two-takers").tables(protocol).holds();
const auto taken_twice = two_takers.with(JobsProtocol{.uses_rmw = false})
                             .named("selftest/jobs/two-takers/load-and-store")
                             .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct TwoPushers {
  static constexpr std::string_view kSentence = "no job is lost if two threads each push a job on a list";
  static constexpr std::string_view kBounds = "2 threads: one job each";
  static constexpr auto threads() { return std::tuple{&TwoPushers::first, &TwoPushers::second}; }

  // Jobs are 1 and 2; 0 ends the list.
  typename Layer::template atomic<unsigned> newest{0U, "newest"};
  std::array<typename Layer::template var<unsigned>, 3> below = Names("below");

  void first() { push(1); }
  void second() { push(2); }
  void push(unsigned job) {
    Layer::retry([this, job] {
      unsigned old = newest.load(std::memory_order_relaxed);
      below[job].set(old);
      if (protocol.uses_rmw)
        return newest.compare_exchange_strong(old, job, std::memory_order_release, std::memory_order_relaxed);
      newest.store(job, std::memory_order_release);
      return true;
    });
  }
  void finish() {
    unsigned jobs = 0;
    for (unsigned job = newest.load(std::memory_order_relaxed); job != 0; job = below[job].get()) ++jobs;
    Layer::require(jobs == 2, "no_job_lost");
  }
};
const auto two_pushers = model<TwoPushers>("selftest/jobs/two-pushers").tables(protocol).holds();
const auto one_is_lost = two_pushers.with(JobsProtocol{.uses_rmw = false})
                             .named("selftest/jobs/two-pushers/load-and-store")
                             .fails(Violation::requirement);

struct RenewalProtocol {
  bool frees_before_it_allocates = true;
};
RenewalProtocol renewal;

// A pointer with the same value need not point to the same request.
template <AtomicsLayer Layer>
struct AddressOfAnother {
  static constexpr std::string_view kSentence = "a thread withdraws only the request that it saw";
  static constexpr std::string_view kBounds =
      "1 thread that takes its request back and makes another, 1 that withdraws";
  static constexpr auto threads() { return std::tuple{&AddressOfAnother::renews, &AddressOfAnother::withdraws}; }

  struct Request {
    typename Layer::template var<int> data{0, "data"};
  };
  typename Layer::template atomic<int> newest{1, "newest"};
  typename Layer::template atomic<Request*> request{make(), "request"};

  ~AddressOfAnother() {
    if (auto* left = request.load(std::memory_order_relaxed)) unmake(left);
  }
  static Request* make() { return ::new (Layer::allocate(sizeof(Request), alignof(Request), "request")) Request(); }
  static void unmake(Request* one) {
    std::destroy_at(one);
    Layer::deallocate(one, sizeof(Request), alignof(Request));
  }

  void renews() {
    Request* const old = request.exchange(nullptr, std::memory_order_acq_rel);
    if (old == nullptr) return;
    Request* another = renewal.frees_before_it_allocates ? nullptr : make();
    unmake(old);
    if (another == nullptr) another = make();
    newest.store(2, std::memory_order_relaxed);
    request.store(another, std::memory_order_release);
  }
  void withdraws() {
    Request* seen = request.load(std::memory_order_acquire);
    if (seen == nullptr || newest.load(std::memory_order_relaxed) != 1) return;
    if (!request.compare_exchange_strong(seen, nullptr, std::memory_order_acq_rel, std::memory_order_relaxed)) return;
    Layer::require(newest.load(std::memory_order_relaxed) == 1, "the first request is withdrawn, not the second");
    unmake(seen);
  }
};
const auto same_address =
    model<AddressOfAnother>("selftest/jobs/address-of-another").tables(renewal).fails(Violation::requirement);
const auto other_address = same_address.with(RenewalProtocol{.frees_before_it_allocates = false})
                               .named("selftest/jobs/address-of-another/allocates-before-it-frees")
                               .holds();

}  // namespace
}  // namespace vigil::models
