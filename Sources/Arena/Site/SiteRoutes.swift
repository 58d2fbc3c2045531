import Core
import Serving
import WatchpostModel

/// The site: what this is, the games with their boards, and the door for developers; all but the last can be read without
/// JavaScript.
struct SiteRoutes: Sendable {
    typealias Making = @Sendable (SiteVisit, CallRequest) async throws(Problem) -> Reply

    let services: CallServices
    let arena: ArenaService
    let loads: StrangersLoads
    /// English first.
    let languages: [SiteWords]
    /// By language: what is around each page, and the pages that are the same for all.
    let documents: [String: [String: HTMLTemplate]]
    let fronts = FrontPages()
    /// Pages that only a new release changes: two in each language, with and without it in their addresses.
    let fixed = Locked<[String: Snapshot]>([:])
    private let budget = StrangersBudget(RateLimit(burst: 50, every: .milliseconds(20)))

    static let frame = "frame.html"
    /// How long the list of games, and an order that is over, may be kept, in seconds.
    static let listLife = 10
    static let frontLife = 2

    /// `loads`: shared with all that read boards for strangers; `languages`: of the pages, English first; `documents`: what pages
    /// are made of, by name.
    init(
        services: CallServices,
        arena: ArenaService,
        loads: StrangersLoads,
        languages: [PageLanguage],
        documents: [(name: String, text: String)]
    ) {
        (self.services, self.arena, self.loads) = (services, arena, loads)
        self.languages = SiteWords.all(languages)
        let translated = self.languages.map { words in
            let templates = documents.map { ($0.name, HTMLTemplate(words.translated($0.text))) }
            return (words.language, Dictionary(templates) { first, _ in first })
        }
        self.documents = Dictionary(translated) { first, _ in first }
    }

    var routes: [Route] {
        [
            route("/about") { visit, _ async throws(Problem) in still(about(visit), visit) },
            route("/developers") { visit, _ async throws(Problem) in still(developers(visit), visit) },
            route("/games") { visit, request async throws(Problem) in try await games(visit, request.query) },
            route("/games/{game}") { visit, request async throws(Problem) in try await game(visit, request) },
        ]
    }

    /// A page; a refusal is one as well.
    private func route(_ pattern: String, _ make: @escaping Making) -> Route {
        Route(pattern, fields: ["accept-language"]) { _ throws(Problem) in
            .work(.bare.forGames) { request async throws(Problem) in
                let visit = SiteVisit(request, languages)
                do throws(Problem) {
                    try count(request)
                    return try await make(visit, request)
                } catch {
                    return refused(error, visit)
                }
            }
        }
    }

    /// Players outside are counted by what they have, and strangers by a part of the time that is theirs together.
    private func count(_ request: CallRequest) throws(Problem) {
        if let caller = request.countedOutside {
            try services.gate.countRequest(of: caller, from: request.client)
        } else {
            try budget.take(request, "pages are read too often from outside; ask again in a moment")
        }
    }
}
