#include "recorder.hpp"

#include "order_use.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <map>
#include <string_view>

namespace vigil::checker {
namespace {

// Without template arguments, which some compilers add and which can be longer than everything else in the line.
std::string short_name(std::string_view function) {
  if (function.starts_with("operator")) return std::string(function);
  return std::string(function.substr(0, function.find('<')));
}

// Low bits of a pointer, which programs use for marks.
constexpr std::uint64_t kTags = 7;

bool lies_in(std::uint64_t address, const std::byte* begin, std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  return address >= first && address < first + bytes;
}

#if defined(__ELF__) && !defined(VIGIL_ONE_CHECK)
extern "C" const char __executable_start, etext;  // by the linker

// Whether a function of the program begins there. A library does not know where its program lies.
bool is_code(std::uint64_t bits) {
  return bits >= reinterpret_cast<std::uintptr_t>(&__executable_start) &&
         bits < reinterpret_cast<std::uintptr_t>(&etext);
}
#else
bool is_code(std::uint64_t /*bits*/) { return false; }
#endif

bool have_one_name(Name left, Name right) {
  if (left.text == nullptr || right.text == nullptr) return left.text == right.text;
  return std::string_view(left.text) == right.text && left.index == right.index;
}

// "top", "slot[3]", and "latch#2" for the second of a name; "atomic2" for the second of its kind that has no name.
std::string numbered(Name name, const char* kind, unsigned number) {
  if (name.text == nullptr) return kind + std::to_string(number);
  std::string words = name.text;
  if (name.index != Name::kNoIndex) words += "[" + std::to_string(name.index) + "]";
  return number == 1 ? words : words + "#" + std::to_string(number);
}

// "task#2" for "task.link#2": what begins with that member.
std::string without_member(std::string name) {
  if (const auto dot = name.find('.'); dot != std::string::npos) name.erase(dot, name.find('#', dot) - dot);
  return name;
}

std::string with_offset(std::string name, std::uint64_t offset) {
  return offset == 0 ? name : name + "+" + std::to_string(offset);
}

}  // namespace

std::string Recorder::name_of(const Object& object) const {
  static constexpr std::array kKinds{"atomic", "var", "mutex", "condition", "thread"};
  unsigned number = 1;
  for (const Object& other : safety_.objects()) {
    if (&other == &object) break;
    if (have_one_name(other.name, object.name) && (object.name.text != nullptr || other.kind == object.kind)) ++number;
  }
  return numbered(object.name, kKinds[static_cast<std::size_t>(object.kind)], number);
}

std::string Recorder::name_of(const Block& block) const {
  unsigned number = 1;
  for (const Block& other : safety_.blocks()) {
    if (&other == &block) break;
    if (have_one_name(other.name, block.name)) ++number;
  }
  return numbered(block.name, "block", number);
}

std::string Recorder::pointer(std::uint64_t bits) const {
  if (bits <= kTags) return with_offset("null", bits);
  auto name = named_pointer(bits);
  return name.empty() ? elsewhere(bits) : name;
}

// Empty if the address is of no part of the model.
std::string Recorder::named_pointer(std::uint64_t bits) const {
  for (const Block& block : safety_.blocks())
    if (lies_in(bits, block.begin, block.bytes))
      return with_offset("&" + name_of(block), bits - reinterpret_cast<std::uintptr_t>(block.begin));
  for (const Object& object : safety_.objects()) {
    const auto address = reinterpret_cast<std::uintptr_t>(object.address);
    if (address == (bits & ~kTags)) return with_offset("&" + without_member(name_of(object)), bits - address);
  }
  if (lies_in(bits, memory_, bytes_)) return with_offset("&model", bits - reinterpret_cast<std::uintptr_t>(memory_));
  return {};
}

// The object with that address, unless it lies in a block: there a number may look like an address by accident.
std::string Recorder::object_outside_blocks(std::uint64_t bits) const {
  for (const Block& block : safety_.blocks())
    if (lies_in(bits, block.begin, block.bytes)) return {};
  for (const Object& object : safety_.objects())
    if (reinterpret_cast<std::uintptr_t>(object.address) == bits) return "&" + without_member(name_of(object));
  return {};
}

// An address of no part of the model, which is another one in each run of the program: by order of appearance.
std::string Recorder::elsewhere(std::uint64_t bits) const {
  auto& known = is_code(bits) ? code_ : elsewhere_;
  auto at = std::find(known.begin(), known.end(), bits);
  if (at == known.end()) at = known.insert(known.end(), bits);
  return (&known == &code_ ? "&code" : "&elsewhere") + std::to_string(at - known.begin() + 1);
}

// A small number, also a negative one, or the address of something that has a name.
std::string Recorder::word(std::uint64_t bits, unsigned bytes) const {
  constexpr std::int64_t kMostNegative = -1'000'000;
  const unsigned unused = 64U - 8U * bytes;
  const std::int64_t number = static_cast<std::int64_t>(bits << unused) >> unused;
  if (number < 0 && number >= kMostNegative) return std::to_string(number);
  if (bytes == sizeof(void*))
    if (auto name = named_pointer(bits); !name.empty()) return name;
  return value(bits, {ValueType::Kind::unsigned_integer, static_cast<std::uint8_t>(bytes)});
}

std::string Recorder::value(std::uint64_t bits, ValueType type) const {
  switch (type.kind) {
    case ValueType::Kind::boolean:
      return bits != 0 ? "true" : "false";
    case ValueType::Kind::pointer:
      return pointer(bits);
    case ValueType::Kind::signed_integer: {
      const unsigned unused = 64U - 8U * type.bytes;
      return std::to_string(static_cast<std::int64_t>(bits << unused) >> unused);
    }
    case ValueType::Kind::unsigned_integer:
      // A number that is the address of something on a stack is another one in each run of the program.
      if (type.bytes == sizeof(void*))
        if (auto name = object_outside_blocks(bits); !name.empty()) return name;
      // Words with fields are easier to read so.
      if (bits >= 1'000'000) {
        std::array<char, 20> text{};
        std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(bits));
        return text.data();
      }
      return std::to_string(bits);
    case ValueType::Kind::word:
      return word(bits, type.bytes);
    case ValueType::Kind::other:
      break;
  }
  return {};
}

