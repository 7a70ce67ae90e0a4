// Specifications of mutants, and the header that they change: the input is both, with a line `====` between them.

#include "input.hpp"
#include "namespaces.hpp"
#include "schemata.hpp"

#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vigil;
  const auto text = fuzz::text_of(data, size);
  const auto end = text.find("\n====\n");
  const auto header = end == std::string_view::npos ? std::string_view() : text.substr(end + 6);
  const auto tokens = mutation::tokens_of(header);
  std::size_t behind = 0;
  for (const auto& token : tokens) {
    fuzz::require(!token.text.empty() && token.begin >= behind && token.end() <= header.size(),
                  "tokens are pieces of the source, in its order");
    behind = token.end();
  }
  (void)mutation::in_one_line(header);
  try {
    const auto specification = mutation::read_specification(text.substr(0, end), "input");
    mutation::Insertions insertions;
    mutation::insert_mutants(specification.mutants, tokens, insertions);
    mutation::put_into_inline_namespaces(tokens, insertions);
    fuzz::require(insertions.into(header).size() >= header.size(), "nothing of the header is lost");
  } catch (const mutation::Mistake&) {
  }
  return 0;
}
