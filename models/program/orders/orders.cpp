#include "orders.hpp"

#include "child_pool.hpp"
#include "order_lattice.hpp"
#include "token.hpp"

#include <vigil/checker/check.hpp>
#include <vigil/model/checker_engine.hpp>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace vigil::program {
namespace {

using models::Model;
using nlohmann::json;
using Order = std::memory_order;

const models::Engine& engine() { return models::checker_engine(checker::MemoryModel::cpp20); }

// ---- judges

bool ships(const Model& model, const std::set<std::string>& labels) {
  if (!model.mutants.empty()) return false;
  bool has_any = false;
  for (const auto& table : model.tables) {
    const bool is_ours = std::any_of(table.entries().begin(), table.entries().end(),
                                     [&](const Grounds& entry) { return labels.contains(std::string(entry.label)); });
    if (is_ours && !table.is_shipped()) return false;
    has_any |= is_ours;
  }
  return has_any;
}

bool can_judge(const Model& model) {
  return model.must_hold() && engine().why_left_out(model, {}).empty() &&
         engine().expected_of(model).exemption == nullptr;
}

// A judge, and what an unaltered run of it showed.
struct Judge {
  const Model* model = nullptr;
  std::uint64_t executions = 0;
};

// The operations that a label names, as far as some executions show them.
json kinds_in(const Model& model) {
  constexpr std::uint64_t kDraws = 600;
  json kinds = json::object();
  const auto& bounds = model.checker_plan.bounds;
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed)
    for (const auto& thread : checker::draw(model.code_of_checker(), bounds, checker::Sampling::uniform, seed).threads)
      for (const auto& step : thread) {
        if (step.label.empty()) continue;
        // A compare-exchange that also fails is a read-modify-write.
        const auto kind = static_cast<int>(kind_of(step.action));
        kinds[step.label] = std::max(kind, kinds.value(step.label, 0));
      }
  return kinds;
}

json survey(const Model& model, models::Deadline deadline) {
  const models::InstalledTables tables(model);
  models::Progress progress;
  const auto answer = models::check(engine(), model, engine().searches_for(model, {}), {deadline, 1}, progress);
  if (!answer.complete()) return {{"limit", model.name}};
  if (!answer.outcome().holds()) return {{"holds", false}};
  return {{"holds", true}, {"executions", answer.searches.back().result.executions}, {"kinds", kinds_in(model)}};
}

// ---- mutants

// The model with those of the changes that its tables know.
Model changed(const Model& model, const std::vector<Change>& changes) {
  Model result = model;
  for (const auto& [label, value] : changes)
    if (auto altered = result.altered(label, value)) result = std::move(*altered);
  return result;
}

// Small models in full, then a few executions of each at random, because a fault may lie far from where a search
// begins, then the rest in full.
class Trial {
 public:
  Trial(const std::vector<Judge>& judges, const std::vector<Change>& changes, models::Deadline deadline)
      : deadline_(deadline) {
    for (const auto& judge : judges) models_.push_back(changed(*judge.model, changes));
    is_open_.assign(models_.size(), true);
  }

  json run() {
    constexpr std::uint64_t kSmall = 3'000, kDrawn = 1'000;
    using Kind = models::Search::Kind;
    for (const auto& search :
         {models::Search{.kind = Kind::full, .iterations = kSmall},
          models::Search{
              .kind = Kind::sample, .iterations = kDrawn, .sampling = checker::Sampling::priorities, .seed = 1},
          models::Search{.kind = Kind::full}})
      for (std::size_t i = 0; i != models_.size(); ++i)
        if (is_open_[i] && is_decided(i, search)) return result_;
    if (!result_.is_null()) return result_;
    return {{"judges", models_.size()}, {"executions", executions_}};
  }

