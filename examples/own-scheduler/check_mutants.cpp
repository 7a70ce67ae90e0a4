// Does a model notice each mistake of mutants.cmake? With a mutant's name as the argument, prints its counterexample.

#include "models.hpp"

#include <mutants/announces_before_push.hpp>
#include <mutants/caller_does_not_stay.hpp>
#include <mutants/counts_after_push.hpp>
#include <mutants/leaves_before_end.hpp>
#include <mutants/leaves_threads_running.hpp>
#include <mutants/leaves_work_behind.hpp>
#include <mutants/no_last_check.hpp>
#include <mutants/relaxed_close.hpp>
#include <mutants/relaxed_leave.hpp>
#include <mutants/stays_idle.hpp>
#include <mutants/stops_by_flag.hpp>
#include <mutants/wakes_nobody.hpp>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

using vigil::checker::Violation;

#define OWN_MUTANT(name)                                \
  struct name {                                         \
    using Options = own::name::SchedulerOptions;        \
    using Scheduler = own::name::Scheduler<ModelLayer>; \
  }
OWN_MUTANT(caller_does_not_stay);
OWN_MUTANT(counts_after_push);
OWN_MUTANT(leaves_before_end);
OWN_MUTANT(leaves_threads_running);
OWN_MUTANT(leaves_work_behind);
OWN_MUTANT(no_last_check);
OWN_MUTANT(relaxed_close);
OWN_MUTANT(relaxed_leave);
OWN_MUTANT(stays_idle);
OWN_MUTANT(stops_by_flag);
OWN_MUTANT(announces_before_push);
OWN_MUTANT(wakes_nobody);
#undef OWN_MUTANT

struct Expectation {
  std::string_view mutant;
  vigil::checker::Subject subject;
  Violation violation;
};

template <class Mutant, template <class> class Model>
Expectation expect(std::string_view mutant, Violation violation) {
  return {mutant, vigil::checker::subject<Model<Mutant>>(), violation};
}

std::vector<Expectation> expectations() {
  return {
      expect<wakes_nobody, TwoTasks>("wakes_nobody", Violation::missed_wake),
      expect<announces_before_push, TwoTasks>("announces_before_push", Violation::missed_wake),
      expect<no_last_check, TwoTasks>("no_last_check", Violation::missed_wake),
      expect<stays_idle, TwoTasks>("stays_idle", Violation::missed_wake),
      expect<leaves_work_behind, FirstWaitsForSecond>("leaves_work_behind", Violation::missed_wake),
      expect<stops_by_flag, TwoWorkers>("stops_by_flag", Violation::missed_wake),
      expect<counts_after_push, Inside>("counts_after_push", Violation::requirement),
      expect<caller_does_not_stay, SpawnAndDestroy>("caller_does_not_stay", Violation::use_after_free),
      expect<leaves_before_end, Inside>("leaves_before_end", Violation::requirement),
      expect<relaxed_leave, SpawnAndDestroy>("relaxed_leave", Violation::use_after_free),
      expect<relaxed_close, SpawnAndDestroy>("relaxed_close", Violation::use_after_free),
      expect<leaves_threads_running, StartFails>("leaves_threads_running", Violation::requirement),
  };
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view chosen = argc > 1 ? argv[1] : "";
  int differences = 0;
  int checked = 0;
  for (const auto& [mutant, subject, violation] : expectations()) {
    if (!chosen.empty() && mutant != chosen) continue;
    ++checked;
    const auto verdict = vigil::checker::run(subject);
    const auto& finding = verdict.result.finding;
    const std::string_view found = finding ? name_of(finding->violation) : "nothing";
    const std::string model = subject.name.substr(0, subject.name.find('<'));
    if (!chosen.empty()) std::printf("%s\n", text(verdict).c_str());
    std::printf("%-22s  %-19s  %s\n", std::string(mutant).c_str(), model.c_str(), std::string(found).c_str());
    if (finding && finding->violation == violation) continue;
    ++differences;
    std::printf("  expected %s\n", std::string(name_of(violation)).c_str());
  }
  if (checked == 0) std::fprintf(stderr, "there is no mutant %s\n", argv[1]);
  return checked == 0 ? 2 : differences == 0 ? 0 : 1;
}
