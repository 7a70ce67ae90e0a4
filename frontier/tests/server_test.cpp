// What a server can refuse or lose: one clear line, and no wrong count.

#include "fixture.hpp"

#include <vigil/frontier/store.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>

#include <gmock/gmock.h>

namespace vigil::frontier {
namespace {

using testing::HasSubstr;

class Server : public WithFile {
 protected:
  static std::unique_ptr<Store> open_at(const std::string& place) {
    return frontier::open(place, std::chrono::milliseconds(100));
  }
  // A search that has begun and is not at its end.
  void begin(const std::string& place) const {
    ASSERT_EQ(run("begin " + place + " stack").status, 0);
    const pid_t worker = start({"work", place, "stack", "500"});
    const auto store = frontier::open(place);
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (store->standing().runs() < 5'000 && std::chrono::steady_clock::now() < patience) {
    }
    kill(worker, SIGKILL);
    waitpid(worker, nullptr, 0);
  }
};

TEST_F(Server, HasPlacesOfOneForm) {
  for (const auto& [place, about] : std::initializer_list<std::pair<std::string, std::string>>{
           {"http://host/name", "only redis:// and rediss:// are known"},
           {"rediss://host", "it has no name"},
           {"redis://host", "it has no name"},
           {"redis://host/", "it has no name"},
           {"redis:///name", "it has no host"},
           {"redis://host:0/name", "the port is none"},
           {"redis://host:6x/name", "the port is none"},
           {"redis://:secret@host/name", "the password belongs into the environment"}})
    expect_refused([&, &where = place] { (void)open_at(where); }, about);
}

TEST_F(Server, ThatIsAwayIsSaid) {
  const auto where = place(Kind::server);
  server_->kill();
  expect_refused([&] { (void)open_at(where); }, "cannot be reached: ");
}

TEST_F(Server, ThatHasNoSearchIsSaid) {
  expect_refused([&] { (void)open_at(place(Kind::server)); }, "has no search");
  EXPECT_FALSE(is_there(place(Kind::server)));
}

TEST_F(Server, TakesItsPasswordFromTheEnvironment) {
  const RedisServer server(directory_.string(), "secret");
  const auto where = server.place();
  expect_refused([&] { (void)open_at(where); }, "refuses: NOAUTH");
  setenv("VIGIL_REDIS_PASSWORD", "wrong", 1);
  expect_refused([&] { (void)open_at(where); }, "does not take the password: ");
  setenv("VIGIL_REDIS_PASSWORD", "secret", 1);
  EXPECT_FALSE(is_there(where));
  unsetenv("VIGIL_REDIS_PASSWORD");
  const auto file = directory_ / "password";
  std::ofstream(file) << "secret\n";
  setenv("VIGIL_REDIS_PASSWORD_FILE", file.c_str(), 1);
  EXPECT_FALSE(is_there(where));
  setenv("VIGIL_REDIS_PASSWORD_FILE", "/nowhere", 1);
  expect_refused([&] { (void)open_at(where); }, "VIGIL_REDIS_PASSWORD_FILE names /nowhere, which cannot be read");
  unsetenv("VIGIL_REDIS_PASSWORD_FILE");
}

// A server that drops keys when its memory is short must not make a search look as if it had ended.
TEST_F(Server, ThatLosesPartsIsSaid) {
  for (const char* const lost : {"items", "free", "lent"}) {
    const auto where = place(Kind::server);
    begin(where);
    server_->command(std::string("del 'vigil:{search}:") + lost + "'");
    const auto ended = run("work " + where + " stack 500");
    if (ended.status == 0) {
      // There was nothing of it.
      EXPECT_EQ(run("counts " + where).out, run("whole stack").out) << lost;
    } else {
      EXPECT_EQ(ended.status, 3) << ended.err;
      EXPECT_THAT(ended.err, HasSubstr("is damaged: parts of the search are missing"));
    }
    server_->command("flushall");
  }
}

TEST_F(Server, ThatIsFullLosesNothing) {
  const auto where = place(Kind::server);
  begin(where);
  server_->command("config set maxmemory 1");
  const auto ended = run("work " + where + " stack 500");
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.err, HasSubstr("refuses: OOM"));
  EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  server_->command("config set maxmemory 0");
  EXPECT_EQ(run("work " + where + " stack 500").status, 0);
  EXPECT_EQ(run("counts " + where).out, run("whole stack").out);
}

// What a lost step had handed out means nothing when the server is back: here, parts of the search that a worker has.
TEST_F(Server, ThatForgetsItsLastStepsTakesNothingOfThem) {
  const auto where = place(Kind::server);
  const auto store = frontier::create(where, {{"b", "m", "cpp20", "o", "a", "f"}, "whole", 0});
  store->join(std::chrono::seconds(60));
  const auto whole = store->claim();
  store->release(whole);
  server_->command("--rdb " + (directory_ / "before.rdb").string());
  const auto again = store->claim();
  Store::Contribution contribution;
  contribution.result.executions = 5;
  contribution.rest = {"left"};
  contribution.knowledge = {again.knowledge.version, "known"};
  ASSERT_EQ(store->commit(again, contribution), checker::Frontier::Outcome::counted);
  const auto left = store->claim();
  server_->kill();
  fs::remove_all(directory_ / "appendonlydir");
  fs::rename(directory_ / "before.rdb", directory_ / "dump.rdb");
  server_->start_from_snapshot();
  EXPECT_EQ(store->standing().result.executions, 0U);
  EXPECT_EQ(store->commit(left, contribution), checker::Frontier::Outcome::dropped);
  const auto second = store->claim();
  EXPECT_EQ(second.bytes, "whole");
  // And what was known by then is not what is known now.
  contribution.knowledge = left.knowledge;
  EXPECT_EQ(store->commit(second, contribution), checker::Frontier::Outcome::outdated);
}

}  // namespace
}  // namespace vigil::frontier
