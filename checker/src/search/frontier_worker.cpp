#include "common_knowledge.hpp"
#include "fixed_place.hpp"
#include "memory_model.hpp"
#include "model_search.hpp"
#include "program_code.hpp"
#include "search_identity.hpp"
#include "work_item.hpp"

#include <vigil/checker/frontier.hpp>

#include <algorithm>
#include <cstdio>
#include <new>
#include <thread>
#include <utility>

namespace vigil::checker {
namespace {

using Clock = std::chrono::steady_clock;

// What is left of a slice, in the order in which it was left.
using Rest = std::vector<WorkItem>;

std::size_t branches_in(const Rest& rest) {
  std::size_t count = 0;
  for (const WorkItem& part : rest) count += part.branches.size();
  return count;
}

std::string packed(const SearchIdentity& identity, const Rest& rest) {
  WorkItemWriter body;
  body.put(rest.size());
  for (const WorkItem& part : rest) part.pack(body);
  return with_head(identity, std::move(body).take());
}

Rest unpacked(const SearchIdentity& own, std::string_view item, const Graph& like) {
  WorkItemReader body(without_head(own, item));
  Rest rest(body.get_count("parts"));
  for (WorkItem& part : rest) {
    part.unpack(body);
    if (part.branches.empty()) throw DamagedItem("a part has no branches");
    for (unsigned thread = 0; thread != kMostThreads; ++thread)
      if (part.graph.exchangeable_before(thread) != like.exchangeable_before(thread))
        throw DamagedItem("other threads can be exchanged");
  }
  body.expect_end();
  return rest;
}

// The branch that was left longest ago, which has most below it, as a part of its own.
Rest split_off(Rest& rest) {
  WorkItem& oldest = rest.front();
  Rest part(1);
  part.front().graph = oldest.graph;
  part.front().branches = {oldest.branches.front()};
  part.front().graph.cut(oldest.branches.front().keep);
  oldest.branches.erase(oldest.branches.begin());
  if (oldest.branches.empty()) rest.erase(rest.begin());
  return part;
}

}  // namespace

class FrontierWorker::Parts {
  // What the model's code can see the address of, or the first frames of its threads have.
  struct Placed {
    Placed(const ModelCode& model_code, const Options& all_options, FixedPlace& place)
        : code(model_code),
          options(quiet(all_options)),
          assumptions(assumptions_of(options)),
          search(code, options, assumptions, &place) {}

    ModelCode code;
    Options options;
    std::shared_ptr<Assumptions> assumptions;
    ModelSearch search;

   private:
    static Options quiet(Options options) {
      if (options.most_preemptions)
        throw std::invalid_argument("a frontier keeps a search without a bound on preemptions");
      options.most_executions = 0;
      options.jobs = 1;
      options.on_progress = nullptr;
      options.on_execution = nullptr;
      return options;
    }
  };

 public:
  Parts(const ModelCode& code, const Options& options, std::string model)
      : place_(sizeof(Placed) + alignof(Placed) + ModelMemory::needed_for(code)),
        placed_(::new (place_.take(sizeof(Placed), alignof(Placed))) Placed(code, options, place_)) {
    try {
      identity_ = {
          build_id(),    std::move(model),     std::string(name_of(options.memory_model)), options_in_words(options),
          loaded_code(), digest_of_first_run()};
    } catch (...) {
      std::destroy_at(placed_);
      throw;
    }
  }
  ~Parts() { std::destroy_at(placed_); }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  [[nodiscard]] const SearchIdentity& identity() const { return identity_; }
  [[nodiscard]] std::string whole_search() const { return packed(identity_, {}); }
  [[nodiscard]] double estimated_runs(std::uint64_t most_runs) {
    const auto found = placed_->search.estimate(most_runs, 1);
    return found ? found->executions + found->blocked : 0;
  }

  End work(Frontier& frontier, const Slice& slice, const std::function<bool()>& go_on) {
    // So that the end of a search is noticed soon, and a store is not asked all the time.
    constexpr std::chrono::milliseconds kShortest{2}, kLongest{200};
    auto pause = kShortest;
    while (go_on()) {
      const auto claim = frontier.claim();
      if (claim.next == Frontier::Next::ended) return End::search_ended;
      if (claim.next == Frontier::Next::wait) {
        std::this_thread::sleep_for(pause);
        pause = std::min(2 * pause, kLongest);
        continue;
      }
      pause = kShortest;
      explore(frontier, claim, slice, go_on);
    }
    return End::told_to;
  }

 private:
  [[nodiscard]] std::string digest_of_first_run() {
    const Graph* const first = placed_->search.first_run();
    if (first == nullptr) throw FrontierError("the first execution of the model does not end before the deadline");
    WorkItemWriter graph;
    first->pack(graph);
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(checksum(std::move(graph).take())));
    return text;
  }

  [[nodiscard]] unsigned own_threads() const { return placed_->code.thread_count; }

  void explore(Frontier& frontier, const Frontier::Claim& claim, const Slice& slice,
               const std::function<bool()>& go_on) {
    Frontier::Contribution contribution;
    try {
      learn(claim.knowledge);
      Rest rest = unpacked(identity_, claim.bytes, placed_->search.search().explorer().graph());
      explore_for(rest, frontier, slice, go_on);
      contribution.result = placed_->search.search().take_result();
      if (contribution.result.stop == Stop::deadline) {
        // An execution was given up in its midst, and with it what it would have led to.
        frontier.release(claim);
        return;
      }
      if (contribution.result.stop == Stop::interrupted) contribution.result.stop = Stop::none;
      const unsigned others = std::min(frontier.wanted(), kMostParts);
      for (unsigned i = 0; i != others && branches_in(rest) > 1; ++i)
        contribution.rest.push_back(packed(identity_, split_off(rest)));
      if (!rest.empty()) contribution.rest.push_back(packed(identity_, rest));
      commit(frontier, claim, std::move(contribution));
    } catch (const DamagedItem& error) {
      give_back(frontier, claim);
      throw FrontierError(error.what());
    } catch (...) {
      give_back(frontier, claim);
      throw;
    }
  }

