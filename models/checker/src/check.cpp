#include <vigil/checker/check.hpp>

#include "crash.hpp"
#include "search.hpp"
#include "team.hpp"
#include "walk.hpp"

#include <stdexcept>

namespace vigil::checker {

Result check(const ModelCode& code, const Options& options) {
  if (options.jobs == 0) throw std::invalid_argument("a search has at least one process");
  if (options.jobs > 1) return check_in_team(code, options);
  Search search(code, options);
  search.run();
  return search.result();
}

double estimate(const ModelCode& code, const Options& options, unsigned descents, std::uint64_t seed) {
  return Search(code, options).estimate(descents, seed);
}

ToldExecution replay(const ModelCode& code, const Options& options, std::string_view choices) {
  const CrashGuard guard(&Runtime::on_crash);
  Walk walk(code, options);
  walk.begin(true);
  for (const Choice& choice : read_choices(choices)) walk.step(choice);
  walk.finish();
  return walk.tell();
}

}  // namespace vigil::checker
