#pragma once

#include <vigil/execution/pool_handle.hpp>
#include <vigil/pool/priority.hpp>
#include <vigil/pool/scheduler.hpp>

namespace vigil {

namespace detail {

template <class Parts, Priority kPriority>
class PrioritisedJob : public PostedJob<Parts> {
 public:
  explicit PrioritisedJob(typename PostedJob<Parts>::Code code) : PostedJob<Parts>(code) {
    this->set_priority(kPriority);
  }

 protected:
  ~PrioritisedJob() = default;
};

}  // namespace detail

/// A pool with priorities as a scheduler whose operations all have one of them. As PoolScheduler.
///
/// \snippet pool/priority_scheduler.cpp example
/// \tparam kPriority the priority.
/// \tparam Parts what the pool is made of; see PriorityParts.
template <Priority kPriority, class Parts>
class PriorityScheduler
    : public execution::detail::PoolHandle<detail::PostedOperations<Parts, detail::PrioritisedJob<Parts, kPriority>>> {
 public:
  /// A scheduler of that pool, which must outlive the scheduler and its operations.
  explicit PriorityScheduler(BasicThreadPool<Parts>& pool)
      : execution::detail::PoolHandle<detail::PostedOperations<Parts, detail::PrioritisedJob<Parts, kPriority>>>(pool) {
  }
};

/// The scheduler of that pool, for operations of that priority: `scheduler_of<Priority::high>(pool)`.
template <Priority kPriority, class Parts>
[[nodiscard]] PriorityScheduler<kPriority, Parts> scheduler_of(BasicThreadPool<Parts>& pool) {
  return PriorityScheduler<kPriority, Parts>(pool);
}

}  // namespace vigil