  // What went wrong weighs more than whether the store can take it: else the time of the claim runs out.
  static void give_back(Frontier& frontier, const Frontier::Claim& claim) noexcept {
    try {
      frontier.release(claim);
    } catch (const std::exception&) {
    }
  }

  void explore_for(Rest& rest, Frontier& frontier, const Slice& slice, const std::function<bool()>& go_on) {
    constexpr std::uint64_t kBetweenLooks = 8;
    constexpr std::chrono::milliseconds kBetweenQuestions{50}, kLongestWithoutALook{100};
    Search& search = placed_->search.search();
    (void)search.take_result();
    const auto begin = Clock::now();
    const auto end = begin + std::chrono::duration_cast<Clock::duration>(slice.time);
    auto next_question = begin + kBetweenQuestions;
    // Where others wait, that is worth a commit.
    const auto between_looks =
        std::min<Clock::duration>(std::chrono::duration_cast<Clock::duration>(slice.time / 10), kLongestWithoutALook);
    auto next_look = begin + between_looks;
    std::uint64_t runs = 0;
    bool goes_on = true;
    const auto may_go_on = [&] {
      ++runs;
      if (slice.executions != 0 && runs >= slice.executions) return false;
      if (runs % kBetweenLooks != 0) return true;
      const auto now = Clock::now();
      if (now >= end) return false;
      if (now >= next_question) {
        next_question = now + kBetweenQuestions;
        if (!go_on()) return false;
      }
      if (now < next_look) return true;
      next_look = now + between_looks;
      return search.explorer().branches_left() + branches_in(rest) < 2 || frontier.wanted() == 0;
    };
    search.set_between_runs([&] { return goes_on = may_go_on(); });
    if (rest.empty()) {
      placed_->search.run();
    } else {
      while (!rest.empty() && goes_on && search.result().stop == Stop::none &&
             !placed_->assumptions->are_contradicted()) {
        const WorkItem part = std::move(rest.back());
        rest.pop_back();
        placed_->search.run_from(part.graph, part.branches);
      }
    }
    search.set_between_runs(nullptr);
    search.explorer().give_away_all([&](const Graph& graph, std::span<const Explorer::Branch> branches) {
      auto& part = rest.emplace_back();
      part.graph = graph;
      part.branches.assign(branches.begin(), branches.end());
    });
  }

  // ---- what all processes have to agree on

  void learn(const SharedKnowledge& shared) {
    const auto known = CommonKnowledge::unpack(shared.bytes, own_threads());
    placed_->search.started_threads().set_known(known.threads);
    placed_->assumptions->mutex_use.set_known(known.mutexes);
    placed_->assumptions->started_exchange.set(placed_->options.symmetry && !known.threads_differ);
  }

  [[nodiscard]] CommonKnowledge learnt() const {
    CommonKnowledge knowledge;
    knowledge.threads = placed_->search.started_threads().known();
    // One more that was asked for has got no number.
    knowledge.threads.resize(std::min<std::size_t>(knowledge.threads.size(), kMostThreads - own_threads()));
    knowledge.mutexes = placed_->assumptions->mutex_use.known();
    const StartedExchange& exchange = placed_->assumptions->started_exchange;
    knowledge.threads_are_exchanged = exchange.is_on() && !knowledge.threads.empty();
    knowledge.threads_differ = exchange.is_contradicted() || (placed_->options.symmetry && !exchange.is_on());
    return knowledge;
  }

  void commit(Frontier& frontier, const Frontier::Claim& claim, Frontier::Contribution contribution) {
    const CommonKnowledge own = learnt();
    for (SharedKnowledge base = claim.knowledge;; base = frontier.knowledge()) {
      auto all = CommonKnowledge::unpack(base.bytes, own_threads());
      // Another process has numbered threads differently, and was first: the slice is void.
      if (!all.add(own)) return frontier.release(claim);
      if (all.is_too_much() || placed_->assumptions->mutex_use.is_full())
        throw FrontierError("the model locks more than " + std::to_string(MutexUse::kMostMutexes) +
                            " mutexes by try_lock or in loops: that can be searched without a frontier only");
      if (all.is_contradiction()) {
        all.begin_again();
        contribution = {{}, {whole_search()}, {}, true};
      }
      contribution.knowledge = {base.version, all.pack()};
      if (frontier.commit(claim, contribution) != Frontier::Outcome::outdated) return;
    }
  }

  static constexpr unsigned kMostParts = 64;

  FixedPlace place_;
  Placed* placed_;
  SearchIdentity identity_;
};

FrontierWorker::FrontierWorker(const ModelCode& code, const Options& options, std::string model)
    : parts_(std::make_unique<Parts>(code, options, std::move(model))) {}
FrontierWorker::~FrontierWorker() = default;

const SearchIdentity& FrontierWorker::identity() const { return parts_->identity(); }
std::string FrontierWorker::whole_search() const { return parts_->whole_search(); }
double FrontierWorker::estimated_runs(std::uint64_t most_runs) { return parts_->estimated_runs(most_runs); }
FrontierWorker::End FrontierWorker::work(Frontier& frontier, const Slice& slice, const std::function<bool()>& go_on) {
  return parts_->work(frontier, slice, go_on);
}

}  // namespace vigil::checker
