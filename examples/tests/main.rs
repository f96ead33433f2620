//! The tests of the example programs, certificates, stores and pictures, in one program, which is linked once.

mod altered;
mod certificates;
mod closures;
mod examples;
mod gallery;
mod headers;
mod levels;
mod notations;
mod refusals;
mod renderers;
mod stores;
mod theorems;
mod times;
