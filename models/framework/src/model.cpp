#include <vigil/model/model.hpp>

namespace vigil::models {

Draft Registered::named(std::string_view name, Place place) const {
  Model variant = model_;
  variant.name = name;
  variant.place = place;
  variant.defects.clear();
  // Said of the base's verdict, and not of its code.
  variant.exemptions.clear();
  variant.relacy_finds.clear();
  variant.checker_plan.counts.reset();
  variant.checker_plan.thorough_only.clear();
  variant.checker_plan.too_large.clear();
  variant.checker_plan.under.clear();
  return Draft(std::move(variant));
}

Draft Registered::mutant(std::string_view name) const { return named("").mutant(name); }

Draft Draft::named(std::string_view name, Place place) && {
  model_.name = name;
  model_.place = place;
  return std::move(*this);
}

Draft Draft::mutant(std::string_view name) && {
  model_.make_mutant(name);
  return std::move(*this);
}

Draft Draft::defect(std::string_view number) && {
  model_.defects.emplace_back(number);
  return std::move(*this);
}

Draft Draft::search(SearchPlan plan) && {
  model_.relacy_plan = std::move(plan);
  return std::move(*this);
}

Draft Draft::starts(unsigned threads) && {
  model_.starts = threads;
  return std::move(*this);
}

Draft Draft::relacy_may_find(Violation violation) && {
  model_.relacy_finds.push_back(violation);
  return std::move(*this);
}

Draft Draft::cannot_decide(std::string_view engine, std::string_view reason, Outcome says) && {
  model_.exemptions.push_back({std::string(engine), std::string(reason), says});
  return std::move(*this);
}

Draft Draft::relacy_cannot_decide(RelacyLimit limit, Outcome relacy_says) && {
  model_.exemptions.push_back({"relacy", std::string(text_of(limit).text), relacy_says, limit});
  return std::move(*this);
}

Draft Draft::executions(std::uint64_t complete, std::optional<std::uint64_t> violating) && {
  model_.checker_plan.counts = ExpectedCounts{complete, violating};
  return std::move(*this);
}

Draft Draft::thorough_only(std::string_view reason) && {
  model_.checker_plan.thorough_only = reason;
  return std::move(*this);
}

Draft Draft::too_large(std::string_view reason) && {
  model_.checker_plan.too_large = reason;
  return std::move(*this);
}

Draft Draft::under(checker::MemoryModel memory_model, Outcome outcome) && {
  model_.checker_plan.under[memory_model] = outcome;
  return std::move(*this);
}

Draft Draft::spins(checker::Spins spins) && {
  model_.checker_plan.bounds.spins = spins;
  return std::move(*this);
}

Draft Draft::spurious_wakes(unsigned of_each_thread) && {
  model_.checker_plan.bounds.spurious_wakes = of_each_thread;
  return std::move(*this);
}

Draft Draft::weak_failures(unsigned of_each_call) && {
  model_.checker_plan.bounds.weak_failures = of_each_call;
  return std::move(*this);
}

Draft Draft::most_events(unsigned of_each_thread) && {
  model_.checker_plan.bounds.most_events = of_each_thread;
  return std::move(*this);
}

Draft Draft::arena_bytes(std::size_t of_each_thread) && {
  model_.checker_plan.bounds.arena_bytes = of_each_thread;
  return std::move(*this);
}

Registered Draft::holds() && { return std::move(*this).add({}); }

Registered Draft::add(std::vector<Violation> expected) && {
  model_.expected = std::move(expected);
  Registry::instance().add(model_);
  return Registered(std::move(model_));
}

}  // namespace vigil::models
