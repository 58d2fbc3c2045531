import WatchpostModel

extension ResultQueue {
    /// The whole request is wrong: each result is sent alone then, so that one is no obstacle to the others.
    private static let mistakes = [400, 413, 422]

    /// What follows from an answer.
    mutating func judge(_ delivery: Delivery, of batch: WaitingResults.Batch) -> [Effect] {
        let reply = delivery.reply
        if (200..<300).contains(reply.status) {
            guard !delivery.isOfRegistration, let body = try? reply.body(ResultBatchAnswerBody.self) else {
                return hold(.notWatchpost(status: reply.status))
            }
            failures = 0
            return hear(body, of: batch, delivery)
        }
        guard let problem = reply.problem else { return hold(reply.refusal) }
        // What is wrong with a registration is no fault of a result.
        let isMistake =
            !delivery.isOfRegistration && ResultQueue.mistakes.contains(reply.status)
            && problem.code?.hasPrefix("signature-") != true
        if isMistake, batch.results.count > 1 {
            size = 1
            return take()
        }
        if isMistake || problem.code == "game-closed" { return refuse(batch.results, problem) }
        var settlement = WaitingResults.Settlement(appliance: appliance)
        if delivery.isCertain { settlement.untried = batch.fresh }
        if reply.status == 404 { return settle(settlement, then: .stop(problem)) }
        settlement.pause = put(pauseOf: reply.refusal)
        return settle(settlement, then: .pause(reply.refusal))
    }

    /// Nobody has said what became of the results.
    mutating func hold(_ reason: WatchpostError) -> [Effect] {
        var settlement = WaitingResults.Settlement(appliance: appliance)
        settlement.pause = put(pauseOf: reason)
        return settle(settlement, then: .pause(reason))
    }

    private mutating func refuse(_ results: [GameResult], _ problem: ProblemBody) -> [Effect] {
        var settlement = WaitingResults.Settlement(appliance: appliance)
        settlement.refused = results
        return settle(settlement, then: .goOn(results.map { .refused($0, problem) }))
    }

    /// Each result has its own answer.
    private mutating func hear(
        _ body: ResultBatchAnswerBody,
        of batch: WaitingResults.Batch,
        _ delivery: Delivery
    ) -> [Effect] {
        let answers = Dictionary(body.results.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        var settlement = WaitingResults.Settlement(appliance: appliance)
        var news: [ResultNews] = []
        for result in batch.results {
            guard let answer = answers[result.key] else {
                passed.insert(result.key)
                continue
            }
            switch answer.status {
            case 200, 201:
                settlement.taken.insert(result.key)
                news.append(.sent(result, answer.result))
            // Nobody else has this key: what was taken under it is this result, with a claim or without.
            case 422 where answer.code == "key-used":
                settlement.taken.insert(result.key)
                news.append(.sent(result, nil))
            case 429: putOff(result, &settlement, batch, delivery)
            case 400..<500:
                // A clock that was wrong costs the claim, and not the result: nothing was taken under this key.
                if answer.code == "result-refused", result.achieved != nil {
                    settlement.unclaimed.append(result)
                } else {
                    settlement.refused.append(result)
                    news.append(.refused(result, ProblemBody(answer)))
                }
            default: putOff(result, &settlement, batch, delivery)
            }
        }
        return settle(settlement, then: .goOn(news))
    }

    private mutating func putOff(
        _ result: GameResult,
        _ settlement: inout WaitingResults.Settlement,
        _ batch: WaitingResults.Batch,
        _ delivery: Delivery
    ) {
        passed.insert(result.key)
        if delivery.isCertain, batch.fresh.contains(result.key) { settlement.untried.insert(result.key) }
    }
}

extension ProblemBody {
    /// Why a result of a batch is refused.
    fileprivate init(_ answer: ResultBatchAnswerBody.Entry) {
        self.init(
            type: "about:blank",
            title: "The result is refused",
            status: answer.status,
            detail: answer.detail ?? "the box refuses this result with status \(answer.status)",
            code: answer.code
        )
    }
}
