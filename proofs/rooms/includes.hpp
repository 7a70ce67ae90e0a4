#pragma once

#include "source/code.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace vigil::proofs {

// Which room includes which. The build refuses most wrong includes, because a target sees only the directories that it
// names. The folders of core share one directory, so their includes are checked here.

// All sources of C and C++ below the root, but for those of the directory `build`.
Sources read_sources(const std::string& root);

// A room, and the rooms that its files may include besides their own.
using Plan = std::map<std::string, std::set<std::string>>;

// The plan of Vigil: its rooms, and the folders of core.
const Plan& plan_of_vigil();

// The longest room of the plan that the path lies in; empty if there is none.
std::string room_of(const std::string& path, const Plan& plan);

// One sentence for each include that the plan does not allow, for each whose header is not spelled in the directive or
// is no file, and for each file that lies in no room.
std::vector<std::string> includes_against(const Plan& plan, const Sources& sources);

// The rooms of the plan that may include each other in a circle.
std::vector<std::string> circles_of(const Plan& plan);

}  // namespace vigil::proofs
