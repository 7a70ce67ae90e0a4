// The counts and findings of a search that several processes share.

#include "item_bytes.hpp"
#include "work_item.hpp"

#include <vigil/checker/frontier.hpp>

#include <algorithm>

namespace vigil::checker {
namespace {

// Of the reasons why processes stopped, the heaviest is why the others were interrupted.
int weight_of(Stop stop) {
  switch (stop) {
    case Stop::none:
      return 0;
    case Stop::interrupted:
      return 1;
    case Stop::executions:
    case Stop::deadline:
      return 2;
    case Stop::broken:
    case Stop::limit:
    case Stop::preemptions:
      return 3;
    case Stop::violation:
      break;
  }
  return 4;
}

}  // namespace

void add(Result& sum, const Result& part) {
  sum.executions += part.executions;
  sum.executions_in_all += part.executions_in_all;
  sum.blocked += part.blocked;
  sum.violating += part.violating;
  sum.cut_short += part.cut_short;
  sum.bounded += part.bounded;
  sum.beyond_preemptions += part.beyond_preemptions;
  sum.most_events = std::max(sum.most_events, part.most_events);
  sum.undeclared_waits |= part.undeclared_waits;
  if (!sum.finding) sum.finding = part.finding;
  if (weight_of(part.stop) > weight_of(sum.stop)) {
    sum.stop = part.stop;
    sum.limit = part.limit;
  }
}

std::string packed(const Result& result) { return pack(result); }

Result unpacked_result(const std::string& bytes) {
  try {
    return unpack_result(bytes);
  } catch (const DamagedItem& error) {
    throw FrontierError(std::string("the counts of the search are damaged: ") + error.what());
  }
}

}  // namespace vigil::checker
