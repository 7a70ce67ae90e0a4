#include "namespaces.hpp"

#include <string>
#include <vector>

namespace vigil::mutation {
namespace {

constexpr const char* kInline = "::inline mutated";

class Rewriter {
 public:
  Rewriter(std::span<const Token> tokens, Insertions& insertions) : tokens_(tokens), insertions_(insertions) {}

  void run() {
    for (std::size_t i = 0; i != tokens_.size(); ++i) {
      if (tokens_[i].text == "namespace" && (i == 0 || tokens_[i - 1].text != "using"))
        i = open_namespace(i);
      else if (tokens_[i].text == "{")
        scopes_.emplace_back();
      else if (tokens_[i].text == "}")
        close(tokens_[i]);
    }
  }

 private:
  struct Scope {
    std::string name;          // "vigil::detail"; empty if this is none of our namespaces
    bool was_written = false;  // in full, so that the one around it is closed
  };

  [[nodiscard]] std::string around() const { return scopes_.empty() ? std::string() : scopes_.back().name; }

  // Of the token that was read last.
  std::size_t open_namespace(std::size_t keyword) {
    std::string name;
    auto i = keyword + 1;
    for (; i != tokens_.size() && tokens_[i].text != "{" && tokens_[i].text != ";" && tokens_[i].text != "="; ++i)
      name += tokens_[i].text;
    if (i == tokens_.size() || tokens_[i].text != "{") return i == tokens_.size() ? i - 1 : i;
    const bool is_nested = !scopes_.empty() && !name.empty() && !around().empty();
    const bool is_ours = is_nested || (scopes_.empty() && (name == "vigil" || name.starts_with("vigil::")));
    if (!is_ours) {
      scopes_.emplace_back();
      return i;
    }
    if (is_nested) {
      insertions_.open(tokens_[keyword].begin, "} ");
      insertions_.open(tokens_[keyword + 1].begin, around() + "::");
      name = around() + "::" + name;
    }
    insertions_.close(tokens_[i - 1].end(), kInline);
    scopes_.push_back({name, is_nested});
    return i;
  }

  void close(const Token& brace) {
    if (scopes_.empty()) return;
    const bool was_written = scopes_.back().was_written;
    scopes_.pop_back();
    if (was_written) insertions_.close(brace.end(), " namespace " + around() + kInline + " {");
  }

  std::span<const Token> tokens_;
  Insertions& insertions_;
  std::vector<Scope> scopes_;
};

}  // namespace

void put_into_inline_namespaces(std::span<const Token> tokens, Insertions& insertions) {
  Rewriter(tokens, insertions).run();
}

}  // namespace vigil::mutation
