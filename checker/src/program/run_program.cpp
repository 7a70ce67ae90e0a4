// The command line of a program that checks its own models.

#include <vigil/checker/run.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include <unistd.h>

namespace vigil::checker {
namespace {

constexpr int kMisuse = 2;

constexpr std::string_view kHelp =
    "usage: PROGRAM [OPTION...] [NAME]\n"
    "\n"
    "Runs each model, or those whose name contains NAME, through every execution that the memory model allows.\n"
    "\n"
    "  --memory-model MODEL   cpp20, rc11, tso: x86, or sc: sequential consistency\n"
    "  --jobs N               processes that share a search\n"
    "  --count                goes on after a violation and counts them all\n"
    "  --limit N              stops after N executions\n"
    "  --time-limit SECONDS   stops after so long\n"
    "  --arena-bytes N        memory that each thread may allocate in an execution (1048576)\n"
    "  --sample N             draws N executions at random instead\n"
    "  --seed N               what they are drawn from (1)\n"
    "  --html FILE            writes the violation as a page that can be stepped through\n"
    "  --replay CHOICES       runs one execution again\n"
    "  --list                 only names the models\n"
    "\n"
    "Exit status: 0 no violation, 1 a violation, 2 the command makes no sense, 3 a limit was reached.\n";

struct Misuse : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Arguments {
  std::optional<MemoryModel> memory_model;
  std::optional<unsigned> jobs;
  bool count = false, help = false, list = false;
  std::uint64_t limit = 0, sample = 0, seed = 1, seconds = 0, arena_bytes = 0;
  std::string html, replay, name;
};

std::uint64_t number(const std::string& text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) throw Misuse("'" + text + "' is not a number");
  return value;
}

std::uint64_t positive(const std::string& text) {
  const auto value = number(text);
  if (value == 0) throw Misuse("0 makes no sense here");
  return value;
}

MemoryModel memory_model(const std::string& text) {
  const auto model = memory_model_named(text);
  if (!model) throw Misuse("there is no memory model '" + text + "': cpp20, rc11, tso or sc");
  return *model;
}

class Parser {
 public:
  Parser(int argc, const char* const* argv) : rest_(argv + std::min(argc, 1), argv + argc) {}

  Arguments parse() {
    for (; next_ != rest_.size(); ++next_) {
      const auto& argument = rest_[next_];
      if (!is_flag(argument) && !is_option(argument)) name(argument);
    }
    return arguments_;
  }

 private:
  bool is_flag(const std::string& argument) {
    if (argument == "--count") return arguments_.count = true;
    if (argument == "--list") return arguments_.list = true;
    if (argument == "--help" || argument == "-h") return arguments_.help = true;
    return false;
  }

  bool is_option(const std::string& argument) {
    constexpr std::uint64_t kMostJobs = 1024;
    if (argument == "--memory-model") return arguments_.memory_model = memory_model(value()), true;
    if (argument == "--jobs")
      return arguments_.jobs = static_cast<unsigned>(std::min(positive(value()), kMostJobs)), true;
    if (argument == "--limit") return arguments_.limit = positive(value()), true;
    if (argument == "--time-limit") return arguments_.seconds = positive(value()), true;
    if (argument == "--arena-bytes") return arguments_.arena_bytes = positive(value()), true;
    if (argument == "--sample") return arguments_.sample = positive(value()), true;
    if (argument == "--seed") return arguments_.seed = number(value()), true;
    if (argument == "--html") return arguments_.html = value(), true;
    if (argument == "--replay") return arguments_.replay = value(), true;
    return false;
  }

  const std::string& value() {
    if (++next_ == rest_.size()) throw Misuse(rest_.back() + " wants a value");
    return rest_[next_];
  }

  void name(const std::string& argument) {
    if (argument.starts_with("-")) throw Misuse("there is no option " + argument);
    if (!arguments_.name.empty()) throw Misuse("one name at most");
    arguments_.name = argument;
  }

