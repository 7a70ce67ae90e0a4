#pragma once

#include "drawing.hpp"
#include "event_graph.hpp"
#include "numbered_execution.hpp"

#include <vigil/checker/options.hpp>

#include <vector>

namespace vigil::litmus {

// An execution in an order of few stale reads, with its relations and with what each thread may see at each moment.
[[nodiscard]] Drawing drawing_of(const Test& test, const NumberedExecution& execution, checker::MemoryModel model);

// sb, rf, mo and fr as far as they do not follow from each other, sw, hb between accesses of one location, and S.
// `ids`: the number of each node in the picture.
[[nodiscard]] std::vector<Drawing::Arrow> arrows_of(const EventGraph& graph, const std::vector<unsigned>& ids,
                                                    checker::MemoryModel model);

}  // namespace vigil::litmus
