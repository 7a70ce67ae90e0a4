// Does the last of several senders complete the whole, once, with the first error or with all values?

#include <vigil/execution/just.hpp>
#include <vigil/execution/when_all.hpp>

#include <exception>
#include <optional>
#include <tuple>
#include <utility>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

namespace ex = vigil::execution;

// Two senders of one number each. Threads of the model complete them. The receiver frees what they share.
template <AtomicsLayer Layer>
struct TwoSenders {
  struct Receiver {
    TwoSenders* model;

    void set_value(int first, int second) && noexcept { model->complete(ex::detail::Ending::values, first + second); }
    void set_error(std::exception_ptr&& error) && noexcept {
      Layer::require(error != nullptr, "an error comes with its exception");
      model->complete(ex::detail::Ending::error, 0);
    }
    void set_stopped() && noexcept { model->complete(ex::detail::Ending::stopped, 0); }
  };

  using Sender = decltype(ex::just(0));
  using State = ex::detail::WhenAllState<Layer, Receiver, Sender, Sender>;
  template <std::size_t kIndex>
  using SenderReceiver = ex::detail::WhenAllReceiver<State, kIndex>;

  std::optional<State> state{std::in_place, Receiver{this}};
  typename Layer::template var<bool> is_complete{false, "is_complete"};
  ex::detail::Ending ending = ex::detail::Ending::values;
  int sum = 0;

  template <std::size_t kIndex>
  [[nodiscard]] SenderReceiver<kIndex> receiver() {
    return SenderReceiver<kIndex>(*state);
  }
  void complete(ex::detail::Ending how, int result) {
    Layer::require(!is_complete.get(), "the whole completes once");
    is_complete.set(true);
    ending = how;
    sum = result;
    state.reset();
  }
};

template <AtomicsLayer Layer>
struct Values : TwoSenders<Layer> {
  static constexpr std::string_view kSentence = "the sender that ends last completes the whole with all values";
  static constexpr std::string_view kBounds = "2 threads, each completes a sender with a number";
  static constexpr auto threads() { return std::tuple{&Values::first, &Values::second}; }

  void first() { this->template receiver<0>().set_value(1); }
  void second() { this->template receiver<1>().set_value(2); }
  void finish() {
    Layer::require(this->is_complete.get() && this->ending == ex::detail::Ending::values && this->sum == 3,
                   "the whole has completed with both values");
  }
};

const auto values = model<Values>("execution/when_all/values").holds();

template <AtomicsLayer Layer>
struct ErrorAgainstStop : TwoSenders<Layer> {
  static constexpr std::string_view kSentence =
      "of an error and a stop, the one that comes first is how the whole completes";
  static constexpr std::string_view kBounds = "1 thread completes a sender with an error, 1 as stopped";
  static constexpr auto threads() { return std::tuple{&ErrorAgainstStop::fails, &ErrorAgainstStop::stops}; }

  void fails() { this->template receiver<0>().set_error(std::make_exception_ptr(7)); }
  void stops() { this->template receiver<1>().set_stopped(); }
  void finish() {
    Layer::require(this->is_complete.get() && this->ending != ex::detail::Ending::values,
                   "the whole has completed with an error or as stopped");
  }
};

const auto error_against_stop = model<ErrorAgainstStop>("execution/when_all/error-against-stop").holds();

template <AtomicsLayer Layer>
struct AsksWhileOneFails : TwoSenders<Layer> {
  static constexpr std::string_view kSentence = "a sender may ask whether it should stop while another one fails";
  static constexpr std::string_view kBounds = "1 thread completes a sender with an error, 1 asks and then completes";
  static constexpr auto threads() { return std::tuple{&AsksWhileOneFails::fails, &AsksWhileOneFails::asks}; }

  void fails() { this->template receiver<0>().set_error(std::make_exception_ptr(7)); }
  void asks() {
    auto receiver = this->template receiver<1>();
    if (ex::get_stop_token(ex::get_env(receiver)).stop_requested())
      std::move(receiver).set_stopped();
    else
      std::move(receiver).set_value(2);
  }
  void finish() {
    Layer::require(this->is_complete.get() && this->ending == ex::detail::Ending::error,
                   "the whole has completed with the error");
  }
};

const auto asks_while_one_fails = model<AsksWhileOneFails>("execution/when_all/asks-while-one-fails").holds();

}  // namespace
}  // namespace vigil::models
