#pragma once

#include "explorer.hpp"

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace vigil::checker {

// Bytes that another process of the same program understands.
class WorkItemWriter {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* bytes = reinterpret_cast<const char*>(&value);
    bytes_.append(bytes, sizeof(T));
  }
  template <class T>
  void put_all(const std::vector<T>& values) {
    put(values.size());
    for (const T& value : values) put(value);
  }
  void put_text(const std::string& text) {
    put(text.size());
    bytes_ += text;
  }
  [[nodiscard]] std::string take() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class WorkItemReader {
 public:
  explicit WorkItemReader(const std::string& bytes) : bytes_(bytes) {}

  template <class T>
  [[nodiscard]] T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(static_cast<void*>(&value), next(sizeof(T)), sizeof(T));
    return value;
  }
  template <class T>
  [[nodiscard]] std::vector<T> get_all() {
    std::vector<T> values(get<std::size_t>());
    for (T& value : values) value = get<T>();
    return values;
  }
  [[nodiscard]] std::string get_text() {
    const auto size = get<std::size_t>();
    return {next(size), size};
  }

 private:
  const char* next(std::size_t size) {
    if (bytes_.size() - at_ < size) throw std::logic_error("a message between worker processes ends too early");
    at_ += size;
    return bytes_.data() + (at_ - size);
  }

  const std::string& bytes_;
  std::size_t at_ = 0;
};

// A work item: a branch and the graph that it begins from, which is a share of a search.
[[nodiscard]] std::string pack(const Graph& graph, const Explorer::Branch& branch);
void unpack(const std::string& item, Graph& graph, Explorer::Branch& branch);
[[nodiscard]] std::string pack(const Result& result);
[[nodiscard]] Result unpack_result(const std::string& item);

}  // namespace vigil::checker
