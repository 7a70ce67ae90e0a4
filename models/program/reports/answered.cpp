#include "answered.hpp"

#include "describe.hpp"

namespace vigil::program {

std::optional<checker::Answered> answered_by(const Report& report, std::optional<unsigned> preemptions) {
  using Status = Report::Status;
  if (report.status != Status::passed && report.status != Status::differs && report.status != Status::known)
    return std::nullopt;
  checker::Answered answered{report.model().name,
                             checker::engine_with_bound(report.engine().id(), preemptions),
                             describe_bounds(report.task),
                             {}};
  if (report.status == Status::passed) return answered;
  const auto stop = report.answer.searches.back().result.stop;
  if (stop != models::Stop::none && stop != models::Stop::violation) return std::nullopt;
  checker::AcceptedFinding finding{answered.model, answered.engine, answered.bounds, {}, {}, {}};
  finding.verdict = models::name_of(report.answer.outcome());
  if (const auto* found = report.answer.finding(); found != nullptr)
    finding.what = checker::without_numbers(found->what);
  // Other counts than expected: their numbers are what is known.
  if (!report.problem.empty()) finding.what += (finding.what.empty() ? "" : "; ") + report.problem;
  finding.place = checker::without_numbers(report.place);
  answered.finding = std::move(finding);
  return answered;
}

}  // namespace vigil::program
