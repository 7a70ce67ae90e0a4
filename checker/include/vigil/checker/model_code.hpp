#pragma once

#include <vigil/checker/whose_turn.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace vigil::checker {

namespace detail {

// What a program that does not know the layer brings along: see Vigil::unmodified.
struct HostedProgram {
  struct Stretch {
    void* begin = nullptr;
    std::size_t bytes = 0;
  };
  std::span<const Stretch> memory;         // that its threads can change, besides their stacks and what they allocate
  std::span<void* const> thread_pointers;  // of each thread that there can be
  void (*before_others_run)() = nullptr;   // after a step of a thread that does not go on at once
  void (*show_places_in_libraries)() = nullptr;
  std::string (*assumptions)() = nullptr;  // that the program asks for, for the verdict; empty if there are none
};

}  // namespace detail

/// A model compiled for one engine's atomics layer, with its type erased, so that an engine is compiled once and not
/// once for each model. Made by code_of().
struct ModelCode {
  unsigned thread_count = 0;                       ///< How many threads it has.
  const std::string_view* thread_names = nullptr;  ///< Of each thread: the member function that it runs.
  /// Of each thread, the earlier ones that run the same member function, a bit each: see Options::symmetry. Null: none.
  const std::uint16_t* exchangeable_before = nullptr;
  std::size_t size = 0;                                   ///< The bytes of an object.
  std::size_t alignment = 0;                              ///< The alignment of an object, in bytes.
  void (*construct)(void* memory) = nullptr;              ///< Makes an object, which is the setup of an execution.
  void (*destroy)(void* model) = nullptr;                 ///< Destroys it.
  void (*thread)(void* model, unsigned index) = nullptr;  ///< Runs a thread.
  void (*finish)(void* model) = nullptr;                  ///< Runs when all threads have ended; null if there is none.
  void (*invariant)(const void* model) = nullptr;         ///< Requires what holds at every step; null if there is none.
  const detail::HostedProgram* hosted = nullptr;          ///< Of Vigil::unmodified; null for a model.
};

namespace detail {

template <class M>
void run_thread(void* model, unsigned index) {
  const ModelsTurn turn;
  auto& self = *static_cast<M*>(model);
  constexpr auto kThreads = M::threads();
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (void)((index == I ? ((self.*std::get<I>(kThreads))(), true) : false) || ...);
  }
  (std::make_index_sequence<std::tuple_size_v<decltype(kThreads)>>{});
}

// Ends in "&Model<Layer>::worker]" for a member function.
template <auto Function>
[[nodiscard]] constexpr const char* signature_for() {
  return __PRETTY_FUNCTION__;
}
// The name of the member function that a thread runs; empty if no constant expression names it.
template <class M, std::size_t Thread>
[[nodiscard]] constexpr std::string_view name_of_thread() {
  if constexpr (requires { signature_for<std::get<Thread>(M::threads())>(); }) {
    const std::string_view signature = signature_for<std::get<Thread>(M::threads())>();
    const auto begin = signature.rfind(':') + 1;
    return signature.substr(begin, signature.size() - 1 - begin);
  } else {
    return {};
  }
}

template <class M>
inline constexpr auto kThreadNames = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array<std::string_view, sizeof...(I)>{name_of_thread<M, I>()...};
}
(std::make_index_sequence<std::tuple_size_v<decltype(M::threads())>>{});

// A type for each member function, for comparisons at compile time, which those of virtual functions have not.
template <auto Function>
struct Code {};
template <class M, std::size_t One, std::size_t Other>
[[nodiscard]] constexpr bool run_the_same() {
  if constexpr (requires {
                  signature_for<std::get<One>(M::threads())>();
                  signature_for<std::get<Other>(M::threads())>();
                })
    return std::is_same_v<Code<std::get<One>(M::threads())>, Code<std::get<Other>(M::threads())>>;
  else
    return false;
}
template <class M, std::size_t Thread>
[[nodiscard]] constexpr std::uint16_t exchangeable_before() {
  unsigned before = 0;
  [&]<std::size_t... I>(std::index_sequence<I...>) { ((before |= run_the_same<M, Thread, I>() ? 1U << I : 0U), ...); }
  (std::make_index_sequence<Thread>{});
  return static_cast<std::uint16_t>(before);
}
template <class M>
inline constexpr auto kExchangeableBefore = []<std::size_t... I>(std::index_sequence<I...>) {
  return std::array<std::uint16_t, sizeof...(I)>{exchangeable_before<M, I>()...};
}
(std::make_index_sequence<std::tuple_size_v<decltype(M::threads())>>{});

}  // namespace detail

/// The code of a model, for check() and its neighbours. run() does this itself.
///
/// \snippet checker/model_code.cpp example
/// \tparam M a model whose layer has been chosen; see Subject.
template <class M>
constexpr ModelCode code_of() {
  ModelCode code;
  code.thread_count = static_cast<unsigned>(std::tuple_size_v<decltype(M::threads())>);
  code.thread_names = detail::kThreadNames<M>.data();
  code.exchangeable_before = detail::kExchangeableBefore<M>.data();
  code.size = sizeof(M);
  code.alignment = alignof(M);
  code.construct = [](void* memory) {
    const detail::ModelsTurn turn;
    ::new (memory) M();
  };
  code.destroy = [](void* model) {
    const detail::ModelsTurn turn;
    std::destroy_at(static_cast<M*>(model));
  };
  code.thread = &detail::run_thread<M>;
  if constexpr (requires(M & model) { model.finish(); }) {
    code.finish = [](void* model) {
      const detail::ModelsTurn turn;
      static_cast<M*>(model)->finish();
    };
  }
  if constexpr (requires(const M& model) { model.invariant(); }) {
    code.invariant = [](const void* model) {
      const detail::ModelsTurn turn;
      static_cast<const M*>(model)->invariant();
    };
  }
  return code;
}

}  // namespace vigil::checker
