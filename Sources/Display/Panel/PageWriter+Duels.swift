import Core

/// Pages about duels that run.
extension PageWriter {
    /// Both names, both bests and the time that is left: on two rows the time has a page of its own.
    ///
    /// None without a clock, and none of a duel whose time is over: whoever decides it says so soon.
    var duelPages: [Page] {
        input.duels.flatMap { duel -> [Page] in
            guard let minutes = times.minutesLeft(until: duel.endsAt), minutes > 0 else { return [] }
            let (id, left) = ("duel/\(duel.code)", ClockText.length(minutes: minutes))
            let sides = [duel.mine, duel.theirs].map(line)
            guard !isTall else {
                let board = TextLine.shortened(shown(duel.board), to: width)
                return [Page(id: id, lines: [TextLine.spread("Duel", left, width: width)] + sides + [board])]
            }
            let names = versus(name(of: duel.mine), name(of: duel.theirs))
            return [
                Page(id: id, lines: sides),
                Page(id: "\(id)/left", lines: [names, TextLine.spread("ends in", left, width: width)]),
            ]
        }
    }

    /// `Ola         12.50`; the name gives way, not the score.
    private func line(_ side: PanelDuel.Side) -> String {
        TextLine.spread(name(of: side), side.best.map(shown) ?? "-", width: width)
    }

    /// `Ola - Jan`, each cut to its half where both do not fit.
    private func versus(_ mine: String, _ theirs: String) -> String {
        let whole = "\(mine) - \(theirs)"
        guard whole.count > width else { return whole }
        let half = (width - 3) / 2
        let first = TextLine.shortened(mine, to: max(half, width - 3 - theirs.count))
        return "\(first) - \(TextLine.shortened(theirs, to: width - 3 - first.count))"
    }

    private func name(of side: PanelDuel.Side) -> String {
        settings.rom.firstShowable(of: [side.name], else: side.code)
    }
}
