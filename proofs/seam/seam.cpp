// Does everything in core by which threads affect each other pass through the layer, with an order from a table?

#include "seam/seam_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vigil::proofs {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

constexpr auto kHeader = "core/include/vigil/flag.hpp";
constexpr auto kTables = "core/include/vigil/flag_tables.hpp";
constexpr auto kCHeader = "core/include/vigil/flag.h";
constexpr auto kSource = "core/c/flag.cpp";

// Core with a primitive that keeps every rule, and one more line in one of its files.
Sources core_with(const std::string& line = {}, const std::string& file = kHeader) {
  Sources core{{kHeader, R"(#pragma once
#include <vigil/flag_tables.hpp>
#include <atomic>
namespace vigil {
/* A comment may say volatile, memory_order_relaxed and #include <boost>. */
template <class Layer, const FlagOrders& Orders = kFlagOrders>
class Flag {
  void set() { flag_.store(1, Orders.set); Layer::fence(Orders.fence); }
  bool probe() const { return static_cast<bool>(flag_.load(Orders.probe)); }
  template <Label Name>
  bool change(int from, int to, LabelledAs<Name> order) {
    return flag_.compare_exchange_strong(from, to, order, Parts::kOrders.lost);
  }
  int take() { return change(1, 0, Orders.take) ? std::exchange(mine_, 0) : counters_.load().sum(); }
  Snapshot load() const;
  void lock_and_wait() { condition_.wait(mutex_); lock_.release(); event_.wait(spin); }
  typename Layer::template atomic<int> flag_{0, "flag"};
};
}
)"},
               {kTables, R"(#pragma once
#include <atomic>
struct FlagOrders {
  using enum std::memory_order;
  Order<"flag.set", PerformanceOnly<"With release, \"acquire\" or relaxed.">> set = relaxed;
};
)"},
               {kCHeader, "#include <stddef.h>\nint vigil_flag(void);\n"},
               {kSource, "#include <vigil/flag.h>\nint vigil_flag() { return 1'000; }\n"}};
  core[file] += line + "\n";
  return core;
}

using Lines = std::vector<std::string>;

TEST(Seam, IsKeptByAPrimitiveThatKeepsTheRules) {
  EXPECT_THAT(foreign_includes(core_with()), IsEmpty());
  EXPECT_THAT(directives_besides_includes(core_with()), IsEmpty());
  EXPECT_THAT(names_around_the_layer(core_with()), IsEmpty());
  EXPECT_THAT(orders_outside_tables(core_with()), IsEmpty());
}

TEST(Seam, IsBrokenByAForeignInclude) {
  for (const auto& line : Lines{"#include <boost/atomic.hpp>", "#include <unistd.h>", "#include <pthread.h>",
                                "#include \"atomic\"", "#include <vigil/model/model.hpp>",
                                "#include <vigil/../../../checker/src/graph/graph.hpp>", "#include <stddef.h>"})
    EXPECT_THAT(foreign_includes(core_with(line)), Not(IsEmpty())) << line;
}

TEST(Seam, IsBrokenByAForeignIncludeHoweverItIsSpelled) {
  for (const auto& line :
       Lines{"#include MACRO", "#include NAME(boost)", "#include_next <atomic>", "#import <atomic>", "#embed <atomic>",
             "%:include <boost>", "# include <boost>", "/**/ #include <boost>", "#/**/include/**/<boost>",
             "#inc\\\nlude <boost>", "#include \\\n<boost>", "#include <atomic> <boost>", "#include <boost//atomic>",
             "auto s = R\"(\n)\";\n#include <boost>"})
    EXPECT_THAT(foreign_includes(core_with(line)), Not(IsEmpty())) << line;
}

TEST(Seam, IsBrokenByAForeignIncludeInAnyFile) {
  for (const auto& file : Lines{kHeader, kTables, kCHeader, kSource, "core/include/vigil/flag.inc", "core/c/flag.c",
                                "core/include/vigil/flag", "core/include/vigil/common/posix_thread.hpp"})
    EXPECT_THAT(foreign_includes(core_with("#include <sys/mman.h>", file)), Not(IsEmpty())) << file;
}

