#include <vigil/parallel/find.hpp>
#include <vigil/parallel/par.hpp>
#include <vigil/parallel/terminals.hpp>

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace stage = vigil::stage;

int main() {
  vigil::ThreadPool pool;
  const std::vector<std::string> names{"Ada", "Barbara", "Edsger", "Frances", "Tony", "Leslie"};
  const auto is_long = [](const std::string& name) { return name.size() > 4; };
  const auto size = [](const std::string& name) { return name.size(); };

  const std::size_t letters = vigil::par(pool, names) | stage::filter(is_long) | stage::transform(size) | stage::sum();
  const std::optional<std::string> first = vigil::par(pool, names) | stage::find_first(is_long);
  const std::optional<std::string> longest = vigil::par(pool, names) | stage::max({}, size);
  const auto numbered = vigil::par(pool, names) | stage::enumerate() | stage::transform([](const auto& entry) {
                          const auto& [number, name] = entry;
                          return std::to_string(number + 1) + ". " + name;
                        }) |
                        stage::to_vector();

  std::printf("%zu letters; %s; %s; %s\n", letters, first->c_str(), longest->c_str(), numbered.back().c_str());
  return letters == 26 && first == "Barbara" && longest == "Barbara" && numbered[5] == "6. Leslie" ? 0 : 1;
}
