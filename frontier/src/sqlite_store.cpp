// A frontier in a file of SQLite's. WAL mode: a process that dies at any moment leaves a file that the next one can use.
//
// Its synchronous mode is NORMAL: if the machine itself goes down, the last commits may be missing, and what they had
// explored is explored again.

#include "database.hpp"
#include "stores.hpp"
#include "this_process.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace vigil::frontier {
namespace {

using checker::Frontier;
using checker::FrontierError;
using checker::Result;
using checker::SearchIdentity;
using checker::SharedKnowledge;
using checker::Stop;

constexpr std::int64_t kApplication = 0x5669676c;  // "Vigl"
constexpr std::int64_t kFormat = 1;

constexpr const char* kTables = R"(
  PRAGMA application_id = 0x5669676c;
  PRAGMA user_version = 1;
  CREATE TABLE search (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    build BLOB, model BLOB, memory_model BLOB, options BLOB, addresses BLOB, first_run BLOB,
    expected_runs REAL, begun INTEGER, stop INTEGER, result BLOB, knowledge_version INTEGER, knowledge BLOB);
  CREATE TABLE item (
    id INTEGER PRIMARY KEY AUTOINCREMENT, bytes BLOB, worker INTEGER, claimed REAL, until REAL);
  CREATE TABLE worker (
    id INTEGER PRIMARY KEY AUTOINCREMENT, host BLOB, process INTEGER, started INTEGER,
    joined REAL, seen REAL, waits INTEGER, slices INTEGER, runs INTEGER, busy REAL);
)";

// The time of day, which processes of a machine share and which goes on when it is started again. If it is set back, a
// part is lent twice at most, and counts once.
double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::chrono::system_clock::time_point moment(double seconds) {
  return std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(std::chrono::duration<double>(seconds)));
}

// Its tables are there, and ours.
void expect_ours(Database& database) {
  Statement application(database, "PRAGMA application_id");
  if (!application.next() || application.number(0) != kApplication) database.refuse("is a file of another kind");
  Statement format(database, "PRAGMA user_version");
  if (!format.next() || format.number(0) != kFormat)
    database.refuse("has the form " + std::to_string(format.number(0)) + ", and this program knows " +
                    std::to_string(kFormat));
}

class SqliteStore final : public Store {
 public:
  SqliteStore(const std::string& file, std::chrono::milliseconds patience)
      : database_(file, Database::Mode::existing, patience) {
    expect_ours(database_);
    database_.execute("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 1000");
    statements_.emplace(database_);
  }

  SearchIdentity identity() override {
    Statement row(database_, "SELECT build, model, memory_model, options, addresses, first_run FROM search");
    if (!row.next()) database_.refuse("is damaged: no search is in it");
    return {row.text(0), row.text(1), row.text(2), row.text(3), row.text(4), row.text(5)};
  }

  void join(std::chrono::duration<double> lease) override {
    lease_ = lease.count();
    here_ = this_process();
    Transaction transaction(database_);
    Statement(database_,
              "INSERT INTO worker (host, process, started, joined, seen, waits, slices, runs, busy) "
              "VALUES (?, ?, ?, ?, ?, 0, 0, 0, 0)")
        .with(here_.host, here_.process, here_.started, now(), now())
        .run();
    worker_ = database_.last_id();
    transaction.commit();
  }

  Claim claim() override {
    if (!there_may_be_one()) return {Next::wait, 0, 0, {}, {}};
    Transaction transaction(database_);
    const Search search = read_search();
    Claim claim{Next::ended, 0, search.begun, {}, search.knowledge};
    if (search.result.stop != Stop::none) return claim;
    const auto item = free_item();
    if (item == 0) {
      const bool is_left = count("SELECT count(*) FROM item") != 0;
      if (is_left) claim.next = Next::wait;
      note_waiting(true);
      transaction.commit();
      return claim;
    }
    statements_->lend.with(worker_, now(), now() + lease_, item).run();
    note_waiting(false);
    claim.next = Next::item;
    claim.item = static_cast<std::uint64_t>(item);
    auto& bytes = statements_->bytes.with(item);
    if (!bytes.next()) database_.refuse("is damaged: a part is missing");
    claim.bytes = bytes.text(0);
    bytes.reset();
    transaction.commit();
    return claim;
  }