 private:
  // Whether the whole question is.
  bool is_decided(std::size_t i, const models::Search& search) {
    const models::InstalledTables tables(models_[i]);
    models::Progress progress;
    const auto found = engine().run(models_[i], search, {deadline_, 1}, progress);
    const auto& said = found.result;
    if (said.finding) {
      result_ = {{"broken", models_[i].name},
                 {"fault", models::name_of(said.finding->violation)},
                 {"token", token_of(models_[i], engine(), found)}};
      return true;
    }
    if (said.stop == models::Stop::deadline) {
      result_ = {{"limit", models_[i].name}};
      return true;
    }
    if (said.stop == models::Stop::limit) {
      // As shipped no thread comes to the bound. Another model may say more.
      is_open_[i] = false;
      if (said.bounded != 0)
        result_ = {{"broken", models_[i].name}, {"fault", "no end"}, {"token", ""}};
      else
        result_ = {{"limit", models_[i].name}};
    }
    if (search.kind == models::Search::Kind::full && said.complete()) {
      is_open_[i] = false;
      executions_ += said.executions;
    }
    return false;
  }

  std::vector<Model> models_;
  std::vector<bool> is_open_;
  models::Deadline deadline_;
  std::uint64_t executions_ = 0;
  json result_;
};

// ---- the walk

class Walk {
 public:
  Walk(const std::string& primitive, const std::vector<Entry>& entries, const OrdersOptions& options)
      : options_(options) {
    finding_.primitive = primitive;
    std::set<std::string> labels;
    for (const auto& entry : entries) labels.insert(entry.label());
    for (const auto& model : models::Registry::instance().models())
      if (can_judge(model) && ships(model, labels)) judges_.push_back({&model});
    if (judges_.empty() && !entries.empty())
      throw Undecided("no model that is expected to hold has the tables of " + primitive);
    for (const auto& mutant : models::Mutants::instance().all())
      if (mutant.primitive() == primitive) finding_.source_mutants.push_back({&mutant, {}, {}});
    for (const auto& entry : entries) {
      if (entry.is_order)
        finding_.orders.push_back({entry, {}, {}, {}, {}});
      else
        finding_.choices.push_back({entry, {}, {}});
    }
  }

  PrimitiveFinding walk() {
    survey_judges();
    flip_choices();
    judge_source_mutants();
    for (unsigned level = 0; level != kWeakerLevels; ++level) weaken(level);
    for (auto& order : finding_.orders) conclude(order);
    weaken_together();
    return std::move(finding_);
  }

 private:
  using Works = std::vector<ChildPool::Work>;

  [[nodiscard]] models::Deadline deadline() const {
    const auto deadline = std::chrono::steady_clock::now() +
                          std::chrono::duration_cast<std::chrono::steady_clock::duration>(options_.time_limit);
    return std::min(deadline, options_.end.value_or(deadline));
  }

  void survey_judges() {
    Works works;
    for (const auto& judge : judges_) works.push_back([this, &judge] { return survey(*judge.model, deadline()); });
    const auto surveys = ChildPool(options_.jobs).run(works, [&](std::size_t done) {
      options_.standing(fmt::format("{}: {} of {} models as they ship", finding_.primitive, done, judges_.size()));
    });
    std::map<std::string, int> kinds;
    for (std::size_t i = 0; i != judges_.size(); ++i) {
      expect_no_limit(surveys[i]);
      if (!surveys[i]["holds"].get<bool>()) throw Undecided(judges_[i].model->name + " does not hold as it ships");
      judges_[i].executions = surveys[i]["executions"].get<std::uint64_t>();
      finding_.executions += judges_[i].executions;
      for (const auto& [label, kind] : surveys[i]["kinds"].items())
        kinds[label] = std::max(kinds[label], kind.get<int>());
    }
    std::stable_sort(judges_.begin(), judges_.end(),
                     [](const Judge& one, const Judge& other) { return one.executions < other.executions; });
    finding_.judges = judges_.size();
    for (auto& order : finding_.orders) order.kind = static_cast<OperationKind>(kinds[order.entry.label()]);
  }

  using Judges = std::vector<Judge>;

  // What the judges say of each of these sets of changes.
  std::vector<Judgement> judge(const std::vector<std::vector<Change>>& mutants, const std::string& what) {
    return judge(mutants, std::vector<Judges>(mutants.size(), judges_), what);
  }
  // The same, where each has judges of its own.
  std::vector<Judgement> judge(const std::vector<std::vector<Change>>& mutants, const std::vector<Judges>& judges,
                               const std::string& what) {
    Works works;
    for (std::size_t i = 0; i != mutants.size(); ++i)
      works.push_back([this, &changes = mutants[i], &its_judges = judges[i]] {
        return Trial(its_judges, changes, deadline()).run();
      });
    const auto said = ChildPool(options_.jobs).run(works, [&](std::size_t done) {
      options_.standing(fmt::format("{}: {} of {} {}", finding_.primitive, done, mutants.size(), what));
    });
    std::vector<Judgement> judgements;
    for (std::size_t i = 0; i != mutants.size(); ++i) judgements.push_back(judgement_of(mutants[i], said[i]));
    return judgements;
  }

