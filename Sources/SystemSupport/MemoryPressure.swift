import CLinux

/// Gives memory that was freed back to the system: a poll decodes bodies of half a megabyte once a minute, and the C
/// library would keep that for ever.
package enum MemoryPressure {
    /// Lets all threads share one heap; call it before the first thread.
    ///
    /// By default the C library gives each thread a heap of its own, and what one thread frees no other can use: with
    /// five regions 13 MB stay anonymous instead of 6. The answers of the hot path allocate nothing, so the one lock
    /// costs nothing that could be measured.
    package static func shareOneHeap() {
        mallopt(M_ARENA_MAX, 1)
    }

    package static func returnFreedPages() {
        malloc_trim(0)
    }
}
