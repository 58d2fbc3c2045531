import Core
import Serving
import WatchpostModel

/// `GET /v1/calendar/{mode}.ics` and `GET /v1/calendar/{mode}/{code}.ics`: slots for programs that show calendars.
///
/// Those ask every hour or less, so their answers are kept. Where a schedule names very many maps, calendars of single
/// ones are worked out for whoever asks, as unusual timelines are. `?lang=` chooses one of the languages of the words files,
/// of which there are a few: each has answers of its own, and what is no such language gets those of English.
struct CalendarRoutes: Sendable {
    let revisions: CalendarRevisions
    private let languages: CalendarLanguages
    /// For those that are not kept.
    private let budget: StrangersBudget

    private static let type = "text/calendar; charset=utf-8"
    /// With so many calendars of single maps they are kept in each language; those of a mode are together about as large as its
    /// own.
    static let mostKept = 128
    private static let suffix = ".ics"

    init(
        revisions: CalendarRevisions,
        languages: CalendarLanguages = CalendarLanguages(),
        budget: StrangersBudget = StrangersBudget()
    ) {
        self.revisions = revisions
        self.languages = languages
        self.budget = budget
    }

    var routes: [Route] {
        [
            Route("/v1/calendar/{calendar}") { [self] request throws(Problem) in
                try answer(request, mode: try CalendarRoutes.name(request.parameter("calendar")), code: nil)
            },
            Route("/v1/calendar/{mode}/{map}") { [self] request throws(Problem) in
                let code = try CalendarRoutes.name(request.parameter("map"))
                return try answer(request, mode: request.parameter("mode"), code: code)
            },
        ]
    }

    private func answer(
        _ request: RouteRequest,
        mode: String,
        code: String?
    ) throws(Problem) -> RouteAnswer {
        let rotations = try RotationRoutes.rotations(request)
        let snapshot = rotations.snapshot
        guard let maps = rotations.mapsByMode[mode] else {
            throw Problem(
                .notFound,
                "there is no mode “\(mode)”; there are \(RotationRoutes.names(rotations.list))"
            )
        }
        let code = try code.map { code throws(Problem) in try NextMapRoute.map(code, among: maps).code }
        let file = code.map { "\(mode)-\($0)" } ?? mode
        let isUsual = code == nil || rotations.mapCalendars <= CalendarRoutes.mostKept
        let words = languages.words(for: request.query["lang"])
        guard isUsual, let revision = revisions.known(snapshot) else {
            return work(rotations, mode, code, words, file, isUsual: isUsual)
        }
        let key = "/v1/calendar/\(mode)/\(code ?? "")?lang=\(words.language)"
        return .kept(.rotations, key: key) { () throws(Problem) in
            rotations.usual.snapshot(key) {
                let bytes = CalendarRoutes.bytes(snapshot, mode, code, revision, words)
                return Snapshot(bytes, type: CalendarRoutes.type, headers: CalendarRoutes.fields(file))
            }
        }
    }

    private func work(
        _ rotations: PublishedRotations,
        _ mode: String,
        _ code: String?,
        _ words: CalendarWords,
        _ file: String,
        isUsual: Bool
    ) -> RouteAnswer {
        .work(.bare) { [self] request async throws(Problem) in
            if !isUsual {
                try budget.take(request, "too many calendars are asked for from outside; ask again later")
            }
            let revision = try await revisions.revision(of: rotations)
            let bytes = CalendarRoutes.bytes(rotations.snapshot, mode, code, revision, words)
            var reply = Reply(bytes, type: CalendarRoutes.type).tagged("no-cache")
            reply.fields = CalendarRoutes.fields(file)
            return reply
        }
    }

    private static func bytes(
        _ snapshot: RotationSnapshot,
        _ mode: String,
        _ code: String?,
        _ revision: CalendarRevision,
        _ words: CalendarWords
    ) -> [UInt8] {
        let calendar = RotationCalendar(snapshot, mode: mode, code: code, revision: revision, words: words)
        guard let calendar else {
            preconditionFailure("mode and map were found in this very snapshot")
        }
        return calendar.bytes
    }

    /// For browsers, which keep it as a file; codes that an upstream made up may be anything.
    private static func fields(_ file: String) -> [PreparedResponse.Header] {
        let name = file.isMade(of: .letters | .digits | "_-") ? file : "maps"
        return [
            ("Content-Disposition", "inline; filename=\"\(name)\(suffix)\""),
            ("X-Content-Type-Options", "nosniff"),
        ]
    }

    /// What stands before `.ics`.
    private static func name(_ file: String) throws(Problem) -> String {
        guard file.hasSuffix(suffix) else {
            throw Problem(.notFound, "calendars end with “.ics”, for example /v1/calendar/pubs.ics")
        }
        return String(file.dropLast(suffix.count))
    }
}
