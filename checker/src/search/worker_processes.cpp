#include "worker_processes.hpp"

#include "channel.hpp"
#include "model_search.hpp"
#include "shared_by_forks.hpp"
#include "work_item.hpp"

#include <vigil/checker/frontier.hpp>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace vigil::checker {
namespace {

// What the processes share without a message.
struct Shared {
  std::atomic<int> wanted{0};  // work items that idle processes wait for
  std::atomic<bool> stop{false};
  struct Counts {
    std::atomic<std::uint64_t> executions{0}, blocked{0};
  };
  Counts counts[kMostJobs];
};

// ---- a worker

void give_work(Search& search, Shared& shared, const Channel& leader) {
  int wanted = shared.wanted.load(std::memory_order_relaxed);
  if (wanted <= 0 || !shared.wanted.compare_exchange_strong(wanted, wanted - 1, std::memory_order_relaxed)) return;
  Graph graph(1);
  Explorer::Branch branch;
  if (search.explorer().give_away(graph, branch))
    leader.send(Message::work, pack(graph, branch));
  else
    shared.wanted.fetch_add(1, std::memory_order_relaxed);
}

[[noreturn]] void work(ModelSearch& model, const Assumptions& assumptions, Shared& shared, const Channel& leader,
                       unsigned number) {
  Search& search = model.search();
  // Only the leader talks to the user; if it is killed, all of them end.
  signal(SIGINT, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  try {
    WorkItem item;
    search.set_between_runs([&] {
      auto& counts = shared.counts[number];
      counts.executions.store(search.result().executions, std::memory_order_relaxed);
      counts.blocked.store(search.result().blocked, std::memory_order_relaxed);
      if (shared.wanted.load(std::memory_order_relaxed) > 0) give_work(search, shared, leader);
      return !shared.stop.load(std::memory_order_relaxed);
    });
    Message message{};
    std::string bytes;
    while (leader.send(Message::idle) && leader.receive(message, bytes) && message == Message::work) {
      if (bytes.empty()) {
        model.run();
      } else {
        unpack(bytes, item);
        model.run_from(item.graph, item.branches);
      }
      if (search.result().stop != Stop::none || assumptions.are_contradicted())
        shared.stop.store(true, std::memory_order_relaxed);
    }
    leader.send(Message::result, pack(search.result()));
    _exit(EXIT_SUCCESS);
  } catch (const std::bad_alloc&) {
    leader.send(Message::breakdown);
  } catch (const std::logic_error& exception) {
    leader.send(Message::refusal, exception.what());
  } catch (const std::exception& exception) {
    leader.send(Message::breakdown, exception.what());
  }
  _exit(EXIT_FAILURE);
}

// ---- the leader

std::string how_it_ended(pid_t process) {
  siginfo_t ended{};
  // Leaves it to be waited for.
  const bool is_known = waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOWAIT) == 0;
  if (is_known && (ended.si_code == CLD_KILLED || ended.si_code == CLD_DUMPED))
    return std::string("was ended by a signal: ") + strsignal(ended.si_status);
  return "ended before its work was done";
}

struct Worker {
  pid_t process;
  Channel channel;
  bool is_idle = false;
  bool has_ended = false;
};

class WorkerProcesses {
 public:
  WorkerProcesses(const ModelCode& code, const Options& options, const std::shared_ptr<Assumptions>& assumptions)
      : options_(options), assumptions_(assumptions), search_(code, quiet(options), assumptions) {
    // The threads that the model starts get their numbers in the same order as in one process.
    (void)search_.estimate(1, 1);
    for (unsigned number = 0; number != options.jobs; ++number) start_worker(number);
  }
  ~WorkerProcesses() {
    for (Worker& worker : workers_) {
      if (!worker.has_ended) kill(worker.process, SIGKILL);
      int status = 0;
      waitpid(worker.process, &status, 0);
    }
  }
  WorkerProcesses(const WorkerProcesses&) = delete;
  WorkerProcesses& operator=(const WorkerProcesses&) = delete;

  [[nodiscard]] Result search() {
    items_.emplace_back();  // all of it
    while (!is_done()) {
      hand_out();
      listen();
      report();
    }
    collect_results();
    return result_;
  }

 private:
  // Where the workers are silent.
  const Options& quiet(const Options& options) {
    workers_options_ = options;
    workers_options_.on_progress = nullptr;
    return workers_options_;
  }

