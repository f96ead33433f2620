//! How time passes for the threads of a search: by itself, or in a simulation by clocks.

/// How time passes for the threads of a search.
pub(crate) trait Time: Sync {
    /// Whether threads take turns instead of running at once.
    const IS_VIRTUAL: bool = false;

    /// Lets all threads begin.
    fn begin(&self) {}

    /// Lets a thread spend time.
    fn spend(&self, _thread: usize, _time: u64) {}

    /// Lets a thread wait until another has listed children, in virtual time.
    fn wait(&self, _thread: usize) {}

    /// Wakes the threads that wait for children.
    fn wake(&self, _thread: usize) {}

    /// Ends a thread.
    fn end(&self, _thread: usize) {}
}

/// The time of threads that run at once, which passes by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RealTime;

impl Time for RealTime {}
