#include "suite_counts.hpp"

#include <vigil/model/known_counts.hpp>

namespace vigil::models {
namespace {

const KnownCounts suite_counts(checker::kSuiteCountsTxt);

}  // namespace
}  // namespace vigil::models
