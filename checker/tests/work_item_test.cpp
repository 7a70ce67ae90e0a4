// Is a part of a search refused if it is damaged, or of another search, and otherwise read as it was written?

#include "work_item.hpp"
#include "in_slices.hpp"
#include "search_identity.hpp"

#include <cstddef>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using namespace slices;
using testing::HasSubstr;

void expect_refused(const std::function<void(std::string&)>& change, const std::string& what) {
  InMemory store;
  (void)searched(code_of<Adding>(), options_for(MemoryModel::cpp20, false), store, [&](FrontierWorker& worker) {
    unsigned claims = 0;
    store.before_claim = [&](std::string& item) {
      if (++claims == 3) change(item);
    };
    try {
      (void)worker.work(store, {.executions = 20}, always);
      FAIL() << "nothing is refused, but: " << what;
    } catch (const FrontierError& error) {
      EXPECT_THAT(error.what(), HasSubstr(what));
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
    EXPECT_EQ(store.releases, 1U);
  });
}

TEST(WorkItem, IsRefusedIfItIsDamaged) {
  expect_refused([](std::string& item) { item.clear(); }, "a work item is damaged: it does not begin as one");
  expect_refused([](std::string& item) { item.resize(13); }, "a work item is damaged: it ends too early");
  expect_refused([](std::string& item) { item[item.size() / 2] ^= 4; },
                 "a work item is damaged: its checksum is wrong");
  expect_refused([](std::string& item) { item.pop_back(); }, "a work item is damaged: its checksum is wrong");
  expect_refused([](std::string& item) { item[11] = 9; }, "a work item has the form 9, and this program knows 3");
}

TEST(WorkItem, IsRefusedIfItIsOfAnotherSearch) {
  const SearchIdentity own{"1a", "model", "cpp20", "spins=recurring", "here", "first"};
  const auto why_refused = [&](auto change) -> std::string {
    SearchIdentity identity = own;
    change(identity);
    try {
      (void)without_head(own, with_head(identity, "body"));
    } catch (const FrontierError& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(without_head(own, with_head(own, "body")), "body");
  EXPECT_EQ(why_refused([](SearchIdentity& it) { it.build = "2b"; }),
            "a work item is of another search: it is of another build of the program: 2b, and this is 1a");
  EXPECT_THAT(why_refused([](SearchIdentity& it) { it.model = "other"; }), HasSubstr("of the model other, and not"));
  EXPECT_THAT(why_refused([](SearchIdentity& it) { it.memory_model = "rc11"; }), HasSubstr("memory model rc11, and"));
  EXPECT_THAT(why_refused([](SearchIdentity& it) { it.options = "spins=unrolled"; }), HasSubstr("spins=unrolled; and"));
  EXPECT_THAT(why_refused([](SearchIdentity& it) { it.addresses = "there"; }), HasSubstr("lie at other addresses"));
  EXPECT_THAT(why_refused([](SearchIdentity& it) { it.first_run = "2nd"; }), HasSubstr("lie at other addresses"));
}

// A right checksum does not make a part right: the reader finds out, or what it reads is a graph.
TEST(WorkItem, IsReadAsItWasWrittenOrRefused) {
  std::vector<std::string> items;
  InMemory store;
  store.before_claim = [&](std::string& item) { items.push_back(item); };
  const auto code = code_of<Waiting3>();
  const auto options = options_for(MemoryModel::cpp20, true);
  SearchIdentity identity;
  (void)searched(code, options, store, [&](FrontierWorker& worker) {
    identity = worker.identity();
    (void)worker.work(store, {.executions = 100}, always);
  });
  std::mt19937_64 random(1);
  std::size_t refused = 0, read = 0;
  for (const auto& item : items) {
    const std::string body(without_head(identity, item));
    for (unsigned i = 0; i != 200; ++i) {
      std::string changed = body;
      changed[random() % changed.size()] = static_cast<char>(random());
      WorkItemReader reader(changed);
      try {
        for (std::size_t parts = reader.get_count("parts"); parts != 0; --parts) {
          WorkItem part;
          const std::string_view before = reader.rest();
          part.unpack(reader);
          WorkItemWriter again;
          part.pack(again);
          EXPECT_EQ(std::move(again).take(), before.substr(0, before.size() - reader.rest().size()));
        }
        reader.expect_end();
        ++read;
      } catch (const DamagedItem&) {
        ++refused;
      }
    }
  }
  EXPECT_GE(read, 1U);
  EXPECT_GE(refused, 1U);
}

}  // namespace
}  // namespace vigil::checker