TraceStep Recorder::describe(const Entry& entry) const {
  TraceStep step;
  step.action = entry.action;
  ValueType type;
  if (entry.object != Entry::kNoObject) {
    const Object& object = safety_.objects()[entry.object];
    step.object = name_of(object);
    type = object.type;
  }
  if (entry.memory != nullptr) step.object = pointer(reinterpret_cast<std::uintptr_t>(entry.memory)).substr(1);
  if (entry.plain != nullptr) step.object = entry.plain;
  if (entry.has_order) step.order = word_for(entry.site.order.value);
  if (entry.read) step.read = value(*entry.read, type);
  if (entry.written) step.written = value(*entry.written, type);
  if (entry.expected) step.expected = value(*entry.expected, type);
  step.is_refused = entry.is_refused;
  step.label = entry.site.order.label;
  step.file = entry.site.location.file;
  step.function = short_name(entry.site.location.function);
  step.line = entry.site.location.line;
  step.has_fixed_order = detail::is_in_library(entry.site.location);
  return step;
}

ViolationPlace Recorder::describe(const Location& location, std::uint32_t object) const {
  const bool is_known = object < safety_.objects().size();
  return {location.file, short_name(location.function), is_known ? name_of(safety_.objects()[object]) : std::string(),
          location.line};
}

void Recorder::add(unsigned thread, bool before_threads, const Entry& entry, EventId event) {
  TraceStep step = describe(entry);
  if (thread == Moment::kOutside) {
    (before_threads ? execution_.setup : execution_.finish).push_back(std::move(step));
    return;
  }
  if (execution_.threads.size() <= thread) {
    execution_.threads.resize(thread + 1);
    events_.resize(thread + 1);
  }
  step.is_event = event.is_event();
  if (step.is_event) step.event = event.index();
  execution_.threads[thread].push_back(std::move(step));
  events_[thread].push_back(event);
}

// A thread that spins waits at the last thing that it did.
void Recorder::mark_spins(const Graph& graph) {
  for (unsigned thread = 0; thread != graph.threads(); ++thread) {
    if (graph.size(thread) == 0 || graph[graph.last_of(thread)].request.operation != Operation::spin) continue;
    for (std::size_t i = execution_.threads[thread].size(); i-- != 0;)
      if (execution_.threads[thread][i].is_event) {
        execution_.threads[thread][i].blocked = true;
        execution_.threads[thread].resize(i + 1);
        events_[thread].resize(i + 1);
        break;
      }
  }
}

RecordedExecution Recorder::take(const Graph& graph) && {
  execution_.threads.resize(graph.threads());
  events_.resize(graph.threads());
  mark_spins(graph);
  std::map<std::pair<unsigned, unsigned>, StepName> steps;
  for (unsigned thread = 0; thread != events_.size(); ++thread)
    for (unsigned i = 0; i != events_[thread].size(); ++i)
      if (const EventId id = events_[thread][i]; id.is_event())
        steps[{id.thread(), id.index()}] = {static_cast<int>(thread), i};
  for (unsigned thread = 0; thread != events_.size(); ++thread) {
    for (unsigned i = 0; i != events_[thread].size(); ++i) {
      const EventId id = events_[thread][i];
      if (!id.is_event()) continue;
      const Event& event = graph[id];
      TraceStep& step = execution_.threads[thread][i];
      step.place = event.writes ? event.place : 0;
      step.source_place = event.reads ? graph.place(event.source) : 0;
      step.blocked |= event.waits;
      if (!event.source.is_event()) continue;
      const StepName source = steps[{event.source.thread(), event.source.index()}];
      if (event.reads)
        step.source = source;
      else
        execution_.edges.push_back({source, {static_cast<int>(thread), i}});
    }
  }
  return std::move(execution_);
}

}  // namespace vigil::checker
