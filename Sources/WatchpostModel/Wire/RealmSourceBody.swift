/// Who tells of a list of realms, so that people see how far it can be relied on.
public struct RealmSourceBody: Codable, Hashable, Sendable {
    /// `battlenet`, `status-page`, `demonstration`; later releases may have others.
    public var name: String
    /// Whether it is made for programs: an unofficial one may change or close at any time, and tells less.
    public var official: Bool

    /// Names a source.
    public init(name: String, official: Bool) {
        self.name = name
        self.official = official
    }
}
