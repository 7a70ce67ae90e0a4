#include "frontier_search.hpp"

#include "child.hpp"
#include "interrupt_guard.hpp"
#include "json.hpp"
#include "words.hpp"

#include <vigil/model/checker_engine.hpp>
#include <vigil/model/progress.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/mman.h>

namespace vigil::program {
namespace {

using checker::FrontierError;
using checker::FrontierWorker;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

checker::MemoryModel memory_model_of(const FrontierSearch& search) {
  return checker::memory_model_named(search.task.engine->memory_model()).value();
}

// A model, its tables in place, as a process takes part in its search.
class Part {
 public:
  Part(const FrontierSearch& search, std::optional<Clock::time_point> deadline)
      : tables_(*search.task.model),
        code_(search.task.model->code_of_checker()),
        options_(models::options_of(*search.task.model, memory_model_of(search), search.search)) {
    options_.deadline = deadline;
  }
  [[nodiscard]] const checker::ModelCode& code() const { return code_; }
  [[nodiscard]] const checker::Options& options() const { return options_; }

 private:
  const models::InstalledTables tables_;
  const checker::ModelCode code_;
  checker::Options options_;
};

void expect_same(const std::string& file, const checker::SearchIdentity& of_store, const checker::SearchIdentity& own) {
  if (const auto what = checker::difference(of_store, own); !what.empty())
    throw FrontierError("the frontier " + file + " cannot be gone on with: " + what);
}

// What `work` returns; or what a store refuses, so that the other process can throw it.
json guarded(const std::function<json()>& work) {
  try {
    return work();
  } catch (const FrontierError& error) {
    return {{"refused", error.what()}};
  }
}

json make_or_compare(const FrontierSearch& search, std::optional<double> time_limit) {
  constexpr std::uint64_t kRunsOfEstimate = 20'000;
  constexpr double kLongest = 10;
  const Part part(search, Clock::now() + seconds(std::min(time_limit.value_or(kLongest), kLongest)));
  FrontierWorker worker(part.code(), part.options(), search.task.model->name);
  if (!frontier::is_there(search.file)) {
    const double expected = worker.estimated_runs(kRunsOfEstimate);
    try {
      (void)frontier::create(search.file, {worker.identity(), worker.whole_search(), expected});
    } catch (const FrontierError&) {
      // Another process may have made it meanwhile.
      if (!frontier::is_there(search.file)) throw;
    }
  }
  expect_same(search.file, frontier::open(search.file)->identity(), worker.identity());
  return json::object();
}

// Waits for one piece of work in a process of its own.
json result_of(const std::function<json()>& work, const checker::InterruptGuard& interrupts) {
  const bool was_interrupted = interrupts.is_interrupted();
  Child child([&] { return guarded(work); });
  while (!child.read())
    if (!was_interrupted && interrupts.is_interrupted()) child.kill();
  if (!child.result()) {
    if (!was_interrupted && interrupts.is_interrupted()) throw FrontierError("interrupted");
    if (child.was_refused()) throw std::logic_error(child.how_it_ended());
    throw std::runtime_error(child.how_it_ended());
  }
  if (child.result()->contains("refused")) throw FrontierError(child.result()->at("refused").get<std::string>());
  return *child.result();
}

// A page that says to all processes whether they are to stop.
class SharedStop {
 public:
  SharedStop() {
    void* const page =
        ::mmap(nullptr, sizeof(models::Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
    progress_ = ::new (page) models::Progress();
  }
  ~SharedStop() { ::munmap(progress_, sizeof(models::Progress)); }
  SharedStop(const SharedStop&) = delete;
  SharedStop& operator=(const SharedStop&) = delete;
  void set() { progress_->stop(); }
  [[nodiscard]] bool is_set() const { return progress_->stop_is_wanted(); }

 private:
  models::Progress* progress_;
};

class Workers {
 public:
  Workers(const FrontierSearch& search, const Participation& how) : search_(search), how_(how) {
    if (how.time_limit) deadline_ = begin_ + seconds(*how.time_limit);
    // Before this process opens the store, of which a fork must have nothing.
    for (unsigned i = 0; i != how.processes; ++i)
      children_.push_back(std::make_unique<Child>([this] { return guarded([this] { return explore(); }); }));
  }

  [[nodiscard]] Report run() {
    const auto store = frontier::open(search_.file);
    while (!children_.empty()) {
      wait();
      if (interrupts_.is_interrupted()) stop();
      if (stopped_ && Clock::now() > *stopped_ + kGrace)
        for (const auto& child : children_) child->kill();
      if (how_.on_progress && Clock::now() >= next_report_) {
        how_.on_progress(store->standing());
        next_report_ = Clock::now() + kBetweenReports;
      }
    }
    return report(store->standing());
  }

 private:
  // A slice ends between two executions. One of them that does not end is not waited for: its part is lent again.
  static constexpr std::chrono::seconds kGrace{5};
  static constexpr std::chrono::milliseconds kBetweenReports{250};

  // In a process of its own.
  [[nodiscard]] json explore() {
    const Part part(search_, deadline_ ? std::optional(*deadline_ + kGrace) : std::nullopt);
    FrontierWorker worker(part.code(), part.options(), search_.task.model->name);
    const auto store = frontier::open(search_.file);
    expect_same(search_.file, store->identity(), worker.identity());
    constexpr double kShortestLease = 30, kSlices = 10;
    store->join(std::chrono::duration<double>(std::max(kShortestLease, kSlices * how_.slice)));
    (void)worker.work(*store, {.time = std::chrono::duration<double>(how_.slice)},
                      [this] { return !stop_.is_set() && !is_late(); });
    return json::object();
  }

  [[nodiscard]] bool is_late() const { return deadline_ && Clock::now() >= *deadline_; }

  void stop() {
    if (stopped_) return;
    stopped_ = Clock::now();
    stop_.set();
  }

  void wait() {
    constexpr int kMilliseconds = 100;
    std::vector<pollfd> descriptors;
    for (const auto& child : children_) descriptors.push_back({child->descriptor(), POLLIN, 0});
    if (::poll(descriptors.data(), descriptors.size(), kMilliseconds) < 0) return;
    for (std::size_t i = descriptors.size(); i-- != 0;) {
      if (descriptors[i].revents == 0 || !children_[i]->read()) continue;
      hear(*children_[i]);
      children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (is_late()) stop();
  }

  void hear(const Child& child) {
    if (!child.result()) {
      how_one_ended_ = child.how_it_ended();
      // What one process cannot check, no other one can. But one that was killed has only lost its slice.
      if (child.was_refused()) {
        was_refused_ = true;
        stop();
      }
    } else if (child.result()->contains("refused")) {
      refusal_ = child.result()->at("refused").get<std::string>();
    }
  }

  [[nodiscard]] Report report(const frontier::Standing& standing) const {
    Report report{search_.task, {}, Report::Status::limit, {}};
    report.answer.searches.push_back({search_.search, standing.result});
    auto& answer = report.answer;
    if (standing.has_ended()) {
      answer = answer_from(result_of(
          [&] {
            const Part part(search_, std::nullopt);
            checker::conclude(answer.searches.front().result, part.code(), part.options());
            return to_json(answer);
          },
          interrupts_));
      report.status = judge(search_.task, answer);
      report.problem = search_.task.engine->objection(*search_.task.model, answer);
    } else {
      say_why(standing, report);
    }
    answer.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    return report;
  }

  void say_why(const frontier::Standing& standing, Report& report) const {
    auto& result = report.answer.searches.front().result;
    result.stop = interrupts_.is_interrupted() ? models::Stop::interrupted : models::Stop::deadline;
    if (!stopped_ || was_refused_) {
      if (!refusal_.empty()) throw FrontierError(refusal_);
      report.status = was_refused_ ? Report::Status::refused : Report::Status::broken;
      report.problem = how_one_ended_;
      result.stop = models::Stop::broken;
      result.limit = how_one_ended_;
      return;
    }
    report.problem = checker::counted(standing.items, "part") +
                     " of the search left; go on with: vigil frontier resume " + search_.file;
  }

  const FrontierSearch& search_;
  const Participation& how_;
  const Clock::time_point begin_ = Clock::now();
  std::optional<Clock::time_point> deadline_;
  const checker::InterruptGuard interrupts_;
  SharedStop stop_;
  std::vector<std::unique_ptr<Child>> children_;
  std::optional<Clock::time_point> stopped_;
  Clock::time_point next_report_{};
  std::string refusal_;
  std::string how_one_ended_;
  bool was_refused_ = false;
};

}  // namespace

models::Search full_search(const Task& task, const models::Wanted& wanted) {
  // With a limit, a search of all executions comes last, whatever else is planned.
  auto limited = wanted;
  limited.limit = 1;
  limited.sample.reset();
  auto search = task.engine->searches_for(*task.model, limited).back();
  search.iterations = 0;
  return search;
}

FrontierSearch search_in(const std::string& file) {
  const auto identity = frontier::open(file)->identity();
  const auto* const model = models::Registry::instance().find(identity.model);
  const auto memory_model = checker::memory_model_named(identity.memory_model);
  if (model == nullptr || !memory_model)
    throw FrontierError("the frontier " + file + " is of the model " + identity.model + " under " +
                        identity.memory_model + ", which this program does not have");
  const Task task{model, &models::checker_engine(*memory_model)};
  models::Wanted wanted;
  wanted.symmetry = identity.options.find("symmetry=1") != std::string::npos;
  return {task, full_search(task, wanted), file};
}

void prepare(const FrontierSearch& search, std::optional<double> time_limit) {
  const checker::InterruptGuard interrupts;
  (void)result_of([&] { return make_or_compare(search, time_limit); }, interrupts);
}

Report take_part(const FrontierSearch& search, const Participation& how) { return Workers(search, how).run(); }

}  // namespace vigil::program
