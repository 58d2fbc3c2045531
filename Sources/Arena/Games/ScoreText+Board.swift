import Core
import WatchpostModel

extension ScoreText {
    /// As a board writes its results.
    init(_ rules: BoardRules) {
        self.init(
            rules.format.word,
            decimals: rules.format.places.map { Int(clamping: $0) },
            unit: rules.unit
        )
    }
}
