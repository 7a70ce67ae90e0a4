// What the program calls and nobody models ends the search, with a line that names it. Reading files, the program's
// output, and what concerns the whole process and no thread (getpid, getenv, setjmp) are as they are.

#include "not_modelled.hpp"

#include "hook.hpp"
#include "loaded_objects.hpp"
#include "next.hpp"
#include "places.hpp"
#include "program.hpp"

#include <cerrno>
#include <string>

namespace vigil::unmodified {

void refuse(const std::string& what, const void* /*caller*/) {
  checker::Runtime::current().replay().refuse("the program " + what + " (" + place_in_words() +
                                              "), which is not modelled");
}

namespace {

// For a function that this C library does not have.
long fail() {
  errno = ENOSYS;
  return -1;
}

}  // namespace
}  // namespace vigil::unmodified

using namespace vigil::unmodified;

// What to call instead, or no return.
extern "C" VIGIL_HIDDEN void* vigil_refuse(NotModelled* function, const void* caller) {
  if (explores() && !is_own(caller) && !is_of_system(caller)) {
    const Hook hook;
    refuse(std::string("calls ") + function->shown, caller);
  }
  if (function->next == nullptr) function->next = dlsym(RTLD_NEXT, function->name);
  return function->next != nullptr ? function->next : reinterpret_cast<void*>(&fail);
}

// Asks `vigil_refuse`, and then calls the function with the arguments of ours: in registers, and on the stack that is
// left as it was. r11: the NotModelled.
asm(R"(
.text
.p2align 4
.globl vigil_not_modelled
.hidden vigil_not_modelled
.type vigil_not_modelled, @function
vigil_not_modelled:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset 6, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register 6
  pushq %rax
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  pushq %r10
  subq $128, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  movq %r11, %rdi
  movq 8(%rbp), %rsi
  call vigil_refuse
  movq %rax, %r11
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  addq $128, %rsp
  popq %r10
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  popq %rax
  popq %rbp
  .cfi_def_cfa 7, 8
  jmp *%r11
  .cfi_endproc
  .size vigil_not_modelled, . - vigil_not_modelled
)");

// ---- processes

VIGIL_NOT_MODELLED(fork)
VIGIL_NOT_MODELLED(_Fork)
VIGIL_NOT_MODELLED(vfork)
VIGIL_NOT_MODELLED(clone)
VIGIL_NOT_MODELLED(execl)
VIGIL_NOT_MODELLED(execle)
VIGIL_NOT_MODELLED(execlp)
VIGIL_NOT_MODELLED(execv)
VIGIL_NOT_MODELLED(execve)
VIGIL_NOT_MODELLED(execvp)
VIGIL_NOT_MODELLED(execvpe)
VIGIL_NOT_MODELLED(execveat)
VIGIL_NOT_MODELLED(fexecve)
VIGIL_NOT_MODELLED(posix_spawn)
VIGIL_NOT_MODELLED(posix_spawnp)
VIGIL_NOT_MODELLED(system)
VIGIL_NOT_MODELLED(popen)
VIGIL_NOT_MODELLED(daemon)
VIGIL_NOT_MODELLED(_exit)
VIGIL_NOT_MODELLED(_Exit)
VIGIL_NOT_MODELLED(quick_exit)
VIGIL_NOT_MODELLED(dlopen)
VIGIL_NOT_MODELLED(dlmopen)

// ---- signals and timers

VIGIL_NOT_MODELLED(signal)
VIGIL_NOT_MODELLED_AS(__sysv_signal, "signal()")
VIGIL_NOT_MODELLED(sigset)
VIGIL_NOT_MODELLED(sigaction)
VIGIL_NOT_MODELLED(sigqueue)
VIGIL_NOT_MODELLED(sigsuspend)
VIGIL_NOT_MODELLED(sigwait)
VIGIL_NOT_MODELLED(sigwaitinfo)
VIGIL_NOT_MODELLED(sigtimedwait)
VIGIL_NOT_MODELLED(signalfd)
VIGIL_NOT_MODELLED(pause)
VIGIL_NOT_MODELLED(killpg)
VIGIL_NOT_MODELLED(tgkill)
VIGIL_NOT_MODELLED(pthread_kill)
VIGIL_NOT_MODELLED(pthread_sigqueue)
VIGIL_NOT_MODELLED(pthread_cancel)
VIGIL_NOT_MODELLED(alarm)
VIGIL_NOT_MODELLED(ualarm)
VIGIL_NOT_MODELLED(setitimer)
VIGIL_NOT_MODELLED(timer_create)
VIGIL_NOT_MODELLED(timerfd_create)

