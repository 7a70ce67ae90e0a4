#pragma once

#include <vigil/frontier/store.hpp>

namespace vigil::frontier {

// The functions of store.hpp, for each kind of store.
[[nodiscard]] std::unique_ptr<Store> open_file(const std::string& file, std::chrono::milliseconds patience);
[[nodiscard]] std::unique_ptr<Store> create_file(const std::string& file, const Beginning& beginning);
[[nodiscard]] bool is_in_file(const std::string& file);

[[nodiscard]] std::unique_ptr<Store> open_on_server(const std::string& place, std::chrono::milliseconds patience);
[[nodiscard]] std::unique_ptr<Store> create_on_server(const std::string& place, const Beginning& beginning);
[[nodiscard]] bool is_on_server(const std::string& place);

}  // namespace vigil::frontier
