#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace vigil::models {

// The known limits of Relacy, and of the layer in which it runs models. A model that meets one names it: it says what
// Relacy answers in place of the truth, or that Relacy does not run it.
enum class RelacyLimit : std::uint8_t {
  none,
  // Relacy runs the model, and its answer is not the truth.
  fence_against_access,
  modification_order,
  load_buffering,
  light_fences,
  seq_cst_of_cpp11,
  release_sequence_of_cpp11,
  condition_variable_wakes,
  end_of_object,
  yields,
  rare,
  // Relacy does not run the model.
  ends_its_process,
  source_mutant,
  most_threads,
};

// Threads of a model for which Relacy is compiled, with those that they start.
inline constexpr unsigned kMostRelacyThreads = 6;

struct RelacyLimitText {
  RelacyLimit limit;
  std::string_view name;  // "modification-order"
  std::string_view text;
  // The smallest model that shows it; empty if no model can.
  std::string_view shown_by;
};

// Of each limit but none, in the order above.
[[nodiscard]] std::span<const RelacyLimitText> relacy_limits();
[[nodiscard]] const RelacyLimitText& text_of(RelacyLimit limit);

}  // namespace vigil::models
