//! chili behind the interface that every pool in the comparison has.

use chili::{Config, Scope, ThreadPool};
use std::num::NonZero;

/// The thread that computes counts as one of the workers.
#[no_mangle]
pub extern "C" fn vigil_chili_start(workers: usize) -> *mut ThreadPool {
    let thread_count = Some(NonZero::new(workers).unwrap());
    Box::into_raw(Box::new(ThreadPool::with_config(Config { thread_count, ..Config::default() })))
}

#[no_mangle]
pub unsafe extern "C" fn vigil_chili_stop(pool: *mut ThreadPool) {
    drop(Box::from_raw(pool));
}

fn fib(n: i32, scope: &mut Scope<'_>) -> i64 {
    if n < 2 {
        return n as i64;
    }
    let (a, b) = scope.join(|scope| fib(n - 1, scope), |scope| fib(n - 2, scope));
    a + b
}

#[no_mangle]
pub unsafe extern "C" fn vigil_chili_fib(pool: *mut ThreadPool, n: i32) -> i64 {
    fib(n, &mut (*pool).scope())
}
