import WatchpostModel

@testable import Core

/// What one language says of a broad choice of everything that notices tell, a line a text.
struct NoticeTextTable {
    let words: NoticeWords
    let language: String

    private static let counts = [1, 2, 3, 5, 11, 12, 21, 22, 25, 101, 102, 112]
    private static let populations = ["low", "medium", "high", "full", "recommended", "locked", "…"]
    private static let aspects: [NoticeAspect] = [.status, .maintenance, .once, .queue, .lock, .population]
    private static let times: [String?] = [nil, "18:42", "Mon 6:42 PM"]
    private static let outages: [Int64?] = [
        nil, 0, 89, 90, 1740, 3_569, 3_570, 3_660, 7_200, 86_400, 172_769, 172_770, 259_200, 950_400,
    ]

    /// All of them, in an order that stays.
    var lines: [String] { singles + many + others + maps + lists + clocks }

    private var singles: [String] {
        NoticeTextTable.aspects.flatMap { aspect in
            ([nil] + NoticeChange.Word.allCases.map(Optional.some)).flatMap { change in
                (aspect == .population ? NoticeTextTable.populations : ["low"]).flatMap { population in
                    single(aspect, change, population)
                }
            }
        }
    }

    /// With all times and lengths for what tells them all.
    private func single(_ aspect: NoticeAspect, _ change: NoticeChange.Word?, _ population: String)
        -> [String]
    {
        let isFull = aspect == .status && change == .up
        let outages: [Int64?] =
            aspect == .population ? [nil] : isFull ? NoticeTextTable.outages : [nil, 1_740]
        return (isFull ? NoticeTextTable.times : [nil, "18:42"]).flatMap { since in
            outages.map { outage in
                let text = words.single(
                    aspect,
                    word: change,
                    name: "Kel'Thuzad",
                    place: "EU",
                    since: since,
                    outage: outage.map { words.length($0) },
                    population: population
                )
                return line("\(aspect) \(change?.rawValue ?? "-") \(population)", text)
            }
        }
    }

    private var many: [String] {
        var lines = [line("several", NoticeText(title: words.several(place: "US"), body: ""))]
        for count in NoticeTextTable.counts {
            for total in [count, count + 1, count + 2, count + 5, 200] {
                let down = words.manyDown(place: "EU", count: count, of: total, names: "A, B")
                let back = words.manyUp(place: "EU", count: count, of: total, names: "A, B")
                lines += [line("down \(count)/\(total)", down), line("up \(count)/\(total)", back)]
            }
            for aspect in NoticeTextTable.aspects {
                for change in NoticeChange.Word.allCases.map(\.rawValue) + ["later"] {
                    let text = words.many(aspect, word: change, place: "TW", count: count, names: "A, B")
                    lines.append(line("\(aspect) \(change) \(count)", text))
                }
            }
        }
        return lines
    }

    private var others: [String] {
        NoticeTextTable.aspects.flatMap { aspect in
            [true, false].map { begins in
                "others \(aspect) \(begins) | \(words.others(aspect, begins: begins, names: "A, B"))"
            }
        }
    }

    private var maps: [String] {
        [0, 1, 2, 4, 5, 12, 15, 21, 22, 25, 60, 112].map { minutes in
            line(
                "map \(minutes)",
                words.map("Olympus", mode: "Pubs", minutes: minutes, from: "18:00", to: "19:30")
            )
        }
    }

    private var lists: [String] {
        var lines = [line("test", words.test(box: "watchpost.local"))]
        for unknown in [nil, "Nowhere, Nobody"] {
            for renamed in [nil, "Kel (Kel'Thuzad)"] {
                lines.append(
                    line("unmatched", words.unmatched(place: "EU", unknown: unknown, renamed: renamed))
                )
            }
        }
        for names in [[], ["A"], ["A", "B"], ["A", "B", "C"]] {
            for more in [0, 1, 2, 5, 12, 22] { lines.append("list | \(words.list(names, more: more))") }
        }
        return lines
    }

    /// The clock of every region that a phone of this language may have.
    private var clocks: [String] {
        let now = UnixTime(seconds: 1_780_000_000)
        var lines: [String] = []
        for region in ["", "-US", "_us", "-GB", "-CA", "-AU", "-NZ", "-PH", "-IN", "-PL", "-Latn-US", "-001"]
        {
            for zone in ["Europe/Warsaw", "America/Los_Angeles", nil] {
                let clock = NoticeClock(
                    locale: language + region,
                    zone: zone.flatMap { CivilZone(named: $0) },
                    words: words
                )
                for hours in [
                    -4_000, -192, -80, -30, -17, -11, -5, 0, 1, 3, 7, 13, 31, 55, 79, 103, 127, 151,
                ] {
                    let time = now.advanced(by: Int64(hours) * 3_600 + 61)
                    lines.append("clock \(region) \(zone ?? "-") \(hours) | \(clock.text(time, now: now))")
                }
            }
        }
        return lines
    }

    private func line(_ name: String, _ text: NoticeText) -> String {
        "\(name) | \(text.title) | \(text.body)"
    }
}
