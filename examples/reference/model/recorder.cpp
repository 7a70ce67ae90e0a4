#include <vigil/deque/chase_lev.hpp>
#include <vigil/model/model.hpp>
#include <vigil/model/recorder.hpp>

#include <string_view>
#include <tuple>

namespace {

using namespace vigil::models;

//! [example]
// Whether a deque answers as a deque, and not only loses no job.
template <vigil::AtomicsLayer Layer>
struct DequeAnswers {
  static constexpr std::string_view kSentence = "the calls have an order in which each answer is right";
  static constexpr std::string_view kBounds = "1 owner, 1 thief, 2 jobs";
  static constexpr auto threads() { return std::tuple{&DequeAnswers::owner, &DequeAnswers::thief}; }

  vigil::ChaseLevDeque<int, Layer> deque;
  JobRecorder<Layer, vigil::linearizability::DequeSpec> recorder;

  bool pop() {
    recorder.begins();
    const auto job = deque.pop();
    recorder.popped(job ? vigil::StealStatus::success : vigil::StealStatus::empty, job ? *job : 0);
    return static_cast<bool>(job);
  }
  void owner() {
    for (const int job : {1, 2}) {
      recorder.begins();
      deque.push(job);
      recorder.pushed(job);
    }
    pop();
  }
  void thief() {
    recorder.begins();
    const auto stolen = deque.steal();
    recorder.stole(stolen.status(), stolen.is_success() ? stolen.job() : 0);
  }
  void finish() {
    while (pop()) {
    }
    recorder.check();
  }
};

const auto answers = model<DequeAnswers>("deque/answers").holds();
//! [example]

}  // namespace
