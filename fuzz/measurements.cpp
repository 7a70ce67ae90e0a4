// The JSON of a round of benchmarks, of which `./vigil report` makes pages. Here two rounds are the same.

#include "input.hpp"

#include <comparison/report/page.hpp>
#include <exception>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vigil;
  const fuzz::File file(fuzz::text_of(data, size));
  for (const char* const room : {"pool", "lean", "primitives"}) try {
      const auto results = comparison::Results::read({file.path(), file.path()}, room);
      (void)comparison::pool_page(results);
      (void)comparison::lean_page(results);
      (void)comparison::primitives_page(results);
    } catch (const std::exception&) {
    }
  return 0;
}
