import Foundation
import WatchpostClient
import WatchpostModel

/// Results and answers as games and appliances make them.
enum ResultSample {
    /// One with a number as its key, which is no UUID and as good as one for whoever does not send it.
    static func result(
        _ number: Int,
        board: String = "level-1",
        achieved: Int64? = nil,
        extra: String? = nil
    ) -> GameResult {
        GameResult(
            key: "key-\(number)",
            board: board,
            score: Int64(number),
            achieved: achieved.map { UnixTime(seconds: $0) },
            extra: extra
        )
    }

    /// Waiting results, of no appliance yet.
    static func waiting(_ results: [GameResult], for appliance: String? = nil) -> WaitingResults {
        var waiting = WaitingResults()
        for result in results { _ = waiting.add(result, for: appliance, at: "http://box") }
        return waiting
    }

    static func request(
        _ appliance: String = "a",
        address: String = "http://box",
        except: Set<String> = [],
        most: Int = 50,
        now: Int64 = 1_000,
        time: Int64 = 5_000
    ) -> WaitingResults.Request {
        WaitingResults.Request(
            appliance: appliance,
            address: address,
            except: except,
            most: most,
            now: now,
            time: time
        )
    }

    /// What was taken.
    static func taken(_ result: GameResult) -> ResultBody {
        ResultBody(
            board: result.board,
            score: result.score,
            scoreText: "\(result.score)",
            at: UnixTime(seconds: 1_790_000_000),
            state: .counts,
            standings: []
        )
    }

    /// An answer to a batch: a status and perhaps a code for each.
    static func reply(_ answers: [(result: GameResult, status: Int, code: String?)]) -> HTTPReply {
        let entries = answers.map { result, status, code in
            ResultBatchAnswerBody.Entry(
                key: result.key,
                status: status,
                result: status < 300 ? taken(result) : nil,
                detail: status < 300 ? nil : "words of \(status)",
                code: code
            )
        }
        let body = (try? JSONEncoder().encode(ResultBatchAnswerBody(results: entries))) ?? Data()
        return HTTPReply(status: 200, headers: ["content-type": "application/json"], body: body)
    }
}
