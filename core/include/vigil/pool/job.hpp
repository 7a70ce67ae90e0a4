#pragma once

namespace vigil {

template <class Parts>
class Worker;

/// What a deque or an injector holds: one pointer, to the code that knows what lies around the job.
///
/// A job lies in the frame of the thread that waits for it. Running it is the last access to it, except for what the
/// handler does to say that the job has ended. The handler keeps what the job's code throws for the thread that waits.
///
/// \snippet pool/job.cpp example
/// \tparam Parts what the pool is made of; see PoolParts.
template <class Parts>
class Job {
 public:
  /// The code of a job. It gets the job and the worker that runs it.
  using Handler = void (*)(Job&, Worker<Parts>&) noexcept;

  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Calls the handler. The job may have been destroyed when this returns.
  ///
  /// \pre The job has a handler, and is run once.
  void run(Worker<Parts>& worker) { handler_.get()(*this, worker); }

 protected:
  /// A job whose handler is set later.
  Job() = default;
  /// A job with that handler.
  explicit Job(Handler handler) : handler_(handler, "job.handler") {}
  ~Job() = default;

  /// Sets the handler. It is plain data: the thread that takes the job must see what was written before the job was
  /// left.
  void set_handler(Handler handler) { handler_.set(handler); }

  /// Records how the job has ended, in place of the handler, which is no longer needed.
  void set_ended(bool with_value) { handler_.set(with_value ? &ended_with_value : nullptr); }
  /// What set_ended was given.
  [[nodiscard]] bool ended_with_a_value() const { return handler_.get() != nullptr; }

 private:
  static void ended_with_value(Job&, Worker<Parts>&) noexcept {}

  typename Parts::Layer::template var<Handler> handler_;
};

}  // namespace vigil
