import Core
import TestSupport
import Testing

/// What the rule answered before `PresenceCodes` was made of it.
@Suite("Pairing transcript")
struct PairingTranscriptTests {
    /// Seconds, event (who says a right or a wrong code, at home or not), what was answered.
    private static let before = """
        35 right 1 true → noCode
        76 tick → -
        88 wrong 2 true → noCode
        171 right 4 false → noCode
        251 wrong 2 true → noCode
        312 right 1 true → noCode
        394 right 4 true → noCode
        476 ask network → show 100007 600
        510 wrong 2 false → wrong 4
        516 ask owner → show 100007 560
        574 ask network → show 100007 502
        577 wrong 2 true → wrong 3
        653 tick → -
        658 revoked → -
        703 wrong 2 true → wrong 2
        735 right 2 true → hide, pair 2
        777 wrong 2 false → noCode
        866 ask network → show 100017 600
        913 wrong 2 false → wrong 4
        933 wrong 2 true → wrong 3
        989 tick → -
        990 revoked → -
        1065 ask network → show 100017 401
        1105 right 4 true → hide, pair 4
        1113 wrong 4 false → noCode
        1185 tick → -
        1272 wrong 3 true → noCode
        1339 revoked → -
        1385 wrong 3 false → noCode
        1421 tick → -
        1470 wrong 3 false → noCode
        1526 wrong 1 true → noCode
        1579 wrong 2 true → noCode
        1603 ask owner → show 100033 600
        1629 revoked → -
        1710 wrong 1 false → wrong 4
        1768 wrong 1 false → wrong 3
        1858 right 4 false → hide, pair 4
        1934 wrong 3 false → noCode
        1956 wrong 1 false → noCode
        1962 ask owner → show 100040 600
        1988 right 4 false → hide, pair 4
        2022 tick → -
        2022 tick → -
        2089 revoked → -
        2140 tick → -
        2189 wrong 4 true → noCode
        2257 wrong 1 false → noCode
        2312 right 2 false → noCode
        2393 right 4 true → noCode
        2429 ask owner → show 100050 600
        2497 ask network → show 100050 532
        2575 wrong 1 false → wrong 4
        2575 wrong 1 false → wrong 3
        2612 wrong 3 false → wrong 2
        2626 ask network → show 100050 403
        2654 wrong 3 true → wrong 3
        2716 tick → -
        2724 wrong 2 true → wrong 4
        2762 wrong 3 true → wrong 2
        2786 revoked → -
        2796 right 4 true → hide, pair 4
        2821 ask network → show 100062 600
        2848 ask owner → show 100062 573
        2876 tick → -
        2952 ask network → show 100062 469
        2965 wrong 1 true → wrong 4
        2966 wrong 3 true → wrong 3
        3036 tick → -
        3038 ask owner → show 100062 383
        3073 revoked → -
        3109 tick → -
        3185 wrong 3 true → wrong 2
        3223 right 4 true → hide, pair 4
        3286 right 4 false → confirm 4
        3376 wrong 4 false → noCode
        3382 wrong 1 false → noCode
        3444 right 2 true → noCode
        3475 wrong 3 false → noCode
        3521 ask owner → show 100079 600
        3533 right 3 true → hide, pair 3
        3537 ask owner → show 100081 600
        3593 right 1 true → hide, pair 1
        3656 revoked → -
        3702 wrong 1 true → noCode
        3781 tick → -
        3797 wrong 3 false → noCode
        3877 ask owner → show 100087 600
        3945 revoked → -
        3977 wrong 4 false → wrong 4
        4049 ask owner → show 100087 428
        4065 revoked → -
        4086 revoked → -
        4160 tick → -
        4239 ask network → show 100087 238
        4260 ask owner → show 100087 217
        4341 ask network → show 100087 136
        4409 right 3 true → hide, pair 3
        4434 tick → -
        4512 wrong 3 true → noCode
        4546 wrong 4 true → noCode
        4589 wrong 3 true → noCode
        4636 wrong 2 false → noCode
        4659 revoked → -
        4712 ask owner → show 100104 600
        4776 wrong 4 false → wrong 4
        4841 wrong 2 false → wrong 3
        4845 wrong 2 false → wrong 2
        4849 right 2 true → hide, pair 2
        4921 right 2 false → confirm 2
        4946 ask network → show 100110 600
        5007 ask owner → show 100110 539
        5057 wrong 1 true → wrong 4
        5115 wrong 1 true → wrong 3
        5149 wrong 4 false → wrong 4
        5225 wrong 1 false → wrong 2
        5302 wrong 1 false → wrong 1
        5359 wrong 3 true → wrong 2
        5384 wrong 4 false → wrong 3
        5407 ask owner → show 100110 139
        5412 right 1 true → hide, pair 1
        5464 wrong 2 true → noCode
        5547 wrong 4 false → noCode
        5633 wrong 1 false → noCode
        5712 ask owner → show 100124 600
        5727 ask network → show 100124 585
        5779 tick → -
        5843 right 1 false → hide, pair 1
        5865 ask owner → show 100128 600
        5925 tick → -
        5961 ask network → show 100128 504
        6029 right 2 false → hide, pair 2
        6101 tick → -
        6177 revoked → -
        6240 wrong 4 true → noCode
        6307 ask network → show 100135 600
        6323 wrong 2 true → wrong 4
        6327 ask owner → show 100135 580
        6356 right 2 false → hide, pair 2
        6366 wrong 2 false → noCode
        6436 wrong 1 true → noCode
        6475 wrong 1 false → noCode
        6478 wrong 2 false → noCode
        6479 wrong 1 true → noCode
        6547 tick → -
        6552 revoked → -
        6588 right 2 true → noCode
        6602 wrong 2 true → noCode
        6682 revoked → -
        6766 wrong 2 true → noCode
        6832 revoked → -
        6860 right 1 true → noCode
        6899 ask network → show 100152 600
        6939 right 1 false → hide, pair 1
        6955 wrong 3 false → noCode
        7012 ask network → show 100155 600
        7040 right 3 false → hide, pair 3
        7052 revoked → -
        7073 wrong 3 true → noCode
        7111 wrong 1 true → noCode
        """

