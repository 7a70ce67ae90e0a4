#pragma once

namespace vigil::checker {

// The register from which code finds its thread-local variables. Only a build with one check (VIGIL_ONE_CHECK) changes
// it: the checker of other builds has thread-local variables itself.
class ThreadPointer {
 public:
#if defined(VIGIL_ONE_CHECK) && defined(__x86_64__)
  static constexpr bool kChanges = true;
  // By the ABI, a thread's control block begins with its own address.
  [[nodiscard]] static void* get() {
    void* pointer;
    asm volatile("mov %%fs:0, %0" : "=r"(pointer));
    return pointer;
  }
  static void set(void* pointer) {
    if (has_instruction)
      asm volatile("wrfsbase %0" : : "r"(pointer) : "memory");
    else
      set_by_system_call(pointer);
  }
  // Whether processor and kernel let programs write the register (FSGSBASE, Linux 5.9). A system call always can, but
  // takes as long as the rest of a switch between fibers, or longer.
  static inline constinit bool has_instruction = false;
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

#if defined(VIGIL_ONE_CHECK) && defined(__x86_64__)
 private:
  // Not by the C library, which may be the program's subject, and whose errno lies behind the pointer.
  static void set_by_system_call(void* pointer) {
    constexpr long kArchPrctl = 158;
    constexpr long kSetFs = 0x1002;
    long result = kArchPrctl;
    asm volatile("syscall" : "+a"(result) : "D"(kSetFs), "S"(pointer) : "rcx", "r11", "memory");
  }
#endif
};

}  // namespace vigil::checker
