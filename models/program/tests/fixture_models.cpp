// Models whose declared verdicts are wrong on purpose, or that do not end: what the program must notice. They are
// linked into `vigil_program_fixture` only.

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

struct FixtureOrders {
  Order<"fixture.publish"> publish = std::memory_order_release;
  Order<"fixture.see"> see = std::memory_order_acquire;
};
FixtureOrders orders;

template <AtomicsLayer A>
struct MessagePassing {
  static constexpr std::string_view kSentence = "a reader that sees the flag sees the data written before it";
  static constexpr std::string_view kBounds = "1 writer, 1 reader, one message";
  static constexpr auto threads() { return std::tuple{&MessagePassing::writer, &MessagePassing::reader}; }

  typename A::template atomic<int> data{0};
  typename A::template atomic<bool> published{false};

  void writer() {
    data.store(1, std::memory_order_relaxed);
    published.store(true, orders.publish);
  }
  void reader() {
    if (published.load(orders.see)) A::require(data.load(std::memory_order_relaxed) == 1, "the message is read");
  }
};
constexpr FixtureOrders kTooWeak{.publish = std::memory_order_relaxed};
const auto right = model<MessagePassing>("right/holds").tables(orders).holds();
const auto also_right = right.with(kTooWeak).named("right/fails").defect("S-99").fails(Violation::requirement);
const auto should_hold = right.with(kTooWeak).named("wrong/must-hold-that-fails").holds();
const auto should_fail = right.named("wrong/must-fail-that-holds").fails(Violation::requirement);
const auto other_kind = right.with(kTooWeak).named("wrong/fails-with-another-kind").fails(Violation::leak);
const auto decides =
    right.named("wrong/exemption-that-is-none").relacy_cannot_decide("made up", Violation::requirement).holds();

template <AtomicsLayer A>
struct ManySteps {
  static constexpr std::string_view kSentence = "three threads count to thirty";
  static constexpr std::string_view kBounds = "3 threads, 10 steps each";
  static constexpr auto threads() { return std::tuple{&ManySteps::thread, &ManySteps::thread, &ManySteps::thread}; }

  typename A::template atomic<int> count{0};

  void thread() {
    for (int i = 0; i != 10; ++i) count.fetch_add(1, std::memory_order_relaxed);
  }
};
const auto too_many =
    model<ManySteps>("limit/bound-does-not-end").search({.quick = {.random = 10, .limit = 50}}).holds();
const auto too_long = model<ManySteps>("limit/takes-hours").search({.quick = {.random = 4'000'000'000}}).holds();

template <AtomicsLayer A>
struct NeverEnds {
  static constexpr std::string_view kSentence = "a loop without any step ends";
  static constexpr std::string_view kBounds = "1 thread";
  static constexpr auto threads() { return std::tuple{&NeverEnds::thread}; }

  void thread() {
    for (volatile bool forever = true; forever;) {
    }
  }
};
const auto never_ends = model<NeverEnds>("limit/execution-does-not-end").holds();

}  // namespace
}  // namespace vigil::models
