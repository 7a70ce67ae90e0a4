#pragma once

// Small programs, and what the exploration answers of them.

#include "explore.hpp"
#include "herd_reader.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace vigil::litmus {

// Over an atomic x, an atomic y, and a plain z.
inline std::string test_of(const std::vector<std::string>& threads, const std::string& condition = "exists (true)") {
  std::string text = "C test\n{}\n";
  for (std::size_t i = 0; i != threads.size(); ++i)
    text += "P" + std::to_string(i) + "(atomic_int* x, atomic_int* y, int* z) {\n" + threads[i] + "\n}\n";
  return text + condition + "\n";
}

inline Answer answer(const std::string& text, checker::MemoryModel model = checker::MemoryModel::cpp20,
                     checker::Options options = {}) {
  options.memory_model = model;
  return explore(read_herd(text), options);
}
inline Verdict verdict(const std::string& text, checker::MemoryModel model) { return answer(text, model).verdict(); }

inline const std::string kLoadX = "int r0 = atomic_load_explicit(x, memory_order_relaxed);";
inline const std::string kLoadY = "int r0 = atomic_load_explicit(y, memory_order_relaxed);";
inline const std::string kStoreX = "atomic_store_explicit(x, 1, memory_order_relaxed);";
inline const std::string kStoreY = "atomic_store_explicit(y, 1, memory_order_relaxed);";

}  // namespace vigil::litmus
