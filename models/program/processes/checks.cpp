#include "checks.hpp"

#include "gate_options.hpp"
#include "interrupt_guard.hpp"
#include "job.hpp"

#include <vigil/model/checker_engine.hpp>

#include <algorithm>
#include <memory>

#include <poll.h>

namespace vigil::program {
namespace {

using models::Model;
using models::Wanted;

class Checks {
 public:
  Checks(const std::vector<Task>& tasks, const CheckOptions& options, const CheckCallbacks& callbacks)
      : tasks_(tasks), options_(options), callbacks_(callbacks), reports_(tasks.size()) {}

  std::vector<Report> run() {
    leave_out();
    while (done_ != tasks_.size() && (may_begin() || !jobs_.empty())) {
      begin_jobs();
      wait();
      if (interrupts_.is_interrupted())
        for (auto& job : jobs_) job->interrupt();
      callbacks_.standing(standing());
    }
    for (std::size_t i = 0; i != tasks_.size(); ++i) {
      if (has_report(i)) continue;
      if (interrupts_.is_interrupted())
        reports_[i] = {tasks_[i], {}, Report::Status::limit, "interrupted"};
      else
        reports_[i] = {tasks_[i], {}, Report::Status::not_run, checker::kNotRun};
    }
    announce();
    return std::move(reports_);
  }

 private:
  void leave_out() {
    for (std::size_t i = 0; i != tasks_.size(); ++i) {
      const auto& [model, engine] = tasks_[i];
      auto why = engine->why_left_out(*model, options_.wanted);
      if (why.empty()) continue;
      reports_[i] = {tasks_[i], {}, Report::Status::left_out, std::move(why)};
      ++done_;
    }
    // A search may be shared among processes where there is no other model to give them to.
    processes_ = tasks_.size() - done_ == 1 && !options_.with_places ? options_.jobs : 1;
    announce();
  }

  [[nodiscard]] bool may_begin() const {
    return !interrupts_.is_interrupted() && (!options_.end || Job::Clock::now() < *options_.end);
  }

  void begin_jobs() {
    for (; may_begin() && next_ != tasks_.size() && jobs_.size() < options_.jobs; ++next_)
      if (!has_report(next_)) jobs_.push_back(std::make_unique<Job>(tasks_[next_], next_, options_, processes_));
  }