  Outcome commit(const Claim& claim, const Contribution& contribution) override {
    Transaction transaction(database_);
    const Search search = read_search();
    auto& found = statements_->claimed.with(claim.item);
    const bool is_there = found.next();
    const double claimed = is_there ? found.real(0) : 0;
    found.reset();
    if (search.begun != claim.begun || !is_there) return Outcome::dropped;
    if (contribution.knowledge.version != search.knowledge.version) return Outcome::outdated;
    Result sum = search.result;
    std::uint64_t begun = search.begun;
    if (contribution.begins_again) {
      database_.execute("DELETE FROM item");
      sum = {};
      ++begun;
    }
    statements_->remove.with(claim.item).run();
    for (const auto& part : contribution.rest) statements_->put.with(part).run();
    add(sum, contribution.result);
    const bool is_new = contribution.knowledge.bytes != search.knowledge.bytes;
    statements_->update
        .with(begun, static_cast<std::int64_t>(sum.stop), checker::packed(sum),
              search.knowledge.version + (is_new ? 1 : 0), contribution.knowledge.bytes)
        .run();
    const Result& part = contribution.result;
    statements_->credit.with(now(), part.executions + part.blocked + part.bounded, now() - claimed, worker_).run();
    transaction.commit();
    return Outcome::counted;
  }

  void release(const Claim& claim) override {
    Transaction transaction(database_);
    statements_->release.with(claim.item, worker_).run();
    transaction.commit();
  }

  SharedKnowledge knowledge() override {
    return read_search().knowledge;
  }

  unsigned wanted() override {
    auto& row = statements_->wanted.with(now() - kHeardOf);
    const auto wanted = row.next() ? row.number(0) : 0;
    row.reset();
    return static_cast<unsigned>(std::max<std::int64_t>(wanted, 0));
  }

  Standing standing() override {
    const Transaction transaction(database_, Transaction::Kind::reads);
    const Search search = read_search();
    Standing standing;
    standing.result = search.result;
    standing.begun_again = search.begun;
    standing.items = count("SELECT count(*) FROM item");
    standing.lent = count("SELECT count(*) FROM item WHERE worker IS NOT NULL");
    Statement expected(database_, "SELECT expected_runs FROM search");
    if (expected.next()) standing.expected_runs = expected.real(0);
    Statement row(database_, "SELECT host, process, joined, seen, slices, runs, busy, waits FROM worker ORDER BY id");
    while (row.next()) {
      const std::string host = row.text(0);
      standing.workers.push_back({host.substr(0, host.find(' ')), row.number(1), moment(row.real(2)),
                                  moment(row.real(3)), static_cast<std::uint64_t>(row.number(4)),
                                  static_cast<std::uint64_t>(row.number(5)), row.real(6), row.number(7) != 0});
    }
    return standing;
  }

 private:
  // In seconds. A worker that waits says so once a second.
  static constexpr double kBetweenWords = 1, kHeardOf = 3;

  struct Statements {
    explicit Statements(Database& database)
        : search(database, "SELECT begun, result, knowledge_version, knowledge FROM search"),
          some(database,
               "SELECT (SELECT stop FROM search) != 0 OR NOT EXISTS (SELECT 1 FROM item) OR "
               "EXISTS (SELECT 1 FROM item WHERE worker IS NULL OR until < ?)"),
          free(database, "SELECT id FROM item WHERE worker IS NULL OR until < ? ORDER BY id LIMIT 1"),
          owners(database,
                 "SELECT item.id, worker.host, worker.process, worker.started FROM item JOIN worker "
                 "ON item.worker = worker.id ORDER BY item.id"),
          lend(database, "UPDATE item SET worker = ?, claimed = ?, until = ? WHERE id = ?"),
          bytes(database, "SELECT bytes FROM item WHERE id = ?"),
          claimed(database, "SELECT claimed FROM item WHERE id = ?"),
          remove(database, "DELETE FROM item WHERE id = ?"),
          put(database, "INSERT INTO item (bytes) VALUES (?)"),
          update(database,
                 "UPDATE search SET begun = ?, stop = ?, result = ?, knowledge_version = ?, knowledge = ?"),
          credit(database,
                 "UPDATE worker SET seen = ?, slices = slices + 1, runs = runs + ?, busy = busy + ? WHERE id = ?"),
          release(database, "UPDATE item SET worker = NULL, until = NULL WHERE id = ? AND worker = ?"),
          waits(database, "UPDATE worker SET waits = ?, seen = ? WHERE id = ?"),
          wanted(database,
                 "SELECT 2 * (SELECT count(*) FROM worker WHERE waits = 1 AND seen > ?) - "
                 "(SELECT count(*) FROM item WHERE worker IS NULL)") {}
    Statement search, some, free, owners, lend, bytes, claimed, remove, put, update, credit, release, waits, wanted;
  };