    @Test("a long random story is answered as it was before codes served other things as well")
    func same() {
        var generator = SeededGenerator(seed: 7)
        var state = PairingState()
        var now = Duration.zero
        var shown = ""
        var lines: [String] = []
        for step in 0..<160 {
            now += .seconds(Int.random(in: 0...90, using: &generator))
            let (event, name) = PairingTranscriptTests.event(step, shown, &generator)
            let effects = state.handle(event, at: now)
            for case .show(let code, _) in effects { shown = code }
            let words = effects.map(PairingTranscriptTests.words).joined(separator: ", ")
            lines.append("\(now.components.seconds) \(name) → \(words.isEmpty ? "-" : words)")
        }
        let expected = PairingTranscriptTests.before.split(separator: "\n").map(String.init)
        for (line, expected) in zip(lines, expected) { #expect(line == expected) }
        #expect(lines.count == expected.count)
    }

    private static func event(
        _ step: Int,
        _ shown: String,
        _ generator: inout SeededGenerator
    ) -> (PairingState.Event, String) {
        let fresh = String(100_000 + step)
        let device = Int64.random(in: 1...4, using: &generator)
        let isHome = Bool.random(using: &generator)
        let guesser = PairingState.Guesser(device: device, address: "a\(device % 2)", isHome: isHome)
        return switch Int.random(in: 0...9, using: &generator) {
        case 0: (.ask(.network, fresh: fresh), "ask network")
        case 1: (.ask(.owner, fresh: fresh), "ask owner")
        case 2: (.revoked, "revoked")
        case 3: (.tick, "tick")
        case 4, 5: (.redeem(code: shown, guesser), "right \(device) \(isHome)")
        default: (.redeem(code: "0", guesser), "wrong \(device) \(isHome)")
        }
    }

    private static func words(_ effect: PairingState.Effect) -> String {
        switch effect {
        case .show(let code, let lasts): "show \(code) \(lasts.components.seconds)"
        case .hide: "hide"
        case .pair(let device): "pair \(device)"
        case .confirm(let device): "confirm \(device)"
        case .wrong(let tries): "wrong \(tries)"
        case .noCode: "noCode"
        case .wait(let wait): "wait \(wait.components.seconds)"
        }
    }
}
