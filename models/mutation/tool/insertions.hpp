#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::mutation {

// Text that goes between the characters of a source. No original character changes, and no line gets another number.
class Insertions {
 public:
  // Before what stands at `place`. Of several, the first one stands first.
  void open(std::size_t place, std::string text) { all_.push_back({place, true, std::move(text)}); }
  // Behind what ends at `place`, and before what opens there.
  void close(std::size_t place, std::string text) { all_.push_back({place, false, std::move(text)}); }

  [[nodiscard]] std::string into(std::string_view source) const;

 private:
  struct Insertion {
    std::size_t place;
    bool opens;
    std::string text;
  };
  std::vector<Insertion> all_;
};

}  // namespace vigil::mutation
