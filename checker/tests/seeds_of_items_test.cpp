// Does this program still read the seeds of the fuzz target `items`? A seed in an older form would be refused at its
// first bytes, and the target would not come further.

#include "common_knowledge.hpp"
#include "in_slices.hpp"
#include "search_identity.hpp"
#include "work_item.hpp"

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using namespace slices;
using Branch = Explorer::Branch;

// The first byte of a seed says what the rest is: see fuzz/items.cpp.
constexpr char kParts = 0, kKnowledge = 1, kResult = 2, kHead = 3;
constexpr unsigned kOwnThreads = 3;
const SearchIdentity kOwn{"1a", "model", "cpp20", "options", "here", "first"};

struct Starting {
  static constexpr auto threads() { return std::tuple{&Starting::start, &Starting::add, &Starting::add}; }
  Layer::atomic<int> count{0};
  Layer::mutex mutex;
  void start() {
    Layer::thread one([this] { add(); });
    Layer::thread other([this] { add(); });
    one.join();
    other.join();
  }
  void add() {
    if (!mutex.try_lock()) return;
    count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    mutex.unlock();
  }
};

// Of a search, its largest part, what has become known in it, and what it came to.
template <class M>
void add_seeds(std::map<std::string, std::string>& seeds, const std::string& name) {
  InMemory store;
  SearchIdentity identity;
  std::string largest;
  store.before_claim = [&](std::string& item) {
    if (identity.build.empty()) return;
    const auto body = without_head(identity, item);
    if (body.size() > largest.size()) largest = body;
  };
  const auto result =
      searched(code_of<M>(), options_for(MemoryModel::cpp20, false), store, [&](FrontierWorker& worker) {
        identity = worker.identity();
        (void)worker.work(store, {.executions = 20}, always);
      });
  seeds[name + "-parts"] = kParts + largest;
  seeds[name + "-knowledge"] = kKnowledge + store.known.bytes;
  seeds[name + "-result"] = kResult + pack(result);
}

void read_parts(std::string_view bytes) {
  WorkItemReader reader(bytes);
  for (std::size_t parts = reader.get_count("parts"); parts != 0; --parts) WorkItem().unpack(reader);
  reader.expect_end();
}

// Throws DamagedItem or FrontierError.
void read(std::string_view seed) {
  const auto bytes = seed.substr(1);
  switch (seed.front()) {
    case kParts:
      return read_parts(bytes);
    case kKnowledge:
      return static_cast<void>(CommonKnowledge::unpack(bytes, kOwnThreads));
    case kResult:
      return static_cast<void>(unpack_result(bytes));
    default:
      return static_cast<void>(without_head(kOwn, bytes));
  }
}

// A part whose branch takes a write out of its place, and leaves an event that has read it: the one of `parts` that has
// a read at the write's location before that event.
std::string leaves_a_reader(std::string_view parts) {
  WorkItemReader reader(parts);
  for (std::size_t rest = reader.get_count("parts"); rest != 0; --rest) {
    WorkItem part;
    part.unpack(reader);
    const Graph& graph = part.graph;
    for (const EventId reads : graph.order()) {
      const EventId write = graph[reads].source;
      if (!write.is_event() || !graph[write].writes) continue;
      for (const EventId target : graph.location(graph[write].request.location).reads) {
        if (graph[target].position <= graph[reads].position || graph.views(write).prefix.contains(target)) continue;
        Branch branch;
        branch.kind = Branch::Kind::revisit;
        branch.keep = static_cast<std::uint16_t>(graph.size());
        branch.event = write;
        branch.target = target;
        part.branches = {branch};
        WorkItemWriter item;
        item.put(1);
        part.pack(item);
        return std::move(item).take();
      }
    }
  }
  return {};
}

std::map<std::string, std::string> made() {
  std::map<std::string, std::string> seeds;
  add_seeds<Adding>(seeds, "adding");
  add_seeds<Waiting3>(seeds, "waiting");
  add_seeds<Starting>(seeds, "starting");
  seeds["head"] = kHead + with_head(kOwn, "body");
  seeds["revisit-that-leaves-a-reader"] = kParts + leaves_a_reader(std::string_view(seeds["adding-parts"]).substr(1));
  return seeds;
}

// VIGIL_WRITE_SEEDS=1 writes them.
TEST(SeedsOfItems, AreReadByThisProgram) {
  const std::filesystem::path folder = VIGIL_SEEDS_OF_ITEMS;
  const auto due = made();
  if (std::getenv("VIGIL_WRITE_SEEDS") != nullptr)
    for (const auto& [name, seed] : due) std::ofstream(folder / name, std::ios::binary) << seed;
  std::size_t found = 0;
  for (const auto& each : std::filesystem::directory_iterator(folder)) {
    const auto name = each.path().filename().string();
    ASSERT_TRUE(due.contains(name)) << name << " is a seed that nobody makes";
    std::ifstream file(each.path(), std::ios::binary);
    const std::string seed{std::istreambuf_iterator<char>(file), {}};
    ASSERT_FALSE(seed.empty()) << name;
    if (name != "revisit-that-leaves-a-reader") {
      EXPECT_NO_THROW(read(seed)) << name;
    } else {
      EXPECT_THAT([&] { read(seed); },
                  testing::ThrowsMessage<DamagedItem>(testing::HasSubstr("a branch does not fit its graph")));
    }
    ++found;
  }
  EXPECT_EQ(found, due.size());
}

}  // namespace
}  // namespace vigil::checker
