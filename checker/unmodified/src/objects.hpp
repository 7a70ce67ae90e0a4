#pragma once

#include "known_addresses.hpp"
#include "races.hpp"
#include "shadow.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace vigil::unmodified {

// The value of an atomic of 16 bytes. The graph has the number of such a value: see WideValues.
__extension__ using Wide = unsigned __int128;

// What memory is filled with that was allocated and not written.
inline constexpr unsigned char kUnwritten = 0xb5;

// An atomic, a mutex or a condition variable of the program, found by its address at its first use in an execution.
struct Found {
  using Times = std::array<std::uint16_t, kMostThreads>;

  std::uintptr_t address = 0;
  unsigned bytes = 0;
  ObjectKind kind = ObjectKind::atomic;
  std::vector<unsigned> numbers;  // of its incarnations, in all executions

  // The rest is of one execution.
  unsigned execution = 0;
  // How often plain code has overwritten it: each time another object begins, with that value.
  unsigned incarnation = 0;
  bool is_current = false;
  Handle handle;
  Wide shown = 0;                                      // what is in its memory: the value that was last written there
  checker::EventId newest = checker::EventId::none();  // that was shown
  Times reads{}, writes{};                             // one past the time of the last operation of each thread
  // Of mutexes: how often its holder has locked it.
  unsigned depth = 0;
};

// All that is known of the program's objects, and of its plain accesses to their memory.
class Objects {
 public:
  void begin_execution();

  // Before an operation of the current thread on an object; `writes`: it may write. A race ends the run.
  Found& use(ObjectKind kind, const volatile void* address, unsigned bytes, bool writes);
  // Before a plain access.
  void access(const Access& access);
  // Before a compare-exchange, which `use` was told that it may only read; and after one that has written.
  void expect_write(const Found& found);
  void note_write(Found& found);
  // After an atomic operation has written: what plain code would see, unless other threads ran meanwhile. Then it has
  // been shown before, and they may have written there since.
  void show(Found& found, Wide value);
  // After a step, before other threads run and the operation that it belongs to returns.
  void before_others_run();

  void allocate(void* memory, std::size_t bytes);
  void free(const void* memory, std::size_t bytes);

 private:
  struct Link {
    Found* found = nullptr;
    std::uint32_t next = 0;
  };

  [[nodiscard]] Found& find(ObjectKind kind, std::uintptr_t address, unsigned bytes);
  void adopt(Found& found, const Moment& now);
  [[nodiscard]] Found* written_by(checker::EventId id) const;
  static void put_written(Found& found, Wide value, checker::EventId id);
  void check_overlaps(Found& found, const Moment& now);
  void overwrite(Found& found, const Access& access, const Moment& now);
  void read_plainly(Found& found, const Access& access, const Moment& now);
  template <class Visit>
  void for_each_at(const Granule& granule, Visit visit);

  unsigned execution_ = 0;
  std::vector<std::unique_ptr<Found>> all_;
  std::vector<Found*> table_;  // open addressing; a power of two
  std::vector<Found*> by_number_;
  // Of each thread's last operation: whether what it wrote is shown, and what it races with if it writes.
  std::array<bool, kMostThreads> is_shown_{};
  std::array<std::optional<Earlier>, kMostThreads> race_if_written_{};
  std::vector<Link> links_;  // of granules to objects; the first is none
  KnownAddresses known_;
};

// Made before the program begins.
extern constinit Objects* the_objects;
extern constinit Shadow* the_shadow;
void make_objects();
[[nodiscard]] inline Objects& objects() { return *the_objects; }
[[nodiscard]] inline Shadow& shadow() { return *the_shadow; }

}  // namespace vigil::unmodified