// ---- what threads or processes can wait for, or talk through

VIGIL_NOT_MODELLED(pipe)
VIGIL_NOT_MODELLED(pipe2)
VIGIL_NOT_MODELLED(socket)
VIGIL_NOT_MODELLED(socketpair)
VIGIL_NOT_MODELLED(eventfd)
VIGIL_NOT_MODELLED(epoll_create)
VIGIL_NOT_MODELLED(epoll_create1)
VIGIL_NOT_MODELLED(inotify_init)
VIGIL_NOT_MODELLED(inotify_init1)
VIGIL_NOT_MODELLED(poll)
VIGIL_NOT_MODELLED(ppoll)
VIGIL_NOT_MODELLED_AS(__poll_chk, "poll()")
VIGIL_NOT_MODELLED_AS(__ppoll_chk, "ppoll()")
VIGIL_NOT_MODELLED(select)
VIGIL_NOT_MODELLED(pselect)
VIGIL_NOT_MODELLED(sem_open)
VIGIL_NOT_MODELLED(shm_open)
VIGIL_NOT_MODELLED(mq_open)
VIGIL_NOT_MODELLED(memfd_create)
VIGIL_NOT_MODELLED(semget)
VIGIL_NOT_MODELLED(shmget)
VIGIL_NOT_MODELLED(shmat)
VIGIL_NOT_MODELLED(msgget)

// ---- memory that is not taken by malloc or mmap

VIGIL_NOT_MODELLED(mprotect)
VIGIL_NOT_MODELLED(mremap)
VIGIL_NOT_MODELLED(brk)
VIGIL_NOT_MODELLED(sbrk)

// ---- files that are changed: see also files.cpp

VIGIL_NOT_MODELLED(creat)
VIGIL_NOT_MODELLED_AS(creat64, "creat()")
VIGIL_NOT_MODELLED(tmpfile)
VIGIL_NOT_MODELLED_AS(tmpfile64, "tmpfile()")
VIGIL_NOT_MODELLED(mkstemp)
VIGIL_NOT_MODELLED_AS(mkstemp64, "mkstemp()")
VIGIL_NOT_MODELLED(mkostemp)
VIGIL_NOT_MODELLED_AS(mkostemp64, "mkostemp()")
VIGIL_NOT_MODELLED(mkdtemp)
VIGIL_NOT_MODELLED(mkdir)
VIGIL_NOT_MODELLED(rmdir)
VIGIL_NOT_MODELLED(unlink)
VIGIL_NOT_MODELLED(remove)
VIGIL_NOT_MODELLED(rename)
VIGIL_NOT_MODELLED(link)
VIGIL_NOT_MODELLED(symlink)
VIGIL_NOT_MODELLED(truncate)
VIGIL_NOT_MODELLED_AS(truncate64, "truncate()")

// ---- numbers that no seed fixes, and generators whose state is nowhere restored: see also random_functions.cpp

VIGIL_NOT_MODELLED(getrandom)
VIGIL_NOT_MODELLED(getentropy)
VIGIL_NOT_MODELLED(arc4random)
VIGIL_NOT_MODELLED(arc4random_buf)
VIGIL_NOT_MODELLED(arc4random_uniform)
VIGIL_NOT_MODELLED(initstate)
VIGIL_NOT_MODELLED(setstate)
VIGIL_NOT_MODELLED(seed48)
VIGIL_NOT_MODELLED(lcong48)
