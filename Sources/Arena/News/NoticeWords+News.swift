import Core

/// Title and body of news of the arena.
extension NoticeWords {
    /// `word`: what happened, as whoever wrote the row called it; `left`: seconds until it is over.
    func news(_ kind: NewsKind, word: String, _ content: NewsContent, left: Int64) -> NoticeText {
        let said = NewsWords(words: self, content: content, word: word)
        return switch kind {
        case .invited: said.text(.playInvited, [text(.playInvitedBody)])
        case .accepted: said.text(.playAccepted, [text(.playAcceptedBody)])
        case .challenged: said.text(.playChallenged, [said.whereIt, said.goal ?? text(.playAnswerIt)])
        case .answered: said.answered
        case .decided: said.decided
        case .behind: said.behind(left)
        case .passed: said.passed
        }
    }
}

/// The words of one piece of news.
private struct NewsWords {
    let words: NoticeWords
    let content: NewsContent
    let word: String

    /// Who was deleted has no name.
    private var name: String { content.player.isEmpty ? words.text(.playNobody) : content.player }

    /// What happened: some say it in the content, some as the word of the row.
    private var outcome: String { content.outcome ?? word }
    private var reason: String { content.reason ?? word }

    /// The game and its board, as far as they are known.
    var whereIt: String? {
        guard let game = content.game else { return content.board }
        return content.board.map { words.text(.playWhere, ["game": game, "board": $0]) } ?? game
    }

    var goal: String? { content.goal.map { words.text(.playGoal, ["goal": $0]) } }

    /// Both scores, or that of one.
    private var scores: String? {
        switch (content.mine, content.theirs) {
        case (let mine?, let theirs?):
            words.text(.playScores, ["mine": mine, "name": name, "theirs": theirs])
        case (let mine?, nil): words.text(.playMine, ["mine": mine])
        case (nil, let theirs?): words.text(.playTheirs, ["name": name, "theirs": theirs])
        case (nil, nil): nil
        }
    }

    func text(_ title: NoticePhrase, _ parts: [String?], count: Int64? = nil) -> NoticeText {
        let title = words.text(title, count: count, ["name": name, "gap": content.gap ?? ""])
        return NoticeText(title: title, body: parts.compactMap { $0 }.joined(separator: " · "))
    }

    var answered: NoticeText {
        outcome == "declined"
            ? text(.playDeclined, [whereIt]) : text(.playBegun, [whereIt, words.text(.playBegunBody)])
    }

    var decided: NoticeText {
        let title: NoticePhrase =
            switch outcome {
            case "won": .playWon
            case "lost": .playLost
            case "draw": .playDraw
            default: .playVoid
            }
        let isVoid = title == .playVoid
        let why = NewsWords.why(reason, isVoid: isVoid, isWon: title == .playWon)
        return text(title, [whereIt, isVoid ? nil : scores, why.map { words.text($0, ["name": name]) }])
    }

    /// Who blocked whom is nobody's business: that says no more than the end of a friendship does.
    private static func why(_ reason: String, isVoid: Bool, isWon: Bool) -> NoticePhrase? {
        switch reason {
        case "goal": isVoid ? nil : isWon ? .playWhyGoal : .playWhyTheirGoal
        case "gaveUp": isWon ? .playWhyGaveUp : nil
        case "hidden": .playWhyHidden
        case "alone": isWon ? .playWhyAlone : nil
        case "nobody": .playWhyNobody
        case "expired": .playWhyExpired
        case "cancelled": .playWhyCancelled
        case "unfriended", "blocked": .playWhyCalledOff
        case "removed": .playWhyRemoved
        case "closed": .playWhyClosed
        case "merged": .playWhyMerged
        default: nil
        }
    }

    /// In the time that is left when it leaves: it may have waited for the end of quiet hours.
    func behind(_ left: Int64) -> NoticeText {
        let minutes = max(1, (left + 30) / 60)
        let hasGap = content.gap != nil
        let lead = words.text(.playLeads, ["name": name])
        let parts = [lead, whereIt]
        return switch minutes {
        case ..<60: text(hasGap ? .playBehindMinutes : .playMinutesLeft, parts, count: minutes)
        case ..<1_290: text(hasGap ? .playBehindHours : .playHoursLeft, parts, count: (minutes + 30) / 60)
        default: text(hasGap ? .playBehindDay : .playDayLeft, parts)
        }
    }

    var passed: NoticeText {
        guard let place = content.place else { return text(.playPassed, [whereIt, scores]) }
        return text(.playPassedPlace, [whereIt, scores], count: Int64(place))
    }
}
