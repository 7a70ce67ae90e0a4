#pragma once

#include <vigil/checker/trace.hpp>

#include <concepts>
#include <string>
#include <string_view>

namespace vigil::checker {

// Writes JSON text: values in the order in which they are given, each object and array opened and closed by the caller.
class JsonWriter {
 public:
  JsonWriter& open(char bracket) {
    separate();
    text_ += bracket;
    is_first_ = true;
    return *this;
  }
  JsonWriter& close(char bracket) {
    text_ += bracket;
    is_first_ = false;
    return *this;
  }
  JsonWriter& key(std::string_view name) {
    value(name);
    text_ += ':';
    is_first_ = true;
    return *this;
  }
  void value(std::string_view words);
  void value(const char* words) { value(std::string_view(words)); }
  void value(std::same_as<bool> auto truth) { put(truth ? "true" : "false"); }
  void value(std::unsigned_integral auto number) requires(!std::same_as<decltype(number), bool>) {
    put(std::to_string(number));
  }
  void null() { put("null"); }
  // What is JSON already.
  void raw(std::string_view text) { put(text); }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void separate() {
    if (!is_first_) text_ += ',';
    is_first_ = false;
  }
  void put(std::string_view token) {
    separate();
    text_ += token;
  }

  std::string text_;
  bool is_first_ = true;
};

}  // namespace vigil::checker
