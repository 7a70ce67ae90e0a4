#include "races.hpp"

#include <string>

namespace vigil::unmodified {
namespace {

std::string in_words(std::size_t bytes, bool writes, bool is_atomic) {
  if (bytes == 0) return "the allocation";
  return std::string(is_atomic ? "an atomic " : "a plain ") + (writes ? "write" : "read") + " of " +
         std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

}  // namespace

void report_race(const Access& access, const Earlier& earlier, const Moment& /*now*/, bool is_atomic) {
  violate(Violation::data_race, in_words(access.bytes, access.writes, is_atomic) + " is unordered with " +
                                    in_words(earlier.bytes, earlier.writes, earlier.is_atomic) + " by thread " +
                                    std::to_string(earlier.thread));
}

}  // namespace vigil::unmodified
