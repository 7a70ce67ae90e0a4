#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace vigil::frontier {

// A file of SQLite's. Everything throws FrontierError, in one line that names the file.
class Database {
 public:
  enum class Mode { existing, create };
  Database(const std::string& file, Mode mode, std::chrono::milliseconds patience = std::chrono::seconds(10));
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Statements without results.
  void execute(const char* statements);
  // Rows that the last statement has changed.
  [[nodiscard]] std::int64_t changes() const;
  [[nodiscard]] std::int64_t last_id() const;
  [[nodiscard]] sqlite3* handle() const { return handle_; }
  [[noreturn]] void fail(int code) const;
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  const std::string file_;
  sqlite3* handle_ = nullptr;
};

// A statement, compiled once and run again and again.
class Statement {
 public:
  Statement(Database& database, const char* text);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // Run it from the beginning with these values in place of its question marks.
  template <class... Values>
  Statement& with(const Values&... values) {
    reset();
    int place = 0;
    (bind(++place, values), ...);
    return *this;
  }
  // On to the next row; false if there is none.
  [[nodiscard]] bool next();
  // Of a statement without rows.
  void run() {
    while (next()) {
    }
    reset();
  }
  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] std::string text(int column) const;
  // A transaction cannot end while a statement is under way.
  void reset();

 private:
  void bind(int place, std::int64_t value);
  void bind(int place, std::uint64_t value) { bind(place, static_cast<std::int64_t>(value)); }
  void bind(int place, double value);
  void bind(int place, std::string_view bytes);
  void expect(int code) const;

  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
};

// All of what is done while one lives if it is committed, and nothing of it otherwise. What is read is of one moment.
class Transaction {
 public:
  enum class Kind {
    reads,
    writes,  // and nobody else does meanwhile
  };
  explicit Transaction(Database& database, Kind kind = Kind::writes);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool is_open_ = true;
};

}  // namespace vigil::frontier
