#pragma once

#include <vigil/checker/model_code.hpp>
#include <vigil/checker/options.hpp>
#include <vigil/checker/result.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::checker {

/// A search that goes through a Frontier cannot go on: the store refuses, or holds what is none of ours. One line for
/// the user. What the store has is as it was.
class FrontierError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Which search a frontier is of. Processes share a search only if all of this is the same.
struct SearchIdentity {
  std::string build;         ///< The id of the program's build.
  std::string model;         ///< The name of the model.
  std::string memory_model;  ///< "cpp20" and so on.
  std::string options;       ///< All others that change the search, as "name=value", with spaces between them.
  std::string addresses;     ///< Where the program and its libraries lie, and which libraries these are: a line each.
  std::string first_run;     ///< A digest of the first execution, with the addresses that show in it.

  /// Compares all of it.
  friend bool operator==(const SearchIdentity&, const SearchIdentity&) = default;
};

/// What is different, and what to do, in one line for the user; empty if nothing is.
[[nodiscard]] std::string difference(const SearchIdentity& of_store, const SearchIdentity& own);

/// What has become known of a model while it was searched, and what all processes have to agree on: which thread is
/// meant by which number, and which mutexes are polled under. Only FrontierWorker reads it.
struct SharedKnowledge {
  std::uint64_t version = 0;  ///< Changes with the bytes.
  std::string bytes;          ///< Empty at first.
};

/// Where the parts of a search that are still to be explored are kept, with what the others came to. It is an interface
/// to a store that several processes use at once, and that outlives them.
///
/// Nothing counts but by commit(). So a process that dies takes nothing with it, and nothing counts twice.
///
/// \throws FrontierError where the store refuses.
class Frontier {
 public:
  /// What there is to do.
  enum class Next {
    item,   ///< A part of the search.
    wait,   ///< Nothing as yet: others have what is left.
    ended,  ///< Nothing any more: the search is complete, or has been stopped by what was found.
  };
  /// A part of the search that was lent to a worker, for a time. If the time is over, another worker may get it too.
  struct Claim {
    Next next = Next::wait;     ///< Whether there is one.
    std::uint64_t item = 0;     ///< Its number, which no other one ever has.
    std::uint64_t begun = 0;    ///< How often the search had begun again when it was lent.
    std::string bytes;          ///< The part.
    SharedKnowledge knowledge;  ///< What is known when it is lent.
  };
  /// What came of exploring a part for a while.
  struct Contribution {
    Result result;                  ///< The counts and what was found.
    std::vector<std::string> rest;  ///< Parts that are left of it.
    SharedKnowledge knowledge;      ///< What is known now. The version is that of the knowledge that it includes.
    /// Whether nothing that was counted so far holds: all parts and counts go, and `rest` is the whole search.
    bool begins_again = false;
  };
  /// What became of a contribution.
  enum class Outcome {
    counted,   ///< It is in the store.
    dropped,   ///< The part was done already, or the search has begun again. Nothing has changed.
    outdated,  ///< More has become known. Nothing has changed; the part is still lent.
  };

  Frontier() = default;
  virtual ~Frontier() = default;
  Frontier(const Frontier&) = delete;
  Frontier& operator=(const Frontier&) = delete;

  /// Lends a part.
  [[nodiscard]] virtual Claim claim() = 0;
  /// All of the contribution or none of it: the part is done, its counts are added, what is left is put back.
  [[nodiscard]] virtual Outcome commit(const Claim& claim, const Contribution& contribution) = 0;
  /// The part is not lent any more, and as it was.
  virtual void release(const Claim& claim) = 0;
  /// What is known now.
  [[nodiscard]] virtual SharedKnowledge knowledge() = 0;
  /// How many more parts the workers that wait could use.
  [[nodiscard]] virtual unsigned wanted() = 0;
};

/// How long a worker explores before it commits.
struct Slice {
  std::chrono::duration<double> time{5};  ///< Less if others wait.
  std::uint64_t executions = 0;           ///< And so many at most; 0: no limit. For tests.
};

/// A process that takes part in a search.
///
/// Values of atomics may be addresses. So all of them have to be the same in all processes: the addresses must not be
/// randomised, and the memory of the model is at a fixed place. There can be one FrontierWorker at a time in a process.
///
/// \snippet checker/frontier.cpp example
class FrontierWorker {
 public:
  /// Runs the model once.
  ///
  /// \param code the model.
  /// \param options those of the search. Options::most_executions, Options::on_progress and Options::on_execution have no
  ///   effect, nor has Options::jobs. At the deadline an execution that does not end is given up, with its slice.
  /// \param model its name.
  /// \throws FrontierError if the fixed place is not free; std::invalid_argument if Options::most_preemptions is given;
  ///   else as check().
  FrontierWorker(const ModelCode& code, const Options& options, std::string model);
  ~FrontierWorker();
  FrontierWorker(const FrontierWorker&) = delete;
  FrontierWorker& operator=(const FrontierWorker&) = delete;

  /// Which search it is, as this process sees it.
  [[nodiscard]] const SearchIdentity& identity() const;
  /// The part that is all of it, to begin with.
  [[nodiscard]] std::string whole_search() const;
  /// About how many executions the search has, blocked ones included; 0 if nobody knows.
  [[nodiscard]] double estimated_runs(std::uint64_t most_runs);

  /// Why work() ended.
  enum class End {
    search_ended,  ///< Nothing is left.
    told_to,       ///< `go_on` said so. What this worker had is in the store.
  };
  /// Takes parts from the frontier, and explores them, until nothing is left or `go_on` returns false. It is asked some
  /// times a second.
  ///
  /// \throws FrontierError if an item is damaged or of another search; what check() throws of the model. The part is
  ///   then in the store as it was.
  End work(Frontier& frontier, const Slice& slice, const std::function<bool()>& go_on);

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

/// Adds the counts of a part of a search to those of others. Of two findings the first stays; of two reasons to stop
/// the weightier.
void add(Result& sum, const Result& part);

/// A result as bytes, and back.
[[nodiscard]] std::string packed(const Result& result);
/// \throws FrontierError if the bytes are no result.
[[nodiscard]] Result unpacked_result(const std::string& bytes);

/// As check() does at the end of a search: says which limits a complete result is under, and puts the choices of its
/// finding into the order of a trace.
void conclude(Result& result, const ModelCode& code, const Options& options);

/// Makes this program begin again, by exec, without randomised addresses, if it has them. Does nothing otherwise. Call
/// it before anything else is under way.
///
/// \throws FrontierError if that cannot be had.
void fix_addresses(char* const* argv);

}  // namespace vigil::checker
