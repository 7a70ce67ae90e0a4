#pragma once

#include <vigil/atomics/lock_guard.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/pool/observer.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vigil {

/// Records when the workers of a pool run jobs, search and sleep, and writes it for a viewer of traces: Chrome's
/// `about:tracing` and Perfetto.
///
/// Give it to a pool as PoolOptions::observer. It keeps the newest spans of each worker. A worker pays for it when it
/// runs out of jobs, and when it finds one again: two looks at the clock and a mutex that nobody else wants. Jobs
/// themselves are not recorded; put a Mark into those that you want to see.
///
/// \snippet pool/trace.cpp example
/// \threads Any, for all members but the constructor and the destructor.
class Trace final : public PoolObserver {
 public:
  /// The clock of the spans.
  using Clock = std::chrono::steady_clock;
  /// From when to when a worker did something.
  struct Span {
    std::size_t worker = 0;   ///< Which worker.
    std::string_view name;    ///< "run", "search", "sleep", or the name of a mark.
    Clock::time_point begin;  ///< When it began.
    Clock::time_point end;    ///< When it ended.
    bool is_mark = false;     ///< Whether it is a mark.
  };

  /// Room for `spans_each` spans of each worker, at least one. The workers of the pool above `workers` are not
  /// recorded.
  ///
  /// \throws std::bad_alloc; std::length_error if there cannot be so much room.
  explicit Trace(std::size_t workers, std::size_t spans_each = 4096) : lanes_(workers), begin_(Clock::now()) {
    for (Lane& lane : lanes_) lane.newest.resize(std::max<std::size_t>(spans_each, 1));
  }

  /// A span of the caller's own, from construction to destruction.
  class Mark {
   public:
    /// \param trace where it is recorded.
    /// \param worker on which worker the caller runs.
    /// \param name what the viewer shows. It must live as long as the trace.
    Mark(Trace& trace, std::size_t worker, std::string_view name)
        : trace_(trace), worker_(worker), name_(name), begin_(Clock::now()) {}
    /// Records the span.
    ~Mark() { trace_.keep({worker_, name_, begin_, Clock::now(), true}); }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;

   private:
    Trace& trace_;
    const std::size_t worker_;
    const std::string_view name_;
    const Clock::time_point begin_;
  };

  /// The end of what the worker has done so far, and the beginning of `activity`.
  ///
  /// \progress Blocking: takes the mutex of the worker's spans.
  void becomes(std::size_t worker, Activity activity) noexcept override {
    if (worker >= lanes_.size()) return;
    const auto now = Clock::now();
    Lane& lane = lanes_[worker];
    const LockGuard lock(lane.mutex);
    if (lane.activity != Activity::ended) lane.keep({worker, name_of(lane.activity), lane.since, now, false});
    lane.activity = activity;
    lane.since = now;
  }

  /// What is kept: worker after worker, in the order of the ends. The last span of a worker that has not ended goes to
  /// this moment.
  ///
  /// \progress Blocking: takes the mutex of each worker's spans.
  /// \throws std::bad_alloc
  [[nodiscard]] std::vector<Span> spans() const {
    std::vector<Span> all;
    for (std::size_t worker = 0; worker != lanes_.size(); ++worker) lanes_[worker].copy_to(all, worker);
    return all;
  }
  /// How many spans were dropped, because newer ones took their room.
  ///
  /// \progress Blocking, as spans.
  [[nodiscard]] std::uint64_t dropped() const {
    std::uint64_t sum = 0;
    for (const Lane& lane : lanes_) {
      const LockGuard lock(lane.mutex);
      sum += lane.kept - std::min<std::uint64_t>(lane.kept, lane.newest.size());
    }
    return sum;
  }

  /// The spans in the JSON of Chrome's trace events. Each worker has a row, and one below it for its marks. Times are
  /// in microseconds since the trace was made.
  ///
  /// \progress Blocking, as spans.
  /// \throws std::bad_alloc
  [[nodiscard]] std::string json() const {
    std::string text = "{" + member("displayTimeUnit", quoted("ns")) + "," + quoted("traceEvents") + ":[";
    for (std::size_t worker = 0; worker != lanes_.size(); ++worker) {
      for (const bool marks : {false, true}) {
        const std::string row = "worker " + std::to_string(worker) + (marks ? ", marks" : "");
        text += text.back() == '[' ? "\n" : ",\n";
        text += event("thread_name", "M", row_of(worker, marks)) + "," +
                member("args", "{" + member("name", quoted(row)) + "}") + "}";
      }
    }
    for (const Span& span : spans()) {
      text += ",\n" + event(span.name, "X", row_of(span.worker, span.is_mark)) + "," +
              member("ts", microseconds(span.begin - begin_)) + "," +
              member("dur", microseconds(span.end - span.begin)) + "}";
    }
    return text + "\n]}\n";
  }

 private:
  // The spans of one worker.
  struct Lane {
    mutable StdAtomics::mutex mutex{"trace.mutex"};
    std::vector<Span> newest;  // where span number n is at n modulo the size
    std::uint64_t kept = 0;
    Activity activity = Activity::ended;
    Clock::time_point since;

    [[nodiscard]] std::size_t place_of(std::uint64_t number) const {
      return static_cast<std::size_t>(number % newest.size());
    }
    void keep(const Span& span) { newest[place_of(kept++)] = span; }
    void copy_to(std::vector<Span>& all, std::size_t worker) const {
      const auto now = Clock::now();
      const LockGuard lock(mutex);
      for (auto number = kept - std::min<std::uint64_t>(kept, newest.size()); number != kept; ++number)
        all.push_back(newest[place_of(number)]);
      if (activity != Activity::ended) all.push_back({worker, name_of(activity), since, std::max(since, now), false});
    }
  };

  static std::string_view name_of(Activity activity) {
    static constexpr std::array<std::string_view, 3> kNames{"run", "search", "sleep"};
    return kNames[static_cast<std::size_t>(activity)];
  }

  void keep(const Span& span) {
    if (span.worker >= lanes_.size()) return;
    const LockGuard lock(lanes_[span.worker].mutex);
    lanes_[span.worker].keep(span);
  }

  // Marks and activities overlap, and a viewer wants the spans of a row to lie in each other.
  static std::string row_of(std::size_t worker, bool marks) { return std::to_string(2 * worker + (marks ? 1 : 0)); }

  static std::string microseconds(Clock::duration time) {
    const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
    const std::string fraction = std::to_string(nanoseconds % 1000);
    return std::to_string(nanoseconds / 1000) + "." + std::string(3 - fraction.size(), '0') + fraction;
  }

  // The beginning of an event: the members that all of them have.
  static std::string event(std::string_view name, std::string_view phase, const std::string& row) {
    return "{" + member("name", quoted(name)) + "," + member("ph", quoted(phase)) + "," + member("pid", "1") + "," +
           member("tid", row);
  }
  static std::string member(std::string_view name, const std::string& value) { return quoted(name) + ":" + value; }
  static std::string quoted(std::string_view name) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text = "\"";
    for (const char each : name) {
      const auto byte = static_cast<unsigned char>(each);
      if (byte < 0x20)
        (text += "\\u00") += {kDigits[byte / 16], kDigits[byte % 16]};
      else if (each == '"' || each == '\\')
        (text += '\\') += each;
      else
        text += each;
    }
    return text + '"';
  }

  std::vector<Lane> lanes_;
  const Clock::time_point begin_;
};

}  // namespace vigil
