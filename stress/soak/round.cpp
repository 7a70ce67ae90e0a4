#include "round.hpp"

#include "thread_list.hpp"

#include <bit>

namespace vigil::soak {
namespace {

// Each fault is drawn whether it is allowed or not, so that a round with fewer of them is otherwise the same.
FaultSet draw_faults(testing::Random& random, FaultSet allowed) {
  constexpr std::array<std::uint64_t, kFaults> kOneIn = {4, 4, 2, 2, 3, 4, 2};
  FaultSet drawn;
  for (std::size_t fault = 0; fault != kFaults; ++fault) drawn[fault] = random.one_in(kOneIn[fault]);
  return drawn & allowed;
}

}  // namespace

Round::Round(std::uint64_t seed, FaultSet allowed, Plant plant, Observer& observer)
    : seed_(seed),
      random_(seed),
      plant_(plant),
      observer_(observer),
      faults_(draw_faults(random_, allowed)),
      workers_(1 + random_.below(8)) {
  Injection injection{seed, 4 + random_.below(12), 16 + random_.below(200), std::uint64_t{64} << 2 * random_.below(4)};
  throws_one_in_ = std::uint64_t{16} << 2 * random_.below(5);
  if (!has(Fault::thread_start)) injection.thread_start = 0;
  if (!has(Fault::allocation)) injection.allocation = 0;
  if (!has(Fault::delay)) injection.delay = 0;
  if (!has(Fault::exception)) throws_one_in_ = 0;
  inject(injection);
  Delays::begin_round();
}

Round::~Round() {
  observer_.watch(nullptr);
  inject({});
}

std::size_t Round::draw_size(std::size_t least, std::size_t most) {
  const auto doublings = static_cast<std::uint64_t>(std::bit_width(most / least));
  const std::size_t limit = std::min(most, least << (1 + random_.below(doublings)));
  return least + random_.below(limit - least + 1);
}

testing::Marks& Round::make_jobs(std::size_t jobs) {
  marks_ = std::make_unique<testing::Marks>(jobs);
  observer_.watch(marks_.get());
  return *marks_;
}

void Round::complain(const char* what) {
  const char* none = nullptr;
  complaint_.compare_exchange_strong(none, what);
}

void Round::finish() {
  if (const char* const complaint = complaint_.load()) throw Violation(complaint);
  if (const std::string complaint = marks_->complaint(); !complaint.empty()) throw Violation(complaint);
  if (const std::size_t left = ThreadList::size(); left != 0)
    throw Violation(std::to_string(left) + " threads are left after the round");
  jobs_done_ = marks_->jobs();
}

void Round::finish(const std::function<unsigned(std::size_t job)>& due) {
  std::uint64_t ran = 0;
  for (std::size_t job = 0; job != marks_->jobs(); ++job) {
    const unsigned expected = due(job);
    const unsigned times = marks_->times(job);
    if (times != expected)
      throw Violation("job " + std::to_string(job) + " ran " + std::to_string(times) + " times, expected " +
                      std::to_string(expected));
    ran += times;
  }
  if (const char* const complaint = complaint_.load()) throw Violation(complaint);
  if (const std::size_t left = ThreadList::size(); left != 0)
    throw Violation(std::to_string(left) + " threads are left after the round");
  jobs_done_ = ran;
}

}  // namespace vigil::soak
