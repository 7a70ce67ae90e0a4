#include <vigil/model/relacy_engine.hpp>

namespace vigil::models {

std::vector<Step> parse_relacy_history(std::string_view) { return {}; }

}  // namespace vigil::models
