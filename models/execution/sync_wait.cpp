// Does a thread that waits for a sender see how it completed, and may it free what both share at once?

#include <vigil/execution/sync_wait.hpp>

#include <exception>
#include <optional>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

namespace ex = vigil::execution;
constexpr unsigned kNoSpins = 0;

template <AtomicsLayer Layer>
struct Waits {
  using State = ex::detail::WaitState<std::tuple<int>, Layer>;
  using Receiver = ex::detail::WaitReceiver<std::tuple<int>, ex::never_stop_token, Layer>;

  std::optional<State> state{std::in_place};

  [[nodiscard]] Receiver receiver() { return Receiver(*state, {}); }
  void waits() {
    state->ended.wait(SpinWait<Layer>(kNoSpins));
    has_value = state->values.has_value();
    has_error = state->error.get() != nullptr;
    state.reset();
  }

  bool has_value = false;
  bool has_error = false;
};

template <AtomicsLayer Layer>
struct ForAnError : Waits<Layer> {
  static constexpr std::string_view kSentence = "a thread that waits sees the error, and frees what both share";
  static constexpr std::string_view kBounds = "1 thread waits; 1 completes with an error; no spins";
  static constexpr auto threads() { return std::tuple{&ForAnError::waits, &ForAnError::fails}; }

  void fails() { this->receiver().set_error(std::make_exception_ptr(7)); }
  void finish() { Layer::require(this->has_error && !this->has_value, "the error has arrived"); }
};

const auto for_an_error = model<ForAnError>("execution/sync_wait/error").holds();

template <AtomicsLayer Layer>
struct ForAValue : Waits<Layer> {
  static constexpr std::string_view kSentence = "a thread that waits sees the value, and frees what both share";
  static constexpr std::string_view kBounds = "1 thread waits; 1 completes with a number; no spins";
  static constexpr auto threads() { return std::tuple{&ForAValue::waits, &ForAValue::succeeds}; }

  void succeeds() { this->receiver().set_value(7); }
  void finish() { Layer::require(this->has_value && !this->has_error, "the value has arrived"); }
};

const auto for_a_value = model<ForAValue>("execution/sync_wait/value").holds();

}  // namespace
}  // namespace vigil::models
