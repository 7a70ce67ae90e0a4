// A frontier on a Redis server. Each change is one script, which the server runs as one step and writes to its log as
// one step.
//
// A server that goes down may lose its last steps. So the numbers of parts, and those of versions, are drawn at random: a
// number never means something else than it did. A worker that still has a part of a lost step finds it gone.
//
// A server that is short of memory may be told to drop keys. So each number of parts is also kept elsewhere, and a search
// that lacks parts is no search that has ended.

#include "redis_connection.hpp"
#include "stores.hpp"
#include "this_process.hpp"

#include <algorithm>
#include <random>
#include <sstream>
#include <utility>

namespace vigil::frontier {
namespace {

using checker::Result;
using checker::SearchIdentity;
using checker::SharedKnowledge;
using checker::Stop;

constexpr const char* kForm = "1";

// Keys: search, items, free. Arguments: the form, the identity's six texts, the expected runs, a result of nothing, the
// number of the first part, the part.
constexpr const char* kCreate = R"(
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
  redis.call('HSET', KEYS[1], 'form', ARGV[1], 'build', ARGV[2], 'model', ARGV[3], 'memory_model', ARGV[4],
             'options', ARGV[5], 'addresses', ARGV[6], 'first_run', ARGV[7], 'expected_runs', ARGV[8],
             'result', ARGV[9], 'revision', 0, 'begun', 0, 'stop', 0, 'knowledge_version', 0, 'knowledge', '',
             'parts', 1)
  redis.call('HSET', KEYS[2], ARGV[10], ARGV[11])
  redis.call('RPUSH', KEYS[3], ARGV[10])
  return 1
)";

// Keys: search, items, free, lent, owners, waiting. Arguments: the lease in seconds, the worker.
constexpr const char* kClaim = R"(
  local search = redis.call('HMGET', KEYS[1], 'stop', 'begun', 'knowledge_version', 'knowledge', 'parts')
  if not search[1] then return {'none'} end
  local parts = redis.call('HLEN', KEYS[2])
  if parts ~= tonumber(search[5]) or parts ~= redis.call('LLEN', KEYS[3]) + redis.call('ZCARD', KEYS[4]) then
    return {'damaged'}
  end
  if search[1] ~= '0' or parts == 0 then return {'ended'} end
  local time = redis.call('TIME')
  local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
  local id = redis.call('LPOP', KEYS[3])
  if not id then id = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'LIMIT', 0, 1)[1] end
  if not id then
    redis.call('ZADD', KEYS[6], now, ARGV[2])
    return {'wait'}
  end
  redis.call('ZADD', KEYS[4], now + tonumber(ARGV[1]), id)
  redis.call('HSET', KEYS[5], id, ARGV[2])
  redis.call('ZREM', KEYS[6], ARGV[2])
  return {'item', id, redis.call('HGET', KEYS[2], id), search[2], search[3], search[4]}
)";

// Keys: search, items, free, lent, owners, workers. Arguments: the part, how often the search had begun, the version of
// the knowledge, the revision of the result, whether the search begins again, the new stop, result and knowledge, the
// versions of both, the worker and what it says of itself; then the parts that are left, each with its number before it.
constexpr const char* kCommit = R"(
  local search = redis.call('HMGET', KEYS[1], 'begun', 'knowledge_version', 'revision')
  if search[1] ~= ARGV[2] or redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 'dropped' end
  if search[2] ~= ARGV[3] then return 'outdated' end
  if search[3] ~= ARGV[4] then return 'again' end
  if ARGV[5] == '1' then
    redis.call('DEL', KEYS[2], KEYS[3], KEYS[4], KEYS[5])
    redis.call('HINCRBY', KEYS[1], 'begun', 1)
  end
  redis.call('HDEL', KEYS[2], ARGV[1])
  redis.call('ZREM', KEYS[4], ARGV[1])
  redis.call('HDEL', KEYS[5], ARGV[1])
  for i = 13, #ARGV, 2 do
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
    redis.call('RPUSH', KEYS[3], ARGV[i])
  end
  redis.call('HSET', KEYS[1], 'stop', ARGV[6], 'result', ARGV[7], 'knowledge', ARGV[8], 'knowledge_version', ARGV[9],
             'revision', ARGV[10], 'parts', redis.call('HLEN', KEYS[2]))
  redis.call('HSET', KEYS[6], ARGV[11], ARGV[12])
  return 'counted'
)";

// Keys: items, free, lent, owners. Arguments: the part, its worker.
constexpr const char* kRelease = R"(
  if redis.call('HGET', KEYS[4], ARGV[1]) ~= ARGV[2] or redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
  redis.call('ZREM', KEYS[3], ARGV[1])
  redis.call('HDEL', KEYS[4], ARGV[1])
  redis.call('LPUSH', KEYS[2], ARGV[1])
  return 1
)";