  struct Search {
    std::uint64_t begun = 0;
    Result result;
    SharedKnowledge knowledge;
  };

  [[nodiscard]] Search read_search() {
    auto& row = statements_->search.with();
    if (!row.next()) database_.refuse("is damaged: no search is in it");
    Search search{static_cast<std::uint64_t>(row.number(0)), checker::unpacked_result(row.text(1)),
                  {static_cast<std::uint64_t>(row.number(2)), row.text(3)}};
    row.reset();
    return search;
  }

  [[nodiscard]] std::uint64_t count(const char* query) {
    Statement row(database_, query);
    return row.next() ? static_cast<std::uint64_t>(row.number(0)) : 0;
  }

  // Without the lock for writing, which many that wait would take from those that have work.
  [[nodiscard]] bool there_may_be_one() {
    if (!waits_ || now() - last_word_ >= kBetweenWords) return true;
    auto& row = statements_->some.with(now());
    const bool is_there = row.next() && row.number(0) != 0;
    row.reset();
    return is_there;
  }

  // The number of a part that nobody has, or whose worker has died; 0 if there is none.
  [[nodiscard]] std::int64_t free_item() {
    auto& free = statements_->free.with(now());
    const std::int64_t found = free.next() ? free.number(0) : 0;
    free.reset();
    if (found != 0) return found;
    std::int64_t orphan = 0;
    auto& owners = statements_->owners.with();
    while (orphan == 0 && owners.next())
      if (has_died({owners.text(1), owners.number(2), owners.number(3)}, here_)) orphan = owners.number(0);
    owners.reset();
    return orphan;
  }

  void note_waiting(bool waits) {
    if (!waits && !waits_) return;
    waits_ = waits;
    last_word_ = now();
    statements_->waits.with(std::int64_t{waits ? 1 : 0}, last_word_, worker_).run();
  }

  Database database_;
  std::optional<Statements> statements_;
  ProcessName here_;
  std::int64_t worker_ = 0;
  double lease_ = 0;
  bool waits_ = false;
  double last_word_ = 0;
};

}  // namespace

bool is_in_file(const std::string& file) {
  struct stat found {};
  if (stat(file.c_str(), &found) != 0 || found.st_size == 0) return false;
  try {
    // A process may have died while it made the file, before there was anything in it.
    Database database(file, Database::Mode::existing);
    Statement tables(database, "SELECT count(*) FROM sqlite_master");
    return !tables.next() || tables.number(0) != 0;
  } catch (const FrontierError&) {
    return true;
  }
}

std::unique_ptr<Store> open_file(const std::string& file, std::chrono::milliseconds patience) {
  return std::make_unique<SqliteStore>(file, patience);
}

std::unique_ptr<Store> create_file(const std::string& file, const Beginning& beginning) {
  {
    Database database(file, Database::Mode::create);
    database.execute("PRAGMA journal_mode = WAL");
    Transaction transaction(database);
    {
      // Two processes may create it at once: the second one finds what the first one has made.
      Statement tables(database, "SELECT count(*) FROM sqlite_master");
      if (tables.next() && tables.number(0) != 0) database.refuse("is there already");
    }
    database.execute(kTables);
    const auto& identity = beginning.identity;
    Statement(database, "INSERT INTO search VALUES (1, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, 0, '')")
        .with(identity.build, identity.model, identity.memory_model, identity.options, identity.addresses,
              identity.first_run, beginning.expected_runs, checker::packed({}))
        .run();
    Statement(database, "INSERT INTO item (bytes) VALUES (?)").with(beginning.whole).run();
    transaction.commit();
  }
  return std::make_unique<SqliteStore>(file, std::chrono::seconds(10));
}

}  // namespace vigil::frontier
