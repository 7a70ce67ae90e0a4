#pragma once

#include <vigil/model/engine.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace vigil::program {

// Everything that is needed to run one execution again:
//
//   deque/chase_lev/pop-against-steal/without-steal-fence@relacy:requirement:random:1315:0:5c21
//
// model, engine (with its memory model, if that is not the usual one: "checker.rc11"), what was found, search, number
// of the execution, the engine's choices, and a checksum that catches a token that was cut or mistyped. Nothing in it
// needs quoting in a shell.
struct Token {
  std::string model;
  std::string engine;  // its id
  models::Outcome outcome;
  models::Execution execution;

  [[nodiscard]] std::string text() const;
  // Nothing if `text` is no token.
  [[nodiscard]] static std::optional<Token> parse(std::string_view text);
};

// Of the finding of a search that has one.
[[nodiscard]] std::string token_of(const models::Model& model, const models::Engine& engine,
                                   const models::SearchResult& found);
// The command that shows the execution of a token again.
[[nodiscard]] std::string replay_command(std::string_view token);

}  // namespace vigil::program
