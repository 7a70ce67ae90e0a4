// What a store or a system can refuse: one clear line, status 3, and nothing is lost.

#include "fixture.hpp"

#include <vigil/frontier/store.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>

#include <gmock/gmock.h>

namespace vigil::frontier {
namespace {

using testing::HasSubstr;

class Refusals : public WithFile {
 protected:
  // As any program could.
  void change(const std::string& statements) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, statements.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

  // A search that has begun and is not at its end.
  void begin() const {
    ASSERT_EQ(run("begin " + file() + " stack").status, 0);
    const pid_t worker = start({"work", file(), "stack", "500"});
    const auto store = frontier::open(file());
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (store->standing().runs() < 5'000 && std::chrono::steady_clock::now() < patience) {
    }
    kill(worker, SIGKILL);
    waitpid(worker, nullptr, 0);
    ASSERT_FALSE(store->standing().has_ended());
  }
  void expect_refused(const Ended& ended, const std::string& what) const {
    EXPECT_EQ(ended.status, 3) << ended.err;
    EXPECT_THAT(ended.err, HasSubstr(what));
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  }
  [[nodiscard]] Ended work(const std::string& before = {}) const { return run("work " + file() + " stack 500", before); }
  void expect_resumable() const {
    const auto ended = work();
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(run("counts " + file()).out, run("whole stack").out);
  }
};

TEST_F(Refusals, OfADamagedItemLoseNothing) {
  begin();
  change("CREATE TABLE kept AS SELECT id, bytes FROM item");
  change("UPDATE item SET bytes = CAST(substr(bytes, 1, length(bytes) - 9) || 'x' || substr(bytes, -8) AS BLOB)");
  expect_refused(work(), "a work item is damaged: ");
  change("UPDATE item SET bytes = x'00'");
  expect_refused(work(), "a work item is damaged: it does not begin as one");
  change("UPDATE item SET bytes = (SELECT bytes FROM kept WHERE kept.id = item.id)");
  expect_resumable();
}

TEST_F(Refusals, OfAnotherSearchLoseNothing) {
  begin();
  const auto refuses = [&](const std::string& column, const std::string& what) {
    change("CREATE TABLE kept AS SELECT " + column + " AS it FROM search; UPDATE search SET " + column + " = 'other'");
    expect_refused(work(), what);
    change("UPDATE search SET " + column + " = (SELECT it FROM kept); DROP TABLE kept");
  };
  refuses("build", "it is of another build of the program: other, and this is ");
  refuses("model", "it is of the model other, and not of stack");
  refuses("memory_model", "it is under the memory model other, and not under cpp20");
  refuses("options", "it has other options: other; and not: spins=recurring ");
  refuses("addresses", "lie at other addresses");
  refuses("first_run", "the first execution is another one here");
  expect_refused(run("work " + file() + " mutexes 500"), "it is of the model stack, and not of mutexes");
  expect_resumable();
}

// Another library moves those that are loaded behind it, and other limits of the stack move all of them.
TEST_F(Refusals, OfOtherAddressesLoseNothing) {
  begin();
  expect_refused(work("ulimit -s unlimited; "), "lie at other addresses");
  expect_resumable();
}

TEST_F(Refusals, OfAFullDiskLoseNothing) {
  begin();
  // How far a file may grow, in units of 512 bytes: the log of what was committed reaches each of these soon.
  for (const int limit : {10, 70, 120, 300, 1'000})
    expect_refused(work("ulimit -f " + std::to_string(limit) + "; "), "cannot be ");
  expect_resumable();
}

TEST_F(Refusals, OfALockLoseNothing) {
  begin();
  const auto store = frontier::open(file(), std::chrono::milliseconds(50));
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  try {
    store->join(std::chrono::seconds(1));
    FAIL() << "it takes part";
  } catch (const checker::FrontierError& error) {
    EXPECT_THAT(error.what(), HasSubstr("is locked by another program"));
  }
  sqlite3_close(other);
  expect_resumable();
}

// The super user may write everything, so this is for another user.
TEST_F(Refusals, OfAFileThatMayNotBeWritten) {
  begin();
  fs::permissions(directory_, fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
  for (const auto& entry : fs::directory_iterator(directory_)) fs::permissions(entry, fs::perms::others_read);
  const pid_t process = fork();
  if (process == 0) {
    if (setuid(65534) != 0 && geteuid() == 0) _exit(1);
    try {
      frontier::open(file())->join(std::chrono::seconds(1));
    } catch (const checker::FrontierError& error) {
      const std::string what = error.what();
      _exit(what.find("cannot be ") != std::string::npos && what.find('\n') == std::string::npos ? 0 : 3);
    }
    _exit(2);
  }
  int status = 0;
  waitpid(process, &status, 0);
  EXPECT_EQ(status, 0);
  for (const auto& entry : fs::directory_iterator(directory_))
    fs::permissions(entry, fs::perms::owner_read | fs::perms::owner_write);
  expect_resumable();
}

TEST_F(Refusals, OfFilesOfOtherKinds) {
  expect_refused(work(), "cannot be opened: is it there, and may this user write it");
  std::ofstream(file()) << "a text of another program that is long enough to be something else than a database, and is none";
  EXPECT_TRUE(is_there(file()));
  expect_refused(work(), "is a file of another kind");
  expect_refused(run("begin " + file() + " stack"), "is a file of another kind");
  remove_file();
  change("CREATE TABLE other (it)");
  expect_refused(work(), "is a file of another kind");
  expect_refused(run("begin " + file() + " stack"), "is there already");
  remove_file();
  ASSERT_EQ(run("begin " + file() + " stack").status, 0);
  change("PRAGMA user_version = 7");
  expect_refused(work(), "has the form 7, and this program knows 1");
}

TEST_F(Refusals, OfADamagedFileAreClear) {
  begin();
  change("PRAGMA wal_checkpoint(TRUNCATE)");
  {
    std::fstream stream(file(), std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(4096);
    stream << std::string(fs::file_size(file()) - 4096, '\x5a');
  }
  expect_refused(work(), "is damaged: ");
}

TEST_F(Refusals, OfAModelThatCannotBeSearchedLoseNothing) {
  EXPECT_EQ(run("begin " + file() + " nobody").status, 2);
  EXPECT_FALSE(is_there(file()));
}

// A process died while it made the file.
TEST_F(Refusals, OfAnEmptyFileAreNone) {
  change("PRAGMA journal_mode = WAL");
  EXPECT_GT(fs::file_size(file()), 0U);
  EXPECT_FALSE(is_there(file()));
  EXPECT_EQ(run("begin " + file() + " stack").status, 0);
  expect_resumable();
}

}  // namespace
}  // namespace vigil::frontier