  void start_worker(unsigned number) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
      throw std::system_error(errno, std::generic_category(), "socketpair");
    const pid_t process = fork();
    if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (process == 0) {
      workers_.clear();
      close(ends[0]);
      work(search_, *assumptions_, *memory_, Channel(ends[1]), number);
    }
    close(ends[1]);
    workers_.push_back({process, Channel(ends[0])});
  }

  [[nodiscard]] bool is_done() const {
    const bool all_idle =
        std::all_of(workers_.begin(), workers_.end(), [](const Worker& each) { return each.is_idle; });
    return all_idle && ((began_ && items_.empty()) || (*memory_).stop.load(std::memory_order_relaxed));
  }

  void hand_out() {
    for (Worker& worker : workers_) {
      if (!worker.is_idle || items_.empty()) continue;
      worker.is_idle = false;
      began_ = true;
      worker.channel.send(Message::work, items_.front());
      items_.pop_front();
    }
    const auto idle = std::count_if(workers_.begin(), workers_.end(), [](const Worker& each) { return each.is_idle; });
    (*memory_).wanted.store(began_ ? static_cast<int>(idle) : 0, std::memory_order_relaxed);
  }

  void listen() {
    constexpr int kPatience_ms = 100;
    std::vector<pollfd> descriptors;
    for (const Worker& worker : workers_) descriptors.push_back({worker.channel.descriptor(), POLLIN, 0});
    if (poll(descriptors.data(), descriptors.size(), kPatience_ms) <= 0) return;
    for (std::size_t i = 0; i != workers_.size(); ++i)
      if (descriptors[i].revents != 0) hear(workers_[i]);
  }

  // Throws what the process ended with, if it did.
  static void receive(Worker& worker, Message& message, std::string& bytes) {
    if (!worker.channel.receive(message, bytes)) {
      worker.has_ended = true;
      throw std::runtime_error("a process of the search " + how_it_ended(worker.process));
    }
    // It would be the same in one process: the model is at fault.
    if (message == Message::refusal) throw std::logic_error(bytes);
    if (message != Message::breakdown) return;
    if (bytes.empty()) throw std::bad_alloc();
    throw std::runtime_error(bytes);
  }

  void hear(Worker& worker) {
    Message message{};
    std::string bytes;
    receive(worker, message, bytes);
    if (message == Message::idle) worker.is_idle = true;
    if (message == Message::work) items_.push_back(std::move(bytes));
  }

  void report() {
    if (!options_.on_progress) return;
    SearchProgress progress;
    for (std::size_t i = 0; i != workers_.size(); ++i) {
      progress.executions += (*memory_).counts[i].executions.load(std::memory_order_relaxed);
      progress.blocked += (*memory_).counts[i].blocked.load(std::memory_order_relaxed);
    }
    search_.expect_if_long([&] { return options_.on_progress(progress); });
    progress.share_done = search_.search().share_done(progress.executions + progress.blocked);
    if (options_.on_progress(progress)) return;
    interrupted_ = true;
    (*memory_).stop.store(true, std::memory_order_relaxed);
  }

  void collect_results() {
    for (Worker& worker : workers_) {
      worker.channel.send(Message::result);
      Message message{};
      std::string bytes;
      receive(worker, message, bytes);
      worker.has_ended = true;
      add(result_, unpack_result(bytes));
    }
    if (interrupted_) result_.stop = Stop::interrupted;
  }

  const Options& options_;
  Options workers_options_;
  std::shared_ptr<Assumptions> assumptions_;
  // Made before the processes part, so that the model and all its memory have the same addresses in all of them.
  ModelSearch search_;
  SharedByForks<Shared> memory_;
  std::vector<Worker> workers_;
  std::deque<std::string> items_;
  Result result_;
  bool began_ = false;
  bool interrupted_ = false;
};

}  // namespace

Result check_in_processes(const ModelCode& code, const Options& options) {
  if (options.jobs > kMostJobs)
    throw std::invalid_argument("at most " + std::to_string(kMostJobs) + " processes share a search");
  if (options.on_execution) throw std::invalid_argument("executions are observed in one process only");
  const auto assumptions = assumptions_of(options);
  for (;;) {
    const Result result = WorkerProcesses(code, options, assumptions).search();
    if (!assumptions->are_contradicted()) return result;
    assumptions->begin_again();
  }
}

}  // namespace vigil::checker
