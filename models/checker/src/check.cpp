#include <vigil/checker/check.hpp>

#include "crash.hpp"
#include "search.hpp"
#include "walk.hpp"

namespace vigil::checker {

Result check(const ModelCode& code, const Options& options) {
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
