#pragma once

#include <vigil/checker/whose_turn.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <new>
#include <tuple>
#include <utility>

namespace vigil::checker {

// A model compiled for one engine's atomics layer, with its type erased, so that an engine is compiled once and not
// once for each model.
struct ModelCode {
  unsigned thread_count = 0;
  std::size_t size = 0;
  std::size_t alignment = 0;
  void (*construct)(void* memory) = nullptr;
  void (*destroy)(void* model) = nullptr;
  void (*thread)(void* model, unsigned index) = nullptr;
  void (*finish)(void* model) = nullptr;           // null if the model has none
  void (*invariant)(const void* model) = nullptr;  // null if the model has none
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

}  // namespace detail

// The code of `M`, a model whose layer has been chosen.
template <class M>
constexpr ModelCode code_of() {
  ModelCode code;
  code.thread_count = static_cast<unsigned>(std::tuple_size_v<decltype(M::threads())>);
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
