#include "trace_words.hpp"

#include <algorithm>
#include <array>

namespace vigil::checker {
namespace {

// In the order of the enumerators.
constexpr auto kActions = std::to_array<std::string_view>({
    "load",
    "store",
    "exchange",
    "fetch_add",
    "fetch_sub",
    "fetch_and",
    "fetch_or",
    "fetch_xor",
    "fetch_min",
    "fetch_max",
    "compare_exchange",
    "failed_compare_exchange",
    "spurious_failure",
    "fence",
    "light_fence",
    "heavy_fence",
    "read",
    "write",
    "lock",
    "failed_try_lock",
    "unlock",
    "wait",
    "woken",
    "spuriously_woken",
    "timed_out",
    "notify_one",
    "notify_all",
    "allocate",
    "deallocate",
    "start_thread",
    "join_thread",
    "begin",
    "end",
    "yield",
});
static_assert(kActions.size() == static_cast<std::size_t>(Action::yield) + 1);

// Nothing for what is no fence.
std::string_view words_of_fence(Action action) {
  return action == Action::fence         ? "fence"
         : action == Action::light_fence ? "light fence"
         : action == Action::heavy_fence ? "heavy fence"
                                         : "";
}

std::string with_order(std::string words, const TraceStep& step) {
  if (!step.order.empty()) words += ", " + step.order;
  return words;
}

// An operation on the object; what else there is to say of it comes last.
std::string acting(std::string words, const TraceStep& step) {
  if (!step.object.empty()) words += " " + step.object;
  if (!step.expected.empty()) words += ", " + step.expected;
  return words;
}

std::string failed(const TraceStep& step, std::string_view how) {
  auto words = "cas " + step.object + " fails" + std::string(how) + ": is " + step.read;
  if (!step.expected.empty()) words += ", expected " + step.expected;
  return words;
}

std::string words_of_action(const TraceStep& step) {
  const std::string name(name_of(step.action));
  if (step.is_refused) return acting(name, step);
  switch (step.action) {
    case Action::load:
    case Action::read:
      return step.read.empty() ? name + " " + step.object : name + " " + step.object + " = " + step.read;
    case Action::store:
    case Action::write:
      return step.written.empty() ? name + " " + step.object : name + " " + step.object + " = " + step.written;
    case Action::compare_exchange:
      return "cas " + step.object + ": " + step.read + " -> " + step.written;
    case Action::exchange:
    case Action::fetch_add:
    case Action::fetch_sub:
    case Action::fetch_and:
    case Action::fetch_or:
    case Action::fetch_xor:
    case Action::fetch_min:
    case Action::fetch_max:
      return name + " " + step.object + ": " + step.read + " -> " + step.written;
    case Action::failed_compare_exchange:
      return failed(step, "");
    case Action::spurious_failure:
      return failed(step, " spuriously");
    case Action::failed_try_lock:
      return acting("try_lock", step) + " fails";
    case Action::wait:
      return acting("wait on", step);
    case Action::woken:
      return acting("woken from", step);
    case Action::spuriously_woken:
      return acting("woken from", step) + " spuriously";
    case Action::timed_out:
      return acting("wait on", step) + " times out";
    case Action::deallocate:
      return acting("free", step);
    case Action::start_thread:
      return acting("start", step);
    case Action::join_thread:
      return acting("join", step);
    case Action::begin:
      return "begins";
    case Action::end:
      return "ends";
    default:
      return acting(name, step);
  }
}

// A path as one would write it in an #include, or from the root of the source tree.
std::string_view short_path(std::string_view path, std::string_view root) {
  constexpr std::string_view kInclude = "/include/";
  if (const auto at = path.rfind(kInclude); at != std::string_view::npos) return path.substr(at + kInclude.size());
  if (!root.empty() && path.starts_with(root)) {
    path.remove_prefix(root.size());
    return path.starts_with('/') ? path.substr(1) : path;
  }
  // A compiler cache may name sources from the directory of the build.
  while (path.starts_with("../")) path.remove_prefix(3);
  return path;
}

std::string value_written_at(const Trace& trace, const TimedStep& timed) {
  for (const auto& write : trace.objects[*timed.object].writes)
    if (write.step == timed.overwritten_by) return write.value;
  return {};
}

}  // namespace

std::string_view name_of(Action action) { return kActions[static_cast<std::size_t>(action)]; }

std::string_view name_of(TraceObject::Kind kind) {
  constexpr std::array<std::string_view, 5> kKinds{"atomic", "variable", "mutex", "queue", "memory"};
  return kKinds[static_cast<std::size_t>(kind)];
}

std::string name_of_thread(int thread) {
  if (thread == StepName::kSetup) return "setup";
  if (thread == StepName::kFinish) return "finish";
  return "thread " + std::to_string(thread);
}

std::string title_of_thread(const Trace& trace, int thread) {
  const auto title = name_of_thread(thread);
  const bool is_named = thread >= 0 && static_cast<std::size_t>(thread) < trace.thread_names.size();
  if (!is_named || trace.thread_names[static_cast<unsigned>(thread)].empty()) return title;
  return title + " (" + trace.thread_names[static_cast<unsigned>(thread)] + ")";
}

std::string words_of(const TraceStep& step) {
  if (const auto words = words_of_fence(step.action); !words.empty())
    return (step.order.empty() ? std::string() : step.order + " ") + std::string(words);
  return with_order(words_of_action(step), step) + (step.blocked ? "; waits forever" : "");
}

std::string origin_of(const TimedStep& timed) {
  if (!timed.reads) return {};
  return timed.from == 0 ? "initial" : "from " + std::to_string(timed.from);
}

std::string staleness_of(const Trace& trace, const TimedStep& timed) {
  if (!timed.stale && !timed.late) return {};
  const auto who = timed.overwritten_by == 0 ? "the setup" : "step " + std::to_string(timed.overwritten_by);
  const auto value = value_written_at(trace, timed);
  if (timed.late) return "LATE: " + who + " already overwrote it with " + value;
  return "STALE: " + who + " already wrote " + value;
}

std::string file_and_line(const TraceStep& step, std::string_view source_root) {
  if (step.file.empty()) return {};
  return std::string(short_path(step.file, source_root)) + ":" + std::to_string(step.line);
}

std::string place_of(const TraceStep& step, std::string_view source_root) {
  auto place = file_and_line(step, source_root);
  const auto append = [&place](const std::string& words) { place += (place.empty() ? "" : " ") + words; };
  if (!step.label.empty()) {
    append("[" + step.label + "]");
  } else if (!step.function.empty()) {
    append(step.function);
  }
  return place;
}

std::string short_place_of(const TraceStep& step) {
  if (step.label.empty()) return step.function;
  const auto label = "[" + step.label + "]";
  return step.function.empty() || step.function.starts_with("operator") ? label : step.function + " " + label;
}

std::string sentence_of_violation(const Trace& trace) {
  std::string words = "VIOLATION";
  if (trace.violating_thread >= 0) words += " " + name_of_thread(trace.violating_thread);
  if (trace.violating != 0) words += " at step " + std::to_string(trace.violating);
  return words + ": " + words_of_violation(trace);
}

std::string words_of_violation(const Trace& trace) {
  std::string words(trace.violation ? name_of(*trace.violation) : std::string_view());
  if (!trace.what.empty()) words += (words.empty() ? "" : ": ") + trace.what;
  return words;
}

std::string title_of(const Trace& trace, const TraceHeader& header) {
  const std::string title = trace.violation ? "Counterexample" : "Execution trace";
  return header.model.empty() ? title : title + ": " + header.model;
}

std::string quality_of(const Trace& trace) {
  const auto stale = std::to_string(trace.stale_reads), switches = std::to_string(trace.context_switches);
  if (trace.minimal)
    return "the order with the fewest stale reads (" + stale + "), then the fewest context switches (" + switches + ")";
  return "a good order, not known to be the best, with " + stale + " stale reads and " + switches + " context switches";
}

std::vector<std::string> wrapped(std::string_view words, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  while (!words.empty()) {
    const auto blank = std::min(words.find(' '), words.size());
    const auto word = words.substr(0, blank);
    words.remove_prefix(std::min(blank + 1, words.size()));
    const bool is_first = line.find_first_not_of(' ') == std::string::npos;
    if (!is_first && line.size() + 1 + word.size() > width) {
      lines.push_back(line);
      line.assign(2, ' ');
    } else if (!is_first) {
      line += ' ';
    }
    line += word;
  }
  lines.push_back(line);
  return lines;
}

}  // namespace vigil::checker
