import Glibc

/// How many files, sockets and pipes this process may have open at once.
package enum OpenFiles {
    /// The soft limit, RLIMIT_NOFILE, which systemd's `LimitNOFILE=` sets; 1,024 when nobody says.
    package static var limit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        return Int(clamping: limit.rlim_cur)
    }
}