  void wait() {
    constexpr int kMilliseconds = 100;
    std::vector<pollfd> descriptors;
    for (const auto& job : jobs_) descriptors.push_back({job->child().descriptor(), POLLIN, 0});
    if (::poll(descriptors.data(), descriptors.size(), kMilliseconds) < 0) return;
    for (std::size_t i = descriptors.size(); i-- != 0;) {
      auto& job = *jobs_[i];
      job.kill_if_overdue();
      if (descriptors[i].revents == 0 || !job.child().read()) continue;
      reports_[job.place()] = job.report();
      if (callbacks_.judged) callbacks_.judged(reports_[job.place()]);
      ++done_;
      for (const auto& search : reports_[job.place()].answer.searches) executions_ += search.result.seen();
      jobs_.erase(jobs_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    announce();
  }

  [[nodiscard]] bool has_report(std::size_t i) const { return reports_[i].task.model != nullptr; }

  // Reports in the order of the tasks, as far as there is no gap.
  void announce() {
    for (; announced_ != reports_.size() && has_report(announced_); ++announced_)
      callbacks_.reported(reports_[announced_]);
  }

  [[nodiscard]] Standing standing() const {
    Standing standing{done_, tasks_.size(), executions_, {}};
    for (const auto& job : jobs_) {
      standing.executions += job->executions();
      standing.running += (standing.running.empty() ? "" : ", ") + job->standing();
    }
    return standing;
  }

  const checker::InterruptGuard interrupts_;
  const std::vector<Task>& tasks_;
  const CheckOptions& options_;
  const CheckCallbacks& callbacks_;
  std::vector<Report> reports_;
  std::vector<std::unique_ptr<Job>> jobs_;
  unsigned processes_ = 1;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::size_t announced_ = 0;
  std::uint64_t executions_ = 0;
};

// Nothing if the search has not decided.
bool has_decided(const Report& report) { return report.status != Report::Status::left_out && report.answer.complete(); }

std::string why_known(const Report& report) {
  if (report.status == Report::Status::known) return "accepted by the baseline";
  if (report.status != Report::Status::passed) return {};
  const auto expected = report.engine().expected_of(report.model());
  if (expected.exemption != nullptr) return expected.exemption->reason;
  return report.model().expects(report.answer.outcome())
             ? std::string()
             : "expected under " + std::string(report.engine().memory_model_in_words());
}

// Whether it is known what the model does for this engine.
bool says_enough(const Model& model, const models::Engine& engine) {
  using checker::MemoryModel;
  for (const auto strong : {MemoryModel::x86_tso, MemoryModel::sequential})
    if (&engine == &models::checker_engine(strong)) return model.checker_plan.under.contains(strong);
  return true;
}

}  // namespace

std::vector<Task> tasks_for(const std::vector<const Model*>& models, const CheckOptions& options) {
  std::vector<Task> tasks;
  for (const auto* model : models)
    for (const auto* engine : options.engines)
      if (!options.strong_where_declared || says_enough(*model, *engine)) tasks.push_back({model, engine});
  return tasks;
}

std::string_view name_of(Report::Status status) {
  switch (status) {
    case Report::Status::passed:
      return "passed";
    case Report::Status::sampled:
      return "sampled";
    case Report::Status::bounded:
      return "bounded";
    case Report::Status::left_out:
      return "left-out";
    case Report::Status::differs:
      return "differs";
    case Report::Status::refused:
      return "refused";
    case Report::Status::broken:
      return "broken";
    case Report::Status::known:
      return "known";
    case Report::Status::not_run:
      return "not-run";
    case Report::Status::limit:
      break;
  }
  return "limit";
}

Report::Status judge(const Task& task, const models::Answer& answer) {
  const auto outcome = answer.outcome();
  const bool expected = task.engine->expected_of(*task.model).includes(outcome);
  if (answer.complete())
    return expected && task.engine->objection(*task.model, answer).empty() ? Report::Status::passed
                                                                           : Report::Status::differs;
  if (answer.bounded() && expected) return Report::Status::bounded;
  const bool all_drawn = answer.sampled() && answer.searches.back().result.complete();
  return all_drawn && expected ? Report::Status::sampled : Report::Status::limit;
}

std::vector<Disagreement> disagreements(const std::vector<Report>& reports) {
  std::vector<Disagreement> found;
  for (auto begin = reports.begin(); begin != reports.end();) {
    const auto end = std::find_if(begin, reports.end(),
                                  [&](const Report& report) { return report.task.model != begin->task.model; });
    Disagreement disagreement{begin->task.model, {}, {}};
    std::size_t hold = 0, fail = 0;
    for (; begin != end; ++begin) {
      if (!has_decided(*begin)) continue;
      const auto outcome = begin->answer.outcome();
      ++(outcome.holds() ? hold : fail);
      disagreement.said +=
          (disagreement.said.empty() ? "" : ", ") + begin->engine().id() + ": " + std::string(models::name_of(outcome));
      if (disagreement.known.empty()) disagreement.known = why_known(*begin);
    }
    if (hold != 0 && fail != 0) found.push_back(std::move(disagreement));
  }
  return found;
}

void show(checker::ProgressLine& line, const Standing& standing) {
  line.show(std::to_string(standing.done) + " of " + std::to_string(standing.total), standing.executions,
            standing.running);
}

std::vector<Report> run_checks(const std::vector<Task>& tasks, const CheckOptions& options,
                               const CheckCallbacks& callbacks) {
  return Checks(tasks, options, callbacks).run();
}

}  // namespace vigil::program
