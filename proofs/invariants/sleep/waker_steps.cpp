// The steps of wakers: wake_any, which posters and workers run, and wake_specific, which the setter of a latch runs.
//
// The order in which wake_any visits the workers is left out: it may visit any worker next, and a worker twice. It ends
// when it has woken a worker, or when it has visited all of them. How many it has to wake is left out too: at least
// one.

#include "invariants/sleep/design.hpp"
#include "invariants/sleep/variables.hpp"

namespace vigil::proofs::invariants::sleeping {
namespace {

// Some pairs of a scan and a sleeper are no longer counted.
void forget_some_passed_by(Transition& t) { t.set(passed_by, t[passed_by] - t.any_up_to(t[passed_by])); }

// Lock, check and unlock, for a worker that is not blocked. A worker that is about to block holds its mutex.
Step visits_unblocked(const std::string& who, const Scan& scan, const Design& design) {
  const SleepSteps& protocol = design.protocol;
  const bool visits_committed = !protocol.lock_before_checking || !protocol.hold_mutex_while_registering;
  Step step{who + ": visits a worker that is not blocked", {}};
  for (const auto& [from, to] : {Pair{scan.fresh.kept, scan.missed.kept}, Pair{scan.fresh.lost, scan.missed.lost}}) {
    step.cases.push_back([from = from, to = to](Transition& t) {
      t.requires_that(t.state().sum(workers_not_blocked()) >= t.state().number(1));
      t.moves(from, to);
    });
    if (!visits_committed) continue;
    step.cases.push_back([from = from, to = to, obliged = from == scan.fresh.kept](Transition& t) {
      t.at_least_one(committed);
      t.moves(from, to);
      if (obliged) t.add(passed_by, 1);
    });
  }
  return step;
}

Step releases(const std::string& who, const Scan& scan, const Design& design) {
  Step step{who + ": lock, is_blocked becomes false", {}};
  for (const Variable from : {scan.fresh.kept, scan.fresh.lost, scan.missed.kept, scan.missed.lost, scan.woke}) {
    // One job wakes one worker; a worker that found work wakes two.
    if (from == post_woke && design.one_job_a_post) continue;
    step.cases.push_back([=](Transition& t) {
      t.moves(from, scan.releasing);
      t.moves(blocked, releasing);
      forget_some_passed_by(t);
    });
  }
  return step;
}

// S-13: whether a worker waits or not.
Step signals(const std::string& who, const Scan& scan) {
  Step step{who + ": notify_one, without the mutex", {}};
  for (const Variable from : {scan.fresh.kept, scan.fresh.lost}) {
    step.cases.push_back([=](Transition& t) {
      t.moves(from, scan.woke);
      t.moves(blocked, woken);
    });
    step.cases.push_back([=](Transition& t) {
      t.requires_that(t[blocked] < t[workers]);
      t.moves(from, scan.woke);
    });
  }
  return step;
}

// The notification is still to come. The waker may go on before it, which allows more than the code does.
Step decrements(const std::string& who, Variable from, Variable to, const Design& design) {
  return {who + ": sub_sleeping, unlock", {[=](Transition& t) {
            t.leaves(from);
            if (to != kPlaces) t.add(to, 1);
            t.moves(releasing, released);
            if (design.protocol.count_the_released) subtract_sleeping(t, design);
            if (design.protocol.notify_the_released) t.add(notifications, 1);
          }}};
}

// A wait that ends without a notification is the same step: the notification then comes later and wakes no worker.
Step notifies() {
  return {"notify_one, or the wait ends by itself", {[](Transition& t) {
            t.moves(released, woken);
            t.add(notifications, -1);
          }}};
}

// `then` is what the thread does next: a poster is done, a worker runs its job.
Step ends(const std::string& who, const Scan& scan, const Case& then) {
  Step step{who + ": ends", {}};
  step.cases.push_back([=](Transition& t) {
    t.leaves(scan.woke);
    then(t);
  });
  step.cases.push_back([=](Transition& t) {
    t.leaves(scan.missed.lost);
    then(t);
  });
  step.cases.push_back([=](Transition& t) {
    // It has visited all workers: those that are asleep now were not asleep when it visited them.
    t.requires_that(t.state().sum(asleep_workers()) <= t[passed_by]);
    t.leaves(scan.missed.kept);
    forget_some_passed_by(t);
    then(t);
  });
  return step;
}

std::vector<Step> steps_of_scan(const std::string& who, const Scan& scan, const Design& design, const Case& then) {
  std::vector<Step> steps;
  if (design.protocol.wake_under_mutex) {
    steps.push_back(visits_unblocked(who, scan, design));
    steps.push_back(releases(who, scan, design));
    steps.push_back(decrements(who, scan.releasing, scan.woke, design));
  } else {
    steps.push_back(signals(who, scan));
  }
  steps.push_back(ends(who, scan, then));
  return steps;
}

}  // namespace

std::vector<Step> steps_of_wakers(const Design& design) {
  std::vector<Step> steps = steps_of_scan("poster's wake_any", kPosterScan, design, [](Transition&) {});
  if (design.cascades()) {
    for (const Step& step :
         steps_of_scan("cascade's wake_any", kCascadeScan, design, [](Transition& t) { t.add(running, 1); })) {
      steps.push_back(step);
    }
  }
  if (!design.protocol.wake_under_mutex) {
    steps.push_back(
        {"notify_latch_set: notify_one, without the mutex", {[](Transition& t) { t.moves(blocked, woken); }}});
    return steps;
  }
  steps.push_back({"notify_latch_set: lock, is_blocked becomes false", {[](Transition& t) {
                     t.moves(blocked, releasing);
                     t.add(latch_releasing, 1);
                     forget_some_passed_by(t);
                   }}});
  steps.push_back(decrements("notify_latch_set", latch_releasing, kPlaces, design));
  if (design.protocol.notify_the_released) steps.push_back(notifies());
  return steps;
}

}  // namespace vigil::proofs::invariants::sleeping
