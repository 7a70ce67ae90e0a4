//! Rayon behind the interface that every pool in the comparison has.

mod crossbeam;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ffi::{c_char, c_void};

/// Of the crate and of its compiler, as build.rs found them.
#[no_mangle]
pub extern "C" fn vigil_rayon_version() -> *const c_char {
    concat!(env!("VIGIL_RAYON_VERSION"), "\0").as_ptr().cast()
}

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

const SORTED_BY_INSERTION: usize = 32;

fn sort_by_insertion(values: &mut [i32]) {
    for end in 1..values.len() {
        let value = values[end];
        let mut hole = end;
        while hole != 0 && value < values[hole - 1] {
            values[hole] = values[hole - 1];
            hole -= 1;
        }
        values[hole] = value;
    }
}

/// As comparison/quicksort.hpp, which has no checks of its indices.
fn partition(values: &mut [i32]) -> usize {
    let (first, middle, last) = (values[0], values[(values.len() - 1) / 2], values[values.len() - 1]);
    let pivot = first.min(middle).max(first.max(middle).min(last));
    let (mut left, mut right) = (0, values.len() - 1);
    unsafe {
        loop {
            while *values.get_unchecked(left) < pivot {
                left += 1;
            }
            while pivot < *values.get_unchecked(right) {
                right -= 1;
            }
            if left >= right {
                return right + 1;
            }
            std::ptr::swap(values.get_unchecked_mut(left), values.get_unchecked_mut(right));
            left += 1;
            right -= 1;
        }
    }
}

fn quicksort(mut values: &mut [i32]) {
    while values.len() > SORTED_BY_INSERTION {
        let middle = partition(values);
        let (left, right) = values.split_at_mut(middle);
        if left.len().min(right.len()) > SORTED_BY_INSERTION {
            rayon::join(|| quicksort(left), || quicksort(right));
            return;
        }
        let (short, long) = if left.len() < right.len() { (left, right) } else { (right, left) };
        sort_by_insertion(short);
        values = long;
    }
    sort_by_insertion(values);
}

#[no_mangle]
pub unsafe extern "C" fn vigil_rayon_quicksort(pool: *mut ThreadPool, values: *mut i32, count: usize) {
    let values = std::slice::from_raw_parts_mut(values, count);
    (*pool).install(|| quicksort(values));
}

#[no_mangle]
pub unsafe extern "C" fn vigil_rayon_run_tasks(
    pool: *mut ThreadPool,
    tasks: *mut c_void,
    count: usize,
    bytes: usize,
    run: extern "C" fn(*mut c_void),
) {
    let first = tasks as usize;
    (*pool).scope(|scope| {
        for index in 0..count {
            scope.spawn(move |_| run((first + index * bytes) as *mut c_void));
        }
    });
}
