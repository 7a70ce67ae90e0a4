#pragma once

#include "moment.hpp"

#include <vigil/checker/result.hpp>
#include <vigil/checker/violation.hpp>

#include <string>

namespace vigil::checker {

// How a run of a model ended.
struct Ending {
  enum class Kind {
    complete,  // every thread ended, and the model found nothing wrong
    stale,     // some thread waits, but another execution shows it going on; or what it did is no part of any
    bounded,   // some thread reached the bound on operations, and what it does then is not known
    violated,
    cut_off,  // `stop` says why
  };
  Kind kind = Kind::complete;
  Violation violation = Violation::requirement;
  std::string what;
  unsigned thread = Moment::kOutside;  // at whose next step it shows
  bool is_whole = false;               // every thread ended
  Stop stop = Stop::none;              // of the search: a limit or the deadline, if that ended the run
  std::string limit;                   // which one

  // What was said of an earlier run stays where no one reads it, for the memory of its texts.
  void reset() {
    kind = Kind::complete;
    thread = Moment::kOutside;
    is_whole = false;
    stop = Stop::none;
  }
};

}  // namespace vigil::checker
