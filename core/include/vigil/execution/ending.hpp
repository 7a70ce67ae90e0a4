#pragma once

namespace vigil::execution::detail {

// How an operation completes.
enum class Ending { values, error, stopped };

}  // namespace vigil::execution::detail
