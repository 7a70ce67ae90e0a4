#include "database.hpp"

#include <vigil/checker/frontier.hpp>

#include <sqlite3.h>

#include <csignal>
#include <cstring>

namespace vigil::frontier {
Database::Database(const std::string& file, Mode mode, std::chrono::milliseconds patience) : file_(file) {
  // A file that would become larger than its limit is an error like a full disk, and not the end of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  const int flags = SQLITE_OPEN_READWRITE | (mode == Mode::create ? SQLITE_OPEN_CREATE : 0);
  if (const int code = sqlite3_open_v2(file.c_str(), &handle_, flags, nullptr); code != SQLITE_OK) {
    try {
      fail(code);
    } catch (...) {
      sqlite3_close_v2(handle_);
      throw;
    }
  }
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, static_cast<int>(patience.count()));
}

Database::~Database() { sqlite3_close_v2(handle_); }

void Database::execute(const char* statements) {
  if (const int code = sqlite3_exec(handle_, statements, nullptr, nullptr, nullptr); code != SQLITE_OK) fail(code);
}

std::int64_t Database::changes() const { return sqlite3_changes(handle_); }
std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(handle_); }

void Database::refuse(const std::string& what) const { throw checker::FrontierError("the frontier " + file_ + " " + what); }

void Database::fail(int code) const {
  constexpr int kPrimary = 0xff;
  switch (code & kPrimary) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      refuse("is locked by another program");
    case SQLITE_FULL:
      refuse("cannot be written: no space is left");
    case SQLITE_READONLY:
    case SQLITE_PERM:
      refuse("cannot be written: this user may not");
    case SQLITE_NOTADB:
      refuse("is a file of another kind");
    case SQLITE_CORRUPT:
      refuse("is damaged: " + std::string(sqlite3_errmsg(handle_)));
    case SQLITE_CANTOPEN:
      refuse("cannot be opened: is it there, and may this user write it and its directory?");
    case SQLITE_IOERR:
      if (const int why = sqlite3_system_errno(handle_); why != 0)
        refuse(std::string("cannot be read or written: ") + std::strerror(why));
      [[fallthrough]];
    default:
      refuse("cannot be used: " + std::string(handle_ != nullptr ? sqlite3_errmsg(handle_) : sqlite3_errstr(code)));
  }
}

Statement::Statement(Database& database, const char* text) : database_(database) {
  expect(sqlite3_prepare_v3(database.handle(), text, -1, SQLITE_PREPARE_PERSISTENT, &handle_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(handle_); }

bool Statement::next() {
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  sqlite3_reset(handle_);
  database_.fail(code);
}

// The code that it returns is that of the last step, which was looked at.
void Statement::reset() { sqlite3_reset(handle_); }

std::int64_t Statement::number(int column) const { return sqlite3_column_int64(handle_, column); }
double Statement::real(int column) const { return sqlite3_column_double(handle_, column); }

std::string Statement::text(int column) const {
  const void* const bytes = sqlite3_column_blob(handle_, column);
  const int size = sqlite3_column_bytes(handle_, column);
  return bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

void Statement::bind(int place, std::int64_t value) { expect(sqlite3_bind_int64(handle_, place, value)); }
void Statement::bind(int place, double value) { expect(sqlite3_bind_double(handle_, place, value)); }
void Statement::bind(int place, std::string_view bytes) {
  expect(sqlite3_bind_blob64(handle_, place, bytes.data() == nullptr ? "" : bytes.data(), bytes.size(),
                             SQLITE_TRANSIENT));
}

void Statement::expect(int code) const {
  if (code != SQLITE_OK) database_.fail(code);
}

Transaction::Transaction(Database& database, Kind kind) : database_(database) {
  database.execute(kind == Kind::writes ? "BEGIN IMMEDIATE" : "BEGIN");
}

// Where SQLite has rolled back by itself already, this one fails, and nothing is lost by that.
Transaction::~Transaction() {
  if (is_open_) sqlite3_exec(database_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.execute("COMMIT");
  is_open_ = false;
}

}  // namespace vigil::frontier
