#include "redis_connection.hpp"

#include <vigil/checker/frontier.hpp>

#include <hiredis/hiredis.h>
#include <sys/time.h>

#include <array>
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

constexpr std::string_view kPlain = "redis://", kEncrypted = "rediss://";
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
    throw FrontierError("\"" + place + "\" is no place of a frontier: " + what + "; a place is redis://HOST[:PORT]/NAME or rediss://HOST[:PORT]/NAME");
  };
  const bool is_encrypted = place.starts_with(kEncrypted);
  if (!is_encrypted && !place.starts_with(kPlain)) return refuse("only redis:// and rediss:// are known");
  const std::string rest = place.substr((is_encrypted ? kEncrypted : kPlain).size());
  if (rest.find('@') != std::string::npos)
    return refuse("the password belongs into the environment, VIGIL_REDIS_PASSWORD or VIGIL_REDIS_PASSWORD_FILE");
  const auto slash = rest.find('/');
  if (slash == std::string::npos || slash + 1 == rest.size()) return refuse("it has no name");
  RedisPlace found{is_encrypted, rest.substr(0, slash), 6379, rest.substr(slash + 1)};
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
void RedisConnection::Close::operator()(redisReply* reply) const { freeReplyObject(reply); }

RedisConnection::RedisConnection(RedisPlace place, std::chrono::milliseconds patience)
    : place_(std::move(place)), patience_(patience) {}
RedisConnection::~RedisConnection() = default;

void RedisConnection::refuse(const std::string& what) const {
  const std::string scheme(place_.is_encrypted ? kEncrypted : kPlain);
  throw FrontierError("the frontier " + scheme + place_.host + ':' + std::to_string(place_.port) + '/' + place_.name + ' ' +
                      what);
}

std::string RedisConnection::connect() {
  if (context_ != nullptr && context_->err == 0) return {};
  disconnect();
  context_.reset(redisConnectWithTimeout(place_.host.c_str(), place_.port, kPatienceOfAnswer));
  if (context_ == nullptr) return "out of memory";
  if (context_->err != 0) return context_->errstr;
  redisSetTimeout(context_.get(), kPatienceOfAnswer);
  if (std::string trouble = encrypt(); !trouble.empty()) return trouble;
  return log_in();
}

std::string RedisConnection::encrypt() {
  if (!place_.is_encrypted) return {};
  tls_ = std::make_unique<Tls>(context_->fd, place_.host);
  const auto handshake = tls_->begin();
  if (handshake == Tls::Handshake::done) return {};
  const std::string why = tls_->trouble();
  disconnect();
  if (handshake == Tls::Handshake::distrusted) refuse("is not trusted: " + why);
  return "no TLS: " + why;
}

std::string RedisConnection::log_in() {
  const std::string secret = password();
  if (secret.empty()) return {};
  std::string trouble;
  const Reply reply = exchange({"AUTH", secret}, trouble);
  if (reply == nullptr) return trouble;
  if (reply->type == REDIS_REPLY_ERROR && !passes(reply->str))
    refuse(std::string("does not take the password: ") + reply->str);
  return {};
}

void RedisConnection::disconnect() {
  tls_.reset();
  context_.reset();
}

RedisConnection::Reply RedisConnection::exchange(const std::vector<std::string>& command, std::string& trouble) {
  std::vector<const char*> words;
  std::vector<std::size_t> sizes;
  for (const auto& word : command) {
    words.push_back(word.data());
    sizes.push_back(word.size());
  }
  const auto count = static_cast<int>(words.size());
  if (tls_ == nullptr) {
    Reply reply(static_cast<redisReply*>(redisCommandArgv(context_.get(), count, words.data(), sizes.data())));
    if (reply == nullptr) trouble = context_->errstr;
    return reply;
  }
  // hiredis 0.14 knows no encryption. It writes the command, and reads the answer from memory.
  char* text = nullptr;
  const auto size = redisFormatCommandArgv(&text, count, words.data(), sizes.data());
  if (size < 0) {
    trouble = "out of memory";
    return nullptr;
  }
  bool is_connected = tls_->write({text, static_cast<std::size_t>(size)});
  redisFreeCommand(text);
  void* reply = nullptr;
  std::array<char, 16'384> bytes;
  while (is_connected && reply == nullptr) {
    const std::size_t came = tls_->read(bytes);
    is_connected = came != 0;
    if (redisReaderFeed(context_->reader, bytes.data(), came) != REDIS_OK ||
        redisReaderGetReply(context_->reader, &reply) != REDIS_OK) {
      trouble = context_->reader->errstr;
      return nullptr;
    }
  }
  trouble = tls_->trouble();
  return Reply(static_cast<redisReply*>(reply));
}

RedisAnswer RedisConnection::ask(const std::vector<std::string>& command) {
  constexpr std::chrono::milliseconds kPause{50};
  const auto end = Clock::now() + patience_;
  for (;;) {
    std::string trouble = connect();
    if (trouble.empty()) {
      const Reply reply = exchange(command, trouble);
      if (reply != nullptr && reply->type != REDIS_REPLY_ERROR) return answer_of(*reply);
      if (reply != nullptr) trouble = reply->str;
      if (reply != nullptr && !passes(trouble)) refuse("refuses: " + trouble);
      if (reply == nullptr) disconnect();
    } else {
      disconnect();
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
