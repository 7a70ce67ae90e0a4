#pragma once

#include <vigil/atomics/location.hpp>
#include <vigil/atomics/order.hpp>
#include <vigil/model/relacy_objects.hpp>
#include <vigil/model/relacy_steps.hpp>
#include <vigil/model/relacy_threads.hpp>
#include <vigil/model/traced.hpp>

#include <cstdint>

#include <vigil/model/relacy_include.hpp>

namespace vigil::models::detail {

enum class Modification : std::uint8_t { exchange, add, subtract, bit_and, bit_or, bit_xor };

// What is behind each atomic of RelacyAtomics, whatever its type. The members have the meaning of std::atomic's.
class RelacyWord : private Watched {
 public:
  RelacyWord(TracedWord first, Location location);
  ~RelacyWord();
  RelacyWord(const RelacyWord&) = delete;
  RelacyWord& operator=(const RelacyWord&) = delete;

  [[nodiscard]] TracedWord load(LabelledOrder order, Location location) const;
  void store(TracedWord value, LabelledOrder order, Location location);
  TracedWord modify(Modification modification, TracedWord value, LabelledOrder order, Location location);
  bool compare_exchange(bool weak, TracedWord& expected, TracedWord desired, LabelledOrder success,
                        LabelledOrder failure, Location location);
  void wait(TracedWord old, LabelledOrder order, Location location) const;
  void notify(bool all, Location location);

 private:
  [[nodiscard]] bool is_still(TracedWord old, LabelledOrder order, const rl::debug_info& info) const;
  bool compare_exchange_apart(bool weak, TracedWord& expected, TracedWord desired, LabelledOrder success,
                              LabelledOrder failure, const rl::debug_info& info);
  bool fails_spuriously();

  Apart<rl::atomic<TracedWord>> impl_;
  mutable Parked parked_;
  bool failed_spuriously_ = false;
};

}  // namespace vigil::models::detail
