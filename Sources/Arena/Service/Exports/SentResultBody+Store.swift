import Core
import WatchpostModel

/// A result as those see it who govern its game.
extension SentResultBody {
    init(_ sent: ResultLedger.Sent, _ text: ScoreText) {
        let result = sent.result
        self.init(
            number: result.sequence,
            board: sent.board,
            player: PlayerBody(code: sent.code, name: sent.name, picture: PicturePath.text(sent.picture)),
            score: result.score,
            scoreText: text.text(result.score),
            at: result.at,
            state: result.state
        )
        (achieved, extra) = (result.achieved, result.extra)
        reasons = sent.flags.isEmpty ? nil : sent.flags.words
    }
}
