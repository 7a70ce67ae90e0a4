#include "redis_connection.hpp"
#include "stores.hpp"

namespace vigil::frontier {

std::unique_ptr<Store> open(const std::string& place, std::chrono::milliseconds patience) {
  return is_redis(place) ? open_on_server(place, patience) : open_file(place, patience);
}

std::unique_ptr<Store> create(const std::string& place, const Beginning& beginning) {
  return is_redis(place) ? create_on_server(place, beginning) : create_file(place, beginning);
}

bool is_there(const std::string& place) { return is_redis(place) ? is_on_server(place) : is_in_file(place); }

}  // namespace vigil::frontier
