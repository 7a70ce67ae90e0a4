#pragma once

#include "view.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vigil::checker {

// What is wrong with bytes that were to be a work item.
class DamagedItem : public std::runtime_error {
 public:
  explicit DamagedItem(const std::string& what) : std::runtime_error("a work item is damaged: " + what) {}
};

// The bytes of a work item. Numbers take a byte for each seven bits.
class WorkItemWriter {
 public:
  void put(std::uint64_t number) {
    for (; number >= kMore; number >>= kBits) bytes_ += static_cast<char>(number | kMore);
    bytes_ += static_cast<char>(number);
  }
  // For numbers that are rarely small.
  void put_word(std::uint64_t word) {
    for (unsigned i = 0; i != sizeof word; ++i) bytes_ += static_cast<char>(word >> (8 * i));
  }
  void put(EventId id) {
    put(id.is_none()      ? kNone
        : id.is_initial() ? kInitial
                          : kFirst + id.thread() * (EventId::kMostEvents + 1) + id.index());
  }
  void put_all(const std::vector<EventId>& events) {
    put(events.size());
    for (const EventId id : events) put(id);
  }
  void put_text(std::string_view text) {
    put(text.size());
    bytes_ += text;
  }
  [[nodiscard]] std::string take() && { return std::move(bytes_); }

 private:
  friend class WorkItemReader;
  static constexpr unsigned kBits = 7;
  static constexpr unsigned kMore = 1U << kBits;
  static constexpr std::uint64_t kNone = 0, kInitial = 1, kFirst = 2;

  std::string bytes_;
};

// Reads them back. Nothing is taken for what it is not: everything throws DamagedItem.
class WorkItemReader {
 public:
  explicit WorkItemReader(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t get() {
    std::uint64_t number = 0;
    for (unsigned shift = 0;; shift += WorkItemWriter::kBits) {
      const auto byte = static_cast<unsigned char>(next(1).front());
      const std::uint64_t part = byte % WorkItemWriter::kMore;
      // A number has one form only.
      const bool is_too_long = shift != 0 && byte == 0;
      if (shift >= 64 || part << shift >> shift != part || is_too_long) throw DamagedItem("a number has no end");
      number |= part << shift;
      if (byte == part) return number;
    }
  }
  // At most so large.
  [[nodiscard]] std::uint64_t get(std::uint64_t most, const char* what) {
    const std::uint64_t number = get();
    if (number > most) throw DamagedItem(std::string(what) + " is out of its range");
    return number;
  }
  [[nodiscard]] bool get_flag(const char* what) { return get(1, what) != 0; }
  [[nodiscard]] std::uint64_t get_word() {
    std::uint64_t word = 0;
    const std::string_view bytes = next(sizeof word);
    for (unsigned i = 0; i != sizeof word; ++i) word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return word;
  }
  // How many things follow, each of which takes a byte at least.
  [[nodiscard]] std::size_t get_count(const char* what) {
    const std::uint64_t count = get();
    if (count > bytes_.size()) throw DamagedItem(std::string(what) + " are more than the bytes that are left");
    return static_cast<std::size_t>(count);
  }
  [[nodiscard]] EventId get_event() {
    constexpr std::uint64_t kEach = EventId::kMostEvents + 1;
    const std::uint64_t number = get(WorkItemWriter::kFirst + kMostThreads * kEach - 1, "an event");
    if (number == WorkItemWriter::kNone) return EventId::none();
    if (number == WorkItemWriter::kInitial) return EventId::initial();
    const std::uint64_t packed = number - WorkItemWriter::kFirst;
    return {static_cast<unsigned>(packed / kEach), static_cast<unsigned>(packed % kEach)};
  }
  [[nodiscard]] std::string get_text(const char* what) { return std::string(next(get_count(what))); }
  [[nodiscard]] std::string_view rest() const { return bytes_; }
  void expect_end() const {
    if (!bytes_.empty()) throw DamagedItem("more bytes follow it");
  }

 private:
  std::string_view next(std::size_t size) {
    if (bytes_.size() < size) throw DamagedItem("it ends too early");
    const std::string_view found = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return found;
  }

  std::string_view bytes_;
};

// To notice bytes that changed by accident.
[[nodiscard]] inline std::uint64_t checksum(std::string_view bytes) {
  constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  constexpr int kRotation = 29;
  std::uint64_t sum = bytes.size();
  for (const char byte : bytes) sum = std::rotl((sum ^ static_cast<unsigned char>(byte)) * kMultiplier, kRotation);
  return sum ^ (sum >> 32U);
}

}  // namespace vigil::checker
