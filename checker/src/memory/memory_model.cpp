#include "memory_model.hpp"

#include "cpp20.hpp"
#include "rc11.hpp"
#include "sequential.hpp"
#include "x86_tso.hpp"

#include <array>
#include <utility>

namespace vigil::checker {
namespace {

constexpr std::array<std::pair<MemoryModel, std::string_view>, 4> kNames{{{MemoryModel::cpp20, "cpp20"},
                                                                          {MemoryModel::rc11, "rc11"},
                                                                          {MemoryModel::x86_tso, "tso"},
                                                                          {MemoryModel::sequential, "sc"}}};

}  // namespace

std::string_view name_of(MemoryModel model) {
  for (const auto& [each, name] : kNames)
    if (each == model) return name;
  return "unknown";
}

std::optional<MemoryModel> memory_model_named(std::string_view name) {
  for (const auto& [model, each] : kNames)
    if (each == name) return model;
  return std::nullopt;
}

std::unique_ptr<ConsistencyModel> make_model(MemoryModel model) {
  switch (model) {
    case MemoryModel::rc11:
      return std::make_unique<Rc11>();
    case MemoryModel::x86_tso:
      return std::make_unique<X86Tso>();
    case MemoryModel::sequential:
      return std::make_unique<Sequential>();
    case MemoryModel::cpp20:
      break;
  }
  return std::make_unique<Cpp20>();
}

}  // namespace vigil::checker