TEST(Seam, IsBrokenByWhatCouldSpellAnInclude) {
  for (const auto& line :
       Lines{"#define HEADER <boost/atomic.hpp>", "#if __has_include(<boost>)", "#ifdef BOOST", "#undef store",
             "#pragma omp atomic", "#pragma redefine_extname a b", "#line 1 \"a\"", "#", "%:define A"})
    EXPECT_THAT(directives_besides_includes(core_with(line)), Not(IsEmpty())) << line;
}

TEST(Seam, IsBrokenByABuiltin) {
  for (const auto& line :
       Lines{"__atomic_store_n(&flag, 1, 0);", "__sync_synchronize();", "__sync_fetch_and_add(&a, 1);",
             "__c11_atomic_load(&a, 0);", "__builtin_ia32_pause();", "_mm_pause();", "_InterlockedExchange(&a, 1);",
             "_Atomic int a;", "_Pragma(\"omp atomic\")", "std::__atomic_base<int> a;", "__thread int a;",
             "__asm__ __volatile__(\"\");", "#if __has_include(<a>)"})
    EXPECT_THAT(names_around_the_layer(core_with(line)), Not(IsEmpty())) << line;
}

TEST(Seam, IsBrokenByAKeyword) {
  for (const auto& line :
       Lines{"volatile int a;", "asm(\"\");", "asm volatile (\"mfence\" ::: \"memory\");", "thread_local int a;",
             "extern \"C\" int usleep(unsigned);", "import boost;", "vola\\\ntile int a;"})
    EXPECT_THAT(names_around_the_layer(core_with(line)), Not(IsEmpty())) << line;
}

TEST(Seam, IsBrokenByTheStandardLibrarysOwnThreadsAndAtomics) {
  for (const auto& line : Lines{"std::atomic<int> a;",
                                "::std::atomic<int> a;",
                                "std :: /**/ atomic<int> a;",
                                "using std::atomic;",
                                "std::atomic_ref<int> a(b);",
                                "std::atomic_flag a;",
                                "std::atomic_thread_fence(order);",
                                "std::atomic_signal_fence(order);",
                                "std::atomic_int a;",
                                "std::mutex m;",
                                "std::shared_mutex m;",
                                "std::lock_guard lock(m);",
                                "std::scoped_lock lock(m);",
                                "std::condition_variable_any c;",
                                "std::thread t;",
                                "std::jthread t;",
                                "std::this_thread::yield();",
                                "std::shared_ptr<int> p;",
                                "std::call_once(a, b);",
                                "std::counting_semaphore<> s(1);",
                                "std::latch l(1);",
                                "std::barrier b(1);",
                                "std::promise<int> p;",
                                "std::async(f);",
                                "std::add_volatile_t<int> a;",
                                "std::thread::id i;",
                                "std::stop_source s;",
                                "std::atomic<T>::value_type a;",
                                "std::execution::par"})
    EXPECT_THAT(names_around_the_layer(core_with(line)), Not(IsEmpty())) << line;
}

TEST(Seam, IsBrokenByTheStandardLibraryUnderAnotherName) {
  for (const auto& line : Lines{"using namespace std;", "namespace s = std;", "namespace std { struct A; }",
                                "namespace s = ::std;", "inline namespace s = std;"})
    EXPECT_THAT(names_around_the_layer(core_with(line)), Not(IsEmpty())) << line;
}

TEST(Seam, IsBrokenByANameOfTheSystem) {
  for (const auto& line : Lines{"pthread_mutex_lock(&m);", "sched_yield();", "syscall(202, &a);", "::usleep(1);",
                                "return ::getpid();", "if (a) ::getpid();", "ATOMIC_VAR_INIT(0);", "futex_wait(&a);"})
    EXPECT_THAT(names_around_the_layer(core_with(line)), Not(IsEmpty())) << line;
}

TEST(Seam, IsBrokenByWhatCouldSpellAName) {
  for (const auto& line : Lines{"int a ## b;", "int \\u0061;", std::string("?") + "?=include <a>"})
    EXPECT_THAT(names_around_the_layer(core_with(line)), Not(IsEmpty())) << line;
}

