import Core
import Display
import Testing
import WatchpostModel

@Suite("Pages about the end of the map schedule")
struct RotationEndPageTests {
    private static let ends: [(now: UnixTime, line: String?)] = [
        // The last known end is on Wednesday 25 November at 18:00 in Warsaw.
        (Facts.at(17, 59, second: 59, day: 18), nil), (Facts.at(18, 0, day: 18), "|ends in 7 d     |"),
        (Facts.at(18, 29, day: 18), "|ends in 7 d     |"), (Facts.at(6, 0, day: 19), "|ends in 6 d     |"),
        (Facts.at(17, 0, day: 19), "|ends in 6 d     |"), (Facts.at(18, 31, day: 19), "|sched. ends Wed |"),
        (Facts.at(18, 0, day: 24), "|sched. ends Wed |"),
        (Facts.at(18, 0, second: 1, day: 24), "|ends 18:00      |"),
        (Facts.at(17, 59, second: 59, day: 25), "|ends 18:00      |"), (Facts.at(18, 0, day: 25), nil),
    ]

    private var pubs: PanelRotation {
        var pubs = Facts.pubs
        (pubs.next, pubs.lastEnd) = (nil, Facts.at(18, 0, day: 25))
        return pubs
    }

    @Test("16x2: a page of its own from seven days before the end on", arguments: ends)
    func sixteenByTwo(row: (now: UnixTime, line: String?)) {
        let pages = Screens.ring([pubs], at: row.now).filter { $0.hasPrefix("rotation/pubs/end") }
        #expect(pages == Set(row.line.map { ["rotation/pubs/end\n|Casual          |\n\($0)"] } ?? []))
    }

    @Test("20x4: a turn of the third row, with the mode's name")
    func twentyByFour() {
        let pages = Screens.ring([pubs, Facts.ranked], .twentyByFour, at: Facts.at(18, 0, day: 20))
        let thirds = pages.compactMap { page in
            page.hasPrefix("rotation/pubs/end") ? page.split(separator: "\n").dropFirst(3).first : nil
        }
        #expect(thirds == ["|Casual ends Wed     |"])
        let later = Screens.ring([Facts.pubs, Facts.ranked], .twentyByFour)
        #expect(later.allSatisfy { !$0.contains(" ends ") })
    }

    @Test("without a clock nobody knows how near it is")
    func unknown() {
        #expect(Screens.ring([pubs], at: nil).allSatisfy { !$0.contains("ends") })
    }
}
