package import Core

/// What a lamp stands for.
package enum LampTarget: Hashable, Sendable, CustomStringConvertible {
    /// Everything in the watch list.
    case everything
    /// These, whether watched or not.
    case items([WatchTarget])

    /// The items, given the watch list.
    package func items(watching watch: [WatchTarget]) -> [WatchTarget] {
        switch self {
        case .everything: watch
        case .items(let items): items
        }
    }

    package var description: String {
        switch self {
        case .everything: "everything watched"
        case .items(let items): items.map(\.description).joined(separator: ", ")
        }
    }
}