TEST(Seam, IsBrokenByAnOrderAtACall) {
  for (const auto& line : Lines{"flag_.store(1, std::memory_order_release);",
                                "flag_.store(1, std::memory_order::release);",
                                "flag_.store(1, memory_order(0));",
                                "flag_.store(1, static_cast<std::memory_order>(0));",
                                "flag_.store(1, (std::memory_order)0);",
                                "flag_.store(1, {});",
                                "flag_.store(1, Order{});",
                                "flag_.store(1, decltype(Orders.set.value){});",
                                "flag_.store(1, std::get<0>(orders));",
                                "flag_.store(1, Orders.relaxed);",
                                "flag_.store(1, FlagOrders::relaxed);",
                                "flag_.store(1, Orders::seq_cst);",
                                "flag_.store(1, mine);",
                                "flag_->load({});",
                                "Layer::fence({});",
                                "flag_.compare_exchange_weak(a, b, Orders.take, {});",
                                "flag_.compare_exchange_weak(a, b, {}, Orders.a);",
                                "flag_.wait(1, {});",
                                "this->flag_.template fetch_update(f, Orders.a, {});",
                                "flag_.Base::store(1, {});",
                                "struct Mine : Atomic { void f() { store(1, {}); } };",
                                "change(1, 2, {});",
                                "flag_.spin_until(f, kOrders.set);"})
    EXPECT_THAT(orders_outside_tables(core_with(line)), Not(IsEmpty())) << line;
}

TEST(Seam, IsBrokenByAnOperationThatIsNotCalledByItsName) {
  for (const auto& line :
       Lines{"auto f = &Atomic::store;", "using Atomic::load; void f() { load({}); }",
             "change<\"flag.take\">(1, 2, {});", "(flag_.*pointer)(1, {}); auto pointer = &Atomic::exchange;",
             "flag_.template fetch_update<F>(f, {}, {});", "auto f = flag_.load;"})
    EXPECT_THAT(orders_outside_tables(core_with(line)), Not(IsEmpty())) << line;
}

TEST(Seam, IsBrokenByAnOrderThatIsMadeOutsideOfATable) {
  for (const auto& line :
       Lines{"using enum std::memory_order;", "constexpr auto kMine = FlagOrders{.set = FlagOrders::acquire};",
             "struct Mine : FlagOrders { FlagOrders mine{relaxed}; };", "LabelledAs<\"flag.set\">{{}};",
             "vigil::LabelledOrder({});", "entries::with_value_at(kFlagOrders, 0, 0);",
             "std::bit_cast<FlagOrders>(values);", "using O = std::memory_order;"})
    EXPECT_THAT(orders_outside_tables(core_with(line)), Not(IsEmpty())) << line;
}

TEST(Seam, IsBrokenByATableThatDoesMoreThanNameOrders) {
  for (const auto& line : Lines{"inline void f(auto& a) { a.store(1, relaxed); }", "auto a = std::memory_order(0);",
                                "auto b = memory_order_relaxed;", "using O = std::memory_order;"})
    EXPECT_THAT(orders_outside_tables(core_with(line, kTables)), Not(IsEmpty())) << line;
  EXPECT_THAT(names_around_the_layer(core_with("std::atomic<int> a;", kTables)), Not(IsEmpty()));
}

TEST(Seam, IsBrokenInFilesForCProgramsToo) {
  for (const auto& file : {kCHeader, kSource}) {
    EXPECT_THAT(orders_outside_tables(core_with("a.load({});", file)), Not(IsEmpty())) << file;
    EXPECT_THAT(names_around_the_layer(core_with("volatile int a;", file)), Not(IsEmpty())) << file;
    EXPECT_THAT(directives_besides_includes(core_with("#if 1", file)), Not(IsEmpty())) << file;
  }
}

const Sources& vigil_core() {
  static const Sources kCore = read_core(VIGIL_SOURCE_TREE);
  return kCore;
}

TEST(Core, IsReadInFull) {
  EXPECT_GT(vigil_core().size(), 80U);
  EXPECT_TRUE(vigil_core().contains("core/include/vigil/vigil.h"));
  EXPECT_TRUE(vigil_core().contains("core/c/vigil.cpp"));
}

TEST(Core, IncludesTheStandardLibraryAlone) { EXPECT_THAT(foreign_includes(vigil_core()), IsEmpty()); }

TEST(Core, LeavesThePreprocessorToItsIncludes) { EXPECT_THAT(directives_besides_includes(vigil_core()), IsEmpty()); }

TEST(Core, ReachesOtherThreadsThroughTheLayerAlone) { EXPECT_THAT(names_around_the_layer(vigil_core()), IsEmpty()); }

TEST(Core, TakesItsOrdersFromTables) { EXPECT_THAT(orders_outside_tables(vigil_core()), IsEmpty()); }

}  // namespace
}  // namespace vigil::proofs
