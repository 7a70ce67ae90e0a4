//! Rayon behind the interface that every pool in the comparison has.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ffi::c_void;

#[no_mangle]
pub extern "C" fn vigil_rayon_start(workers: usize) -> *mut ThreadPool {
    Box::into_raw(Box::new(ThreadPoolBuilder::new().num_threads(workers).build().unwrap()))
}

#[no_mangle]
pub unsafe extern "C" fn vigil_rayon_stop(pool: *mut ThreadPool) {
    drop(Box::from_raw(pool));
}

fn fib(n: i32) -> i64 {
    if n < 2 {
        return n as i64;
    }
    let (a, b) = rayon::join(|| fib(n - 1), || fib(n - 2));
    a + b
}

#[no_mangle]
pub unsafe extern "C" fn vigil_rayon_fib(pool: *mut ThreadPool, n: i32) -> i64 {
    (*pool).install(|| fib(n))
}

struct Context(*mut c_void);
unsafe impl Send for Context {}
impl Context {
    fn get(&self) -> *mut c_void {
        self.0
    }
}

#[no_mangle]
pub unsafe extern "C" fn vigil_rayon_call(
    pool: *mut ThreadPool,
    job: extern "C" fn(*mut c_void),
    context: *mut c_void,
) {
    let context = Context(context);
    (*pool).install(move || job(context.get()));
}

#[no_mangle]
pub unsafe extern "C" fn vigil_rayon_sum(pool: *mut ThreadPool, values: *const f64, count: usize) -> f64 {
    let values = std::slice::from_raw_parts(values, count);
    (*pool).install(|| values.par_iter().sum())
}

#[no_mangle]
pub unsafe extern "C" fn vigil_rayon_sort(pool: *mut ThreadPool, values: *mut i32, count: usize) {
    let values = std::slice::from_raw_parts_mut(values, count);
    (*pool).install(|| values.par_sort_unstable());
}
