//! The queue that Rayon takes jobs from outside from, behind a C interface.

use crossbeam_deque::{Injector, Steal};
use std::ffi::{c_char, c_void};

type Jobs = Injector<usize>;

/// As build.rs found it.
#[no_mangle]
pub extern "C" fn vigil_crossbeam_version() -> *const c_char {
    concat!("deque ", env!("VIGIL_CROSSBEAM_VERSION"), "\0").as_ptr().cast()
}

#[no_mangle]
pub extern "C" fn vigil_crossbeam_injector_new() -> *mut Jobs {
    Box::into_raw(Box::new(Jobs::new()))
}

#[no_mangle]
pub unsafe extern "C" fn vigil_crossbeam_injector_free(jobs: *mut Jobs) {
    drop(Box::from_raw(jobs));
}

#[no_mangle]
pub unsafe extern "C" fn vigil_crossbeam_injector_push(jobs: *const Jobs, job: *mut c_void) {
    (*jobs).push(job as usize);
}

/// Null if it is empty.
#[no_mangle]
pub unsafe extern "C" fn vigil_crossbeam_injector_pop(jobs: *const Jobs) -> *mut c_void {
    loop {
        match (*jobs).steal() {
            Steal::Success(job) => return job as *mut c_void,
            Steal::Empty => return std::ptr::null_mut(),
            Steal::Retry => std::hint::spin_loop(),
        }
    }
}
