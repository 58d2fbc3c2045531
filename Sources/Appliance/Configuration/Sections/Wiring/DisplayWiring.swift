/// How the character display is wired, if one is.
package enum DisplayWiring: Hashable, Sendable {
    case backpack(BackpackSection)
    case parallel(ParallelSection)

    static let slowHelp =
        "Waits three times as long after each instruction, for a display that shows garbage now and then."

    /// Reads `[panel.backpack]` or `[panel.parallel]`.
    static func read(_ panel: TableReader, claims: LineClaims) -> DisplayWiring? {
        let backpack = panel.table("backpack")
        let parallel = panel.table("parallel")
        switch (backpack.place, parallel.place) {
        case (nil, nil):
            // The keys count as known, so that an unknown one in an empty table is still told apart.
            return nil
        case (.some, .some):
            _ = (BackpackSection(backpack), ParallelSection(parallel, claims: claims))
            panel.refuse(
                "parallel",
                "stands beside a backpack",
                remedy: "keep one of [panel.backpack] and [panel.parallel]"
            )
            return nil
        case (.some, nil): return .backpack(BackpackSection(backpack))
        case (nil, .some): return ParallelSection(parallel, claims: claims).map { .parallel($0) }
        }
    }
}
