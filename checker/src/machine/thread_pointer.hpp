#pragma once

namespace vigil::checker {

// The register from which code finds its thread-local variables. Only a build with one check (VIGIL_ONE_CHECK) changes
// it: the checker of other builds has thread-local variables itself.
class ThreadPointer {
 public:
#if defined(VIGIL_ONE_CHECK) && defined(__x86_64__)
  static constexpr bool kChanges = true;
  [[nodiscard]] static void* get() {
    void* pointer;
    asm volatile("rdfsbase %0" : "=r"(pointer));
    return pointer;
  }
  static void set(void* pointer) { asm volatile("wrfsbase %0" : : "r"(pointer) : "memory"); }
#elif defined(VIGIL_ONE_CHECK) && defined(__aarch64__)
  static constexpr bool kChanges = true;
  [[nodiscard]] static void* get() {
    void* pointer;
    asm volatile("mrs %0, tpidr_el0" : "=r"(pointer));
    return pointer;
  }
  static void set(void* pointer) { asm volatile("msr tpidr_el0, %0" : : "r"(pointer) : "memory"); }
#else
  static constexpr bool kChanges = false;
  [[nodiscard]] static void* get() { return nullptr; }
  static void set(void* /*pointer*/) {}
#endif

  // While one lives, the code runs with another thread pointer; with null nothing changes.
  class Lent {
   public:
    explicit Lent(void* pointer) : own_(kChanges && pointer != nullptr ? get() : nullptr) {
      if (own_ != nullptr) set(pointer);
    }
    ~Lent() {
      if (own_ != nullptr) set(own_);
    }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;

   private:
    void* own_;
  };
};

}  // namespace vigil::checker
