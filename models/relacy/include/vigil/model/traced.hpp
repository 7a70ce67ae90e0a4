#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <type_traits>
#include <utility>

// Values as Relacy stores, computes and prints them.
namespace vigil::models::detail {

// Relacy prints with `<<`, which an enumeration, a pointer to const or a struct may lack.
template <class T>
void print_value(std::ostream& out, const T& value) {
  if constexpr (std::same_as<T, bool>) {
    out << (value ? "true" : "false");
  } else if constexpr (std::is_enum_v<T>) {
    out << +static_cast<std::underlying_type_t<T>>(value);
  } else if constexpr (std::integral<T> && sizeof(T) > 2) {
    // Packed words are read in hexadecimal, counts in decimal.
    constexpr T kLargestCount = 0xffff;
    if (value > kLargestCount)
      out << "0x" << std::hex << value << std::dec;
    else
      out << value;
  } else if constexpr (std::is_arithmetic_v<T>) {
    out << +value;
  } else if constexpr (std::is_function_v<std::remove_pointer_t<T>>) {
    out << (value == nullptr ? "null" : "(code)");
  } else if constexpr (std::is_pointer_v<T>) {
    if (value == nullptr)
      out << "null";
    else
      out << '@' << const_cast<const void*>(static_cast<const volatile void*>(value));
  } else {
    out << "(a value)";
  }
}

// The value of a variable.
template <class T>
struct Traced {
  T value{};

  Traced() = default;
  explicit Traced(T plain) : value(std::move(plain)) {}
  // Relacy clears a variable that has no value yet by assigning 0.
  Traced& operator=(int) {
    value = T{};
    return *this;
  }

  friend std::ostream& operator<<(std::ostream& out, const Traced& traced) {
    print_value(out, traced.value);
    return out;
  }
};

// The value of an atomic of any type. One type for all of them, so that Relacy's atomic, which is a template, is
// compiled once, and not for each type in each model.
class TracedWord {
 public:
  // Before the first store.
  TracedWord() = default;
  template <class T>
  explicit TracedWord(T plain) : bits_(bits_of(plain)), type_(&kType<T>) {}

  // Of the type that it was made of.
  template <class T>
  [[nodiscard]] T as() const {
    if constexpr (std::integral<T> || std::is_enum_v<T>) {
      return static_cast<T>(bits_);
    } else {
      T value;
      std::memcpy(&value, &bits_, sizeof value);
      return value;
    }
  }

  // Makes this one equal to nothing: the comparand of a compare-exchange that is to fail.
  void differ() { differs_ = true; }
  friend bool operator==(const TracedWord& left, const TracedWord& right) {
    return !left.differs_ && !right.differs_ && left.bits_ == right.bits_;
  }

  // As `std::atomic` computes: what overflows wraps around.
  friend TracedWord operator+(TracedWord left, TracedWord right) { return left.with(left.bits_ + right.bits_); }
  friend TracedWord operator-(TracedWord left, TracedWord right) { return left.with(left.bits_ - right.bits_); }
  friend TracedWord operator&(TracedWord left, TracedWord right) { return left.with(left.bits_ & right.bits_); }
  friend TracedWord operator|(TracedWord left, TracedWord right) { return left.with(left.bits_ | right.bits_); }
  friend TracedWord operator^(TracedWord left, TracedWord right) { return left.with(left.bits_ ^ right.bits_); }

  friend std::ostream& operator<<(std::ostream& out, const TracedWord& word) {
    if (word.differs_) return out << "(any)";
    if (word.type_ == nullptr) return out << "(none)";
    word.type_->print(out, word);
    return out;
  }

 private:
  struct Type {
    std::uint64_t mask;
    void (*print)(std::ostream&, const TracedWord&);
  };
  template <class T>
  static void print_as(std::ostream& out, const TracedWord& word) {
    print_value(out, word.as<T>());
  }
  template <class T>
  static constexpr Type kType{~std::uint64_t{0} >> (64 - 8 * sizeof(T)), &print_as<T>};

  template <class T>
  static std::uint64_t bits_of(const T& plain) {
    static_assert(sizeof(T) <= sizeof(std::uint64_t) && std::is_trivially_copyable_v<T>);
    static_assert(std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>,
                  "values are equal if their bits are, and padding has some too");
    if constexpr (std::integral<T> || std::is_enum_v<T>) {
      return static_cast<std::uint64_t>(plain) & kType<T>.mask;
    } else {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &plain, sizeof plain);
      return bits;
    }
  }
  [[nodiscard]] TracedWord with(std::uint64_t bits) const {
    TracedWord word = *this;
    word.bits_ = bits & type_->mask;
    return word;
  }

  std::uint64_t bits_ = 0;
  const Type* type_ = nullptr;
  bool differs_ = false;
};

}  // namespace vigil::models::detail
