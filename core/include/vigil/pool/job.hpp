#pragma once

namespace vigil {

template <class Parts>
class Worker;

// Something to run, as a deque holds it: one pointer to the code that knows what lies around the job.
//
// A job lies on the stack of whoever waits for it. Running it is the last access to it, but for what the handler does
// to tell that it has ended. A handler must not throw: what the job's code throws is kept for the one who waits.
template <class Parts>
class Job {
 public:
  using Handler = void (*)(Job&, Worker<Parts>&) noexcept;

  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  void run(Worker<Parts>& worker) { handler_.get()(*this, worker); }

 protected:
  Job() = default;
  explicit Job(Handler handler) : handler_(handler, "job.handler") {}
  ~Job() = default;

  // Plain data: whoever takes a job must see what was written before it was left.
  void set_handler(Handler handler) { handler_.set(handler); }

  // Afterwards the handler has served; in its place the job tells how it ended.
  void set_ended(bool with_value) { handler_.set(with_value ? &ended_with_value : nullptr); }
  [[nodiscard]] bool ended_with_a_value() const { return handler_.get() != nullptr; }

 private:
  static void ended_with_value(Job&, Worker<Parts>&) noexcept {}

  typename Parts::Layer::template var<Handler> handler_;
};

}  // namespace vigil
