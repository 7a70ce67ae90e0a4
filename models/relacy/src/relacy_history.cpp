// Relacy's history, in the words of this project: addresses become short names, Relacy's own housekeeping disappears.

#include <vigil/model/relacy_engine.hpp>

#include <cctype>
#include <map>
#include <regex>
#include <string>

namespace vigil::models {
namespace {

// Names in the order of appearance: a1, a2 for atomics, v1 for vars, m1 for mutexes, c1 for condition variables.
class Names {
 public:
  void allocated(const std::string& address, std::size_t bytes) {
    blocks_[number(address)] = {"n" + std::to_string(++next_['n']), bytes};
  }
  [[nodiscard]] std::string object(const std::string& address, char kind) {
    auto& name = objects_[address];
    if (name.empty() || name[0] != kind) {
      name = kind + std::to_string(++next_[kind]);
      const auto place = inside_block(address);
      if (!place.empty()) name += " in " + place;
    }
    return name;
  }
  [[nodiscard]] std::string pointer(const std::string& address) {
    const auto object = objects_.find(address);
    if (object != objects_.end()) return "&" + object->second;
    const auto place = inside_block(address);
    if (!place.empty()) return "&" + place;
    auto& name = pointers_[address];
    if (name.empty()) name = "p" + std::to_string(++next_['p']);
    return name;
  }

 private:
  struct Block {
    std::string name;
    std::size_t bytes;
  };
  static std::uint64_t number(const std::string& address) { return std::stoull(address, nullptr, 16); }
  [[nodiscard]] std::string inside_block(const std::string& address) const {
    const auto wanted = number(address);
    auto block = blocks_.upper_bound(wanted);
    if (block == blocks_.begin()) return {};
    --block;
    const auto offset = wanted - block->first;
    if (offset >= block->second.bytes) return {};
    return offset == 0 ? block->second.name : block->second.name + "+" + std::to_string(offset);
  }

