// Objects of the standard's vocabulary that outlive an execution, and values of atomics that do not fit into a word.

#include <vigil/checker/standard/atomic_ref.hpp>
#include <vigil/checker/standard/atomic_shared_ptr.hpp>

#include "runtime.hpp"

#include <vigil/checker/whose_turn.hpp>

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <unordered_map>
#include <vector>

#include <link.h>

namespace vigil::checker::detail {
namespace {

struct StaticObject {
  Handle* handle;
  void* address;
  Beginning beginning;
};

std::vector<StaticObject>& all_static_objects() {
  static std::vector<StaticObject> objects;
  return objects;
}
constinit bool learns = false;

struct Segment {
  std::uintptr_t begin, end;
};

// Those of the program and of its libraries that can be written to.
std::vector<Segment> static_segments() {
  std::vector<Segment> segments;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t /*size*/, void* found) {
        for (unsigned i = 0; i != object->dlpi_phnum; ++i) {
          const auto& header = object->dlpi_phdr[i];
          if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
          const auto begin = static_cast<std::uintptr_t>(object->dlpi_addr + header.p_vaddr);
          static_cast<std::vector<Segment>*>(found)->push_back({begin, begin + header.p_memsz});
        }
        return 0;
      },
      &segments);
  return segments;
}

bool is_static(const void* address) {
  static const std::vector<Segment> segments = static_segments();
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return std::ranges::any_of(segments,
                             [at](const Segment& segment) { return at >= segment.begin && at < segment.end; });
}

bool is_known(const void* address) {
  return std::ranges::any_of(all_static_objects(),
                             [address](const StaticObject& object) { return object.address == address; });
}

void construct(const StaticObject& object) {
  *object.handle =
      detail::construct(object.beginning.kind, object.address, object.beginning.type, object.beginning.value, true, {});
}

// That atomic_ref makes an atomic.
struct Place {
  void* memory;
  Beginning beginning;
  Handle handle{};
  bool is_met = false;  // in this execution
};
std::deque<Place>& all_places() {
  static std::deque<Place> places;
  return places;
}

struct Kept {
  const void* holder;
  void* kept;
};
std::vector<Kept>& all_kept() {
  static std::vector<Kept> kept;
  return kept;
}

Operations& operations() { return Runtime::current().operations(); }

Handle construct_at(const Place& place) {
  return detail::construct(place.beginning.kind, place.memory, place.beginning.type, place.beginning.value, true, {});
}

constexpr const char* kNewPlace =
    "an atomic_ref is made of memory that was not met in the first executions: make one at the beginning of the "
    "program";
constexpr const char* kNewStatic =
    "a static object of a function is constructed in an execution, and was not in the first ones: use it once at the "
    "beginning of the program";

}  // namespace

void begin_object(Handle& handle, void* address, const Beginning& beginning) {
  const StaticObject object{&handle, address, beginning};
  {
    const CheckersTurn turn;
    if (!check_runs) return all_static_objects().push_back(object);
    if (is_static(address) && !is_known(address)) {
      if (!learns) refuse(kNewStatic);
      all_static_objects().push_back(object);
    }
  }
  construct(object);
}

void end_object(Handle& handle, const void* address, ObjectKind kind) noexcept {
  if (check_runs) return destroy(handle, kind, address, {});
  std::erase_if(all_static_objects(), [address](const StaticObject& object) { return object.address == address; });
}

void begin_static_objects() {
  for (const StaticObject& object : all_static_objects()) construct(object);
  for (Place& place : all_places()) {
    place.handle = construct_at(place);
    place.is_met = false;
  }
}

std::size_t static_objects() { return all_static_objects().size() + all_places().size(); }
void learn_static_objects(bool learn) { learns = learn; }

// ---- memory that is an atomic for a time

const Handle& object_at(void* memory, const Beginning& initial) {
  const CheckersTurn turn;
  auto& places = all_places();
  auto place = std::ranges::find(places, memory, &Place::memory);
  if (place == places.end()) {
    if (!learns) refuse(kNewPlace);
    places.push_back({memory, initial});
    place = std::prev(places.end());
    place->handle = construct_at(*place);
  } else if (!place->is_met) {
    operations().begin_with(place->handle, initial.value);
  }
  place->is_met = true;
  return place->handle;
}

std::optional<std::uint64_t> newest_written(const Handle& handle) {
  const CheckersTurn turn;
  return operations().newest_written(handle);
}

// ---- what atomic pointers have held

void keep(void* holder, void* kept) {
  const CheckersTurn turn;
  all_kept().push_back({holder, kept});
}

void forget_kept(void* holder) {
  std::erase_if(all_kept(), [holder](const Kept& each) { return each.holder == holder; });
}

// By address: the order in which threads have kept them is none of the execution's.
void* take_kept(const void* holder) {
  const CheckersTurn turn;
  const auto is_before = [holder](const Kept& one, const Kept& other) {
    if ((one.holder == holder) != (other.holder == holder)) return one.holder == holder;
    return std::less<const void*>()(one.kept, other.kept);
  };
  auto& kept = all_kept();
  const auto first = std::ranges::min_element(kept, is_before);
  if (first == kept.end() || first->holder != holder) return nullptr;
  void* const taken = first->kept;
  kept.erase(first);
  return taken;
}

// ---- values that do not fit into a word

namespace {

std::unordered_map<std::uint64_t, std::vector<std::byte>>& all_values() {
  static std::unordered_map<std::uint64_t, std::vector<std::byte>> values;
  return values;
}

}  // namespace

std::uint64_t number_of(const void* bytes, std::size_t size) {
  const CheckersTurn turn;
  const auto* const begin = static_cast<const std::byte*>(bytes);
  // FNV-1a: the same in every process, so that they need not agree on numbers.
  std::uint64_t number = 0xcbf29ce484222325;
  for (std::size_t i = 0; i != size; ++i) number = (number ^ static_cast<std::uint64_t>(begin[i])) * 0x100000001b3;
  const auto [known, is_new] = all_values().try_emplace(number, begin, begin + size);
  if (!is_new && !std::ranges::equal(known->second, std::vector<std::byte>(begin, begin + size)))
    refuse("two values of an atomic that is larger than 8 bytes have the same number");
  return number;
}

const void* value_of(std::uint64_t number) { return all_values().at(number).data(); }

}  // namespace vigil::checker::detail
