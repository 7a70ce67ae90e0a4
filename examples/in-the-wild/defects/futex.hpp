#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <climits>

inline void sleep_while(std::atomic<int>& word, int value) { syscall(SYS_futex, &word, FUTEX_WAIT, value, nullptr); }
inline void wake_all(std::atomic<int>& word) { syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX); }
