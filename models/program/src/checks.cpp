#include "checks.hpp"

#include "child.hpp"
#include "json.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <memory>
#include <new>
#include <system_error>

#include <poll.h>
#include <sys/mman.h>

namespace vigil::program {
namespace {

using Clock = std::chrono::steady_clock;
using models::Model;
using models::Progress;
using models::Search;

volatile std::sig_atomic_t interrupted = 0;

// Takes Ctrl-C for as long as it lives.
class Interrupts {
 public:
  Interrupts() {
    interrupted = 0;
    struct sigaction action {};
    action.sa_handler = [](int) { interrupted = 1; };
    ::sigaction(SIGINT, &action, &old_interrupt_);
    ::sigaction(SIGTERM, &action, &old_terminate_);
  }
  ~Interrupts() {
    ::sigaction(SIGINT, &old_interrupt_, nullptr);
    ::sigaction(SIGTERM, &old_terminate_, nullptr);
  }
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

// A page that the child writes and the program reads.
struct Unmap {
  void operator()(Progress* progress) const { ::munmap(progress, sizeof(Progress)); }
};
using SharedProgress = std::unique_ptr<Progress, Unmap>;

SharedProgress share_progress() {
  void* const page = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  return SharedProgress(::new (page) Progress());
}

// One model under way.
class Job {
 public:
  Job(const Model& model, std::size_t place, const CheckOptions& options)
      : place_(place),
        model_(model),
        searches_(searches_for(model, options)),
        deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(options.time_limit)),
        progress_(share_progress()),
        child_([&] { return to_json(models::check(*options.engine, model, searches_, deadline_, *progress_)); }) {}

  [[nodiscard]] std::size_t place() const { return place_; }
  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] Child& child() { return child_; }
  [[nodiscard]] std::uint64_t executions() const {
    std::uint64_t sum = 0;
    for (const auto& count : progress_->executions) sum += count.load(std::memory_order_relaxed);
    return sum;
  }

  // A search looks at the clock between two executions; one that does not end is not waited for much longer.
  void kill_if_overdue() {
    constexpr std::chrono::seconds kGrace{5};
    if (overdue_ || Clock::now() < deadline_ + kGrace) return;
    overdue_ = true;
    child_.kill();
  }

  [[nodiscard]] Report report() const {
    Report report{&model_, {}, Report::Status::limit, {}};
    if (child_.result()) {
      report.verdict = verdict_from(*child_.result());
      report.status = judge(model_, report.verdict);
      return report;
    }
    report.verdict = covered_so_far();
    if (interrupted != 0)
      report.problem = "interrupted";
    else if (overdue_)
      report.problem = "an execution does not end";
    else {
      report.problem = "the engine ended: " + child_.how_it_ended();
      report.status = Report::Status::differs;
    }
    return report;
  }

 private:
  [[nodiscard]] models::Verdict covered_so_far() const {
    models::Verdict verdict;
    const auto current = progress_->search.load(std::memory_order_relaxed);
    for (std::uint32_t i = 0; i != searches_.size(); ++i) {
      const auto executions = progress_->executions[i % Progress::kMostSearches].load(std::memory_order_relaxed);
      verdict.searches.push_back({searches_[i], executions, i < current, std::nullopt});
    }
    return verdict;
  }

  std::size_t place_;
  const Model& model_;
  std::vector<Search> searches_;
  Clock::time_point deadline_;
  SharedProgress progress_;
  Child child_;
  bool overdue_ = false;
};

class Checks {
 public:
  Checks(const std::vector<const Model*>& models, const CheckOptions& options, const CheckCallbacks& callbacks)
      : models_(models), options_(options), callbacks_(callbacks), reports_(models.size()) {}

  std::vector<Report> run() {
    const Interrupts interrupts;
    while (done_ != models_.size() && (interrupted == 0 || !jobs_.empty())) {
      while (interrupted == 0 && next_ != models_.size() && jobs_.size() < options_.jobs) {
        jobs_.push_back(std::make_unique<Job>(*models_[next_], next_, options_));
        ++next_;
      }
      wait();
      if (interrupted != 0)
        for (auto& job : jobs_) job->child().kill();
      callbacks_.standing(standing());
    }
    for (std::size_t i = 0; i != models_.size(); ++i)
      if (reports_[i].model == nullptr) reports_[i] = {models_[i], {}, Report::Status::limit, "interrupted"};
    announce();
    return std::move(reports_);
  }

 private:
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
      ++done_;
      for (const auto& search : reports_[job.place()].verdict.searches) executions_ += search.executions;
      jobs_.erase(jobs_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    announce();
  }

  // Reports in the order of the models, as far as there is no gap.
  void announce() {
    for (; announced_ != reports_.size() && reports_[announced_].model != nullptr; ++announced_)
      callbacks_.reported(reports_[announced_]);
  }

  [[nodiscard]] Standing standing() const {
    Standing standing{done_, models_.size(), executions_, {}};
    for (const auto& job : jobs_) {
      standing.executions += job->executions();
      standing.running += (standing.running.empty() ? "" : ", ") + job->model().name;
    }
    return standing;
  }

  const std::vector<const Model*>& models_;
  const CheckOptions& options_;
  const CheckCallbacks& callbacks_;
  std::vector<Report> reports_;
  std::vector<std::unique_ptr<Job>> jobs_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::size_t announced_ = 0;
  std::uint64_t executions_ = 0;
};

}  // namespace

std::vector<Search> searches_for(const Model& model, const CheckOptions& options) {
  auto wanted = options.thorough ? model.plan.thorough : model.plan.quick;
  const bool until_found = model.relacy_exemption ? !model.relacy_exemption->engine_says.holds() : !model.must_hold();
  if (options.bound) wanted.bounds = {*options.bound};
  return models::searches_of(wanted, until_found);
}

Report::Status judge(const Model& model, const models::Verdict& verdict) {
  const auto outcome = verdict.outcome();
  if (!outcome.holds() || verdict.complete())
    return model.as_expected(outcome) ? Report::Status::passed : Report::Status::differs;
  // Nothing found, and a search was cut short. Where a violation was due, its absence is the difference, unless it was
  // time that ran out; where none was due, the search that did not end leaves the question open.
  const bool out_of_time = std::any_of(verdict.searches.begin(), verdict.searches.end(), [](const auto& result) {
    return !result.finished && result.executions < result.search.iterations;
  });
  return model.as_expected(models::kHolds) || out_of_time ? Report::Status::limit : Report::Status::differs;
}

std::vector<Report> run_checks(const std::vector<const Model*>& models, const CheckOptions& options,
                               const CheckCallbacks& callbacks) {
  return Checks(models, options, callbacks).run();
}

}  // namespace vigil::program
