/// The release.
package enum Version {
    /// Semantic version; the first release is still in the making.
    package static let text = "0.1.0"
    /// No clock that shows an earlier time than this release (2026-11-01) has been set.
    package static let releasedAfter: Int64 = 1_793_491_200
}
