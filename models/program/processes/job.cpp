#include "job.hpp"

#include "json.hpp"
#include "progress_line.hpp"
#include "violation_place.hpp"

#include <algorithm>
#include <cerrno>
#include <new>
#include <system_error>
#include <variant>

#include <sys/mman.h>

namespace vigil::program {

using models::Progress;
using models::Stop;

void Job::Unmap::operator()(Progress* progress) const { ::munmap(progress, sizeof(Progress)); }

namespace {

// Where the violation shows, in words that do not change where lines of the source move.
std::string place_in(const models::Recording& recording) {
  if (const auto* execution = std::get_if<checker::RecordedExecution>(&recording))
    return checker::place_of_violation(checker::linearise(*execution));
  const auto& steps = std::get<models::History>(recording).steps;
  const auto step = std::ranges::find(steps, true, &models::Step::violation);
  if (step == steps.end()) return {};
  return step->label.empty() ? step->function : step->function + " [" + step->label + "]";
}

}  // namespace

Job::SharedProgress Job::share_progress() {
  void* const page = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  return SharedProgress(::new (page) Progress());
}

Job::Job(const Task& task, std::size_t place, const CheckOptions& options, unsigned processes)
    : task_(task),
      place_(place),
      searches_(task.engine->searches_for(*task.model, options.wanted)),
      deadline_(end_of(options)),
      progress_(share_progress()),
      child_([&] { return searched(options.with_places, processes); }) {}

Job::Clock::time_point Job::end_of(const CheckOptions& options) {
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(options.time_limit);
  return std::min(end, options.end.value_or(end));
}

nlohmann::json Job::searched(bool with_place, unsigned processes) const {
  const auto& [model, engine] = task_;
  const auto answer = models::check(*engine, *model, searches_, {deadline_, processes}, *progress_);
  auto out = to_json(answer);
  if (with_place && answer.finding() != nullptr && judge(task_, answer) == Report::Status::differs) {
    const models::InstalledTables tables(*model);
    out["place"] = place_in(engine->replay(*model, answer.searches.back().execution()));
  }
  return out;
}

std::uint64_t Job::executions() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i != searches_.size(); ++i) sum += progress_->executions(i);
  return sum;
}

std::string Job::standing() const { return checker::running_in_words(task_.model->name, progress_->share_done()); }

void Job::interrupt() {
  constexpr std::chrono::seconds kGrace{1};
  if (!interrupted_) {
    interrupted_ = Clock::now();
    progress_->stop();
  } else if (Clock::now() > *interrupted_ + kGrace) {
    child_.kill();
  }
}

void Job::kill_if_overdue() {
  constexpr std::chrono::seconds kGrace{5};
  if (overdue_ || Clock::now() < deadline_ + kGrace) return;
  overdue_ = true;
  child_.kill();
}

Report Job::report() const {
  Report report{task_, {}, Report::Status::limit, {}};
  if (child_.result()) {
    report.answer = answer_from(*child_.result());
    report.status = judge(task_, report.answer);
    report.problem = task_.engine->objection(*task_.model, report.answer);
    report.place = child_.result()->value("place", "");
    return report;
  }
  report.answer = covered_so_far();
  if (interrupted_) {
    report.problem = "interrupted";
  } else if (overdue_) {
    report.problem = "an execution does not end";
  } else {
    report.problem = child_.how_it_ended();
    report.status = child_.was_refused() ? Report::Status::refused : Report::Status::broken;
  }
  return report;
}

models::Answer Job::covered_so_far() const {
  models::Answer answer;
  const auto why = interrupted_ ? Stop::interrupted : overdue_ ? Stop::deadline : Stop::broken;
  for (std::size_t i = 0; i != searches_.size(); ++i)
    answer.searches.push_back({searches_[i],
                               {.executions = progress_->executions(i),
                                .blocked = progress_->blocked(i),
                                .stop = i < progress_->current() ? Stop::none : why,
                                .limit = why == Stop::broken ? child_.how_it_ended() : ""}});
  return answer;
}

}  // namespace vigil::program
