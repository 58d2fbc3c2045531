import Core
import WatchpostModel

extension ScoreText {
    /// As a board writes its results.
    init(_ rules: BoardRules) {
        let format: GameBoardBody.Format =
            switch rules.format {
            case .points: .points
            case .time: .time
            case .decimals: .decimals
            }
        self.init(format, decimals: rules.format.places.map { Int(clamping: $0) }, unit: rules.unit)
    }
}
