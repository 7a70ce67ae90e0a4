#include "redis_connection.hpp"

#include <vigil/checker/frontier.hpp>

#include <hiredis/hiredis.h>
#include <sys/time.h>

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <thread>
#include <utility>

namespace vigil::frontier {
namespace {

using checker::FrontierError;
using Clock = std::chrono::steady_clock;

constexpr std::string_view kScheme = "redis://";
constexpr timeval kPatienceOfAnswer{5, 0};

// Never from the command line, which other users can see.
std::string password() {
  if (const char* const text = std::getenv("VIGIL_REDIS_PASSWORD")) return text;
  std::string line;
  if (const char* const file = std::getenv("VIGIL_REDIS_PASSWORD_FILE")) {
    std::ifstream stream(file);
    if (!std::getline(stream, line))
      throw FrontierError(std::string("VIGIL_REDIS_PASSWORD_FILE names ") + file + ", which cannot be read");
  }
  return line;
}

struct Free {
  void operator()(redisReply* reply) const { freeReplyObject(reply); }
};

RedisAnswer answer_of(const redisReply& reply) {
  RedisAnswer answer;
  answer.is_nothing = reply.type == REDIS_REPLY_NIL;
  if (reply.type == REDIS_REPLY_INTEGER) answer.number = reply.integer;
  if (reply.str != nullptr) answer.text.assign(reply.str, reply.len);
  for (std::size_t i = 0; reply.type == REDIS_REPLY_ARRAY && i != reply.elements; ++i)
    answer.parts.push_back(answer_of(*reply.element[i]));
  return answer;
}

// Of a server that is about to be there again.
bool passes(std::string_view error) { return error.starts_with("LOADING") || error.starts_with("BUSY "); }

}  // namespace

bool is_redis(const std::string& place) { return place.find("://") != std::string::npos; }

RedisPlace redis_place(const std::string& place) {
  const auto refuse = [&](const char* what) -> RedisPlace {
    throw FrontierError("\"" + place + "\" is no place of a frontier: " + what + "; a place is redis://HOST[:PORT]/NAME");
  };
  if (!place.starts_with(kScheme)) return refuse("only redis:// is known");
  const std::string rest = place.substr(kScheme.size());
  if (rest.find('@') != std::string::npos)
    return refuse("the password belongs into the environment, VIGIL_REDIS_PASSWORD or VIGIL_REDIS_PASSWORD_FILE");
  const auto slash = rest.find('/');
  if (slash == std::string::npos || slash + 1 == rest.size()) return refuse("it has no name");
  RedisPlace found{rest.substr(0, slash), 6379, rest.substr(slash + 1)};
  if (const auto colon = found.host.rfind(':'); colon != std::string::npos) {
    const std::string port = found.host.substr(colon + 1);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), found.port);
    if (error != std::errc() || end != port.data() + port.size() || found.port < 1 || found.port > 65'535)
      return refuse("the port is none");
    found.host.resize(colon);
  }
  if (found.host.empty()) return refuse("it has no host");
  return found;
}

void RedisConnection::Close::operator()(redisContext* context) const { redisFree(context); }

RedisConnection::RedisConnection(RedisPlace place, std::chrono::milliseconds patience)
    : place_(std::move(place)), patience_(patience) {}
RedisConnection::~RedisConnection() = default;

void RedisConnection::refuse(const std::string& what) const {
  throw FrontierError("the frontier redis://" + place_.host + ':' + std::to_string(place_.port) + '/' + place_.name + ' ' +
                      what);
}

std::string RedisConnection::connect() {
  if (context_ != nullptr && context_->err == 0) return {};
  context_.reset(redisConnectWithTimeout(place_.host.c_str(), place_.port, kPatienceOfAnswer));
  if (context_ == nullptr) return "out of memory";
  if (context_->err != 0) return context_->errstr;
  redisSetTimeout(context_.get(), kPatienceOfAnswer);
  return log_in();
}

std::string RedisConnection::log_in() {
  const std::string secret = password();
  if (secret.empty()) return {};
  const std::unique_ptr<redisReply, Free> reply(
      static_cast<redisReply*>(redisCommand(context_.get(), "AUTH %b", secret.data(), secret.size())));
  if (reply == nullptr) return context_->errstr;
  if (reply->type == REDIS_REPLY_ERROR && !passes(reply->str))
    refuse(std::string("does not take the password: ") + reply->str);
  return {};
}

RedisAnswer RedisConnection::ask(const std::vector<std::string>& command) {
  constexpr std::chrono::milliseconds kPause{50};
  std::vector<const char*> words;
  std::vector<std::size_t> sizes;
  for (const auto& word : command) {
    words.push_back(word.data());
    sizes.push_back(word.size());
  }
  const auto end = Clock::now() + patience_;
  for (;;) {
    std::string trouble = connect();
    if (trouble.empty()) {
      const std::unique_ptr<redisReply, Free> reply(static_cast<redisReply*>(
          redisCommandArgv(context_.get(), static_cast<int>(words.size()), words.data(), sizes.data())));
      if (reply != nullptr && reply->type != REDIS_REPLY_ERROR) return answer_of(*reply);
      trouble = reply == nullptr ? context_->errstr : reply->str;
      if (reply != nullptr && !passes(trouble)) refuse("refuses: " + trouble);
      if (reply == nullptr) context_.reset();
    } else {
      context_.reset();
    }
    if (Clock::now() >= end) refuse("cannot be reached: " + trouble);
    std::this_thread::sleep_for(kPause);
  }
}

RedisAnswer RedisConnection::run(const char* script, const std::vector<std::string>& keys,
                                 const std::vector<std::string>& arguments) {
  std::vector<std::string> command{"EVAL", script, std::to_string(keys.size())};
  command.insert(command.end(), keys.begin(), keys.end());
  command.insert(command.end(), arguments.begin(), arguments.end());
  return ask(command);
}

}  // namespace vigil::frontier
