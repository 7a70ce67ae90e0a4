#pragma once

#include <vigil/checker/frontier.hpp>
#include <vigil/checker/result.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vigil::frontier {

/// What a search begins with in a store.
struct Beginning {
  checker::SearchIdentity identity;  ///< Which search it is.
  std::string whole;                 ///< FrontierWorker::whole_search().
  double expected_runs = 0;          ///< About how many executions it has, blocked ones included; 0: nobody knows.
};

/// A process that has taken part.
struct WorkerStanding {
  std::string host;                                 ///< Its machine.
  std::int64_t process = 0;                         ///< Its number there.
  std::chrono::system_clock::time_point joined{};  ///< When it came.
  std::chrono::system_clock::time_point seen{};    ///< When it was heard of last.
  std::uint64_t slices = 0;                         ///< How many it has committed.
  std::uint64_t runs = 0;                           ///< How many executions these had, blocked ones included.
  double busy_seconds = 0;                          ///< How long it took for them.
  bool waits = false;                               ///< Whether it had nothing to do then.
};

/// How far a search has come.
struct Standing {
  checker::Result result;         ///< The sum of what was committed.
  std::uint64_t items = 0;        ///< Parts that are left.
  std::uint64_t lent = 0;         ///< Of these, parts that workers have.
  std::uint64_t begun_again = 0;  ///< How often all was discarded, because a loop was no wait.
  double expected_runs = 0;       ///< Of Beginning.
  std::vector<WorkerStanding> workers;

  /// Whether nothing is left to do.
  [[nodiscard]] bool has_ended() const { return result.stop != checker::Stop::none || items == 0; }
  /// How many executions were explored, blocked and bounded ones included.
  [[nodiscard]] std::uint64_t runs() const { return result.executions + result.blocked + result.bounded; }
  /// From 0 to 1; 0 if nobody knows.
  [[nodiscard]] double share_done() const;
  /// Executions a second of the workers that were heard of within the last minute.
  [[nodiscard]] double rate() const;
};

/// A frontier in a store that outlives its processes. Each process opens it for itself: a fork must not use its
/// parent's.
class Store : public checker::Frontier {
 public:
  /// Which search it is of.
  [[nodiscard]] virtual checker::SearchIdentity identity() = 0;
  /// How far it has come.
  [[nodiscard]] virtual Standing standing() = 0;
  /// This process takes part from now on. A part that is lent to it for longer than `lease` may be lent to another one
  /// too.
  virtual void join(std::chrono::duration<double> lease) = 0;
};

/// Opens the frontier at a place: in a file, or on a Redis server, "redis://HOST[:PORT]/NAME", or "rediss://" by an
/// encrypted connection. Its password is in the environment: VIGIL_REDIS_PASSWORD, or the first line of the file that
/// VIGIL_REDIS_PASSWORD_FILE names. So are the files of certificates: see docs/frontier.md.
///
/// \param place where it is.
/// \param patience how long it waits for a lock, which workers hold for milliseconds, or for a server that is away.
/// \throws FrontierError if there is none, or it cannot be used.
[[nodiscard]] std::unique_ptr<Store> open(const std::string& place,
                                          std::chrono::milliseconds patience = std::chrono::seconds(10));
/// Makes one, and opens it.
///
/// \throws FrontierError if there is something at the place already, or it cannot be written.
[[nodiscard]] std::unique_ptr<Store> create(const std::string& place, const Beginning& beginning);
/// Whether there is something at the place.
[[nodiscard]] bool is_there(const std::string& place);

}  // namespace vigil::frontier
