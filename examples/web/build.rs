//! Makes the module smaller: unless told so, the linker pads every number that it fills in to five bytes.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("wasm") {
        println!("cargo:rustc-cdylib-link-arg=--compress-relocations");
    }
}
