import CLinux

/// Gives memory that was freed back to the system: a poll decodes bodies of half a megabyte once a minute, and the C
/// library would keep that for ever.
enum MemoryPressure {
    static func returnFreedPages() {
        malloc_trim(0)
    }
}
