#pragma once

#include "tls.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct redisContext;
struct redisReply;

namespace vigil::frontier {

// Where a search is kept on a server: "redis://HOST[:PORT]/NAME", or "rediss://" for an encrypted connection.
struct RedisPlace {
  bool is_encrypted = false;
  std::string host;
  int port = 6379;
  std::string name;
};
[[nodiscard]] bool is_redis(const std::string& place);
// Throws FrontierError if it names none.
[[nodiscard]] RedisPlace redis_place(const std::string& place);

// What a server answers.
struct RedisAnswer {
  bool is_nothing = false;
  std::int64_t number = 0;
  std::string text;
  std::vector<RedisAnswer> parts;
};

// A connection to a Redis server. If it is lost it is made again, for as long as it has patience: so what is sent must
// be right to send twice. Everything throws FrontierError, in one line.
class RedisConnection {
 public:
  RedisConnection(RedisPlace place, std::chrono::milliseconds patience);
  ~RedisConnection();
  RedisConnection(const RedisConnection&) = delete;
  RedisConnection& operator=(const RedisConnection&) = delete;

  RedisAnswer ask(const std::vector<std::string>& command);
  // A script of Lua, which the server runs as one step.
  RedisAnswer run(const char* script, const std::vector<std::string>& keys, const std::vector<std::string>& arguments);
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  struct Close {
    void operator()(redisContext* context) const;
    void operator()(redisReply* reply) const;
  };
  using Reply = std::unique_ptr<redisReply, Close>;

  // Empty if it is, or why not.
  [[nodiscard]] std::string connect();
  [[nodiscard]] std::string encrypt();
  [[nodiscard]] std::string log_in();
  void disconnect();
  // Null if the connection is lost; then why.
  [[nodiscard]] Reply exchange(const std::vector<std::string>& command, std::string& trouble);

  const RedisPlace place_;
  const std::chrono::milliseconds patience_;
  std::unique_ptr<redisContext, Close> context_;
  std::unique_ptr<Tls> tls_;  // over its socket; null if it is not encrypted
};

}  // namespace vigil::frontier