  std::vector<std::string> rest_;
  std::size_t next_ = 0;
  Arguments arguments_;
};

volatile std::sig_atomic_t interrupted = 0;

// While one lives, Ctrl-C ends a search instead of the program.
class InterruptGuard {
 public:
  InterruptGuard() : before_(std::signal(SIGINT, [](int) { interrupted = 1; })) {}
  ~InterruptGuard() { std::signal(SIGINT, before_); }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  void (*before_)(int);
};

// A line that is rewritten now and then, for a person who waits.
class ProgressLine {
 public:
  void show(const SearchProgress& progress) {
    const auto now = Clock::now();
    if (!on_terminal_ || now - shown_ < std::chrono::milliseconds(500)) return;
    shown_ = now;
    const auto seen = progress.executions + progress.blocked;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    std::fprintf(stderr, "\r%llu executions, %.0f a second, about %.1f %% done  ",
                 static_cast<unsigned long long>(seen), static_cast<double>(seen) / seconds, 100 * progress.share_done);
    is_shown_ = true;
  }
  void clear() const {
    if (is_shown_) std::fputs("\r\033[K", stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool on_terminal_ = isatty(STDERR_FILENO) == 1;
  bool is_shown_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_ = begin_;
};

void write_page(const std::string& file, const Trace& trace, const TraceHeader& header) {
  std::ofstream page(file);
  page << html(trace, header);
  if (!page.flush()) throw Misuse("cannot write " + file);
}

int replay_one(const Subject& subject, const Arguments& arguments, const std::string& program) {
  const Trace trace = linearise(replay(subject.code, subject.options, arguments.replay));
  Verdict verdict{subject, {}, {}, trace};
  if (trace.violation) verdict.result.finding = {*trace.violation, trace.what, arguments.replay};
  const auto header = header_of(verdict, program);
  std::fputs(text(trace, header).c_str(), stdout);
  if (!arguments.html.empty()) write_page(arguments.html, trace, header);
  return verdict.exit_status();
}

int check_one(const Subject& subject, const Arguments& arguments, const std::string& program) {
  const InterruptGuard guard;
  ProgressLine line;
  Subject watched = subject;
  watched.options.on_progress = [&](const SearchProgress& progress) {
    line.show(progress);
    return interrupted == 0;
  };
  std::optional<Sample> sample;
  if (arguments.sample != 0) sample = Sample{arguments.sample, arguments.seed};
  const auto verdict = run(std::move(watched), sample);
  line.clear();
  std::fputs(text(verdict, program).c_str(), stdout);
  if (verdict.trace && !arguments.html.empty()) write_page(arguments.html, *verdict.trace, header_of(verdict, program));
  return verdict.exit_status();
}

Subject as_asked(Subject subject, const Arguments& arguments) {
  auto& options = subject.options;
  if (arguments.memory_model) options.memory_model = *arguments.memory_model;
  if (arguments.jobs) options.jobs = *arguments.jobs;
  if (arguments.limit != 0) options.most_executions = arguments.limit;
  if (arguments.seconds != 0)
    options.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(arguments.seconds);
  if (arguments.arena_bytes != 0) options.arena_bytes = arguments.arena_bytes;
  if (arguments.count) options.count_violations = true;
  return subject;
}

// A violation weighs more than a limit, and a limit more than nothing.
int worse(int one, int other) {
  if (one == 1 || other == 1) return 1;
  return std::max(one, other);
}

int run_all(const std::vector<Subject>& subjects, const Arguments& arguments, const std::string& program) {
  std::vector<Subject> chosen;
  for (const auto& subject : subjects)
    if (subject.name.find(arguments.name) != std::string::npos) chosen.push_back(subject);
  if (chosen.empty()) throw Misuse("no model has a name with '" + arguments.name + "' in it");
  if (arguments.list) {
    for (const auto& subject : chosen) std::printf("%s\n", subject.name.c_str());
    return 0;
  }
  if (!arguments.replay.empty() && chosen.size() != 1) throw Misuse("--replay wants the name of one model");

  int status = 0;
  bool is_first = true;
  for (const auto& subject : chosen) {
    if (!std::exchange(is_first, false)) std::putchar('\n');
    // The choices of one model fit no other.
    const auto command = subjects.size() == 1 ? program : program + " '" + subject.name + "'";
    const auto asked = as_asked(subject, arguments);
    const int mine =
        arguments.replay.empty() ? check_one(asked, arguments, command) : replay_one(asked, arguments, command);
    status = worse(status, mine);
    if (interrupted != 0) break;
  }
  return status;
}

}  // namespace

int run_program(const std::vector<Subject>& subjects, int argc, const char* const* argv) {
  const std::string program = argc > 0 ? argv[0] : "";
  try {
    const auto arguments = Parser(argc, argv).parse();
    if (arguments.help) {
      std::fputs(kHelp.data(), stdout);
      return 0;
    }
    return run_all(subjects, arguments, program);
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), exception.what());
    return kMisuse;
  }
}

}  // namespace vigil::checker
