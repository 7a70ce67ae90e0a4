// What a worker reads from the store of a search: the first byte chooses what of it. Parts of a search are also gone on
// with, as far as that needs no program.

#include "common_knowledge.hpp"
#include "explorer.hpp"
#include "input.hpp"
#include "memory_model.hpp"
#include "search_identity.hpp"
#include "work_item.hpp"

#include <vigil/checker/frontier.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vigil::checker {
namespace {

using fuzz::require;

// Stands for a program that asks for nothing more.
class NoProgram : public Runner {
 public:
  const Ending& run(Graph& /*graph*/, Extender& /*extender*/) override { return ending_; }
  [[nodiscard]] bool undeclared_waits() const override { return false; }
  [[nodiscard]] bool is_contradicted() const override { return false; }
  void part_started_threads() override {}
  void begin_again() override {}

 private:
  Ending ending_;
};

// The conditions of its waits are functions of the program, and it does not matter which.
bool calls_the_program(const Graph& graph) {
  for (unsigned position = 0; position != graph.size(); ++position)
    if (is_await(graph[graph.at(position)].request.operation)) return true;
  return false;
}

void read_parts(std::string_view bytes) {
  WorkItemReader reader(bytes);
  const std::size_t parts = reader.get_count("parts");
  for (std::size_t i = 0; i != parts; ++i) {
    WorkItem part;
    const std::string_view before = reader.rest();
    part.unpack(reader);
    WorkItemWriter again;
    part.pack(again);
    require(std::move(again).take() == before.substr(0, before.size() - reader.rest().size()),
            "a part that is written again is as it was");
    if (part.branches.empty() || calls_the_program(part.graph)) continue;
    NoProgram program;
    const auto model = make_model(MemoryModel::cpp20);
    Explorer explorer(program, *model, part.graph.threads());
    constexpr unsigned kEnough = 1'000;
    unsigned runs = 0;
    explorer.explore_from(part.graph, part.branches, [&](const Ending& /*ending*/) { return ++runs != kEnough; });
  }
}

void read_knowledge(std::string_view bytes) {
  const auto knowledge = CommonKnowledge::unpack(bytes, 3);
  require(bytes.empty() || knowledge.pack() == bytes, "knowledge that is written again is as it was");
}

void read_result(const std::string& bytes) {
  require(packed(unpacked_result(bytes)) == bytes, "a result that is written again is as it was");
}

void read_head(std::string_view bytes) {
  const SearchIdentity own{"1a", "model", "cpp20", "options", "here", "first"};
  const auto body = without_head(own, bytes);
  require(with_head(own, body) == bytes, "an item that is written again is as it was");
}

}  // namespace
}  // namespace vigil::checker

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vigil;
  if (size == 0) return 0;
  const auto bytes = fuzz::text_of(data + 1, size - 1);
  try {
    switch (data[0] % 4) {
      case 0:
        checker::read_parts(bytes);
        break;
      case 1:
        checker::read_knowledge(bytes);
        break;
      case 2:
        checker::read_result(std::string(bytes));
        break;
      default:
        checker::read_head(bytes);
    }
  } catch (const checker::DamagedItem&) {
  } catch (const checker::FrontierError&) {
  }
  return 0;
}
