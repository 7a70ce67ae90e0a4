#pragma once

#include <cstddef>
#include <cstdint>

namespace vigil::litmus {

// What a text may ask for. A litmus test is far below these limits; a text that is above one of them gets an error.
inline constexpr std::size_t kMaximalBytes = 65536;
inline constexpr std::size_t kMaximalThreads = 8;
inline constexpr std::uint32_t kMaximalObjects = 64;       // each element of an array is one
inline constexpr std::size_t kMaximalRegisters = 256;      // of a thread, with those that hold parts of an expression
inline constexpr std::size_t kMaximalInstructions = 1024;  // of a thread
inline constexpr std::size_t kMaximalExpressions = 4096;   // value_of() recurses into them
inline constexpr unsigned kMaximalNesting = 64;            // of parentheses, blocks and unary operators

}  // namespace vigil::litmus