  static void expect_no_limit(const json& said) {
    if (said.contains("limit")) throw Undecided("a limit was reached by " + said["limit"].get<std::string>());
  }
  static Judgement judgement_of(const std::vector<Change>& changes, const json& said) {
    expect_no_limit(said);
    Judgement judgement;
    judgement.changes = changes;
    judgement.judges = said.value("judges", std::size_t{0});
    judgement.executions = said.value("executions", std::uint64_t{0});
    if (!said.contains("broken")) return judgement;
    judgement.broken = said["broken"].get<std::string>();
    judgement.fault = said["fault"].get<std::string>();
    judgement.token = said["token"].get<std::string>();
    return judgement;
  }

  void flip_choices() {
    std::vector<std::vector<Change>> mutants;
    for (const auto& choice : finding_.choices)
      mutants.push_back({{choice.entry.label(), choice.entry.shipped != 0 ? "false" : "true"}});
    const auto judgements = judge(mutants, "choices flipped");
    for (std::size_t i = 0; i != judgements.size(); ++i) {
      auto& [entry, flipped, objection] = finding_.choices[i];
      flipped = judgements[i];
      const bool is_equivalent = !entry.grounds.equivalent.empty();
      if (flipped.holds() && !is_equivalent)
        objection = "all models hold with the other choice, and its grounds do not say `Equivalent`";
      if (!flipped.holds() && is_equivalent)
        objection = flipped.broken + " breaks with the other choice, whose grounds say `Equivalent`";
    }
  }

  // A mutant is judged by the model that its specification names, and one that is called equivalent by all that were
  // compiled against mutated core.
  void judge_source_mutants() {
    auto& found = finding_.source_mutants;
    std::vector<std::vector<Change>> mutants;
    std::vector<Judges> judges;
    for (const auto& [mutant, judged, objection] : found) {
      mutants.push_back({{"mutant", std::string(mutant->name)}});
      judges.push_back(mutant->killer.empty() ? compiled_against_mutants()
                                              : Judges{{models::Registry::instance().find(mutant->killer)}});
    }
    const auto judgements = judge(mutants, judges, "source mutants");
    for (std::size_t i = 0; i != found.size(); ++i) {
      auto& [mutant, judged, objection] = found[i];
      judged = judgements[i];
      if (judged.holds() && !mutant->killer.empty())
        objection = fmt::format("{} holds, which its specification says it is killed by", mutant->killer);
      if (!judged.holds() && mutant->killer.empty())
        objection = judged.broken + " breaks, and its specification calls the mutant equivalent";
    }
  }
  // Where no table says which models are of the primitive, those of its part.
  [[nodiscard]] Judges compiled_against_mutants() const {
    Judges judges;
    for (const auto& judge : judges_)
      if (judge.model->mutated() != nullptr) judges.push_back(judge);
    if (!judges_.empty()) return judges;
    const auto part = finding_.primitive.substr(0, finding_.primitive.find('/') + 1);
    for (const auto& model : models::Registry::instance().models())
      if (can_judge(model) && model.mutants.empty() && model.mutated() != nullptr && model.name.starts_with(part))
        judges.push_back({&model});
    return judges;
  }

