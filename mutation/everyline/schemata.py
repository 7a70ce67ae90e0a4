"""A header with all its mutants, each behind a switch that is thrown when a program starts.

Mutant schemata (Untch, Offutt, Harrold, 1993): one build serves all mutants.
"""

from __future__ import annotations

from .operators import Mutant

# Included first by every copied header. `reached` and `active` are set before any code of the program runs.
SWITCHES = """#pragma once

#include <cstdlib>
#include <type_traits>

#include <fcntl.h>
#include <sys/mman.h>

namespace vigil::mutants {

inline constexpr int kCount = COUNT;
inline unsigned char unrecorded[kCount + 1];
// Which mutants' places have been executed: a file that the child processes share.
inline unsigned char* reached = unrecorded;
inline int active = -1;

[[gnu::constructor(101)]] static void begin() {
  static bool has_begun = false;
  if (has_begun) return;
  has_begun = true;
  if (const char* const number = std::getenv("VIGIL_MUTANT")) active = std::atoi(number);
  if (const char* const file = std::getenv("VIGIL_MUTANTS_REACHED")) {
    const int descriptor = open(file, O_RDWR);
    void* const memory = mmap(nullptr, kCount + 1, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) std::abort();
    reached = static_cast<unsigned char*>(memory);
  }
}

// What must be constant is never mutated.
constexpr bool is(int mutant) noexcept {
  if (std::is_constant_evaluated()) return false;
  // By any thread, and seen by sanitizers: without a race, and without an order of its own.
  if (__atomic_load_n(&reached[mutant], __ATOMIC_RELAXED) == 0) __atomic_store_n(&reached[mutant], 1, __ATOMIC_RELAXED);
  return active == mutant;
}

// A lock guard that may leave its mutex alone.
template <class Mutex>
class MaybeLock {
 public:
  MaybeLock(Mutex& mutex, bool locks) : mutex_(mutex), locks_(locks) {
    if (locks_) mutex_.lock();
  }
  ~MaybeLock() {
    if (locks_) mutex_.unlock();
  }
  MaybeLock(const MaybeLock&) = delete;

 private:
  Mutex& mutex_;
  const bool locks_;
};

}  // namespace vigil::mutants
"""


class Schemata:
    def __init__(self, source: str, numbered: list[tuple[int, Mutant]], origin: str):
        self.source = source
        self.origin = origin
        self.groups = _groups(numbered)

    def text(self) -> str:
        """The header. A compiler's message names the line of the original, or `mutant-N`."""
        return f'#include <vigil/mutants.hpp>\n#line 1 "{self.origin}"\n' + self._between(0, len(self.source), self.groups)

    def _between(self, begin: int, end: int, groups: list[_Group]) -> str:
        pieces, at = [], begin
        for group in groups:
            pieces.append(self.source[at:group.begin])
            pieces.append(self._group(group))
            at = group.end
        pieces.append(self.source[at:end])
        return "".join(pieces)

    def _group(self, group: _Group) -> str:
        itself = self._between(group.begin, group.end, group.within)
        if group.form == "declaration":
            [(number, mutant)] = group.mutants
            return self._as(number, mutant).replace("THIS", str(number))
        if group.form == "expression":
            choices = "".join(f"::vigil::mutants::is({number}) ? {group.cast}({self._as(number, mutant)}) : "
                              for number, mutant in group.mutants)
            return f"({choices}{group.cast}({self._from(group.begin)}{itself}{self._from(group.end)}))"
        choices = "".join(f"if (::vigil::mutants::is({number})) {{ {self._as(number, mutant)} }} else "
                          for number, mutant in group.mutants)
        return f"{{ {choices}{{ {self._from(group.begin)}{itself} }} }}{self._from(group.end)}"

    def _as(self, number: int, mutant: Mutant) -> str:
        return f'\n#line 1 "mutant-{number}"\n{mutant.replacement}{self._from(mutant.begin)}'

    def _from(self, at: int) -> str:
        return f'\n#line {self.source.count(chr(10), 0, at) + 1} "{self.origin}"\n'


class _Group:
    """All mutants of one stretch of the source."""

    @property
    def cast(self) -> str:
        """A condition may be of a type of its own; its mutants are not."""
        return "static_cast<bool>" if any(mutant.form == "condition" for _, mutant in self.mutants) else ""

    def __init__(self, begin: int, end: int, form: str):
        self.begin, self.end, self.form = begin, end, form
        self.mutants: list[tuple[int, Mutant]] = []
        self.within: list[_Group] = []


def _groups(numbered: list[tuple[int, Mutant]]) -> list[_Group]:
    outermost: list[_Group] = []
    around: list[_Group] = []
    for number, mutant in sorted(numbered, key=lambda each: (each[1].begin, -each[1].end)):
        form = "expression" if mutant.form == "condition" else mutant.form
        while around and around[-1].end <= mutant.begin:
            around.pop()
        if around and (around[-1].begin, around[-1].end, around[-1].form) == (mutant.begin, mutant.end, form):
            around[-1].mutants.append((number, mutant))
            continue
        if around and mutant.end > around[-1].end:
            raise ValueError(f"{mutant.header}:{mutant.line}: two mutants overlap: {mutant.original}")
        group = _Group(mutant.begin, mutant.end, form)
        group.mutants.append((number, mutant))
        (around[-1].within if around else outermost).append(group)
        around.append(group)
    return outermost
