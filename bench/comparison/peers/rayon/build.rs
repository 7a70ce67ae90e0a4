//! Passes the versions of the crates that Cargo chose, and that of the compiler, to lib.rs and crossbeam.rs.

use std::env;
use std::fs;
use std::process::Command;

/// The version of `package` in Cargo.lock, where it follows the name.
fn version_of(package: &str, lock: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let line = lock.lines().skip_while(|line| *line != name).nth(1)?;
    Some(line.strip_prefix("version = \"")?.strip_suffix('"')?.to_string())
}

fn main() {
    let lock = fs::read_to_string("Cargo.lock").unwrap();
    let compiler = Command::new(env::var("RUSTC").unwrap()).arg("--version").output().unwrap();
    println!("cargo:rerun-if-changed=Cargo.lock");
    println!("cargo:rustc-env=VIGIL_CROSSBEAM_VERSION={}", version_of("crossbeam-deque", &lock).unwrap());
    println!(
        "cargo:rustc-env=VIGIL_RAYON_VERSION={}, rayon-core {}, {}",
        version_of("rayon", &lock).unwrap(),
        version_of("rayon-core", &lock).unwrap(),
        String::from_utf8(compiler.stdout).unwrap().trim()
    );
}
