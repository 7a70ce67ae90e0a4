#include "token.hpp"

#include <vigil/model/this_program.hpp>

#include <fmt/core.h>

#include <charconv>
#include <vector>

namespace vigil::program {
namespace {

using models::Search;

// Stands for an engine's text that is empty, so that no part of a token is.
constexpr std::string_view kNoChoices = "0";

// FNV-1a, folded to 16 bits.
unsigned checksum(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return (hash >> 16U) ^ (hash & 0xffffU);
}

std::string name_of(const Search& search) {
  switch (search.kind) {
    case Search::Kind::random:
      return "random";
    case Search::Kind::bound:
      return "bound" + std::to_string(search.bound);
    case Search::Kind::full:
      return "full";
    case Search::Kind::sample:
      break;
  }
  return "sample";
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<Search> search_named(std::string_view name) {
  if (name == "random") return Search{.kind = Search::Kind::random};
  if (name == "full") return Search{.kind = Search::Kind::full};
  if (name == "sample") return Search{.kind = Search::Kind::sample};
  if (!name.starts_with("bound")) return std::nullopt;
  const auto bound = number_in<unsigned>(name.substr(5));
  if (!bound) return std::nullopt;
  return Search{.kind = Search::Kind::bound, .bound = *bound};
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

}  // namespace

std::string Token::text() const {
  const auto body = fmt::format("{}@{}:{}:{}:{}:{}", model, engine, models::name_of(outcome), name_of(execution.search),
                                execution.number, execution.choices.empty() ? kNoChoices : execution.choices);
  return fmt::format("{}:{:04x}", body, checksum(body));
}

std::optional<Token> Token::parse(std::string_view text) {
  const auto end = text.rfind(':');
  const auto at = text.find('@');
  if (end == std::string_view::npos || at == std::string_view::npos || at > end) return std::nullopt;
  if (text.substr(end + 1) != fmt::format("{:04x}", checksum(text.substr(0, end)))) return std::nullopt;
  const auto parts = split(text.substr(at + 1, end - at - 1), ':');
  if (parts.size() != 5) return std::nullopt;
  const auto violation = models::violation_named(parts[1]);
  const auto search = search_named(parts[2]);
  const auto number = number_in<std::uint64_t>(parts[3]);
  if (!violation || !search || !number || *number == 0) return std::nullopt;
  for (const char c : parts[4])
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'))) return std::nullopt;
  return Token{std::string(text.substr(0, at)), std::string(parts[0]), *violation,
               models::Execution{*search, *number, parts[4] == kNoChoices ? std::string() : std::string(parts[4])}};
}

std::string token_of(const models::Model& model, const models::Engine& engine, const models::SearchResult& found) {
  return Token{model.name, engine.id(), found.result.finding->violation, found.execution()}.text();
}

std::string replay_command(std::string_view token) {
  return models::this_program().command + " replay " + std::string(token);
}

}  // namespace vigil::program
