import WatchpostModel

/// Pages about the appliance itself.
extension PageWriter {
    /// The farewell: the display keeps its last text without us, and numbers left on it would be lies.
    func farewell(_ ending: Panel.Ending) -> Page {
        switch ending {
        case .restarting: return notice("stopped", "Watchpost", words: "restarting")
        case .stopping:
            let time = times.now.map { " \(times.time($0))" } ?? ""
            return notice("stopped", "Watchpost", words: "stopped\(time)")
        }
    }

    var identify: Page { notice("identify", "This box is", words: shown(settings.boxName)) }

    /// A code that somebody must read off the display; it outlives quiet hours, because it was asked for.
    func code(_ title: String, _ code: String) -> Page {
        Page(
            id: "code",
            lines: [TextLine.spread(shown(title), String(Glyph.phone.character), width: width), shown(code)],
            isSecret: true
        )
    }

    /// What is wrong with the box or its connection, most urgent first.
    var faultPages: [Page] {
        var pages: [Page] = []
        var counts: [String: Int] = [:]
        for fault in input.faults {
            counts[fault.code, default: 0] += 1
            pages += faultPages(fault, number: counts[fault.code] ?? 1)
        }
        if !input.isSetUp { pages += setUp }
        if case .down(let since) = network {
            let words = since.map { "since \(times.nearby($0))" } ?? "check the router"
            pages.append(notice("network", "No network", sign: .noNetwork, words: words))
        }
        return pages
    }

    /// All the words of a fault, on as many pages as they need.
    ///
    /// `number` tells faults of one code apart.
    private func faultPages(_ fault: PanelFault, number: Int) -> [Page] {
        let code = shown(fault.code)
        let id = "fault/\(code)" + (number == 1 ? "" : "/\(number)")
        let words = TextLine.wrapped(shown(fault.words), width: width, rows: PageWriter.longestFault)
        let starts = words.isEmpty ? [0] : Array(stride(from: 0, to: words.count, by: rows - 1))
        return starts.map { start in
            let count = starts.count == 1 ? "" : "\(start / (rows - 1) + 1)/\(starts.count)"
            return Page(
                id: start == 0 ? id : "\(id)/page\(start / (rows - 1) + 1)",
                lines: [TextLine.spread("Fault \(code)", count, width: width)]
                    + words.dropFirst(start).prefix(rows - 1)
            )
        }
    }

    /// Rows of words that a fault gets, however long its sentence is.
    private static let longestFault = 6

    /// The network is lost when the box or a source says so.
    private var network: PanelNetwork {
        guard input.network == .up else { return input.network }
        let lost = input.sources.first { $0.freshness.state == .noNetwork }
        return lost.map { .down(since: $0.freshness.since) } ?? .up
    }

    private var setUp: [Page] {
        guard isTall else {
            return [notice("setup", "Not set up yet:", words: "open on a phone")] + addresses
        }
        let heading = TextLine.first(of: ["Not set up yet. Open", "Not set up. Open"], width: width)
        return [Page(id: "setup", lines: [heading] + addressLines)]
    }

    /// Where the pages are: shown for the first minutes, and as long as nothing is set up.
    var addresses: [Page] {
        let sign = String(Glyph.phone.character)
        let heading = TextLine.spread("Watchpost", sign, width: width)
        if isTall {
            return input.addresses.isEmpty ? [] : [Page(id: "address", lines: [heading] + addressLines)]
        }
        return input.addresses.prefix(4).enumerated().map { index, text in
            let parts = rows(of: text)
            guard parts.count > 1 else { return Page(id: "address/\(index)", lines: [heading] + parts) }
            return Page(
                id: "address/\(index)",
                lines: [parts[0], TextLine.spread(parts[1], sign, width: width)]
            )
        }
    }

    /// Whole addresses, as many as fit: half of one would lead nowhere.
    private var addressLines: [String] {
        var lines: [String] = []
        for address in input.addresses {
            let more = rows(of: address)
            if lines.isEmpty || lines.count + more.count < rows { lines += more }
        }
        return Array(lines.prefix(rows - 1))
    }

    /// An address in one row; in two, broken where a person breaks it: before the port, or within a long name.
    private func rows(of address: String) -> [String] {
        let address = shown(address)
        guard address.count > width else { return [address] }
        let breaks = [address.lastIndex(of: ":"), address.lastIndex(of: ".")].compactMap { $0 }
        let halves = breaks.map { [address[..<$0], address[$0...]] }
        let fitting = halves.first { $0.allSatisfy { $0.count <= width } }
        let cut = address.index(address.startIndex, offsetBy: width)
        return (fitting ?? [address[..<cut], address[cut...]]).map { String($0.prefix(width)) }
    }

    /// When there is nothing to say: the name and the time.
    var idle: Page {
        let time = times.now.map(times.time) ?? times.unknownTime
        return Page(
            id: "idle",
            lines: [TextLine.spread("Watchpost", isTall ? time : "", width: width)] + (isTall ? [] : [time])
        )
    }
}