  std::map<std::string, std::string> objects_;
  std::map<std::string, std::string> pointers_;
  std::map<std::uint64_t, Block> blocks_;
  std::map<char, int> next_;
};

// Fills in what stands behind ", in ": function, file and line, and the label that the adapter put before the function.
void take_place(std::string& text, Step& step) {
  const auto mark = text.find('\x1f');
  const auto at = text.rfind(", in ", mark);
  if (at == std::string::npos) return;
  std::string place = text.substr(at + 5);
  text.resize(at);
  const auto labelled = place.find('\x1f');
  if (labelled == std::string::npos) return;  // a line of Relacy's own
  step.label = place.substr(0, labelled);
  place.erase(0, labelled + 1);
  const auto bracket = place.rfind('(');
  const auto comma = place.rfind(", ", bracket);
  if (comma == std::string::npos || bracket == std::string::npos || bracket < comma) return;
  step.function = place.substr(0, std::min(comma, place.find('<')));  // without template arguments
  step.file = place.substr(comma + 2, bracket - comma - 2);
  step.line = static_cast<unsigned>(std::strtoul(place.c_str() + bracket + 1, nullptr, 10));
}

std::string with_pointers_named(const std::string& text, Names& names) {
  static const std::regex pointer("@(0x[0-9a-f]+)");
  std::string named;
  auto rest = text.cbegin();
  for (std::sregex_iterator match(text.begin(), text.end(), pointer), end; match != end; ++match) {
    named.append(rest, (*match)[0].first);
    named += names.pointer((*match)[1].str());
    rest = (*match)[0].second;
  }
  named.append(rest, text.cend());
  return named;
}

std::string describe_mutex(const std::string& name, const std::string& what) {
  if (what == "exclusive lock") return "lock " + name;
  if (what == "exclusive unlock") return "unlock " + name;
  if (what == "blocking") return "blocks on " + name;
  if (what == "failed exclusive try lock") return "try_lock " + name + " fails";
  if (what == "spuriously failed exclusive try lock") return "try_lock " + name + " fails spuriously";
  return name + ": " + what;
}

std::string wakes(const std::string& count) { return count == "0" ? ", nobody waits" : ", wakes " + count; }

std::string describe_condition(const std::string& name, const std::string& what) {
  std::smatch match;
  static const std::regex one("notify one total_blocked=(\\d+) unblocked=(\\d+)");
  static const std::regex all("notify all unblocked=(\\d+)");
  static const std::regex exit("wait exit (.*)");
  if (what == "wait enter") return "wait on " + name;
  if (std::regex_match(what, match, exit))
    return "woken from " + name + (match[1].str().find("spurious") != std::string::npos ? " spuriously" : "");
  if (std::regex_match(what, match, one)) return "notify_one " + name + wakes(match[2].str());
  if (std::regex_match(what, match, all)) return "notify_all " + name + wakes(match[1].str());
  return name + ": " + what;
}

// An operation on an object, or nothing if the line is none.
std::string describe_operation(const std::string& text, Step& step, Names& names) {
  static const std::regex load("<(.*)> atomic load, value=(.*?)( \\[NOT CURRENT\\])?, order=(.*)");
  static const std::regex store("<(.*)> atomic store, value=(.*), \\(prev value=(.*)\\), order=(.*)");
  static const std::regex exchange("<(.*)> exchange , prev=(.*), arg=(.*), new=(.*), order=(.*)");
  static const std::regex modify("<(.*)> (fetch_\\w+) , prev=(.*), arg=(.*), new=(.*), order=(.*)");
  static const std::regex cas(
      "<(.*)> CAS (succ|fail) (\\[SPURIOUSLY\\] )?(\\[ABA\\] )?orig=(.*), cmp=(.*), xchg=(.*), order=(.*)");
  static const std::regex var("<(.*)> (load|store), value=(.*)");
  static const std::regex mutex("<(.*)> mutex: (.*)");
  static const std::regex condition("<(.*)> cond_var: (.*)");
  static const std::regex wait("<(.*)> atomic wait");
  static const std::regex notify("<(.*)> atomic notify (one|all) unblocked=(\\d+)");
  std::smatch m;
  if (std::regex_match(text, m, load)) {
    step.stale = m[3].matched;
    return "load " + names.object(m[1], 'a') + " = " + m[2].str() + ", " + m[4].str();
  }
  if (std::regex_match(text, m, store))
    return "store " + names.object(m[1], 'a') + " = " + m[2].str() + ", " + m[4].str();
  if (std::regex_match(text, m, exchange))
    return "exchange " + names.object(m[1], 'a') + ": " + m[2].str() + " -> " + m[4].str() + ", " + m[5].str();
  if (std::regex_match(text, m, modify))
    return m[2].str() + " " + names.object(m[1], 'a') + ": " + m[3].str() + " -> " + m[5].str() + ", " + m[6].str();
  if (std::regex_match(text, m, cas)) {
    const auto name = names.object(m[1], 'a');
    if (m[2].str() == "succ") return "cas " + name + ": " + m[5].str() + " -> " + m[7].str() + ", " + m[8].str();
    return "cas " + name + " fails" + (m[3].matched || m[6].str() == "(any)" ? " spuriously" : "") + ": is " +
           m[5].str() + ", expected " + m[6].str() + ", " + m[8].str();
  }
  if (std::regex_match(text, m, var))
    return (m[2].str() == "load" ? "read " : "write ") + names.object(m[1], 'v') + " = " + m[3].str();
  if (std::regex_match(text, m, mutex)) return describe_mutex(names.object(m[1], 'm'), m[2]);
  if (std::regex_match(text, m, wait)) return "waits on " + names.object(m[1], 'a');
  if (std::regex_match(text, m, notify)) return "notify_" + m[2].str() + " " + names.object(m[1], 'a') + wakes(m[3]);
  if (std::regex_match(text, m, condition)) return describe_condition(names.object(m[1], 'c'), m[2]);
  return {};
}

std::string describe_memory(const std::string& text, Names& names) {
  static const std::regex allocation("allocate @(.*), bytes=(.*)");
  static const std::regex relacys_own("memory allocation: addr=(.*), size=(.*)");
  static const std::regex relacys_free("memory deallocation: addr=(.*)");
  std::smatch m;
  if (std::regex_match(text, m, allocation) || std::regex_match(text, m, relacys_own)) {
    names.allocated(m[1], std::stoull(m[2].str()));
    return "allocate " + names.pointer(m[1]).substr(1) + ", " + m[2].str() + " bytes";
  }
  if (std::regex_match(text, m, relacys_free)) return "free " + names.pointer(m[1]);
  return {};
}

// Relacy marks where an execution is with lines of its own.
enum class Phase { setup, threads, end };

bool takes_phase(const std::string& text, Phase& phase) {
  if (text == "[CTOR BEGIN]" || text == "[BEFORE BEGIN]") phase = Phase::setup;
  if (text == "[CTOR END]" || text == "[BEFORE END]") phase = Phase::threads;
  if (text == "[AFTER BEGIN]" || text == "[DTOR BEGIN]") phase = Phase::end;
  return !text.empty() && text.front() == '[' && text.back() == ']';
}

bool is_housekeeping(const std::string& text) {
  return text.starts_with("unblocking thread") || text.starts_with("yield(") || text.starts_with("blocking current") ||
         text == "ITERATION END";
}

}  // namespace

std::vector<Step> parse_relacy_history(std::string_view printed) {
  static const std::regex line_of_history("\\[\\d+\\] (-?\\d+): ([^\\n]*)");
  std::vector<Step> steps;
  Names names;
  Phase phase = Phase::threads;
  const auto begin = printed.find("execution history (");
  if (begin == std::string_view::npos) return steps;
  printed.remove_prefix(printed.find('\n', begin) + 1);
  while (!printed.empty() && printed.front() == '[') {
    const std::string line(printed.substr(0, printed.find('\n')));
    printed.remove_prefix(std::min(line.size() + 1, printed.size()));
    std::smatch match;
    if (!std::regex_match(line, match, line_of_history)) continue;
    Step step;
    std::string text = match[2];
    take_place(text, step);
    if (text == "[THREAD FINISHED]") text = "ends";
    if (takes_phase(text, phase) || is_housekeeping(text)) continue;
    step.thread = phase == Phase::threads ? std::stoi(match[1]) : phase == Phase::setup ? Step::kSetup : Step::kEnd;
    step.text = describe_memory(text, names);
    if (step.text.empty()) step.text = describe_operation(with_pointers_named(text, names), step, names);
    if (step.text.empty()) step.text = with_pointers_named(text, names);
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace vigil::models
