/// Which slugs of an upstream can name a realm: one rule for every source.
package enum RealmSlug {
    /// In bytes.
    private static let longest = 100

    /// Whether it can stand in an address as one segment that is what it says: `.` and `..` would lead elsewhere, and
    /// browsers take them away.
    package static func isUsable(_ slug: String) -> Bool {
        guard !slug.isEmpty, slug.utf8.count <= longest, slug != ".", slug != ".." else { return false }
        return !slug.utf8.contains { $0 <= 0x20 || $0 == 0x2F || $0 == 0x5C || $0 == 0x7F }
    }
}
