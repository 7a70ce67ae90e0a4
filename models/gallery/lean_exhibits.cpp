// The catalogue's part for the pool that starts its threads on demand: see exhibits.cpp.

#include <vigil/model/exhibit.hpp>

namespace vigil::models {
namespace {

const Exhibition gallery{
    {"S-41",
     "a failed thread start leaves the signal and the token behind",
     {{"lean/throttle/start-fails-once/left-for-later", "lean/throttle/start-fails-once"},
      {"lean/throttle/never-starts/left-for-later", "lean/throttle/never-starts"},
      {"lean/throttle/second-start/signal-left", "lean/throttle/second-start"},
      {"lean/throttle/second-start/token-is-enough", "lean/throttle/second-start"}}},
    {"S-43",
     "the poster relies on a token that a thread has already taken",
     {{"lean/throttle/pushed-twice/as-published", "lean/throttle/pushed-twice"},
      {"lean/throttle/pushed-twice/seq-cst-check", "lean/throttle/pushed-twice"},
      {"lean/throttle/pushed-twice/without-takers-fence", "lean/throttle/pushed-twice"}}},
    {"S-44",
     "the last thread to leave signals the joiner too late, or never",
     {{"lean/throttle/drained/joined-by-checking", "lean/throttle/drained"},
      {"lean/throttle/never-used/waits-for-the-last", "lean/throttle/never-used"},
      {"lean/throttle/closed-by-another/not-counted", "lean/throttle/closed-by-another"},
      {"lean/thread_pool/against-shutdown/shut-down-at-once", "lean/thread_pool/against-shutdown"}}},
    {"S-47",
     "the pool has no queue for tasks from outside its threads",
     {{"lean/worker/both-check-outside/not-checked-there", "lean/worker/both-check-outside"},
      {"lean/thread_pool/against-shutdown/outside-not-checked", "lean/thread_pool/against-shutdown"}}},
    {"S-49",
     "the thread count carries into the next field",
     {{"lean/sync_word/too-many/counted-into-the-next-field", "lean/sync_word/too-many"}}},
    {"S-50",
     "one token stands for two tasks, and its taker does not pass it on",
     {{"lean/throttle/two-at-once/token-dropped", "lean/throttle/two-at-once"}}},
    {"S-51",
     "a thread obeys the shutdown before it takes the token",
     {{"lean/throttle/drained/shutdown-before-token", "lean/throttle/drained"},
      {"lean/thread_pool/against-shutdown/late-tasks-accepted", "lean/thread_pool/against-shutdown"}}},
    {"S-52", "a stopped consumer blocks the queue of a \"lock-free\" scheduler", {}},
    {"S-53",
     "the event's shutdown wakes no thread while a token is on its way",
     {{"lean/event/shutdown/wakes-only-if-waiting", "lean/event/shutdown"},
      {"lean/event/shutdown/undone-by-notify", "lean/event/shutdown"},
      {"lean/event/passed-on/not-rearmed", "lean/event/passed-on"}}},
    {"S-55",
     "detached threads still run after the pool is freed",
     {{"lean/throttle/joined/detached", "lean/throttle/joined"}}},
    {"S-58", "the tasks of a batch run in another order than scheduled", {}},
};

}  // namespace
}  // namespace vigil::models