  // Tries the orders of this level where nothing weaker holds.
  void weaken(unsigned level) {
    std::vector<std::vector<Change>> mutants;
    std::vector<std::size_t> owners;
    for (std::size_t i = 0; i != finding_.orders.size(); ++i) {
      const auto& order = finding_.orders[i];
      for (const Order weaker : orders_of(order.kind)) {
        if (level_of(weaker) != level || !is_weaker(weaker, order.shipped()) || follows_from_weaker(order, weaker))
          continue;
        mutants.push_back({{order.entry.label(), std::string(models::name_of(weaker))}});
        owners.push_back(i);
      }
    }
    const auto judgements = judge(mutants, fmt::format("orders weakened, level {}", level));
    for (std::size_t i = 0; i != judgements.size(); ++i) finding_.orders[owners[i]].tried.push_back(judgements[i]);
  }
  static bool follows_from_weaker(const OrderFinding& order, Order one) {
    return std::any_of(order.tried.begin(), order.tried.end(), [&](const Judgement& tried) {
      return tried.holds() && is_weaker(*models::order_named(tried.changes.front().value), one);
    });
  }

  static void conclude(OrderFinding& order) {
    for (const auto& tried : order.tried)
      if (tried.holds()) order.weakest.push_back(*models::order_named(tried.changes.front().value));
    if (order.weakest.empty()) order.weakest.push_back(order.shipped());
    const auto& grounds = order.entry.grounds;
    const bool says_weaker = !grounds.uniformity.empty() || !grounds.beyond_the_models.empty();
    const bool says_fast = !grounds.performance_only.empty();
    if (order.kind == OperationKind::unseen) {
      order.objection = "no model performs it";
    } else if (order.may_be_weaker() && !says_weaker && !says_fast) {
      order.objection = fmt::format(
          "all models hold with {}, and the grounds say neither `Uniformity` nor `PerformanceOnly` nor "
          "`BeyondTheModels`",
          models::name_of(order.weakest.front()));
    } else if (!order.may_be_weaker() && order.shipped() != Order::relaxed && (says_weaker || says_fast)) {
      order.objection = order.tried.back().broken + " breaks with anything weaker, which the grounds do not say";
    } else if (order.shipped() == Order::relaxed && !says_fast) {
      order.objection = "nothing is weaker than relaxed, and the grounds do not say `PerformanceOnly`";
    }
  }

  void weaken_together() {
    std::vector<Change> all;
    for (const auto& order : finding_.orders)
      if (order.kind != OperationKind::unseen && order.may_be_weaker())
        all.push_back({order.entry.label(), std::string(models::name_of(order.weakest.front()))});
    if (all.size() < 2) return;
    finding_.together = judge({all}, "entries weakened together").front();
    if (finding_.together->holds()) return;
    std::vector<std::vector<Change>> pairs;
    for (std::size_t i = 0; i != all.size(); ++i)
      for (std::size_t k = i + 1; k != all.size(); ++k) pairs.push_back({all[i], all[k]});
    for (auto& judgement : judge(pairs, "pairs of entries weakened"))
      if (!judgement.holds()) finding_.pairs.push_back(std::move(judgement));
  }

  const OrdersOptions& options_;
  PrimitiveFinding finding_;
  std::vector<Judge> judges_;
};

std::size_t weaker_orders(const OrderFinding& order) {
  const auto orders = orders_of(order.kind);
  return static_cast<std::size_t>(
      std::count_if(orders.begin(), orders.end(), [&](Order each) { return is_weaker(each, order.shipped()); }));
}

}  // namespace

std::size_t PrimitiveFinding::mutants() const {
  std::size_t count = choices.size() + source_mutants.size();
  for (const auto& order : orders) count += weaker_orders(order);
  return count;
}

std::size_t PrimitiveFinding::killed() const {
  std::size_t count = 0;
  for (const auto& choice : choices) count += choice.flipped.holds() ? 0 : 1;
  for (const auto& mutant : source_mutants) count += mutant.judged.holds() ? 0 : 1;
  for (const auto& order : orders)
    for (const auto& tried : order.tried) count += tried.holds() ? 0 : 1;
  return count;
}

std::size_t PrimitiveFinding::objections() const {
  std::size_t count = 0;
  for (const auto& choice : choices) count += choice.objection.empty() ? 0 : 1;
  for (const auto& mutant : source_mutants) count += mutant.objection.empty() ? 0 : 1;
  for (const auto& order : orders) count += order.objection.empty() ? 0 : 1;
  return count;
}

PrimitiveFinding find_orders(const std::string& primitive, const std::vector<Entry>& entries,
                             const OrdersOptions& options) {
  return Walk(primitive, entries, options).walk();
}

}  // namespace vigil::program
