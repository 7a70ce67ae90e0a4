#pragma once

#include "cursor.hpp"
#include "program.hpp"

#include <optional>

namespace vigil::litmus {

// Reads a type without its '*', if one comes next: int is plain, mtx_t a mutex, atomic_int, _Atomic int and
// _Atomic(int) are atomic; each may be volatile or const. Throws a TextError for one that is not supported.
[[nodiscard]] std::optional<Object::Kind> take_type(Cursor& cursor);
// The same where nothing but a type can come next.
[[nodiscard]] Object::Kind expect_type(Cursor& cursor);

// A word that can name no object and no register.
[[nodiscard]] bool is_reserved(std::string_view word);
// What may name one.
[[nodiscard]] bool is_identifier(std::string_view word);

}  // namespace vigil::litmus
