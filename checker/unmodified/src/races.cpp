#include "races.hpp"

#include "names.hpp"
#include "places.hpp"

#include <string>

namespace vigil::unmodified {
namespace {

// The memory of the race that was found last. A run that is recorded then shows the plain accesses to it.
constinit Access racing;

std::string in_words(std::size_t bytes, bool writes, bool is_atomic) {
  if (bytes == 0) return "the allocation";
  return std::string(is_atomic ? "an atomic " : "a plain ") + (writes ? "write" : "read") + " of " +
         std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

}  // namespace

void report_race(const Access& access, const Earlier& earlier, bool is_atomic) {
  racing = access;
  // A plain access has shown itself.
  if (is_atomic) show_access(access);
  violate(Violation::data_race, in_words(access.bytes, access.writes, is_atomic) + " is unordered with " +
                                    in_words(earlier.bytes, earlier.writes, earlier.is_atomic) + " by thread " +
                                    std::to_string(earlier.thread));
}

void show_if_racing(const Access& access) {
  if (access.address >= racing.address + racing.bytes || racing.address >= access.address + access.bytes) return;
  const std::string name = name_at(access.address);
  const char* const text = kept((name.empty() ? "local" : name) + ", " + std::to_string(access.bytes) +
                                (access.bytes == 1 ? " byte" : " bytes"));
  auto& replay = checker::Runtime::current().replay();
  replay.recording().note_plain(replay.place(checker::EventId::none()), access.writes ? Action::write : Action::read,
                                text, place());
}

}  // namespace vigil::unmodified