// Keys: free, waiting. How many parts those that wait could use.
constexpr const char* kWanted = R"(
  local now = tonumber(redis.call('TIME')[1])
  return 2 * redis.call('ZCOUNT', KEYS[2], now - 3, '+inf') - redis.call('LLEN', KEYS[1])
)";

double seconds(std::chrono::system_clock::time_point time) {
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

// What a worker says of itself, a line each.
std::string in_lines(const WorkerStanding& worker, const ProcessName& name) {
  std::ostringstream text;
  text.precision(17);
  text << name.host << '\n'
       << name.process << '\n'
       << name.started << '\n'
       << seconds(worker.joined) << '\n'
       << seconds(worker.seen) << '\n'
       << worker.slices << '\n'
       << worker.runs << '\n'
       << worker.busy_seconds << '\n';
  return std::move(text).str();
}

std::pair<WorkerStanding, ProcessName> from_lines(const std::string& lines) {
  const auto moment = [](double count) {
    return std::chrono::system_clock::time_point(
        std::chrono::duration_cast<std::chrono::system_clock::duration>(std::chrono::duration<double>(count)));
  };
  std::istringstream text(lines);
  WorkerStanding worker;
  ProcessName name;
  double joined = 0, seen = 0;
  std::getline(text, name.host);
  text >> name.process >> name.started >> joined >> seen >> worker.slices >> worker.runs >> worker.busy_seconds;
  worker.host = name.host.substr(0, name.host.find(' '));
  worker.process = name.process;
  worker.joined = moment(joined);
  worker.seen = moment(seen);
  return {worker, name};
}

class RedisStore final : public Store {
 public:
  RedisStore(const std::string& place, std::chrono::milliseconds patience)
      : place_(redis_place(place)), server_(place_, patience), random_(std::random_device()()) {}

  [[nodiscard]] bool is_there() { return server_.ask({"EXISTS", key("search")}).number == 1; }

  void expect_there() {
    const auto form = server_.ask({"HGET", key("search"), "form"});
    if (form.is_nothing) server_.refuse("has no search");
    if (form.text != kForm) server_.refuse("has the form " + form.text + ", and this program knows " + kForm);
  }

  void create(const Beginning& beginning) {
    const auto& identity = beginning.identity;
    const auto made = server_.run(
        kCreate, {key("search"), key("items"), key("free")},
        {kForm, identity.build, identity.model, identity.memory_model, identity.options, identity.addresses,
         identity.first_run, std::to_string(beginning.expected_runs), checker::packed({}), new_number(), beginning.whole});
    if (made.number != 1) server_.refuse("is there already");
  }

  SearchIdentity identity() override {
    const auto row = fields({"build", "model", "memory_model", "options", "addresses", "first_run"});
    return {row[0], row[1], row[2], row[3], row[4], row[5]};
  }

  void join(std::chrono::duration<double> lease) override {
    lease_ = std::to_string(lease.count());
    here_ = this_process();
    worker_ = new_number();
    self_ = {};
    self_.joined = self_.seen = std::chrono::system_clock::now();
    server_.ask({"HSET", key("workers"), worker_, in_lines(self_, here_)});
  }

  Claim claim() override {
    const auto found = server_.run(
        kClaim, {key("search"), key("items"), key("free"), key("lent"), key("owners"), key("waiting")}, {lease_, worker_});
    const std::string& next = found.parts.at(0).text;
    if (next == "none") server_.refuse("has no search");
    if (next == "damaged") server_.refuse("is damaged: parts of the search are missing");
    if (next == "ended") return {Next::ended, 0, 0, {}, {}};
    if (next == "wait") return frees_parts_of_the_dead() ? claim() : Claim{Next::wait, 0, 0, {}, {}};
    claimed_ = std::chrono::steady_clock::now();
    if (found.parts[2].is_nothing) server_.refuse("is damaged: a part is missing");
    return {Next::item, number_in(found.parts[1].text), number_in(found.parts[3].text), found.parts[2].text,
            {number_in(found.parts[4].text), found.parts[5].text}};
  }

  Outcome commit(const Claim& claim, const Contribution& contribution) override {
    const Result& part = contribution.result;
    WorkerStanding self = self_;
    self.seen = std::chrono::system_clock::now();
    ++self.slices;
    self.runs += part.executions + part.blocked + part.bounded;
    self.busy_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - claimed_).count();
    // Once, because a connection may be lost after the server has taken them.
    std::vector<std::string> rest;
    for (const auto& bytes : contribution.rest) {
      rest.push_back(new_number());
      rest.push_back(bytes);
    }
    for (;;) {
      const auto row = fields({"result", "revision", "knowledge", "knowledge_version"});
      Result sum = contribution.begins_again ? Result() : checker::unpacked_result(row[0]);
      add(sum, part);
      std::vector<std::string> arguments{std::to_string(claim.item),
                                         std::to_string(claim.begun),
                                         std::to_string(contribution.knowledge.version),
                                         row[1],
                                         contribution.begins_again ? "1" : "0",
                                         std::to_string(static_cast<int>(sum.stop)),
                                         checker::packed(sum),
                                         contribution.knowledge.bytes,
                                         contribution.knowledge.bytes != row[2] ? new_number() : row[3],
                                         new_number(),
                                         worker_,
                                         in_lines(self, here_)};
      arguments.insert(arguments.end(), rest.begin(), rest.end());
      const auto outcome =
          server_.run(kCommit, {key("search"), key("items"), key("free"), key("lent"), key("owners"), key("workers")},
                      arguments)
              .text;
      if (outcome == "dropped") return Outcome::dropped;
      if (outcome == "outdated") return Outcome::outdated;
      if (outcome != "counted") continue;
      self_ = self;
      return Outcome::counted;
    }
  }

  void release(const Claim& claim) override { release(std::to_string(claim.item), worker_); }

  SharedKnowledge knowledge() override {
    const auto row = fields({"knowledge_version", "knowledge"});
    return {number_in(row[0]), row[1]};
  }

  unsigned wanted() override {
    const auto wanted = server_.run(kWanted, {key("free"), key("waiting")}, {}).number;
    return static_cast<unsigned>(std::max<std::int64_t>(wanted, 0));
  }

  Standing standing() override {
    const auto row = fields({"result", "begun", "expected_runs"});
    Standing standing;
    standing.result = checker::unpacked_result(row[0]);
    standing.begun_again = number_in(row[1]);
    std::istringstream(row[2]) >> standing.expected_runs;
    standing.items = static_cast<std::uint64_t>(server_.ask({"HLEN", key("items")}).number);
    standing.lent = static_cast<std::uint64_t>(server_.ask({"ZCARD", key("lent")}).number);
    const auto waiting = server_.ask({"ZRANGE", key("waiting"), "0", "-1"}).parts;
    const auto workers = server_.ask({"HGETALL", key("workers")}).parts;
    for (std::size_t i = 0; i + 1 < workers.size(); i += 2) {
      standing.workers.push_back(from_lines(workers[i + 1].text).first);
      standing.workers.back().waits =
          std::ranges::any_of(waiting, [&](const RedisAnswer& each) { return each.text == workers[i].text; });
    }
    std::ranges::sort(standing.workers, {}, &WorkerStanding::joined);
    return standing;
  }

 private:
  [[nodiscard]] std::string key(const char* part) const { return "vigil:{" + place_.name + "}:" + part; }

  [[nodiscard]] std::vector<std::string> fields(const std::vector<std::string>& names) {
    std::vector<std::string> command{"HMGET", key("search")}, texts;
    command.insert(command.end(), names.begin(), names.end());
    for (auto& part : server_.ask(command).parts) {
      if (part.is_nothing) server_.refuse("has no search");
      texts.push_back(std::move(part.text));
    }
    return texts;
  }

  [[nodiscard]] std::string new_number() { return std::to_string(random_() | 1U); }

  [[nodiscard]] std::uint64_t number_in(const std::string& text) const {
    std::uint64_t number = 0;
    if (!(std::istringstream(text) >> number)) server_.refuse("is damaged: a number is none");
    return number;
  }

  // Whether it was lent to the worker.
  bool release(const std::string& part, const std::string& owner) {
    return server_.run(kRelease, {key("items"), key("free"), key("lent"), key("owners")}, {part, owner}).number == 1;
  }

  // Of this machine: their leases need not be waited for.
  [[nodiscard]] bool frees_parts_of_the_dead() {
    bool has_freed = false;
    const auto owners = server_.ask({"HGETALL", key("owners")}).parts;
    for (std::size_t i = 0; i + 1 < owners.size(); i += 2) {
      const auto worker = server_.ask({"HGET", key("workers"), owners[i + 1].text});
      if (!worker.is_nothing && has_died(from_lines(worker.text).second, here_))
        has_freed |= release(owners[i].text, owners[i + 1].text);
    }
    return has_freed;
  }

  const RedisPlace place_;
  RedisConnection server_;
  std::mt19937_64 random_;
  std::string lease_, worker_;
  ProcessName here_;
  WorkerStanding self_;
  std::chrono::steady_clock::time_point claimed_{};
};

}  // namespace

bool is_on_server(const std::string& place) {
  return RedisStore(place, std::chrono::seconds(10)).is_there();
}

std::unique_ptr<Store> open_on_server(const std::string& place, std::chrono::milliseconds patience) {
  auto store = std::make_unique<RedisStore>(place, patience);
  store->expect_there();
  return store;
}

std::unique_ptr<Store> create_on_server(const std::string& place, const Beginning& beginning) {
  auto store = std::make_unique<RedisStore>(place, std::chrono::seconds(10));
  store->create(beginning);
  return store;
}

}  // namespace vigil::frontier
